/** The built program makes the tracklist of a recording. */
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Collector } from '../src/hearing/collection/collector.ts';
import { SAMPLE_RATE } from '../src/hearing/sound.ts';
import { afterTest, shared } from './support/clean-up.ts';
import { atSpeed, madeMusic, waveFile } from './support/music.ts';
import { startProgram } from './support/program.ts';
import { waitFor } from './support/wait.ts';

interface Entry {
  readonly title: string;
  readonly start_ms: number;
  readonly hidden: boolean;
  readonly first_heard_ms: number;
  readonly last_heard_ms: number;
  readonly sureness: number;
}

const SECONDS = 110;
/** The first track until a blend from 30 to 40 s, the second one until 75 s, then one that is not in the library. */
const RECORDING = (() => {
  const sound = new Float32Array(SECONDS * SAMPLE_RATE);
  const play = (music: Float32Array, at: number, fader: (seconds: number) => number): void => {
    for (const [n, sample] of music.entries()) {
      const place = at * SAMPLE_RATE + n;
      if (place < sound.length) {
        sound[place] = (sound[place] ?? 0) + sample * Math.max(0, Math.min(1, fader(place / SAMPLE_RATE)));
      }
    }
  };
  play(atSpeed(madeMusic(1, 60), 1.03), 0, (now) => (40 - now) / 10);
  play(madeMusic(2, 60), 28, (now) => (now < 75 ? (now - 30) / 10 : 0));
  play(madeMusic(9, 40), 75, () => 1);
  return sound;
})();

/** Home of a user with three tracks that are indexed, and the recording. */
const home = shared(async (later) => {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-test-'));
  later(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'music'));
  for (const seed of [1, 2, 3]) {
    await writeFile(join(folder, 'music', `Ada - Track ${seed}.wav`), waveFile(madeMusic(seed, 60)));
  }
  await writeFile(join(folder, 'set.wav'), waveFile(RECORDING));
  await index(join(folder, 'music'), join(folder, 'cache', 'deckcast', 'collection'));
  return folder;
});

/** Indexes here, because the program's indexing rests while other tests run. */
async function index(music: string, folder: string): Promise<void> {
  const collector = new Collector(folder);
  let answer = await collector.begin({
    kind: 'begin',
    folder,
    places: [music],
    isListed: true,
    generation: 1,
  });
  while (!answer.isOver) {
    answer = await collector.next();
  }
  // Release the claim: this process goes on without writing.
  await rm(join(folder, 'writer'));
}

function at(...names: readonly string[]): string {
  return join(home(), ...names);
}

async function run(...args: readonly string[]) {
  const always = [`--hear.library=${at('music')}`, `--session.filename=${at('sessions.db')}`];
  const env = { XDG_CACHE_HOME: at('cache') };
  const program = await startProgram(['tracklist', ...args, ...always], { env });
  afterTest(() => program.stop());
  return program;
}

async function entriesOf(...args: readonly string[]): Promise<readonly Entry[]> {
  const program = await run('--format=json', ...args);
  expect(await program.ended, program.evidence).toEqual({ status: 0, signal: null });
  return JSON.parse(program.stdout).tracks;
}

test('names each track when it becomes the louder one, and stores the set', async () => {
  const entries = await entriesOf(at('set.wav'));
  expect(entries.map(({ title }) => title)).toEqual(['Track 1', 'Track 2', 'ID']);
  const [first, second, unknown] = entries;
  expect(first?.start_ms).toBe(0);
  expect(Math.abs((second?.start_ms ?? 0) - 35_000)).toBeLessThan(2_000);
  expect(Math.abs((unknown?.start_ms ?? 0) - 75_000)).toBeLessThan(3_000);
  // Both tracks are heard during the blend.
  expect(second?.first_heard_ms).toBeLessThan(35_000);
  expect(first?.last_heard_ms).toBeGreaterThan(35_000);
  expect(Math.min(first?.sureness ?? 0, second?.sureness ?? 0)).toBeGreaterThan(0.5);
  const exported = await startProgram([
    'export',
    '--format=mixcloud',
    `--session.filename=${at('sessions.db')}`,
  ]);
  afterTest(() => exported.stop());
  await exported.ended;
  expect(exported.stdout).toMatch(/^00:00 Ada - Track 1\n00:3\d Ada - Track 2\n01:1\d ID - ID\n$/);
});

test('finds where a cut recording begins in the stored set', async () => {
  await entriesOf(at('set.wav'));
  const exported = async (recording: string) => {
    const program = await startProgram(
      ['export', '--format=json', `--recording=${recording}`, `--session.filename=${at('sessions.db')}`],
      { env: { XDG_CACHE_HOME: at('cache') } },
    );
    afterTest(() => program.stop());
    return { program, end: await program.ended };
  };
  await writeFile(at('cut.wav'), waveFile(RECORDING.subarray(12.3 * SAMPLE_RATE, 70 * SAMPLE_RATE)));
  const { program, end } = await exported(at('cut.wav'));
  expect(end, program.evidence).toEqual({ status: 0, signal: null });
  expect(Number(/offset=([\d.]+)s/.exec(program.stderr)?.[1])).toBeCloseTo(12.3, 0);
  const tracks: readonly Entry[] = JSON.parse(program.stdout).tracks;
  // Tracks after the end of the recording are left out.
  expect(tracks.map(({ title }) => title)).toEqual(['Track 1', 'Track 2']);

  await writeFile(at('other.wav'), waveFile(madeMusic(7, 50)));
  const other = await exported(at('other.wav'));
  expect(other.end).toEqual({ status: 1, signal: null });
  expect(other.program.stderr).toContain('was not found in this set');
});

test('applies the hiding rules', async () => {
  const entries = await entriesOf(at('set.wav'), '--hide.contains.title=track 2');
  expect(entries.map(({ title, hidden }) => ({ title, hidden }))).toEqual([
    { title: 'Track 1', hidden: false },
    { title: 'ID', hidden: true },
    { title: 'ID', hidden: false },
  ]);
});

test('goes on where it was stopped', async () => {
  const kept = at('cache', 'deckcast', 'recordings');
  const before: readonly string[] = await readdir(kept).catch(() => []);
  // Another recording, because its length is another one.
  const path = at('longer.wav');
  await writeFile(path, waveFile(Float32Array.from([...RECORDING, ...new Float32Array(20 * SAMPLE_RATE)])));
  const stopped = await run(path);
  const state = await waitFor('its first part', async () =>
    (await readdir(kept).catch(() => [])).find((name) => name.endsWith('.state') && !before.includes(name)),
  );
  stopped.signal('SIGINT');
  expect(await stopped.ended).toEqual({ status: 130, signal: null });
  const frames = join(kept, state.replace('.state', '.frames'));
  expect((await stat(frames)).size).toBeGreaterThan(0);
  expect((await entriesOf(path)).map(({ title }) => title)).toEqual(['Track 1', 'Track 2', 'ID']);
});

test('hears several files as one set, and a damaged one as far as it goes', async () => {
  const whole = waveFile(RECORDING);
  const parts = [at('part-1.wav'), at('part-2.wav')] as const;
  const middle = 60 * SAMPLE_RATE;
  await writeFile(parts[0], waveFile(RECORDING.subarray(0, middle)));
  // The header promises more sound than the file has.
  const rest = waveFile(RECORDING.subarray(middle));
  await writeFile(parts[1], Buffer.concat([whole.subarray(0, 44), rest.subarray(44)]));
  const entries = await entriesOf(...parts);
  expect(entries.map(({ title }) => title)).toEqual(['Track 1', 'Track 2', 'ID']);
  expect(Math.abs((entries.at(2)?.start_ms ?? 0) - 75_000)).toBeLessThan(3_000);
});

test('says which file cannot be heard', async () => {
  const path = at('text.mp3');
  await writeFile(path, 'no music '.repeat(1_000));
  const program = await run(path);
  expect(await program.ended).toEqual({ status: 1, signal: null });
  expect(program.stderr).toContain(`${path} cannot be heard`);
});

test('says before it reads that the index cannot be kept', async () => {
  const program = await run(at('set.wav'), `--hear.index=${at('set.wav')}/index`);
  expect(await program.ended).toEqual({ status: 1, signal: null });
  expect(program.stderr).toContain(`cannot keep an index in ${at('set.wav')}/index (--hear.index)`);
});
