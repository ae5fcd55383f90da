import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OggStreamWriter, SimulatedVirtualDj } from '@deckcast/simulator';
import {
  type Changes,
  FEATURED,
  HTTP,
  latencyFigures,
  measureChanges,
  measureFloor,
  nameOf,
} from './latency.ts';
import { type Figure, type Measurement, percentile, withFolder } from './measure.ts';
import { startDeckcast } from './peer.ts';
import { type Latency, Stopwatch } from './stopwatch.ts';

const PORT = 29_341;
/** deckcast's polling interval for VirtualDJ. */
const READ_EVERY_MS = 500;
const CHANGES = 40;

/** Time from a request of DJ software to the overlay and the file. */
export const software: Measurement = {
  name: 'software',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const floor = await measureFloor(folder, (n) => Buffer.from(`POST /updateChannel/1 ${n}`));
      const traktor = await measureTraktor(folder);
      const broadcast = await measureBroadcast(folder);
      return [
        ...latencyFigures("Traktor's request", traktor, floor),
        ...latencyFigures('names in a broadcast', broadcast, floor),
        await measureVirtualDj(folder),
      ];
    });
  },
};

/** @param source options that choose the source */
async function measure(folder: string, source: readonly string[], changes: Changes): Promise<Latency> {
  const deckcast = await startDeckcast(
    [
      'start',
      ...source,
      `--http.addr=${HTTP}`,
      '--session.filename=',
      `--outfile.featured=${join(folder, FEATURED)}`,
    ],
    'waiting for',
  );
  try {
    return await measureChanges(folder, changes);
  } finally {
    await deckcast.stop();
  }
}

/** Traktor's request that closes another channel decides the transition. */
async function measureTraktor(folder: string): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const letter = (n: number): string => 'ABCD'[n % 4] ?? 'A';
  const load = (n: number): Promise<void> =>
    post(agent, `/deckLoaded/${letter(n)}`, {
      ...{ title: nameOf(n), artist: 'Bench', filePath: `/music/${n}.mp3`, trackLength: 300 },
      ...{ elapsedTime: 0, isPlaying: false },
    });
  // A track is loaded two samples before it is on air, in the deck that was on air two samples ago.
  const prepare = async (n: number): Promise<void> => {
    if (n === 0) {
      await load(0);
      await load(1);
    } else {
      await post(agent, `/updateDeck/${letter(n - 1)}`, { elapsedTime: 1 });
    }
    if (n >= 2) {
      await post(agent, `/updateDeck/${letter(n - 2)}`, { isPlaying: false });
    }
    await load(n + 2);
    await post(agent, `/updateDeck/${letter(n)}`, { elapsedTime: 0, isPlaying: true });
    await post(agent, `/updateChannel/${(n % 4) + 1}`, { isOnAir: true });
    await post(agent, `/updateChannel/${(n % 4) + 1}`, { onAirLevel: 1 });
  };
  try {
    return await measure(folder, ['--source=traktor', `--traktor.addr=127.0.0.1:${PORT}`], {
      prepare,
      trigger: (n) => void post(agent, `/updateChannel/${((n - 1) % 4) + 1}`, { isOnAir: false }),
    });
  } finally {
    agent.destroy();
  }
}

function post(agent: Agent, path: string, values: object): Promise<void> {
  const body = JSON.stringify(values);
  return new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port: PORT,
        path,
        method: 'POST',
        agent,
        headers: { 'content-length': body.length },
      },
      (response) => {
        response.resume().once('end', resolve);
      },
    )
      .once('error', reject)
      .end(body);
  });
}

/** A new logical stream in the broadcast names the next track. */
async function measureBroadcast(folder: string): Promise<Latency> {
  const broadcast = new Socket();
  const begin = async (): Promise<void> => {
    broadcast.connect(PORT, '127.0.0.1').setNoDelay(true);
    broadcast.write('SOURCE /live HTTP/1.0\r\n\r\n');
    await once(broadcast, 'data');
  };
  const name = (n: number): void => {
    broadcast.write(new OggStreamWriter(n).begin('vorbis', ['ARTIST=Bench', `TITLE=${nameOf(n)}`]));
  };
  try {
    return await measure(folder, ['--source=icecast', `--icecast.addr=127.0.0.1:${PORT}`], {
      prepare: (n) => (n === 0 ? begin() : Promise.resolve()),
      trigger: name,
    });
  } finally {
    broadcast.destroy();
  }
}

/** VirtualDJ sends no events, so its fader is seen at the next poll. */
async function measureVirtualDj(folder: string): Promise<Figure> {
  const stop = new AbortController();
  const program = new SimulatedVirtualDj();
  const url = await program.serve(stop.signal);
  const deckcast = await startDeckcast(
    ['start', '--source=virtualdj', `--virtualdj.url=${url}`, `--http.addr=${HTTP}`, '--session.filename='],
    'VirtualDJ found',
  );
  const stopwatch = new Stopwatch(`ws://${HTTP}/ws`, folder, FEATURED);
  const samples: number[] = [];
  try {
    await stopwatch.ready();
    program.load(1, { artist: 'Bench', title: 'Latency 0' });
    program.play(1);
    program.volume(1, 1);
    await stopwatch.message();
    for (let n = 1; n <= CHANGES; n += 1) {
      const [deck, before] = n % 2 === 0 ? [1, 2] : [2, 1];
      program.load(deck, { artist: 'Bench', title: nameOf(n) });
      program.play(deck);
      program.volume(deck, 1);
      // Two polls, with a varying offset so that samples don't fall in step with them.
      await sleep(2 * READ_EVERY_MS + 37 * (n % 13));
      const startedAt = performance.now();
      const shown = stopwatch.message();
      program.volume(before, 0);
      await shown;
      samples.push(performance.now() - startedAt);
      program.play(before, false);
    }
  } finally {
    stopwatch.close();
    await deckcast.stop();
    stop.abort();
  }
  return {
    what: "a fader of VirtualDJ's to overlay message, median",
    unit: 'ms',
    ours: percentile(samples, 0.5),
    against: 'half the time between two readings',
    theirs: READ_EVERY_MS / 2,
  };
}
