/** Which track of a collection eight seconds of sound are from, and what that takes. */
import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UNKNOWN_TRACK } from '../../src/core/track.ts';
import { Catalog, type Entry } from '../../src/hearing/collection/catalog.ts';
import { Collector } from '../../src/hearing/collection/collector.ts';
import { Finder } from '../../src/hearing/collection/finder.ts';
import { MARKS, Marker } from '../../src/hearing/collection/marks.ts';
import { PeakFinder } from '../../src/hearing/collection/peaks.ts';
import { PLACES_PER_SECOND } from '../../src/hearing/collection/search.ts';
import { MarkList } from '../../src/hearing/collection/segment.ts';
import { Segments } from '../../src/hearing/collection/segments.ts';
import { decodeFile } from '../../src/hearing/decode/file.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { numbersFrom } from '../../test/support/music.ts';
import { type Figure, type Measurement, percentile, withFolder } from '../measure.ts';
import { CACHE, decoded, originals, partedMusic, soundIn, spokenIn } from './sets.ts';

/** `HEARING_WINDOWS=200 HEARING_COLLECTION=20000 npm run bench -- hearing-collection` for more. */
const WINDOWS = Number(process.env.HEARING_WINDOWS ?? 40);
/** Tracks of the collection: real ones, and made ones of the same marks in random order. */
const COLLECTION = Number(process.env.HEARING_COLLECTION ?? 2_000);
const WINDOW = 8;
/** Tracks that are described, and decoded, to see what that takes. */
const DESCRIBED = 8;
const MADE_SECONDS = 300;
const MADE_AT_ONCE = 400;

const VINYL = (speed: number): string =>
  `asetrate=${Math.round(SAMPLE_RATE * speed)},aresample=${SAMPLE_RATE}`;
const CONDITIONS = [
  ['as it is', 'anull'],
  ['turntable, 8 % faster', VINYL(1.08)],
  ['turntable, 8 % slower', VINYL(0.92)],
  ['key lock, 8 % faster', 'rubberband=tempo=1.08'],
  ['key lock, 8 % slower', 'rubberband=tempo=0.92'],
  ['bass taken out, with an echo', 'highpass=f=250:p=2,aecho=0.8:0.8:375:0.5'],
] as const;

export const hearingCollection: Measurement = {
  name: 'hearing-collection',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(measured);
  },
};

async function measured(folder: string): Promise<readonly Figure[]> {
  const { insiders, outsiders } = partedMusic();
  const known = await collected(insiders);
  const index = enlarged(known, COLLECTION);
  const finder = new Finder(index);
  finder.read();
  const segments = new Segments(index);
  segments.read();
  const most = Array.from({ length: MARKS }, (_, mark) => segments.countOf(mark)).reduce((a, b) =>
    Math.max(a, b),
  );
  const places = new Uint32Array(most);
  const searches: Cost[] = [];
  const readings: Cost[] = [];
  const nameOf = (sound: Float32Array): string | undefined => {
    finder.push(new Float32Array((WINDOW + 1) * SAMPLE_RATE));
    finder.push(sound);
    const marks = marksIn(sound);
    readings.push(
      costOf(() => {
        for (const mark of marks) {
          segments.readPlaces(mark, places, 0);
        }
      }),
    );
    let name: string | undefined;
    searches.push(
      costOf(() => {
        name = finder.search()[0]?.path;
      }),
    );
    return name;
  };
  const next = numbersFrom(1);
  const rows = CONDITIONS.map(([what, filter]): Figure => {
    const outcomes = Array.from({ length: WINDOWS }, () => {
      const entry = known[Math.floor(next() * known.length)];
      const sound = entry && windowOf(entry, filter, next());
      const name = sound && nameOf(sound);
      return name === undefined ? 'none' : name === entry?.path ? 'right' : 'wrong';
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
  const named = (what: string, sounds: readonly Float32Array[]): Figure => ({
    what: `${what}, eight seconds: something is named, before the judge looks`,
    unit: 'times',
    ours: sounds.filter((sound) => nameOf(sound) !== undefined).length,
    against: 'of',
    theirs: sounds.length,
    wanted: { bound: 'at most', value: 0 },
  });
  const foreign = outsiders.flatMap((file) => windowsIn(soundIn(file)));
  const noise = Array.from({ length: 20 }, () =>
    Float32Array.from({ length: WINDOW * SAMPLE_RATE }, () => 0.4 * next() - 0.2),
  );
  const speech = decoded(spokenIn(folder));
  const others = [
    named('music that is not in it', foreign),
    named('noise', noise),
    named('speech', [speech]),
  ];
  const bytes = readdirSync(index).reduce((sum, name) => sum + statSync(join(index, name)).size, 0);
  return [
    ...rows,
    ...others,
    ...searchFigures(searches, readings),
    {
      what: 'the index for 20,000 tracks of five minutes',
      unit: 'MB',
      ours: (bytes / 1e6 / COLLECTION) * 20_000,
      against: 'for those of this run',
      theirs: bytes / 1e6,
      wanted: { bound: 'at most', value: 500 },
    },
    {
      what: 'processor time to describe a minute of music',
      unit: 's',
      ours: describingOf(known.slice(0, DESCRIBED)),
      against: 'to decode it before',
      theirs: await decodingOf(originals().slice(0, DESCRIBED)),
    },
  ];
}

function searchFigures(searches: readonly Cost[], readings: readonly Cost[]): readonly Figure[] {
  const figure = (what: string, share: number, of: (cost: Cost) => number): Figure => ({
    what: `a search among ${COLLECTION} tracks, ${what}`,
    unit: 'ms',
    ours: percentile(searches.map(of), share),
    against: 'reading all places of its marks',
    theirs: percentile(readings.map(of), share),
    wanted: { bound: 'at most', value: 300 },
  });
  return [
    figure('median', 0.5, ({ time }) => time),
    figure('99th percentile', 0.99, ({ time }) => time),
    figure('processor time, 99th percentile', 0.99, ({ processor }) => processor),
  ];
}

interface Cost {
  /** Milliseconds. */
  readonly time: number;
  readonly processor: number;
}

function costOf(work: () => void): Cost {
  const [at, begun] = [performance.now(), process.cpuUsage()];
  work();
  return { time: performance.now() - at, processor: 1_000 * secondsSince(begun) };
}

function marksIn(sound: Float32Array): ReadonlySet<number> {
  const marks = new Set<number>();
  const marker = new Marker({ unsure: true });
  new PeakFinder().push(sound, (peak) => marker.push(peak, (mark) => marks.add(mark)));
  return marks;
}

/** Seconds of processor time for a minute of music. */
function describingOf(entries: readonly Entry[]): number {
  const sounds = entries.map(({ path }) => soundIn(path));
  const begun = process.cpuUsage();
  for (const sound of sounds) {
    const marker = new Marker({ unsure: false });
    const list = new MarkList();
    new PeakFinder().push(sound, (peak) => marker.push(peak, (mark, frame) => list.push(mark, frame)));
  }
  return aMinute(
    begun,
    sounds.reduce((sum, { length }) => sum + length, 0),
  );
}

async function decodingOf(files: readonly string[]): Promise<number> {
  const begun = process.cpuUsage();
  let samples = 0;
  for (const file of files) {
    for await (const stretch of decodeFile(file, new AbortController().signal)) {
      samples += stretch.length;
    }
  }
  return aMinute(begun, samples);
}

function aMinute(begun: NodeJS.CpuUsage, samples: number): number {
  return (60 * secondsSince(begun) * SAMPLE_RATE) / samples;
}

function secondsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

/** The index of real music, which is kept for the next run. */
export const REAL = join(CACHE, 'index');

/** Those that are long enough. */
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

/** The folder of the index with as many tracks as wanted, which is kept, too. */
export function enlarged(known: readonly Entry[], tracks: number): string {
  const folder = join(CACHE, `index-${known.length}-${tracks}`);
  if (!existsSync(folder)) {
    const part = `${folder}.part`;
    rmSync(part, { recursive: true, force: true });
    cpSync(REAL, part, { recursive: true });
    enlarge(part, known, tracks);
    renameSync(part, folder);
  }
  return folder;
}

/** Adds tracks of the same marks as the real ones, as often, in random order. */
function enlarge(folder: string, known: readonly Entry[], tracks: number): void {
  const segments = new Segments(folder);
  segments.read();
  const pool = Array.from({ length: MARKS }, (_, mark) => segments.countOf(mark));
  const marks = Uint32Array.from(pool.flatMap((count, mark) => Array.from({ length: count }, () => mark)));
  const places = known.reduce((sum, { from, to }) => sum + to - from, 0);
  const each = Math.round((marks.length / places) * MADE_SECONDS * PLACES_PER_SECOND);
  const catalog = new Catalog(folder);
  const next = numbersFrom(2);
  for (let made = known.length; made < tracks; made += MADE_AT_ONCE) {
    const list = new MarkList();
    const entries: Entry[] = [];
    const start = segments.end;
    for (let track = made; track < Math.min(tracks, made + MADE_AT_ONCE); track += 1) {
      const from = entries.at(-1)?.to ?? start;
      const to = from + Math.ceil(MADE_SECONDS * PLACES_PER_SECOND);
      for (let n = 0; n < each; n += 1) {
        list.push(marks[Math.floor(next() * marks.length)] ?? 0, from + Math.floor((n * (to - from)) / each));
      }
      const made = { path: `/made/${track}`, size: 0, modifiedMs: 0, content: `${track}`, problem: '' };
      entries.push({ ...made, from, to, listed: false, needsFfmpeg: false, track: UNKNOWN_TRACK });
    }
    segments.add(list, { from: start, to: entries.at(-1)?.to ?? start }, () => true);
    catalog.put(entries);
  }
  segments.close();
}

function windowOf({ path, from, to }: Entry, filter: string, part: number): Float32Array {
  const at = part * Math.max(0, (to - from) / PLACES_PER_SECOND - 2 * WINDOW - 12);
  return decoded(path, { from: at, seconds: WINDOW, filter: `aresample=${SAMPLE_RATE},${filter}` });
}

function windowsIn(sound: Float32Array): readonly Float32Array[] {
  const length = WINDOW * SAMPLE_RATE;
  return Array.from({ length: Math.floor(sound.length / length) }, (_, n) =>
    sound.subarray(n * length, (n + 1) * length),
  ).filter((_, n) => n % 4 === 0);
}
