/** The built program makes the tracklist of a recording. */
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Collector } from '../src/hearing/collection/collector.ts';
import { SAMPLE_RATE } from '../src/hearing/sound.ts';
import { afterTest, shared } from './support/clean-up.ts';
import { atSpeed, madeMusic, waveFile } from './support/music.ts';
import { startProgram } from './support/program.ts';
import { startShow } from './support/show.ts';
import { waitFor } from './support/wait.ts';

interface Entry {
  readonly title: string;
  readonly start_ms: number;
  readonly hidden: boolean;
  readonly first_heard_ms: number;
  readonly last_heard_ms: number;
  readonly sureness: number;
}

const SECONDS = 76;
/** The first track until a blend from 18 to 26 s, the second one until 50 s, then one that is not in the library. */
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
  play(atSpeed(madeMusic(1, 40), 1.03), 0, (now) => (26 - now) / 8);
  play(madeMusic(2, 40), 16, (now) => (now < 50 ? (now - 18) / 8 : 0));
  play(madeMusic(9, 26), 50, () => 1);
  return sound;
})();

/** Home of a user with three tracks that are indexed, and the recording. */
const home = shared(async (later) => {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-test-'));
  later(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'music'));
  for (const seed of [1, 2, 3]) {
    await writeFile(join(folder, 'music', `Ada - Track ${seed}.wav`), waveFile(madeMusic(seed, 40)));
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

async function run(args: readonly string[], later = afterTest, sessions = at('sessions.db')) {
  const always = [`--hear.library=${at('music')}`, `--session.filename=${sessions}`];
  const env = { XDG_CACHE_HOME: at('cache') };
  const program = await startProgram(['tracklist', ...args, ...always], { env });
  later(() => program.stop());
  return program;
}

async function entriesOf(
  args: readonly string[],
  later = afterTest,
  sessions?: string,
): Promise<readonly Entry[]> {
  const program = await run(['--format=json', ...args], later, sessions);
  expect(await program.ended, program.evidence).toEqual({ status: 0, signal: null });
  return JSON.parse(program.stdout).tracks;
}

/** The set is stored once for the tests that export it. */
const setEntries = shared((later) => entriesOf([at('set.wav')], later));

test('names each track when it becomes the louder one, and stores the set', async () => {
  const entries = setEntries();
  expect(entries.map(({ title }) => title)).toEqual(['Track 1', 'Track 2', 'ID']);
  const [first, second, unknown] = entries;
  expect(first?.start_ms).toBe(0);
  expect(Math.abs((second?.start_ms ?? 0) - 22_000)).toBeLessThan(2_000);
  expect(Math.abs((unknown?.start_ms ?? 0) - 50_000)).toBeLessThan(3_000);
  // Both tracks are heard during the blend.
  expect(second?.first_heard_ms).toBeLessThan(22_000);
  expect(first?.last_heard_ms).toBeGreaterThan(22_000);
  expect(Math.min(first?.sureness ?? 0, second?.sureness ?? 0)).toBeGreaterThan(0.5);
  const exported = await startProgram([
    'export',
    '--format=mixcloud',
    `--session.filename=${at('sessions.db')}`,
  ]);
  afterTest(() => exported.stop());
  await exported.ended;
  expect(exported.stdout).toMatch(/^00:00 Ada - Track 1\n00:2\d Ada - Track 2\n00:(49|5\d) ID - ID\n$/);
});

test('lets the first track begin after silence, with chapters that begin with an intro', async () => {
  const path = at('late.wav');
  await writeFile(path, waveFile(Float32Array.from([...new Float32Array(30 * SAMPLE_RATE), ...RECORDING])));
  const program = await run(['--format=youtube', path]);
  expect(await program.ended, program.evidence).toEqual({ status: 0, signal: null });
  expect(program.stdout).toMatch(
    /^0:00 Intro\n0:(29|3[01]) Ada - Track 1\n0:5\d Ada - Track 2\n1:(19|2\d) ID - ID\n$/,
  );
  expect(program.stderr).toContain('Intro');
});

test('writes a CUE sheet that names the file of the recording', async () => {
  const program = await run(['--format=cue', at('set.wav')]);
  expect(await program.ended, program.evidence).toEqual({ status: 0, signal: null });
  expect(program.stdout).toContain('FILE "set.wav" WAVE\n');
});

async function exported(recording: string) {
  const program = await startProgram(
    ['export', '--format=json', `--recording=${recording}`, `--session.filename=${at('sessions.db')}`],
    { env: { XDG_CACHE_HOME: at('cache') } },
  );
  afterTest(() => program.stop());
  return { program, end: await program.ended };
}

test('finds where a cut recording begins in the stored set', async () => {
  await writeFile(at('cut.wav'), waveFile(RECORDING.subarray(6.3 * SAMPLE_RATE, 46 * SAMPLE_RATE)));
  const { program, end } = await exported(at('cut.wav'));
  expect(end, program.evidence).toEqual({ status: 0, signal: null });
  expect(Number(/offset=([\d.]+)s/.exec(program.stderr)?.[1])).toBeCloseTo(6.3, 0);
  const tracks: readonly Entry[] = JSON.parse(program.stdout).tracks;
  // Tracks after the end of the recording are left out.
  expect(tracks.map(({ title }) => title)).toEqual(['Track 1', 'Track 2']);
});

test('does not find a recording of other music in the stored set', async () => {
  await writeFile(at('other.wav'), waveFile(madeMusic(7, 30)));
  const { program, end } = await exported(at('other.wav'));
  expect(end).toEqual({ status: 1, signal: null });
  expect(program.stderr).toContain('was not found in this set');
});

async function correct(correction: string, ...args: readonly string[]) {
  const program = await startProgram([
    'export',
    `--correct=${correction}`,
    `--session.filename=${at('sessions.db')}`,
    ...args,
  ]);
  afterTest(() => program.stop());
  return { ...(await program.ended), stdout: program.stdout, stderr: program.stderr };
}

const correctedTitles = async (...args: readonly string[]) =>
  (await entriesOf([at('corrected.wav'), ...args])).map(({ title }) => title);

test('keeps corrected names when the recording is heard again', async () => {
  // Content and time are those of the other recording, whose description is kept.
  await cp(at('set.wav'), at('corrected.wav'), { preserveTimestamps: true });
  await correctedTitles();
  const { stdout } = await correct('3=Ada - White - Label', '--format=mixcloud');
  expect(stdout).toMatch(/00:(49|5\d) Ada - White - Label\n$/);
  expect(await correctedTitles()).toEqual(['Track 1', 'Track 2', 'White - Label']);
});

test('refuses corrections of a missing track and without names', async () => {
  expect(await correct('9=Ada - Blue')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('track 9'),
  });
  expect(await correct('Blue')).toMatchObject({ status: 2, stderr: expect.stringContaining('--correct') });
});

test('hides corrected names by the rules of then and of now', async () => {
  await correct('3=Ada - Secret', '--hide.contains.title=secret');
  expect((await correct('1=Ada - White', '--format=mixcloud')).stdout).toMatch(/ ID - ID\n$/);
  expect(await correctedTitles()).toEqual(['White', 'Track 2', 'ID']);
  expect(await correctedTitles('--hide.contains.title=white')).toEqual(['ID', 'Track 2', 'ID']);
});

test('applies the hiding rules', async () => {
  const entries = await entriesOf([at('set.wav'), '--hide.contains.title=track 2']);
  expect(entries.map(({ title, hidden }) => ({ title, hidden }))).toEqual([
    { title: 'Track 1', hidden: false },
    { title: 'ID', hidden: true },
    { title: 'ID', hidden: false },
  ]);
});

test('hides what a played set hides and takes its corrections, until an operator decides otherwise, and keeps a track removed', async () => {
  const sessions = at('played.db');
  const heard = async () => (await entriesOf([at('set.wav')], afterTest, sessions)).map(({ title }) => title);
  async function show() {
    const started = await startShow([`--session.filename=${sessions}`, '--http.token=']);
    afterTest(() => started.program.stop());
    return started;
  }
  const evening = await show();
  await evening.post('track', { artist: 'ADA', title: 'track 2' });
  await evening.post('hide');
  await evening.post('track', { artist: 'Ada', title: 'Track 1' });
  await evening.post('edit', { title: 'Right' });
  await evening.quiet();
  await evening.program.stop();
  expect(await heard()).toEqual(['Right', 'ID', 'ID']);

  const { url, post, program } = await show();
  const session = 2;
  await post('reveal', { session, position: 2 });
  await post('hide', { session, position: 1 });
  const { tracks } = Object(await (await fetch(`${url}/api/v1/history?session=${session}`)).json());
  expect(tracks.map(({ title }: Entry) => title)).toEqual(['ID', 'Track 2', '']);
  const chapters = await fetch(`${url}/api/v1/history/youtube?session=${session}`);
  expect(await chapters.text()).toMatch(/ID - ID\n.* Ada - Track 2\n.*ID - ID/);
  await program.stop();
  expect(await heard()).toEqual(['ID', 'Track 2', 'ID']);

  const later = await show();
  // Of the set that was just stored.
  await later.post('edit', { session: session + 1, position: 3, removed: true });
  await later.program.stop();
  expect(await heard()).toEqual(['ID', 'Track 2']);
});

test('goes on where it was stopped', async () => {
  const kept = at('cache', 'deckcast', 'recordings');
  const before: readonly string[] = await readdir(kept).catch(() => []);
  // Another recording, because its length is another one.
  const path = at('longer.wav');
  await writeFile(path, waveFile(Float32Array.from([...RECORDING, ...new Float32Array(2 * SAMPLE_RATE)])));
  const stopped = await run([path]);
  const state = await waitFor('its first part', async () =>
    (await readdir(kept).catch(() => [])).find((name) => name.endsWith('.state') && !before.includes(name)),
  );
  stopped.signal('SIGINT');
  expect(await stopped.ended).toEqual({ status: 130, signal: null });
  const frames = join(kept, state.replace('.state', '.frames'));
  expect((await stat(frames)).size).toBeGreaterThan(0);
  expect((await entriesOf([path])).map(({ title }) => title)).toEqual(['Track 1', 'Track 2', 'ID']);
});

test('hears several files as one set, and a damaged one as far as it goes', async () => {
  const whole = waveFile(RECORDING);
  const parts = [at('part-1.wav'), at('part-2.wav')] as const;
  const middle = 40 * SAMPLE_RATE;
  await writeFile(parts[0], waveFile(RECORDING.subarray(0, middle)));
  // The header promises more sound than the file has.
  const rest = waveFile(RECORDING.subarray(middle));
  await writeFile(parts[1], Buffer.concat([whole.subarray(0, 44), rest.subarray(44)]));
  const entries = await entriesOf(parts);
  expect(entries.map(({ title }) => title)).toEqual(['Track 1', 'Track 2', 'ID']);
  expect(Math.abs((entries.at(2)?.start_ms ?? 0) - 50_000)).toBeLessThan(3_000);
});

test('says which file cannot be heard', async () => {
  const path = at('text.mp3');
  await writeFile(path, 'no music '.repeat(1_000));
  // An endless one.
  for (const unheard of [path, '/dev/zero']) {
    const program = await run([unheard]);
    expect(await program.ended).toEqual({ status: 1, signal: null });
    expect(program.stderr).toContain(`${unheard} cannot be heard`);
  }
});

test('says before it reads that the index cannot be kept', async () => {
  const program = await run([at('set.wav'), `--hear.index=${at('set.wav')}/index`]);
  expect(await program.ended).toEqual({ status: 1, signal: null });
  expect(program.stderr).toContain(`cannot keep an index in ${at('set.wav')}/index (--hear.index)`);
});
