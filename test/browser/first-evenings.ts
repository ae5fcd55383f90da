/** What somebody plays on the first evening, and what it takes on the set-up page until a track of it arrives. */
import { execFile } from 'node:child_process';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SimulatedBroadcaster, SimulatedTraktor, SimulatedVirtualDj } from '@deckcast/simulator';
import Database from 'libsql';
import { encode, Message } from 'node-osc';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilListens } from '../../packages/simulator/src/software/play.ts';
import { systemClock } from '../../src/host/clock.ts';
import { sendAll } from '../../src/sinks/osc-datagrams.ts';
import { bundleScript } from '../support/bundle.ts';
import type { cleanUps } from '../support/clean-up.ts';
import { ROOT } from '../support/files.ts';
import { freePort } from '../support/free-port.ts';
import { httpPeer } from '../support/http-peer.ts';
import { startSessionBus } from '../support/media-player.ts';
import { startMpd } from '../support/mpd.ts';
import { CABLE, Namespaces } from '../support/namespaces.ts';
import { type ProgramOptions, startProgram } from '../support/program.ts';
import { collection, KEY } from '../support/rekordbox.ts';
import { SESSION_HEAD, sessionEntry } from '../support/serato.ts';
import { CLIENT, StreamingAccount, trackItem } from '../support/services/streaming-account.ts';
import { PATIENCE_MS } from '../support/wait.ts';
import type { Hands } from './hands.ts';

/** Somebody in front of the set-up page. */
export interface Somebody {
  readonly page: Page;
  readonly hands: Hands;
  /** Home folder of the program. */
  readonly home: string;
}

/** What is there before deckcast starts. */
export interface Prepared extends Pick<ProgramOptions, 'within' | 'env'> {
  readonly flags?: readonly string[];
  /** What is done on the page, and then with the music, until this track has to be on the overlay. */
  setUp(somebody: Somebody): Promise<string>;
}

type FirstEvening = (folder: string, later: ReturnType<typeof cleanUps>) => Promise<Prepared>;

/** One person's way, and what it comes to. */
export interface Walk {
  /** What the person does. */
  readonly who: string;
  /** What watches it in the end. */
  readonly source: string;
  /** What somebody has to press, type or choose at most, from the first page to the track on the overlay. */
  readonly clicks: number;
  /** What is saved; `~` is the home folder, `…` that of the test. */
  readonly configuration: string;
  readonly evening: FirstEvening;
  /** In every run: players that are found, a password, an account. The others differ in their source alone, and are for the full length. */
  readonly always?: true;
}

const ONE_TRACK = [
  '{"set": "one track", "waitForClient": true}',
  '{"track": "one", "artist": "Paper Lanterns", "title": "Slow Elevator"}',
  '{"at": 0, "do": "load", "deck": 1, "track": "one"}',
  '{"at": 0.2, "do": "fader", "deck": 1, "level": 1}',
  '{"at": 0.4, "do": "play", "deck": 1}',
];

/** A page that posts what it plays as the browser script of Tuna does from within it. */
const PLAYER = `<!doctype html><title>Harbour Lights</title><script>
  function post(data) {
    const request = new XMLHttpRequest();
    request.open('POST', 'http://localhost:1608/');
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('Access-Control-Allow-Headers', '*');
    request.setRequestHeader('Access-Control-Allow-Origin', '*');
    request.send(JSON.stringify({ data, hostname: location.hostname, date: Date.now() }));
  }
  setInterval(() => {
    post({
      cover_url: null,
      title: 'Harbour Lights',
      artists: ['Night Ferry'],
      status: 'playing',
      progress: 1000,
      duration: 215000,
      album_url: location.href,
      album: null,
    });
  }, 500);
</script>`;

const ONE_TRACK_ON_CDJS = [
  '{"set": "one track"}',
  '{"device": "left", "model": "CDJ-2000nexus", "player": 1}',
  '{"track": "one", "artist": "Paper Lanterns", "title": "Slow Elevator"}',
  '{"at": 8, "do": "load", "deck": "left/1", "track": "one", "as": "rekordbox"}',
  '{"at": 8.2, "do": "fader", "deck": "left/1", "level": 1}',
  '{"at": 8.4, "do": "play", "deck": "left/1"}',
];

function cardOf(page: Page, source: string) {
  return page.locator(`[data-source="${source}"]`);
}

/** Answers the first question of the page. */
async function playWith({ page, hands }: Somebody, product: string): Promise<void> {
  await hands.press(page.locator(`[data-product="${product}"] button`));
}

/** Waits until the source is on. */
async function isOn({ page }: Somebody, source: string): Promise<void> {
  await page.locator(`[data-source="${source}"]:not([data-state="off"])`).waitFor();
}

/** Presses the button of its card, and waits until the source is on. */
async function use(somebody: Somebody, source: string): Promise<void> {
  await somebody.hands.press(cardOf(somebody.page, source).locator('.use'));
  await isOn(somebody, source);
}

/** What its card shows to be typed in somewhere else. */
async function copied(page: Page, source: string): Promise<readonly string[]> {
  const fields = await cardOf(page, source).locator('.copy input').all();
  return Promise.all(fields.map((field) => field.inputValue()));
}

const EVENINGS = {
  async hwdevice(folder, later) {
    const namespaces = new Namespaces();
    later(() => namespaces.remove());
    const set = join(folder, 'set.jsonl');
    await writeFile(set, ONE_TRACK.join('\n'));
    return {
      within: namespaces.within('booth'),
      async setUp(somebody) {
        const { page } = somebody;
        await playWith(somebody, 'denon');
        const card = cardOf(page, 'hwdevice');
        await card.getByText('On. Waits for a track.').waitFor();
        await card.getByText('No player is found.', { exact: false }).first().waitFor();
        const player = await startProgram([set, CABLE], {
          within: namespaces.within('stage'),
          script: await bundleScript('support/simulator-script.ts', folder),
        });
        later(() => player.stop());
        return 'Slow Elevator';
      },
    };
  },

  async prodjlink(folder, later) {
    const namespaces = new Namespaces();
    later(() => namespaces.remove());
    const set = join(folder, 'set.jsonl');
    await writeFile(set, ONE_TRACK_ON_CDJS.join('\n'));
    return {
      within: namespaces.within('booth'),
      async setUp(somebody) {
        await playWith(somebody, 'pioneer');
        const card = cardOf(somebody.page, 'prodjlink');
        await card.getByText('On. Waits for a track.').waitFor();
        await card.getByText('No player is found.', { exact: false }).first().waitFor();
        const players = await startProgram([set, CABLE], {
          within: namespaces.within('stage'),
          script: await bundleScript('support/simulator-script.ts', folder),
        });
        later(() => players.stop());
        return 'Slow Elevator';
      },
    };
  },

  async traktor(_folder, later) {
    const port = await freePort();
    const traktor = new SimulatedTraktor(port, systemClock);
    later(() => traktor.close());
    return {
      flags: [`--traktor.addr=127.0.0.1:${port}`],
      async setUp(somebody) {
        await playWith(somebody, 'traktor');
        await isOn(somebody, 'traktor');
        expect(await copied(somebody.page, 'traktor')).toContainEqual(
          expect.stringMatching(`^http://.*:${port}$`),
        );
        await untilListens(port, systemClock, AbortSignal.timeout(PATIENCE_MS));
        traktor.start();
        await systemClock.sleep(1_000);
        traktor.load('A', { artist: 'Night Ferry', title: 'Harbour Lights' });
        traktor.fader('A', 1);
        await systemClock.sleep(1_000);
        traktor.play('A');
        return 'Harbour Lights';
      },
    };
  },

  async virtualdj(_folder, later) {
    const virtualDj = new SimulatedVirtualDj();
    virtualDj.password = 'sesame';
    const over = new AbortController();
    later(() => over.abort());
    return {
      flags: [`--virtualdj.url=${await virtualDj.serve(over.signal)}`],
      async setUp(somebody) {
        const { page, hands } = somebody;
        const card = cardOf(page, 'virtualdj');
        await playWith(somebody, 'virtualdj');
        await isOn(somebody, 'virtualdj');
        const password = card.getByLabel('Password of Network Control');
        // A wrong one is put right in the same place.
        await hands.type(password, 'simsalabim\n');
        await card.getByText('It is set, and not shown.', { exact: false }).waitFor();
        await card.getByText('VirtualDJ rejects the password.', { exact: false }).waitFor();
        await hands.type(password, 'sesame\n');
        virtualDj.load(1, { artist: 'Fjordlys', title: 'Deep Water' });
        virtualDj.play(1);
        virtualDj.volume(1, 1);
        return 'Deep Water';
      },
    };
  },

  async icecast(_folder, later) {
    const port = await freePort(2);
    return {
      flags: [`--icecast.addr=127.0.0.1:${port}`],
      async setUp(somebody) {
        const { page, hands } = somebody;
        await playWith(somebody, 'other');
        await hands.press(cardOf(page, 'icecast').getByText('What to do'));
        await hands.type(cardOf(page, 'icecast').getByLabel('Password for broadcasters'), 'sesame');
        await use(somebody, 'icecast');
        const [address, mount = ''] = await copied(page, 'icecast');
        expect(address).toBe(`127.0.0.1:${port}`);
        await untilListens(port, systemClock, AbortSignal.timeout(PATIENCE_MS));
        const broadcaster = new SimulatedBroadcaster({ port, mount, password: 'sesame' }, systemClock);
        later(() => broadcaster.close());
        broadcaster.play({ artist: 'The Static', title: 'Long Wave' });
        return 'Long Wave';
      },
    };
  },

  async osc() {
    const port = await freePort();
    return {
      flags: [`--osc.in.addr=127.0.0.1:${port}`],
      async setUp(somebody) {
        await playWith(somebody, 'other');
        await use(somebody, 'osc');
        const [address] = await copied(somebody.page, 'osc');
        expect(address).toBe(`127.0.0.1:${port}`);
        const send = (to: string, value: string | number) =>
          sendAll([encode(new Message(to, value))], '127.0.0.1', port);
        await send('/deck/1/title', 'Glass Harbour');
        await send('/deck/1/artist', 'Ada');
        await send('/deck/1/playing', 1);
        await somebody.page.getByText('A program that sends OSC: a track has arrived.').waitFor();
        return 'Glass Harbour';
      },
    };
  },

  async softa() {
    return {
      async setUp(somebody) {
        const { page, hands, home } = somebody;
        const file = join(home, 'now.txt');
        await writeFile(file, 'Ada - Before\n');
        const card = cardOf(page, 'softa');
        await playWith(somebody, 'djay');
        await card.getByText('Name the file that your DJ software writes.').waitFor();
        await hands.type(card.getByLabel('Text file in which'), `${file}\n`);
        await isOn(somebody, 'softa');
        await card.getByText(file, { exact: false }).first().waitFor();
        await writeFile(file, 'The Static - Copper Wire\n');
        return 'Copper Wire';
      },
    };
  },

  async softb(_folder, later) {
    return {
      async setUp(somebody) {
        const { page, home } = somebody;
        const folder = join(home, '.mixxx');
        await mkdir(folder);
        const database = new Database(join(folder, 'mixxxdb.sqlite'));
        later(() => database.close());
        database.exec('PRAGMA foreign_keys = OFF');
        database.exec(await readFile(join(ROOT, 'test/support/mixxx.sql'), 'utf8'));
        const card = cardOf(page, 'softb');
        const first = page.locator('#products > li').first();
        await first.filter({ hasText: /Mixxx.*Found/ }).waitFor();
        await playWith(somebody, 'mixxx');
        await isOn(somebody, 'softb');
        await card.getByText('mixxxdb.sqlite', { exact: false }).first().waitFor();
        // As Mixxx does it when the audience has heard a track. What it wrote before it was first read is not shown, so
        // the set goes on until a track arrives.
        let id = 0;
        const next = (): Promise<string | null> => {
          id += 1;
          database.exec(`
            INSERT INTO track_locations (id, filename) VALUES (${id}, 'tide.ogg');
            INSERT INTO library (id, artist, title, genre, duration, location)
              VALUES (${id}, 'Ada', 'Low Tide', '', 300, ${id});
            INSERT INTO PlaylistTracks (playlist_id, track_id, position, pl_datetime_added)
              VALUES (2, ${id}, ${id}, datetime('now'));`);
          return card.getAttribute('data-state');
        };
        await expect.poll(next, { interval: 500, timeout: PATIENCE_MS }).toBe('arrived');
        return 'Low Tide';
      },
    };
  },

  async serato() {
    return {
      async setUp(somebody) {
        const { page, home } = somebody;
        const folder = join(home, 'Music', '_Serato_', 'History', 'Sessions');
        await mkdir(folder, { recursive: true });
        const session = join(folder, '1.session');
        await writeFile(session, SESSION_HEAD);
        const card = cardOf(page, 'softb');
        const first = page.locator('#products > li').first();
        await first.filter({ hasText: /Serato.*Found/ }).waitFor();
        await playWith(somebody, 'serato');
        await isOn(somebody, 'softb');
        await card.getByText('Sessions', { exact: false }).first().waitFor();
        // What it wrote before it was first read is not shown, so the set goes on until a track arrives.
        let row = 0;
        const next = async (): Promise<string | null> => {
          row += 1;
          const start = Math.floor(Date.now() / 1_000);
          await appendFile(
            session,
            sessionEntry({ row, artist: 'Ada', title: 'Low Tide', start, played: true }),
          );
          return card.getAttribute('data-state');
        };
        await expect.poll(next, { interval: 500, timeout: PATIENCE_MS }).toBe('arrived');
        return 'Low Tide';
      },
    };
  },

  async mediacontrol(folder, later) {
    const bus = await startSessionBus(folder);
    later(() => bus.close());
    return {
      env: bus.env,
      async setUp(somebody) {
        await playWith(somebody, 'player');
        await isOn(somebody, 'mediacontrol');
        await bus.play('Moderat', 'A New Error');
        return 'A New Error';
      },
    };
  },

  async browser(_folder, later) {
    const port = await freePort();
    return {
      flags: [`--browser.addr=127.0.0.1:${port}`],
      async setUp(somebody) {
        const { page } = somebody;
        await playWith(somebody, 'other');
        await use(somebody, 'browser');
        expect(await copied(page, 'browser')).toContain(String(port));
        const site = await httpPeer(() => ({
          status: 200,
          headers: { 'content-type': 'text/html' },
          body: PLAYER.replace('1608', String(port)),
        }));
        const tab = await page.context().newPage();
        later(() => tab.close());
        await tab.goto(site.url);
        await page.bringToFront();
        return 'Harbour Lights';
      },
    };
  },

  async mpd(folder, later) {
    const mpd = await startMpd(folder, 'sesame');
    later(() => mpd.close());
    const song = await mpd.song('Björk', 'Jóga');
    return {
      flags: [`--mpd.addr=127.0.0.1:${mpd.port}`],
      async setUp(somebody) {
        const { page, hands } = somebody;
        await playWith(somebody, 'other');
        await hands.press(cardOf(page, 'mpd').getByText('What to do'));
        await hands.type(cardOf(page, 'mpd').getByLabel('Password of MPD'), 'sesame');
        await use(somebody, 'mpd');
        await mpd.control(`add "${song}"`, 'play');
        return 'Jóga';
      },
    };
  },

  async rekordbox(folder, later) {
    const path = join(folder, 'master.db');
    const rekordbox = collection(path);
    later(() => rekordbox.close());
    const track = rekordbox.track('Björk', 'Jóga');
    return {
      flags: [`--rekordbox.database=${path}`],
      async setUp(somebody) {
        const { page, hands } = somebody;
        const card = cardOf(page, 'rekordbox');
        await playWith(somebody, 'other');
        await card.getByText('rekordbox keeps a collection here', { exact: false }).waitFor();
        await hands.press(card.getByText('What to do'));
        await hands.type(card.getByLabel('Key of the database'), KEY);
        await use(somebody, 'rekordbox');
        // What counted as played before it was first read is not shown, so the set goes on until a track arrives.
        const next = (): Promise<string | null> => {
          rekordbox.play(track);
          return card.getAttribute('data-state');
        };
        await expect.poll(next, { interval: 500, timeout: PATIENCE_MS }).toBe('arrived');
        return 'Jóga';
      },
    };
  },

  async http() {
    return {
      async setUp(somebody) {
        await playWith(somebody, 'other');
        await use(somebody, 'http');
        const line = await cardOf(somebody.page, 'http').locator('.copy input').inputValue();
        await promisify(execFile)('sh', ['-c', `${line} --silent --fail`]);
        return 'Low Tide';
      },
    };
  },

  async httpdecks() {
    return {
      async setUp(somebody) {
        await playWith(somebody, 'other');
        await use(somebody, 'httpdecks');
        const line = await cardOf(somebody.page, 'httpdecks').locator('.copy input').inputValue();
        await promisify(execFile)('sh', ['-c', `${line} --silent --fail`]);
        return 'Low Tide';
      },
    };
  },

  async streamingsource() {
    const account = new StreamingAccount(systemClock);
    const item = trackItem({
      uri: 'spotify:track:1',
      artist: 'Ada',
      title: 'Paper Boats',
      durationMs: 300_000,
    });
    account.moment = () => ({ is: 'item', playing: true, item, progressMs: 1_000 });
    const service = await httpPeer(async ({ method, path, headers, body }) => {
      const { authorization = '' } = headers;
      const request = new Request(`http://service${path}`, {
        method,
        headers: { authorization },
        ...(method === 'GET' ? {} : { body }),
      });
      const response = await account.handle(request);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    });
    return {
      flags: [`--streaming.auth_url=${service.url}`, `--streaming.api_url=${service.url}`],
      async setUp(somebody) {
        const { page, hands } = somebody;
        const card = cardOf(page, 'streamingsource');
        await playWith(somebody, 'player');
        await hands.press(page.locator('#otherwise-use'));
        await hands.type(card.getByLabel('Client id', { exact: false }), CLIENT.id);
        await hands.type(card.getByLabel('Client secret', { exact: false }), CLIENT.secret);
        await hands.press(card.getByRole('button', { name: 'Authorize: A Spotify account' }));
        const link = card.getByRole('link', { name: 'Open 127.0.0.1' });
        await link.waitFor();
        const [other] = await Promise.all([page.waitForEvent('popup'), hands.press(link)]);
        await other.getByRole('heading', { name: 'Authorized', exact: true }).waitFor();
        await other.close();
        // The account's track may have folded the step away by then.
        await card.getByText('Authorized.', { exact: true }).waitFor({ state: 'attached' });
        return 'Paper Boats';
      },
    };
  },
} satisfies Readonly<Record<string, FirstEvening>>;

export const WALKS: readonly Walk[] = [
  {
    who: 'plays Denon DJ players',
    source: 'hwdevice',
    clicks: 3,
    configuration: 'source: [hwdevice]\n',
    evening: EVENINGS.hwdevice,
    always: true,
  },
  {
    who: 'plays CDJs of Pioneer DJ',
    source: 'prodjlink',
    clicks: 3,
    configuration: 'source: [prodjlink]\n',
    evening: EVENINGS.prodjlink,
  },
  {
    who: 'plays with Serato',
    source: 'softb',
    clicks: 3,
    configuration: 'source: [softb]\n',
    evening: EVENINGS.serato,
  },
  {
    who: 'plays with Traktor',
    source: 'traktor',
    clicks: 5,
    configuration: 'source: [traktor]\n',
    evening: EVENINGS.traktor,
  },
  {
    who: 'plays with VirtualDJ',
    source: 'virtualdj',
    clicks: 4,
    configuration: 'source: [virtualdj]\nvirtualdj.token: sesame\n',
    evening: EVENINGS.virtualdj,
    always: true,
  },
  {
    who: 'plays with djay',
    source: 'softa',
    clicks: 4,
    configuration: 'source: [softa]\nsofta.filename: ~/now.txt\n',
    evening: EVENINGS.softa,
  },
  {
    who: 'plays with Mixxx',
    source: 'softb',
    clicks: 3,
    configuration: 'source: [softb]\n',
    evening: EVENINGS.softb,
  },
  {
    who: 'plays with rekordbox, without rkbx_link',
    source: 'rekordbox',
    clicks: 4,
    configuration: `source: [rekordbox]\nrekordbox.key: ${KEY}\n`,
    evening: EVENINGS.rekordbox,
  },
  {
    who: 'plays with a program that sends OSC',
    source: 'osc',
    clicks: 4,
    configuration: 'source: [osc]\n',
    evening: EVENINGS.osc,
  },
  {
    who: 'broadcasts with any program',
    source: 'icecast',
    clicks: 4,
    configuration: 'source: [icecast]\nicecast.password: sesame\n',
    evening: EVENINGS.icecast,
  },
  {
    who: 'listens to a player on this computer',
    source: 'mediacontrol',
    clicks: 4,
    configuration: 'source: [mediacontrol]\n',
    evening: EVENINGS.mediacontrol,
  },
  {
    who: 'listens to a page in a browser',
    source: 'browser',
    clicks: 4,
    configuration: 'source: [browser]\n',
    evening: EVENINGS.browser,
  },
  {
    who: 'listens to MPD',
    source: 'mpd',
    clicks: 4,
    configuration: 'source: [mpd]\nmpd.password: sesame\n',
    evening: EVENINGS.mpd,
  },
  {
    who: 'listens to a Spotify account on a phone',
    source: 'streamingsource',
    clicks: 6,
    configuration:
      '# Settings of deckcast\nsource: [streamingsource]\nstreamingsource.id: client-id\nstreamingsource.secret: client-secret\n',
    evening: EVENINGS.streamingsource,
    always: true,
  },
  {
    who: 'has a program of their own',
    source: 'http',
    clicks: 4,
    configuration: 'source: [http]\n',
    evening: EVENINGS.http,
  },
  {
    who: 'has a script of their own that knows its decks',
    source: 'httpdecks',
    clicks: 4,
    configuration: 'source: [httpdecks]\n',
    evening: EVENINGS.httpdecks,
  },
];
