/**
 * What the whole program takes while it hears, with all its processes, beside ffmpeg, which encodes the same broadcast at the
 * same time: computers, and hours of one that others use, too, are not equally fast.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waveFile } from '../../test/support/music.ts';
import { type Figure, type Measurement, withFolder } from '../measure.ts';
import { type BenchPeer, loopDelay, startDeckcast } from '../peer.ts';
import { ProcessTree } from '../process-tree.ts';
import { watchTrees } from '../processor-use.ts';
import { collected, enlarged } from './collection.ts';
import { changeOf, partedMusic, realMusic } from './sets.ts';

const COLLECTION = Number(process.env.HEARING_COLLECTION ?? 20_000);
/** Seconds until the sound comes in, at most; until files are described; and for which it is watched then. */
const HEARS_WITHIN = 120;
const SETTLE = 30;
const WATCHED = 60;
/** A source that puts decks repeats them. */
const PUT_AGAIN_MS = 20_000;
const PASSWORD = 'hackme';
const PROGRAMS = ['without hearing', 'three loaded tracks', `a collection of ${COLLECTION} tracks`] as const;
/** The names of the processes in which it hears. */
const HEARING = /deckcast (?:hears|judges|describes|searches)/;

export const hearingCost: Measurement = {
  name: 'hearing-cost',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const set = setIn(folder);
      const index = enlarged(await collected(partedMusic().insiders), COLLECTION);
      const options = { set, index, missing: join(folder, 'not connected') };
      const used = await together(options, [], async (programs, encoder) => ({
        cores: await watchTrees([...programs, encoder], WATCHED),
        processes: programs.map(hearingProcessesOf),
      }));
      const delays = await together(options, ['loop-delay'], async (programs) => {
        await Promise.all(programs.map(loopDelay));
        await sleep(WATCHED * 1_000);
        return await Promise.all(programs.map(loopDelay));
      });
      return figuresOf(used.cores, used.processes, delays);
    });
  },
};

function hearingProcessesOf({ pid }: BenchPeer): number {
  return new ProcessTree(pid).names().filter((name) => HEARING.test(name)).length;
}

function figuresOf(
  cores: readonly number[],
  processes: readonly number[],
  delays: readonly number[],
): readonly Figure[] {
  const [against, loaded, collection] = PROGRAMS;
  const core = (at: number, what: string, value: number): Figure => ({
    what: `${what}: processor time of all processes`,
    unit: '% of a core',
    ours: cores[at] ?? Number.NaN,
    against: 'ffmpeg, which encodes the broadcast',
    theirs: cores[PROGRAMS.length] ?? Number.NaN,
    wanted: { bound: 'at most', value },
  });
  const delay = (at: number, what: string): Figure => ({
    what: `${what}: event-loop delay, 99th percentile`,
    unit: 'ms',
    ours: delays[at] ?? Number.NaN,
    against,
    theirs: delays[0] ?? Number.NaN,
    target: { bound: 'at most', ratio: 1.2 },
  });
  return [
    core(0, against, 0.5),
    core(1, loaded, 3),
    core(2, collection, 10),
    {
      what: 'processes for hearing while it is off',
      unit: 'processes',
      ours: processes[0] ?? Number.NaN,
      against: 'while it is on',
      theirs: processes[1] ?? Number.NaN,
      wanted: { bound: 'at most', value: 0 },
    },
    delay(1, loaded),
    delay(2, collection),
  ];
}

interface SetFiles {
  /** A change of track. */
  readonly mix: string;
  /** What is on air, what is mixed in, and what nobody hears. */
  readonly tracks: readonly string[];
}

function setIn(folder: string): SetFiles {
  const { sound, first, second, bystander } = changeOf(1, realMusic(), folder);
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
  /** A folder that is not there: what is known of its tracks is kept. */
  readonly missing: string;
}

/** All of `PROGRAMS` at once, in their order, once they have settled. */
async function together<T>(
  { set, index, missing }: Programs,
  preload: readonly string[],
  use: (programs: readonly BenchPeer[], encoder: Pick<BenchPeer, 'pid'>) => Promise<T>,
): Promise<T> {
  const port = (n: number): number => 29_350 + n;
  const start = (n: number, ...args: readonly string[]): Promise<BenchPeer> =>
    startDeckcast(
      ['start', '--session.filename=', `--http.addr=127.0.0.1:${port(n)}`, ...args],
      'pages ready',
      preload,
    );
  // Each takes the next port, too, for the programs that broadcast in SHOUTcast's way.
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
    return await use(programs, encoder);
  } finally {
    clearInterval(again);
    over.abort();
    await Promise.all([...broadcasts, ...programs.map((program) => program.stop())]);
  }
}

async function untilAllHear(programs: readonly BenchPeer[]): Promise<void> {
  for (let seconds = 0; programs.some((program) => hearingProcessesOf(program) === 0); seconds += 1) {
    if (seconds === HEARS_WITHIN) {
      throw new Error('a program hears nothing of its broadcast');
    }
    await sleep(1_000);
  }
}

/** Again and again, until the signal fires; the program may listen only in a moment. */
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
