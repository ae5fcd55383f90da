/** Tracklists of recordings mixed with known truth: tracks found, tracks named wrongly, and where changes are. */
import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { Finder } from '../../src/hearing/collection/finder.ts';
import { Analysis } from '../../src/hearing/recording/analysis.ts';
import { Scan } from '../../src/hearing/recording/scan.ts';
import { scanRecording } from '../../src/hearing/recording/scanner.ts';
import type { HeardEntry } from '../../src/hearing/recording/tracklist.ts';
import { type Figure, type Measurement, percentile, withFolder } from '../measure.ts';
import { collected, enlarged, REAL } from './collection.ts';
import { inRoom, type RecordedSet, recordedSet, type TruePlay, writeSet } from './recorded-set.ts';
import { descriptionOf } from './room.ts';
import { CACHE, partedMusic, techno } from './sets.ts';

/** `HEARING_SETS=4 HEARING_TRACKS=40 npm run bench -- hearing-tracklist` for more. */
const SETS = Number(process.env.HEARING_SETS ?? 2);
const TRACKS = Number(process.env.HEARING_TRACKS ?? 16);
const COLLECTION = Number(process.env.HEARING_COLLECTION ?? 0);

const RECORDINGS = ['as recorded', 'MP3, 64 kbit/s', 'in a room with a crowd'] as const;
const MP3 = ['-ar', '44100', '-b:a', '64k', '-f', 'mp3'];

export const hearingTracklist: Measurement = {
  name: 'hearing-tracklist',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const { insiders, outsiders } = partedMusic();
      // The index is kept, and names these files.
      const made = techno(CACHE);
      const known = [...insiders, ...made.slice(2)];
      const foreign = [...outsiders, ...made.slice(0, 2)];
      const entries = await collected(known);
      const index = COLLECTION > entries.length ? enlarged(entries, COLLECTION) : REAL;
      const sets = Array.from({ length: SETS }, (_, n) =>
        recordedSet({ seed: n + 1, tracks: TRACKS, known, foreign, folder }),
      );
      const figures: Figure[] = [];
      for (const what of RECORDINGS) {
        const outcomes: Outcome[] = [];
        for (const [n, set] of sets.entries()) {
          const path = join(folder, `set-${n}.wav`);
          writeSet(path, what === 'in a room with a crowd' ? inRoom(set.sound, folder) : set.sound);
          const recording = what === 'MP3, 64 kbit/s' ? join(folder, `set-${n}.mp3`) : path;
          if (recording !== path) {
            execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', path, ...MP3, recording]);
          }
          outcomes.push(outcomeOf(set, await tracklist(recording, join(folder, `scan ${what} ${n}`), index)));
        }
        figures.push(...figuresOf(what, outcomes));
      }
      return figures;
    });
  },
};

/** Tracklist of the recording `path`, whose description is stored in `folder`. */
export async function tracklist(path: string, folder: string, index: string): Promise<readonly HeardEntry[]> {
  const begun = process.cpuUsage();
  const took = (what: string): void => {
    const { user, system } = process.cpuUsage(begun);
    process.stderr.write(`  ${what} after ${((user + system) / 1e6).toFixed(1)} s of processor time\n`);
  };
  const scan = new Scan(folder);
  for await (const _ of scanRecording(path, scan, new AbortController().signal)) {
    // Each part is stored.
  }
  took('described');
  const finder = new Finder(index, true);
  finder.read();
  const analysis = new Analysis([scan]);
  for (const _ of analysis.search(finder)) {
    // Each window is searched.
  }
  took('searched');
  const lines = analysis.lines();
  for (const line of lines) {
    analysis.traceLine(line, descriptionOf(line.path));
  }
  for (const { lines: unheard } of analysis.searchUnheard(finder)) {
    // Synthetic tracks have no file.
    for (const line of unheard.filter(({ path: file }) => !file.startsWith('/made/'))) {
      analysis.traceLine(line, descriptionOf(line.path));
    }
  }
  took(
    `traced ${lines.length} lines of ${new Set(lines.map(({ path: one }) => one)).size} files, ${analysis.traced.size} found,`,
  );
  const result = analysis.result({ description: descriptionOf });
  took('judged');
  scan.close();
  return result;
}

export interface Outcome {
  readonly played: number;
  readonly found: number;
  readonly named: number;
  readonly wrong: number;
  readonly foreignNamed: number;
  /** Seconds. */
  readonly errors: readonly number[];
}

export function outcomeOf({ plays }: RecordedSet, entries: readonly HeardEntry[]): Outcome {
  const known = plays.filter(({ isForeign }) => !isForeign);
  const named = entries.filter(({ path }) => path !== undefined);
  const overlaps = (play: TruePlay, { path, fromMs, toMs }: HeardEntry): boolean =>
    path === play.file && fromMs / 1_000 < play.closes && toMs / 1_000 > play.opens;
  const found = known.filter((play) => named.some((entry) => overlaps(play, entry)));
  const right = named.filter((entry, at) =>
    known.some(
      (play) => overlaps(play, entry) && !named.slice(0, at).some((earlier) => overlaps(play, earlier)),
    ),
  );
  const inForeign = named.filter(
    (entry) => !right.includes(entry) && !known.some((play) => overlaps(play, entry)),
  );
  const errors = found.map((play) => {
    const entry = named.find((one) => overlaps(play, one));
    const at = (entry?.fromMs ?? 0) / 1_000;
    return Math.max(0, play.from - at, at - play.until);
  });
  if (process.env.HEARING_DETAILS) {
    const lines = [
      ...plays.map((play) => ({
        at: play.from,
        text: `${play.isForeign ? 'FOREIGN' : found.includes(play) ? 'ok' : 'MISSED'} ${basename(play.file)} ${play.opens.toFixed(0)}-${play.closes.toFixed(0)}`,
      })),
      ...entries.map((one) => ({
        at: one.fromMs / 1_000,
        text: `      -> ${one.path === undefined ? 'ID' : basename(one.path)} until ${one.toMs / 1_000}, heard ${one.firstMs / 1_000}-${one.lastMs / 1_000}, ${one.sureness.toFixed(2)}`,
      })),
    ].sort((a, b) => a.at - b.at);
    process.stderr.write(lines.map(({ at, text }) => `${at.toFixed(1).padStart(8)} ${text}\n`).join(''));
  }
  return {
    played: known.length,
    found: found.length,
    named: named.length,
    wrong: named.length - right.length,
    foreignNamed: inForeign.length,
    errors,
  };
}

function figuresOf(what: string, outcomes: readonly Outcome[]): readonly Figure[] {
  const sum = (value: (outcome: Outcome) => number): number =>
    outcomes.reduce((all, outcome) => all + value(outcome), 0);
  const errors = outcomes.flatMap((outcome) => outcome.errors);
  const named = sum((one) => one.named);
  const played = sum((one) => one.played);
  return [
    {
      what: `${what}: named entries that are right`,
      unit: '%',
      ours: (100 * (named - sum((one) => one.wrong))) / named,
      against: 'entries',
      theirs: named,
      wanted: { bound: 'at least', value: 99 },
    },
    {
      what: `${what}: tracks of the library found`,
      unit: '%',
      ours: (100 * sum((one) => one.found)) / played,
      against: 'tracks',
      theirs: played,
      wanted: { bound: 'at least', value: 95 },
    },
    {
      what: `${what}: names where none of these tracks is`,
      unit: '',
      ours: sum((one) => one.foreignNamed),
      against: 'entries',
      theirs: named,
      wanted: { bound: 'at most', value: 0 },
    },
    ...(
      [
        [0.5, 1],
        [0.95, 5],
      ] as const
    ).map(
      ([share, most]): Figure => ({
        what: `${what}: from the change to where it is said to be, ${share === 0.5 ? 'median' : '95th percentile'}`,
        unit: 's',
        ours: percentile(errors, share),
        against: 'changes',
        theirs: errors.length,
        wanted: { bound: 'at most', value: most },
      }),
    ),
  ];
}
