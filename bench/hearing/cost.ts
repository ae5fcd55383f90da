/**
 * Processor time of the whole program while it hears, with all its processes. Computers differ, so it stands beside
 * ffmpeg, which encodes the same broadcast at the same time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waveFile } from '../../test/support/music.ts';
import { type Figure, type Measurement, withFolder } from '../measure.ts';
import { type BenchPeer, startDeckcast } from '../peer.ts';
import { ProcessTree } from '../process-tree.ts';
import { watchTrees } from '../processor-use.ts';
import { collected, enlarged } from './collection.ts';
import { changeOf, musicForChanges, partedMusic } from './sets.ts';

const COLLECTION = Number(process.env.HEARING_COLLECTION ?? 20_000);
/** Seconds: limit until sound arrives, until files are described, and of the measurement. */
const HEARS_WITHIN = 120;
const SETTLE = 30;
const WATCHED = 60;
/** Sources that put decks repeat them. */
const PUT_AGAIN_MS = 20_000;
const PASSWORD = 'hackme';
const PROGRAMS = ['without hearing', 'three loaded tracks', `a collection of ${COLLECTION} tracks`] as const;
/** Names of the helper processes that hear. */
const HEARING = /deckcast (?:hears|judges|describes|searches)/;
/** Percent of a core. */
const MOST = [0.5, 3, 10];

export const hearingCost: Measurement = {
  name: 'hearing-cost',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const set = setIn(folder);
      const index = enlarged(await collected(partedMusic().insiders), COLLECTION);
      const options = { set, index, missing: join(folder, 'not connected') };
      const cores = await together(options, (peers) => watchTrees(peers, WATCHED));
      return PROGRAMS.map((what, at) => ({
        what: `${what}: processor time of all processes`,
        unit: '% of a core',
        ours: cores[at] ?? Number.NaN,
        against: 'ffmpeg, which encodes the broadcast',
        theirs: cores[PROGRAMS.length] ?? Number.NaN,
        wanted: { bound: 'at most', value: MOST[at] ?? 0 },
      }));
    });
  },
};

function hears({ pid }: BenchPeer): boolean {
  return new ProcessTree(pid).names().some((name) => HEARING.test(name));
}

interface SetFiles {
  /** A change of track. */
  readonly mix: string;
  /** Loaded: on air, mixed in, not played. */
  readonly tracks: readonly string[];
}

function setIn(folder: string): SetFiles {
  const { sound, first, second, bystander } = changeOf(1, musicForChanges(), folder);
  const write = (name: string, samples: Float32Array): string => {
    const path = join(folder, name);
    writeFileSync(path, waveFile(samples));
    return path;
  };
  const tracks = [first, second, bystander].map((samples, n) => write(`${n}.wav`, samples));
  return { mix: write('mix.wav', sound), tracks };
}

interface Programs {
  readonly set: SetFiles;
  readonly index: string;
  /** Folder that does not exist, so that the index stays as it is. */
  readonly missing: string;
}

/** Runs all of `PROGRAMS`, and passes them and the encoder on once they have settled. */
async function together<T>(
  { set, index, missing }: Programs,
  use: (peers: readonly Pick<BenchPeer, 'pid'>[]) => Promise<T>,
): Promise<T> {
  const port = (n: number): number => 29_350 + n;
  const start = (n: number, ...args: readonly string[]): Promise<BenchPeer> =>
    startDeckcast(`127.0.0.1:${port(n)}`, args, 'pages ready');
  // SHOUTcast clients use the next port, too.
  const broadcastPort = (n: number): number => 29_360 + 2 * n;
  const broadcastsTo = (n: number): readonly string[] => [
    '--hear.input=icecast',
    `--icecast.addr=127.0.0.1:${broadcastPort(n)}`,
    `--icecast.password=${PASSWORD}`,
  ];
  const programs = await Promise.all([
    start(0, '--source=httpdecks'),
    start(1, '--source=httpdecks', ...broadcastsTo(1)),
    start(2, '--source=hear', `--hear.library=${missing}`, `--hear.index=${index}`, ...broadcastsTo(2)),
  ]);
  const over = new AbortController();
  let encoder = { pid: 0 };
  const broadcasts = [1, 2].map((n) =>
    broadcast(set.mix, broadcastPort(n), over.signal, (pid) => {
      encoder = { pid };
    }),
  );
  const put = (): void => [0, 1].forEach((n) => void putDecks(port(n), set.tracks));
  put();
  const again = setInterval(put, PUT_AGAIN_MS);
  try {
    await untilAllHear(programs.slice(1));
    await sleep(SETTLE * 1_000);
    return await use([...programs, encoder]);
  } finally {
    clearInterval(again);
    over.abort();
    await Promise.all([...broadcasts, ...programs.map((program) => program.stop())]);
  }
}

async function untilAllHear(programs: readonly BenchPeer[]): Promise<void> {
  for (let seconds = 0; !programs.every(hears); seconds += 1) {
    if (seconds === HEARS_WITHIN) {
      throw new Error('a program hears nothing of its broadcast');
    }
    await sleep(1_000);
  }
}

/** Retries until the signal fires, because the program may not listen yet. */
async function broadcast(
  file: string,
  port: number,
  signal: AbortSignal,
  begins: (pid: number) => void,
): Promise<void> {
  const endless = ['-v', 'quiet', '-nostdin', '-re', '-stream_loop', '-1', '-i', file];
  const mp3 = ['-c:a', 'libmp3lame', '-b:a', '128k', '-content_type', 'audio/mpeg', '-f', 'mp3'];
  const to = `icecast://source:${PASSWORD}@127.0.0.1:${port}/live`;
  while (!signal.aborted) {
    const child = spawn('ffmpeg', [...endless, ...mp3, to], { stdio: 'ignore', signal });
    begins(child.pid ?? 0);
    await once(child, 'close').catch(() => undefined);
    await sleep(1_000, undefined, { signal }).catch(() => undefined);
  }
}

async function putDecks(port: number, tracks: readonly string[]): Promise<void> {
  for (const [n, path] of tracks.entries()) {
    const track = { artist: 'Bench', title: `Track ${n}` };
    const body = JSON.stringify({ track, playing: true, path });
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/decks/${n + 1}`, { method: 'PUT', body });
    if (!answer.ok) {
      throw new Error(await answer.text());
    }
  }
}
