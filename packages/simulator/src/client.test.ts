/** Protocol library over UDP and TCP on loopback. */

import { deckPath, type FileTransfer, StagelinqNetwork } from '@deckcast/stagelinq';
import { afterEach, describe, expect, it } from 'vitest';
import { Simulated, setWith, TEST_DISCOVERY_PORT, type Wishes } from '../../../test/support/simulated.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { SetAction } from './script.ts';
import { TEN_TRACKS } from './sets/ten-tracks.ts';

const PRIME = { id: 'prime4', software: 'JC11' };
const DECK = { device: 'prime4', deck: 1 };
const PLAY = deckPath.play(1);

let simulated: Simulated;
let network: StagelinqNetwork;
/** `connected prime4`, `lost prime4 silent`. */
let events: string[];
/** By device and path. */
let values: Map<string, unknown>;
let count: { states: number; beats: number };
let files: () => Promise<FileTransfer>;
let stop: AbortController;
let running: Promise<void>;

function watch(silenceMs?: number): void {
  events = [];
  values = new Map();
  count = { states: 0, beats: 0 };
  stop = new AbortController();
  network = new StagelinqNetwork(
    {
      identity: {
        token: '52fdfc072182654f163f5f0f9a621d72',
        source: 'deckcast',
        software: 'deckcast',
        version: '1',
      },
      interfaces: ['lo'],
      port: TEST_DISCOVERY_PORT,
      intervalMs: 100,
      timeouts: { servicesQuietMs: 100, ...(silenceMs !== undefined && { silenceMs }) },
    },
    {
      connected: ({ source }, ofDevice) => {
        files = ofDevice;
        events.push(`connected ${source}`);
      },
      lost: ({ source }, { code }) => events.push(`lost ${source} ${code}`),
      ignored: ({ software }, reason) => events.push(`ignored ${software} ${reason}`),
      state: ({ token }, path, { value }) => {
        count.states += 1;
        values.set(`${token} ${path}`, value);
      },
      beat: () => {
        count.beats += 1;
      },
    },
  );
  running = network.run(stop.signal);
}

async function start(devices: Wishes = [PRIME], silenceMs?: number): Promise<void> {
  // The client starts first, so that it gets the first announcements.
  watch(silenceMs);
  simulated = await Simulated.start(setWith(...devices));
}

const perform = (action: SetAction) => simulated.simulation.perform(action);
const token = (id: string): string => simulated.simulation.device(id)?.spec.token ?? '';

const until = (event: string) =>
  waitFor(
    `"${event}"`,
    () => events.includes(event) || undefined,
    () => events.join('\n'),
  );

/** Waits until the client knows this value. */
const received = (id: string, path: string, value: unknown) =>
  waitFor(`${path} = ${value}`, () => values.get(`${token(id)} ${path}`) === value || undefined);

const farewells = () => simulated.client.announcements.filter(({ action }) => action === 'exit');

afterEach(async () => {
  stop.abort();
  await running;
  await simulated.close();
});

describe('the library and simulated devices', () => {
  it('meet: an all-in-one is connected, its analysis workers are ignored', async () => {
    await start();
    await until('connected prime4');
    await until('ignored OfflineAnalyzer no-state');
    await received('prime4', PLAY, false);
    await perform({ do: 'play', deck: DECK });
    await received('prime4', PLAY, true);
    await waitFor('beats', () => count.beats > 3 || undefined);
  });

  it('meet: two players, whose mixer is ignored', async () => {
    await start([
      { id: 'left', software: 'JP13' },
      { id: 'right', software: 'JP13', player: 2 },
      { id: 'mixer', software: 'JM08' },
    ]);
    await received('right', '/Client/Preferences/Player', '2');
    await perform({ do: 'fader', deck: { device: 'left', deck: 2 }, level: 0.75, over: 0.1 });
    await received('left', deckPath.externalMixerVolume(2), 0.75);
    await until('ignored JM08 mixer');
    expect(values.get(`${token('right')} ${deckPath.externalMixerVolume(2)}`)).toBe(0);
  });

  it.each([4_096, 65_536])('read a cover from a made-up track in chunks of %i', async (chunkSize) => {
    const [file] = TEN_TRACKS.devices[0]?.files ?? [];
    await start([{ ...PRIME, chunkSize, files: file === undefined ? [] : [file] }]);
    await until('connected prime4');
    const ofDevice = await files();
    expect(await ofDevice.sources()).toEqual(['DEMO (USB 1)']);
    const pieces: Uint8Array[] = [];
    for await (const piece of ofDevice.read(file?.path ?? '')) {
      pieces.push(new Uint8Array(piece));
    }
    const made = file !== undefined && 'make' in file.content ? file.content.make() : undefined;
    expect(Buffer.concat(pieces).equals(made ?? Buffer.alloc(0))).toBe(true);
  });
});

describe('the library outlives', () => {
  it('writes in pieces of 7 bytes, and joined writes', async () => {
    await start();
    await perform({ do: 'split', bytes: 7 });
    await perform({ do: 'gather', ms: 80 });
    await perform({ do: 'fader', deck: DECK, level: 0.5, over: 0.2 });
    await received('prime4', deckPath.externalMixerVolume(1), 0.5);
    await waitFor('beats', () => count.beats > 3 || undefined);
    expect(events.filter((event) => event.startsWith('lost'))).toEqual([]);
  });

  it.each<[string, string, SetAction]>([
    ['dropped connections', 'closed', { do: 'drop' }],
    ['connections that say nothing', 'silent', { do: 'silence' }],
    ['frames that are too long', 'too-large', { do: 'lie', how: 'oversized' }],
    ['frames that mean nothing', 'malformed', { do: 'lie', how: 'odd' }],
    ['frames that end too early', 'truncated', { do: 'lie', how: 'truncated' }],
  ])('%s', async (_, code, fault) => {
    await start([PRIME], code === 'silent' ? 500 : undefined);
    await received('prime4', PLAY, false);
    await perform(fault);
    await perform({ do: 'play', deck: DECK });
    await until(`lost prime4 ${code}`);
    await received('prime4', PLAY, true);
  });

  it('a reboot', async () => {
    await start();
    await perform({ do: 'play', deck: DECK });
    await received('prime4', PLAY, true);
    const port = simulated.port('prime4');
    await perform({ do: 'reboot', seconds: 0.2 });
    await received('prime4', PLAY, false);
    expect(simulated.port('prime4')).not.toBe(port);
    expect(farewells()).toEqual([]);
  });

  it('a farewell and a return', async () => {
    await start();
    await received('prime4', PLAY, false);
    await perform({ do: 'leave' });
    await waitFor('the farewell', () => farewells()[0]);
    await perform({ do: 'play', deck: DECK });
    await perform({ do: 'arrive' });
    await received('prime4', PLAY, true);
  });

  it('a flood, and loses nothing', async () => {
    await start();
    await received('prime4', PLAY, false);
    await perform({ do: 'flood', perSecond: 10_000, seconds: 0.5 });
    // Our subscription causes one report of a value.
    const repeated = () => count.states - values.size;
    await waitFor('the flood', () => repeated() >= 5_000 || undefined);
    expect(repeated()).toBe(5_000);
  });

  it('1,000 junk datagrams a second', async () => {
    await start();
    const junk = perform({ do: 'junk', perSecond: 1_000, seconds: 1 });
    await received('prime4', PLAY, false);
    await perform({ do: 'play', deck: DECK });
    await received('prime4', PLAY, true);
    await junk;
    expect(network.status().dropped).toBeGreaterThan(0);
    expect(events.filter((event) => event.startsWith('lost'))).toEqual([]);
  });
});
