/** Users' first evenings: their equipment, and their steps on the set-up page until a track arrives. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SimulatedBroadcaster, SimulatedVirtualDj } from '@deckcast/simulator';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilListens } from '../../packages/simulator/src/software/play.ts';
import { systemClock } from '../../src/host/clock.ts';
import { bundleScript } from '../support/bundle.ts';
import type { cleanUps } from '../support/clean-up.ts';
import { freePort } from '../support/free-port.ts';
import { httpPeer } from '../support/http-peer.ts';
import { CABLE, Namespaces } from '../support/namespaces.ts';
import { type ProgramOptions, startProgram } from '../support/program.ts';
import { CLIENT, StreamingAccount, trackItem } from '../support/services/streaming-account.ts';
import { PATIENCE_MS } from '../support/wait.ts';
import type { Hands } from './hands.ts';

export interface Somebody {
  readonly page: Page;
  readonly hands: Hands;
}

/** Environment before deckcast starts. */
export interface Prepared extends Pick<ProgramOptions, 'within'> {
  readonly flags?: readonly string[];
  /** Sets deckcast up and starts the music. Returns the track that the overlay must show. */
  setUp(somebody: Somebody): Promise<string>;
}

type FirstEvening = (folder: string, later: ReturnType<typeof cleanUps>) => Promise<Prepared>;

export interface Walk {
  /** User, as part of a sentence. */
  readonly who: string;
  readonly source: string;
  /** Most presses, inputs and choices up to the track on the overlay. */
  readonly clicks: number;
  readonly configuration: string;
  readonly evening: FirstEvening;
  /** Part of every run; the others run at full length. */
  readonly always?: true;
}

const ONE_TRACK = [
  '{"set": "one track", "waitForClient": true}',
  '{"track": "one", "artist": "Paper Lanterns", "title": "Slow Elevator"}',
  '{"at": 0, "do": "load", "deck": 1, "track": "one"}',
  '{"at": 0.2, "do": "fader", "deck": 1, "level": 1}',
  '{"at": 0.4, "do": "play", "deck": 1}',
];

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

async function isOn({ page }: Somebody, source: string): Promise<void> {
  await page.locator(`[data-source="${source}"]:not([data-state="off"])`).waitFor();
}

/** Resolves when the source is on. */
async function use(somebody: Somebody, source: string): Promise<void> {
  await somebody.hands.press(cardOf(somebody.page, source).locator('.use'));
  await isOn(somebody, source);
}

/** Texts to copy into another program. */
async function copied(page: Page, source: string): Promise<readonly string[]> {
  const fields = await cardOf(page, source).locator('.copy input').all();
  return Promise.all(fields.map((field) => field.inputValue()));
}

/** Players that appear while the page waits. */
function players(product: string, source: string, set: readonly string[]): FirstEvening {
  return async (folder, later) => {
    const namespaces = new Namespaces();
    later(() => namespaces.remove());
    const file = join(folder, 'set.jsonl');
    await writeFile(file, set.join('\n'));
    return {
      within: namespaces.within('booth'),
      async setUp(somebody) {
        await playWith(somebody, product);
        const card = cardOf(somebody.page, source);
        await card.getByText('Waiting for a track').waitFor();
        await card.getByText('No player was found.', { exact: false }).first().waitFor();
        const player = await startProgram([file, CABLE], {
          within: namespaces.within('stage'),
          script: await bundleScript('support/simulator-script.ts', folder),
        });
        later(() => player.stop());
        return 'Slow Elevator';
      },
    };
  };
}

function ownProgram(source: string): FirstEvening {
  return async () => ({
    async setUp(somebody) {
      await playWith(somebody, 'other');
      await use(somebody, source);
      const [line] = await copied(somebody.page, source);
      await promisify(execFile)('sh', ['-c', `${line} --silent --fail`]);
      return 'Low Tide';
    },
  });
}

/** One walk for each kind of step on a card. The sources' own tests cover their findings. */
export const WALKS: readonly Walk[] = [
  {
    who: 'plays Denon DJ players',
    source: 'hwdevice',
    clicks: 3,
    configuration: 'source: [hwdevice]\n',
    always: true,
    evening: players('denon', 'hwdevice', ONE_TRACK),
  },
  {
    who: 'plays CDJs of Pioneer DJ',
    source: 'prodjlink',
    clicks: 3,
    configuration: 'source: [prodjlink]\n',
    evening: players('pioneer', 'prodjlink', ONE_TRACK_ON_CDJS),
  },
  {
    who: 'plays with VirtualDJ',
    source: 'virtualdj',
    clicks: 4,
    configuration: 'source: [virtualdj]\nvirtualdj.token: sesame\n',
    always: true,
    async evening(_folder, later) {
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
          const password = card.getByLabel('Password of VirtualDJ');
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
  },
  {
    who: 'broadcasts with any program',
    source: 'icecast',
    clicks: 4,
    configuration: 'icecast.password: sesame\nsource: [icecast]\n',
    async evening(_folder, later) {
      const port = await freePort(2);
      return {
        flags: [`--icecast.addr=127.0.0.1:${port}`],
        async setUp(somebody) {
          const { page, hands } = somebody;
          await playWith(somebody, 'other');
          await hands.press(cardOf(page, 'icecast').getByText('What to do'));
          await hands.type(
            cardOf(page, 'icecast').getByLabel('Password for programs that broadcast'),
            'sesame',
          );
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
  },
  {
    who: 'listens to a Spotify account on a phone',
    source: 'streamingsource',
    clicks: 6,
    configuration:
      'source: [streamingsource]\nstreamingsource.id: client-id\nstreamingsource.secret: client-secret\n',
    always: true,
    async evening() {
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
          // The account's track may have folded the step away.
          await card.getByText('Authorized.', { exact: true }).waitFor({ state: 'attached' });
          return 'Paper Boats';
        },
      };
    },
  },
  {
    who: 'has a program of their own',
    source: 'http',
    clicks: 4,
    configuration: 'source: [http]\n',
    evening: ownProgram('http'),
  },
  {
    who: 'has a script of their own that knows its decks',
    source: 'httpdecks',
    clicks: 4,
    configuration: 'source: [httpdecks]\n',
    evening: ownProgram('httpdecks'),
  },
];
