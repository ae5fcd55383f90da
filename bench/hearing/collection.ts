/** Which track of a collection eight seconds of sound are from, and the cost of a search. */
import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UNKNOWN_TRACK } from '../../src/core/track.ts';
import { Catalog, type Entry } from '../../src/hearing/collection/catalog.ts';
import { Collector } from '../../src/hearing/collection/collector.ts';
import { Contours } from '../../src/hearing/collection/contours.ts';
import { Finder } from '../../src/hearing/collection/finder.ts';
import { MARKS } from '../../src/hearing/collection/marks.ts';
import { PLACES_PER_SECOND } from '../../src/hearing/collection/search.ts';
import { MarkList } from '../../src/hearing/collection/segment.ts';
import { Segments } from '../../src/hearing/collection/segments.ts';
import { BANDS } from '../../src/hearing/describe.ts';
import type { Bits } from '../../src/hearing/features.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { numbersFrom } from '../../test/support/music.ts';
import { type Figure, type Measurement, percentile } from '../measure.ts';
import { CACHE, decoded, keyLock, partedMusic, turntable } from './sets.ts';

/** `HEARING_WINDOWS=200 HEARING_COLLECTION=20000 npm run bench -- hearing-collection` for more. */
const WINDOWS = Number(process.env.HEARING_WINDOWS ?? 40);
/** Size of the collection: real tracks, and synthetic ones of the same marks in random order. */
const COLLECTION = Number(process.env.HEARING_COLLECTION ?? 2_000);
const WINDOW_SECONDS = 8;
const MADE_SECONDS = 300;
const MADE_AT_ONCE = 400;

const CONDITIONS = [
  ['as it is', 'anull'],
  ['turntable, 8 % faster', turntable(1.08)],
  ['turntable, 8 % slower', turntable(0.92)],
  ['key lock, 8 % faster', keyLock(1.08)],
  ['key lock, 8 % slower', keyLock(0.92)],
  ['bass taken out, with an echo', 'highpass=f=250:p=2,aecho=0.8:0.8:375:0.5'],
] as const;

export const hearingCollection: Measurement = {
  name: 'hearing-collection',
  async run(): Promise<readonly Figure[]> {
    const known = await collected(partedMusic().insiders);
    const index = enlarged(known, COLLECTION);
    const finder = new Finder(index);
    finder.read();
    /** Milliseconds of processor time. */
    const costs: number[] = [];
    const pathOf = (sound: Float32Array): string | undefined => {
      finder.push(new Float32Array((WINDOW_SECONDS + 1) * SAMPLE_RATE));
      finder.push(sound);
      const begun = process.cpuUsage();
      const path = finder.search()[0]?.path;
      const { user, system } = process.cpuUsage(begun);
      costs.push((user + system) / 1e3);
      return path;
    };
    const next = numbersFrom(1);
    const rows = CONDITIONS.map(([what, filter]): Figure => {
      const outcomes = Array.from({ length: WINDOWS }, () => {
        const entry = known[Math.floor(next() * known.length)];
        const path = entry && pathOf(windowOf(entry, filter, next()));
        return path === undefined ? 'none' : path === entry?.path ? 'right' : 'wrong';
      });
      const share = (of: string): number => (100 * outcomes.filter((one) => one === of).length) / WINDOWS;
      return {
        what: `${what}: eight seconds are named rightly`,
        unit: '%',
        ours: share('right'),
        against: 'wrongly',
        theirs: share('wrong'),
        wanted: { bound: 'at least', value: 95 },
      };
    });
    const bytes = readdirSync(index).reduce((sum, name) => sum + statSync(join(index, name)).size, 0);
    return [
      ...rows,
      {
        what: `processor time for a search among ${COLLECTION} tracks, median`,
        unit: 'ms',
        ours: percentile(costs, 0.5),
        against: '99th percentile',
        theirs: percentile(costs, 0.99),
        wanted: { bound: 'at most', value: 300 },
      },
      {
        what: 'the index for 20,000 tracks of five minutes',
        unit: 'MB',
        ours: (bytes / 1e6 / COLLECTION) * 20_000,
        against: 'for the tracks of this run',
        theirs: bytes / 1e6,
        wanted: { bound: 'at most', value: 500 },
      },
    ];
  },
};

/** Folder of the index of real music, kept for the next run. */
export const REAL = join(CACHE, 'index');

/** Indexes files, and returns the entries that are long enough. */
export async function collected(files: readonly string[]): Promise<readonly Entry[]> {
  const folder = REAL;
  const collector = new Collector(folder);
  const where = { places: files, isListed: true };
  let answer = await collector.begin({ kind: 'begin', folder, ...where, generation: 1 });
  while (!answer.isOver) {
    answer = await collector.next();
  }
  const catalog = new Catalog(folder);
  catalog.read();
  const entries = [...catalog.entries.values()].filter(({ problem }) => problem === '');
  return entries.filter(({ from, to }) => to - from > 60 * PLACES_PER_SECOND);
}

/** Folder of an index with so many tracks, kept for the next run. */
export function enlarged(known: readonly Entry[], tracks: number): string {
  const folder = join(CACHE, `collection-${known.length}-${tracks}`);
  if (!existsSync(folder)) {
    const part = `${folder}.part`;
    rmSync(part, { recursive: true, force: true });
    cpSync(REAL, part, { recursive: true });
    enlarge(part, known, tracks);
    renameSync(part, folder);
  }
  return folder;
}

/** Adds tracks whose marks are drawn from those of the real ones, and whose contours are real ones in reverse. */
function enlarge(folder: string, known: readonly Entry[], tracks: number): void {
  const segments = new Segments(folder);
  segments.read();
  const pool = Array.from({ length: MARKS }, (_, mark) => segments.countOf(mark));
  const marks = Uint32Array.from(pool.flatMap((count, mark) => Array.from({ length: count }, () => mark)));
  const places = known.reduce((sum, { from, to }) => sum + to - from, 0);
  const each = Math.round((marks.length / places) * MADE_SECONDS * PLACES_PER_SECOND);
  const catalog = new Catalog(folder);
  const contours = new Contours(folder);
  contours.read();
  const real = known.map((entry) => contours.of(entry));
  const next = numbersFrom(2);
  for (let made = known.length; made < tracks; made += MADE_AT_ONCE) {
    const list = new MarkList();
    const entries: Entry[] = [];
    const shapes: Parameters<Contours['write']>[0][number][] = [];
    const start = segments.end;
    for (let track = made; track < Math.min(tracks, made + MADE_AT_ONCE); track += 1) {
      const from = entries.at(-1)?.to ?? start;
      const to = from + Math.ceil(MADE_SECONDS * PLACES_PER_SECOND);
      for (let n = 0; n < each; n += 1) {
        list.push(marks[Math.floor(next() * marks.length)] ?? 0, from + Math.floor((n * (to - from)) / each));
      }
      const frames = Math.floor((MADE_SECONDS * PLACES_PER_SECOND) / 4);
      shapes.push({ from, contour: reversed(real, track, frames) });
      const made = { path: `/made/${track}`, size: 0, modifiedMs: 0, content: `${track}`, problem: '' };
      entries.push({ ...made, from, to, listed: false, needsFfmpeg: false, track: UNKNOWN_TRACK });
    }
    segments.add(list, { from: start, to: entries.at(-1)?.to ?? start }, () => true);
    contours.write(shapes);
    catalog.put(entries);
  }
  segments.close();
}

/** Contours of some tracks in reverse, one after the other, with each band in the place of another. */
function reversed(real: readonly Bits[], first: number, frames: number): Bits {
  const bits = new Uint32Array(frames);
  const shift = 1 + (Math.floor(first / real.length) % (BANDS - 1));
  for (let frame = 0, track = first; frame < frames; track += 1) {
    const own = real[track % real.length]?.bits ?? bits;
    for (const one of own.toReversed().subarray(0, frames - frame)) {
      bits[frame] = ((one << shift) | (one >>> (BANDS - shift))) & (2 ** BANDS - 1);
      frame += 1;
    }
  }
  return { frames, bits };
}

/** `part`: 0 to 1, where in the track. */
function windowOf({ path, from, to }: Entry, filter: string, part: number): Float32Array {
  const at = part * Math.max(0, (to - from) / PLACES_PER_SECOND - 2 * WINDOW_SECONDS - 12);
  return decoded(path, { from: at, seconds: WINDOW_SECONDS, filter });
}
