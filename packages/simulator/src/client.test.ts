/** The simulator and the protocol library against each other, over UDP and TCP on loopback. */

import { deckPath, type FileTransfer, type NetworkReceiver, StagelinqNetwork } from '@deckcast/stagelinq';
import { afterEach, describe, expect, it } from 'vitest';
import { Simulated, setWith, TEST_DISCOVERY_PORT, type Wishes } from '../../../test/support/simulated.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { TEN_TRACKS } from './sets/ten-tracks.ts';

const PRIME = { id: 'prime4', software: 'JC11' };
const DECK = { device: 'prime4', deck: 1 };
const PLAY = deckPath.play(1);

/** What the client was told, in short: `connected prime4`, `lost prime4 silent`. */
class Diary implements Required<Pick<NetworkReceiver, 'connected' | 'lost' | 'ignored' | 'state' | 'beat'>> {
  readonly events: string[] = [];
  /** Newest value by device and path. */
  readonly values = new Map<string, unknown>();
  states = 0;
  beats = 0;
  readonly #files = new Map<string, () => Promise<FileTransfer>>();

  readonly connected: NonNullable<NetworkReceiver['connected']> = ({ source }, files) => {
    this.#files.set(source, files);
    this.events.push(`connected ${source}`);
  };
  readonly lost: NonNullable<NetworkReceiver['lost']> = ({ source }, { code }) => {
    this.events.push(`lost ${source} ${code}`);
  };
  readonly ignored: NonNullable<NetworkReceiver['ignored']> = ({ software }, reason) => {
    this.events.push(`ignored ${software} ${reason}`);
  };
  readonly state: NonNullable<NetworkReceiver['state']> = ({ token }, path, { value }) => {
    this.states += 1;
    this.values.set(`${token} ${path}`, value);
  };
  readonly beat = (): void => {
    this.beats += 1;
  };

  filesOf(source: string): Promise<FileTransfer> {
    return this.#files.get(source)?.() ?? Promise.reject(new Error(`${source} is not connected`));
  }

  async until(event: string): Promise<void> {
    await waitFor(
      `"${event}"`,
      () => (this.events.includes(event) ? true : undefined),
      () => this.events.join('\n'),
    );
  }
}

let simulated: Simulated;
let network: StagelinqNetwork;
let diary: Diary;
let stop: AbortController;
let running: Promise<void>;

function watch(silenceMs?: number): void {
  diary = new Diary();
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
    diary,
  );
  running = network.run(stop.signal);
}

async function start(...devices: Wishes): Promise<void> {
  // The client first, so that it hears the very first announcements.
  watch();
  simulated = await Simulated.start(setWith(...devices));
}

const token = (id: string): string => simulated.simulation.device(id)?.spec.token ?? '';

/** Waits until the client knows this value. */
const received = (id: string, path: string, value: unknown) =>
  waitFor(`${path} = ${value}`, () =>
    diary.values.get(`${token(id)} ${path}`) === value ? true : undefined,
  );

/** What devices said as they left. */
const farewells = () => simulated.client.announcements.filter(({ action }) => action === 'exit');

afterEach(async () => {
  stop.abort();
  await running;
  await simulated.close();
});

describe('the library and simulated devices', () => {
  it('meet: an all-in-one is connected, its analysis workers are ignored', async () => {
    await start(PRIME);
    await diary.until('connected prime4');
    await diary.until('ignored OfflineAnalyzer no-state');
    await received('prime4', PLAY, false);
    await simulated.simulation.perform({ do: 'play', deck: DECK });
    await received('prime4', PLAY, true);
    await waitFor('beats', () => (diary.beats > 3 ? true : undefined));
  });

  it('meet: two players, whose mixer is ignored', async () => {
    await start(
      { id: 'left', software: 'JP13' },
      { id: 'right', software: 'JP13', player: 2 },
      { id: 'mixer', software: 'JM08' },
    );
    await received('right', '/Client/Preferences/Player', '2');
    await simulated.simulation.perform({
      do: 'fader',
      deck: { device: 'left', deck: 2 },
      level: 0.75,
      over: 0.1,
    });
    await received('left', deckPath.externalMixerVolume(2), 0.75);
    await diary.until('ignored JM08 mixer');
    expect(diary.values.get(`${token('right')} ${deckPath.externalMixerVolume(2)}`)).toBe(0);
  });

  it.each([4_096, 65_536])('read a cover from a made-up track in chunks of %i', async (chunkSize) => {
    const [file] = TEN_TRACKS.devices[0]?.files ?? [];
    await start({ ...PRIME, chunkSize, files: file === undefined ? [] : [file] });
    await diary.until('connected prime4');
    const files = await diary.filesOf('prime4');
    expect(await files.sources()).toEqual(['DEMO (USB 1)']);
    const pieces: Uint8Array[] = [];
    for await (const piece of files.read(file?.path ?? '')) {
      pieces.push(new Uint8Array(piece));
    }
    const made = file !== undefined && 'make' in file.content ? file.content.make() : undefined;
    expect(Buffer.concat(pieces).equals(made ?? Buffer.alloc(0))).toBe(true);
  });
});

describe('the library outlives', () => {
  it('writes in pieces of 7 bytes', async () => {
    await start(PRIME);
    await simulated.simulation.perform({ do: 'split', bytes: 7 });
    await simulated.simulation.perform({ do: 'fader', deck: DECK, level: 0.5, over: 0.2 });
    await diary.until('connected prime4');
    await received('prime4', deckPath.externalMixerVolume(1), 0.5);
    await waitFor('beats', () => (diary.beats > 3 ? true : undefined));
    expect(diary.events.filter((event) => event.startsWith('lost'))).toEqual([]);
  });

  it('writes that come together', async () => {
    await start(PRIME);
    await simulated.simulation.perform({ do: 'gather', ms: 80 });
    await diary.until('connected prime4');
    await simulated.simulation.perform({ do: 'play', deck: DECK });
    await received('prime4', deckPath.playState(1), true);
  });

  it('dropped connections', async () => {
    await start(PRIME);
    await received('prime4', PLAY, false);
    await simulated.simulation.perform({ do: 'drop' });
    await diary.until('lost prime4 closed');
    await simulated.simulation.perform({ do: 'play', deck: DECK });
    await received('prime4', PLAY, true);
    expect(diary.events.filter((event) => event === 'connected prime4')).toHaveLength(2);
  });

  it('connections that say nothing', async () => {
    watch(500);
    simulated = await Simulated.start(setWith(PRIME));
    await received('prime4', PLAY, false);
    await simulated.simulation.perform({ do: 'silence' });
    await simulated.simulation.perform({ do: 'play', deck: DECK });
    await diary.until('lost prime4 silent');
    await received('prime4', PLAY, true);
  });

  it('a reboot', async () => {
    await start(PRIME);
    await simulated.simulation.perform({ do: 'play', deck: DECK });
    await received('prime4', PLAY, true);
    const port = simulated.port('prime4');
    await simulated.simulation.perform({ do: 'reboot', seconds: 0.2 });
    await received('prime4', PLAY, false);
    expect(simulated.port('prime4')).not.toBe(port);
    expect(farewells()).toEqual([]);
  });

  it('a farewell and a return', async () => {
    await start(PRIME);
    await received('prime4', PLAY, false);
    await simulated.simulation.perform({ do: 'leave' });
    await waitFor('the farewell', () => farewells()[0]);
    await simulated.simulation.perform({ do: 'play', deck: DECK });
    await simulated.simulation.perform({ do: 'arrive' });
    await received('prime4', PLAY, true);
  });

  it.each([
    ['oversized', 'too-large'],
    ['odd', 'malformed'],
    ['truncated', 'truncated'],
  ] as const)('frames whose lengths lie: %s', async (how, code) => {
    await start(PRIME);
    await received('prime4', PLAY, false);
    await simulated.simulation.perform({ do: 'lie', how });
    await diary.until(`lost prime4 ${code}`);
    await simulated.simulation.perform({ do: 'play', deck: DECK });
    await received('prime4', PLAY, true);
  });

  it('a flood, and loses nothing', async () => {
    await start(PRIME);
    await received('prime4', PLAY, false);
    await waitFor('quiet', async () => {
      const before = diary.states;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return diary.states === before ? true : undefined;
    });
    const before = diary.states;
    await simulated.simulation.perform({ do: 'flood', perSecond: 10_000, seconds: 0.5 });
    await waitFor('the flood', () => (diary.states - before >= 5_000 ? true : undefined));
    expect(diary.states - before).toBe(5_000);
  });

  it('1,000 junk datagrams a second', async () => {
    await start(PRIME);
    const junk = simulated.simulation.perform({ do: 'junk', perSecond: 1_000, seconds: 1 });
    await received('prime4', PLAY, false);
    await simulated.simulation.perform({ do: 'play', deck: DECK });
    await received('prime4', PLAY, true);
    await junk;
    expect(network.status().dropped).toBeGreaterThan(0);
    expect(diary.events.filter((event) => event.startsWith('lost'))).toEqual([]);
  });
});
