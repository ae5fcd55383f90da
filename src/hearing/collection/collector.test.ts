import {
  appendFile,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { atSpeed, madeMusic, waveFile } from '../../../test/support/music.ts';
import { toneAs } from '../../../test/support/sounds.ts';
import type { CollectionTrack } from '../../core/contracts/hearing.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { SAMPLE_RATE } from '../sound.ts';
import { Collector } from './collector.ts';
import { Finder } from './finder.ts';
import type { FileState } from './messages.ts';

const MUSIC = Array.from({ length: 3 }, (_, seed) => madeMusic(seed + 1, 13));
const UNKNOWN = madeMusic(9, 12);

type Broken = FileState & { readonly problem: string };

/** Written and indexed once, because that takes most of the time. */
let written: string;
let music: string;
let folder: string;

beforeAll(async () => {
  written = await mkdtemp(join(tmpdir(), 'deckcast-collector-'));
  [music, folder] = [join(written, 'music'), join(written, 'index')];
  await mkdir(music);
  for (const [at, sound] of MUSIC.entries()) {
    await writeFile(join(music, `Ada ${at} - Song ${at}.wav`), waveFile(sound));
  }
  await collect();
});

afterAll(() => rm(written, { recursive: true }));

beforeEach(async () => {
  music = await testFolder();
  folder = join(await testFolder(), 'index');
  await cp(join(written, 'music'), music, { recursive: true });
});

/** Copy of an index in which everything is known. */
async function collected() {
  await cp(join(written, 'index'), folder, { recursive: true });
  return collect();
}

/** Runs until all work is done, or for so many steps. */
async function collect(steps = Number.POSITIVE_INFINITY, broken?: Broken) {
  return collectFrom({ places: [music] }, steps, broken);
}

/** `listed`: tracks of a DJ program; undefined if its library can't be read. */
async function collectFrom(
  { places, ...lists }: { places: string[]; listed?: readonly CollectionTrack[] | undefined },
  steps = Number.POSITIVE_INFINITY,
  broken?: Broken,
) {
  const collector = new Collector(folder);
  const more = broken && { broken };
  const listed = 'listed' in lists ? lists.listed : [];
  collector.list(listed ?? []);
  const where = { places, isListed: listed !== undefined };
  let answer = await collector.begin({ kind: 'begin', folder, ...where, generation: 7, ...more });
  for (let step = 0; step < steps && !answer.isOver; step += 1) {
    answer = await collector.next();
  }
  return answer;
}

/** Simulates that the file begun first ended the process. */
async function nextBroken(): Promise<Broken> {
  const { file } = await collect(0);
  return { path: '', size: 0, modifiedMs: 0, ...file, problem: 'it ended the process' };
}

function found(sound: Float32Array): readonly string[] {
  const finder = new Finder(folder);
  finder.read();
  finder.push(sound);
  return finder.search().map(({ track }) => `${track.artist}: ${track.title}`);
}

function stretchOf(at: number, speed = 1): Float32Array {
  const sound = MUSIC[at]?.slice(3 * SAMPLE_RATE) ?? new Float32Array(0);
  return atSpeed(sound, speed).slice(0, 9 * SAMPLE_RATE);
}

test('finds a track by nine seconds, also slower and faster', async () => {
  const { generation, ...state } = await collected();
  expect(state).toMatchObject({ total: 3, known: 3, unreadable: 0 });
  // The finder reads the index again.
  expect(generation).toBeGreaterThan(7);
  for (const [at, speed] of [1, 1.08, 0.92].entries()) {
    expect(found(stretchOf(at, speed))[0], `at ${speed}`).toBe(`Ada ${at}: Song ${at}`);
  }
});

test('finds nothing in other music, noise and silence', async () => {
  await collected();
  const noise = Float32Array.from(UNKNOWN, (_, n) => Math.sin(n * n));
  expect([UNKNOWN, noise, new Float32Array(100_000)].map(found)).toEqual([[], [], []]);
});

test('finishes interrupted work after a kill', async () => {
  const begun = await collect(2);
  expect(begun.known).toBeLessThan(3);
  expect(await collect()).toMatchObject({ known: 3, isOver: true });
  expect(found(stretchOf(2))[0]).toBe('Ada 2: Song 2');
});

test('recognizes a moved file by its content, and names it after its new path', async () => {
  await collected();
  const before = await indexBytes();
  await rename(join(music, 'Ada 1 - Song 1.wav'), join(music, 'Bo - Other.wav'));
  expect(await collect()).toMatchObject({ total: 3, known: 3 });
  expect(await indexBytes()).toEqual(before);
  expect(found(stretchOf(1))[0]).toBe('Bo: Other');
});

test('removes files that are gone, and describes changed ones again', async () => {
  await collected();
  await rm(join(music, 'Ada 0 - Song 0.wav'));
  await copyFile(join(music, 'Ada 2 - Song 2.wav'), join(music, 'Ada 1 - Song 1.wav'));
  expect(await collect()).toMatchObject({ total: 2, known: 2 });
  expect([found(stretchOf(0)), found(stretchOf(1))]).toEqual([[], []]);
});

test('skips a file that is removed before its turn', async () => {
  const collector = new Collector(folder);
  collector.list([]);
  await collector.begin({ kind: 'begin', folder, places: [music], isListed: true, generation: 1 });
  await rm(join(music, 'Ada 0 - Song 0.wav'));
  let answer = await collector.next();
  while (!answer.isOver) {
    answer = await collector.next();
  }
  expect(answer).toMatchObject({ known: 2, unreadable: 0 });
});

test('reports broken files, and finds the music beside them', async () => {
  await writeFile(join(music, 'text.mp3'), 'no music '.repeat(100));
  await writeFile(join(music, 'cover.png'), 'no music');
  expect(await collected()).toMatchObject({ total: 4, known: 4, unreadable: 1, problem: expect.any(String) });
  expect(found(stretchOf(2))[0]).toBe('Ada 2: Song 2');
});

test('describes a file that needs ffmpeg once ffmpeg is installed', async () => {
  const path = process.env.PATH;
  onTestFinished(() => {
    process.env.PATH = path;
  });
  await writeFile(join(music, 'tone.aac'), toneAs('-c:a aac -f adts'));
  process.env.PATH = folder;
  expect(await collected()).toMatchObject({
    known: 4,
    unreadable: 1,
    problem: expect.stringContaining('ffmpeg'),
  });
  expect((await collect(0)).isOver).toBe(true);
  process.env.PATH = path;
  expect(await collect()).toMatchObject({ known: 4, unreadable: 0 });
});

test('makes an index again that claims more places than possible', async () => {
  await collected();
  const [name = ''] = (await readdir(folder)).filter((one) => one.startsWith('marks-'));
  const bytes = await readFile(join(folder, name));
  bytes.writeUInt32LE(0xffff_ffff, 8);
  await writeFile(join(folder, name), bytes);
  const catalog = join(folder, 'tracks.jsonl');
  await appendFile(catalog, `${JSON.stringify({ path: '/x', from: 2 ** 40, to: 2 ** 41 })}\n`);
  expect(await collect()).toMatchObject({ known: 3, unreadable: 0 });
  expect(found(stretchOf(1))[0]).toBe('Ada 1: Song 1');
});

test('names the next file, and skips it after it ended the process', async () => {
  const broken = await nextBroken();
  expect(broken.path).toBe(join(music, 'Ada 0 - Song 0.wav'));
  const answer = await collect(Number.POSITIVE_INFINITY, broken);
  expect(answer).toMatchObject({ known: 3, unreadable: 1, problem: 'it ended the process' });
  expect([found(stretchOf(0)), found(stretchOf(1))[0]]).toEqual([[], 'Ada 1: Song 1']);
});

test('retries a file that ended the process once it changes', async () => {
  const broken = await nextBroken();
  await appendFile(broken.path, 'more');
  expect(await collect(Number.POSITIVE_INFINITY, broken)).toMatchObject({ known: 3, unreadable: 0 });
});

test('keeps the files of a folder that cannot be read', async () => {
  await collected();
  const away = `${music}-away`;
  await rename(music, away);
  expect(await collect()).toMatchObject({ missing: [music], known: 3 });
  await rename(away, music);
});

describe('walking folders', () => {
  test('visits each once, and reports links that lead back to them', async () => {
    const deeper = join(music, 'deeper');
    await mkdir(deeper);
    await rename(join(music, 'Ada 0 - Song 0.wav'), join(deeper, 'Ada 0 - Song 0.wav'));
    const loops = [join(music, 'a'), join(music, 'b'), join(deeper, 'up'), join(music, 'root')].sort();
    const targets = new Map([
      [join(deeper, 'up'), '..'],
      [join(music, 'root'), '/'],
    ]);
    await Promise.all(loops.map((link) => symlink(targets.get(link) ?? '.', link)));
    // Another path to the same folder, and to the same file.
    await symlink('deeper', join(music, 'again'));
    await symlink('Ada 1 - Song 1.wav', join(music, '0.wav'));
    const answer = await collected();
    expect(answer).toMatchObject({ total: 3, known: 3, unreadable: 0, isLooking: false });
    expect(answer.loops.toSorted()).toEqual(loops);
    expect(found(stretchOf(0))[0]).toBe('Ada 0: Song 0');
  });

  test('follows links, and keeps the paths by which files were reached', async () => {
    const elsewhere = await testFolder();
    await rename(music, join(elsewhere, 'music'));
    await mkdir(music);
    await symlink(join(elsewhere, 'music'), join(music, 'link'));
    const begun = await collect(0);
    expect(begun.file?.path).toBe(join(music, 'link', 'Ada 0 - Song 0.wav'));
    expect(await collected()).toMatchObject({ total: 3, known: 3, loops: [], missing: [] });
  });

  test('finds files with line breaks in their names', async () => {
    await rename(join(music, 'Ada 0 - Song 0.wav'), join(music, 'Ada 0 - Song\n0.wav'));
    expect(await collected()).toMatchObject({ total: 3, known: 3 });
    expect(found(stretchOf(0))[0]).toBe('Ada 0: Song\n0');
  });

  test('counts names that are not UTF-8, and unreadable folders', async () => {
    await mkdir(Buffer.concat([Buffer.from(`${music}/caf`), Buffer.from([0xe9])]));
    const [link, target] = [join(music, 'x'), join(music, 'y')];
    await symlink(target, link);
    await symlink(link, target);
    const answer = await collected();
    expect(answer.unnamed).toEqual([join(music, 'caf\u{fffd}')]);
    // Links that lead to each other.
    expect(answer.loops.toSorted()).toEqual([link, target]);
    expect(answer).toMatchObject({ known: 3, blocked: [] });
  });
});

describe('tracks listed by a DJ program', () => {
  const listing = (at: number, title: string): CollectionTrack => ({
    path: join(music, `Ada ${at} - Song ${at}.wav`),
    track: { ...UNKNOWN_TRACK, artist: 'Listed', title },
  });

  test('are found wherever they lie, under the names of the program', async () => {
    const listed = [listing(1, 'One'), { ...listing(2, 'Two'), path: '/away/two.wav' }];
    expect(await collectFrom({ places: [], listed })).toMatchObject({ total: 1, known: 1, absent: 1 });
    expect([found(stretchOf(1)), found(stretchOf(0))]).toEqual([['Listed: One'], []]);
  });

  test('get changed names at once, and those of the file when no longer listed', async () => {
    await collectFrom({ places: [music], listed: [listing(1, 'One')] });
    const before = await indexBytes();
    const renamed = await collectFrom({ places: [music], listed: [listing(1, 'Uno')] }, 0);
    expect([renamed.isOver, found(stretchOf(1))]).toEqual([true, ['Listed: Uno']]);
    await collectFrom({ places: [music] });
    expect(found(stretchOf(1))).toEqual(['Ada 1: Song 1']);
    expect(await indexBytes()).toEqual(before);
  });

  test('stay known while their disk or the library is missing', async () => {
    const listed = [listing(1, 'One')];
    await collectFrom({ places: [], listed });
    await rename(music, `${music}-away`);
    expect(await collectFrom({ places: [], listed })).toMatchObject({ known: 1, absent: 1 });
    expect(await collectFrom({ places: [], listed: undefined })).toMatchObject({ known: 1 });
    await rename(`${music}-away`, music);
    expect(found(stretchOf(1))).toEqual(['Listed: One']);
    expect(await collectFrom({ places: [], listed: [] })).toMatchObject({ known: 0 });
  });
});

test('describes files again whose contours an older version did not keep', async () => {
  await collected();
  await rm(join(folder, 'contours'));
  expect(await collect()).toMatchObject({ total: 3, known: 3, unreadable: 0 });
  expect((await collect(0)).isOver).toBe(true);
  const finder = new Finder(folder);
  finder.read();
  const seconds = [...finder.contours(new Set())].map(([, { frames }]) => Math.round(frames / 2.7));
  expect(seconds).toEqual([13, 13, 13]);
  expect(found(stretchOf(1))[0]).toBe('Ada 1: Song 1');
});

test('makes a damaged index again', async () => {
  await collected();
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    await truncate(path, Math.floor((await readFile(path)).length / 2));
  }
  expect(await collect()).toMatchObject({ known: 3, isOver: true });
  expect(found(stretchOf(1))[0]).toBe('Ada 1: Song 1');
});

/** Searches for these marks. */
async function indexBytes(): Promise<readonly (readonly [string, number])[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('marks-'));
  return Promise.all(names.map(async (name) => [name, (await readFile(join(folder, name))).length] as const));
}
