/** What somebody plays on the first evening, and what it takes on the set-up page until a track of it arrives. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

export type FirstEvening = (folder: string, later: ReturnType<typeof cleanUps>) => Promise<Prepared>;

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

function cardOf(page: Page, source: string) {
  return page.locator(`[data-source="${source}"]`);
}

/** Presses the button of its card, and waits until the source is on. */
async function use({ page, hands }: Somebody, source: string): Promise<void> {
  await hands.press(cardOf(page, source).locator('.use'));
  await page.locator(`[data-source="${source}"]:not([data-state="off"])`).waitFor();
}

/** What its card shows to be typed in somewhere else. */
async function copied(page: Page, source: string): Promise<readonly string[]> {
  const fields = await cardOf(page, source).locator('.copy input').all();
  return Promise.all(fields.map((field) => field.inputValue()));
}

export const FIRST_EVENINGS: Readonly<Record<string, FirstEvening>> = {
  async hwdevice(folder, later) {
    const namespaces = new Namespaces();
    later(() => namespaces.remove());
    const set = join(folder, 'set.jsonl');
    await writeFile(set, ONE_TRACK.join('\n'));
    return {
      within: namespaces.within('booth'),
      async setUp({ page, hands }) {
        await cardOf(page, 'hwdevice').locator('.state').filter({ hasText: 'On.' }).waitFor();
        await hands.choose(page.getByLabel('Look', { exact: true }), 'Type');
        await hands.press(page.getByRole('button', { name: 'Use this look' }));
        await page.getByText('Saved. Overlays that are open show it.').waitFor();
        const player = await startProgram([set, CABLE], {
          within: namespaces.within('stage'),
          script: await bundleScript('support/simulator-script.ts', folder),
        });
        later(() => player.stop());
        await cardOf(page, 'hwdevice').getByText('connected', { exact: false }).first().waitFor();
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
        await use(somebody, 'traktor');
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
        await hands.press(cardOf(page, 'virtualdj').locator('summary').first());
        await hands.type(cardOf(page, 'virtualdj').getByLabel('Password of Network Control'), 'sesame');
        await use(somebody, 'virtualdj');
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
        await hands.press(cardOf(page, 'icecast').locator('summary').first());
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
        await use(somebody, 'osc');
        const [address] = await copied(somebody.page, 'osc');
        expect(address).toBe(`127.0.0.1:${port}`);
        const send = (to: string, value: string | number) =>
          sendAll([encode(new Message(to, value))], '127.0.0.1', port);
        await send('/deck/1/title', 'Glass Harbour');
        await send('/deck/1/artist', 'Ada');
        await send('/deck/1/playing', 1);
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
        await hands.press(cardOf(page, 'softa').locator('summary').first());
        await hands.type(cardOf(page, 'softa').getByLabel('Text file in which'), file);
        await use(somebody, 'softa');
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
        await card.getByText('Mixxx keeps a record on this computer', { exact: false }).waitFor();
        await use(somebody, 'softb');
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

  async mediacontrol(folder, later) {
    const bus = await startSessionBus(folder);
    later(() => bus.close());
    return {
      env: bus.env,
      async setUp(somebody) {
        await use(somebody, 'mediacontrol');
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
        await hands.press(cardOf(page, 'mpd').locator('summary').first());
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
        await card.getByText('rekordbox keeps a collection here', { exact: false }).waitFor();
        await hands.press(card.locator('summary').first());
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
        await use(somebody, 'http');
        const line = await cardOf(somebody.page, 'http').locator('.copy input').inputValue();
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
        await hands.press(card.locator('summary').first());
        await hands.type(card.getByLabel('Client id', { exact: false }), CLIENT.id);
        await hands.type(card.getByLabel('Client secret', { exact: false }), CLIENT.secret);
        await hands.press(card.getByRole('button', { name: 'Authorize: A Spotify account' }));
        const link = card.getByRole('link', { name: 'Open 127.0.0.1' });
        await link.waitFor();
        const [other] = await Promise.all([page.waitForEvent('popup'), hands.press(link)]);
        await other.getByRole('heading', { name: 'Authorized', exact: true }).waitFor();
        await other.close();
        await card.getByText('Authorized.', { exact: true }).waitFor();
        await use(somebody, 'streamingsource');
        return 'Paper Boats';
      },
    };
  },
};
