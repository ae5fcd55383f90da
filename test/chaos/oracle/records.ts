import { type ChaosEvidence, type ChaosSnapshot, FILES } from '../evidence.ts';
import type { ChaosSet } from '../script.ts';
import type { PublishedEntry } from './published.ts';
import { type ChaosRun, type ChaosTimes, overlaps, type Span } from './times.ts';
import { readCue, tokenIn } from './words.ts';

/** Kills may come before a write, or before its answer. */
const WRITING_MS = 100;
const RETRY_MS = 20_000;
/** Age up to which a set continues; cases close to it are uncertain. */
const GOES_ON_MS = { kill: 20 * 60_000, stop: 2 * 60_000, over: 0 };
const UNSURE_MS = 10_000;

interface RecordEntry {
  readonly entry: PublishedEntry;
  /** Perhaps in an earlier run. */
  readonly featuredAt: number;
  /** The latest state may be unwritten. */
  readonly maybe: boolean;
  /** Whether the row is removed in the end; both if the answer may be unwritten. */
  readonly removed: readonly boolean[];
  /** State after the end, as far as known. Changeable outputs show ID while hidden. */
  readonly later: Later;
}

type Later = 'as published' | 'hidden' | 'either';
type RecordedSet = RecordEntry[];

/** Runs for which both readings are tried. */
const MOST_DOUBTS = 6;

/** Oldest first. `isUnwritten`: whether a run, whose set was perhaps unwritten, continues the one before. */
function recordedSets(
  { tracks }: ChaosSet,
  entries: readonly PublishedEntry[],
  times: ChaosTimes,
  isUnwritten: () => boolean,
): { readonly sets: readonly RecordedSet[]; readonly problems: readonly string[] } {
  const sets: RecordedSet[] = [];
  const problems: string[] = [];
  let run: ChaosRun | undefined;
  for (const entry of entries) {
    const set = sets.at(-1);
    const isFirst = entry.run !== run;
    const position = entry.from ?? entry.position;
    const last = set?.at(-1);
    const endedAt = run?.end === 'stop' ? run.to : last?.featuredAt;
    const again = isFirst ? goneOnWith(sets, entry) : undefined;
    const isAgain = again !== undefined;
    run = entry.run;
    const featuredAt = again?.featuredAt ?? entry.at;
    // An unstored reveal ends with the run.
    const isRevealed = entry.token !== undefined && tracks[entry.play.track]?.secret === true;
    const later =
      isRevealed && entries.some(({ run: other }) => other.number > entry.run.number)
        ? 'either'
        : laterOf(entry, entries, times);
    const removed = removedAtEnd(entry, times);
    const one = { entry, featuredAt, maybe: maybeUnwritten(entry, times), later, removed };
    if (set === undefined) {
      sets.push([one]);
      continue;
    }
    const isBegun = setOf(entry) > setOf(last?.entry);
    if (isBegun && entry.from === undefined && position === 1) {
      sets.push([one]);
      continue;
    }
    if (isFirst) {
      const before = times.runs[entry.run.number - 2];
      const certain = before === undefined ? false : goesOn(before, entry, endedAt, set, times);
      if (position === 1 && certain === true && !isAgain) {
        problems.push(`${entry.at}: the set was not continued`);
      }
      if (position > 1 && certain === false) {
        problems.push(`${entry.at}: a set was continued that is over`);
      }
      if (position === 1 && !(isAgain && certain === true)) {
        // First of a new set, or still the only one of the set before.
        const isUnsure = isAgain && certain === undefined;
        const maybe = (record: RecordEntry) => ({ ...record, maybe: record.maybe || isUnsure });
        sets.splice(-1, 1, set.map(maybe), [maybe(one)]);
        continue;
      }
    }
    // Unwritten positions are assigned again.
    const goesOnWith = isFirst ? continued(sets, { ...entry, position }, isUnwritten) : set;
    if (goesOnWith.length !== position - 1) {
      problems.push(`${entry.at}: position ${position} follows ${goesOnWith.length} tracks`);
    }
    if (entry.from === undefined) {
      goesOnWith.push(one);
    } else {
      sets.push([one]);
    }
  }
  return { sets, problems };
}

/** Omits entries that may be unwritten, perhaps all of the newest set. */
function continued(sets: RecordedSet[], entry: PublishedEntry, isUnwritten: () => boolean): RecordedSet {
  const set = sets.at(-1) ?? [];
  const isGivenAgain = ({ maybe, entry: last }: RecordEntry): boolean => maybe || isSamePlay(last, entry);
  while (set.length >= entry.position && set.slice(-1).some(isGivenAgain)) {
    set.pop();
  }
  const isTooShort = set.length < entry.position - 1;
  const mayBeNone = set.every(({ maybe }) => maybe) && sets.length > 1;
  if (mayBeNone && (isTooShort || isUnwritten())) {
    const [first] = sets.pop() ?? [];
    if (first?.entry.from !== undefined) {
      // It never left the set before.
      sets.at(-1)?.push(first);
    }
    return continued(sets, entry, isUnwritten);
  }
  return set;
}

/** Unless a later entry was certainly written. */
function goneOnWith(sets: readonly RecordedSet[], first: PublishedEntry): RecordEntry | undefined {
  const last = sets.flat().findLast(({ entry, maybe }) => !maybe || isSamePlay(entry, first));
  return last !== undefined && isSamePlay(last.entry, first) ? last : undefined;
}

function isSamePlay(one: PublishedEntry, other: PublishedEntry): boolean {
  const isPlace = (place: number | undefined): boolean =>
    place !== undefined && (place === other.position || place === other.from);
  return (isPlace(one.position) || isPlace(one.from)) && one.play.track === other.play.track;
}

function setOf({ set = 0 }: { readonly set?: number } = {}): number {
  return set;
}

/** Undefined if uncertain. */
function goesOn(
  before: ChaosRun,
  first: PublishedEntry,
  endedAt: number | undefined,
  set: RecordedSet,
  times: ChaosTimes,
): boolean | undefined {
  const { run } = first;
  const since = endedAt ?? before.to;
  const isDisturbed =
    set.some(({ maybe }) => maybe) ||
    times.clockSet.some((at) => at >= since - RETRY_MS && at <= first.at) ||
    times.diskTroubles.some((trouble) =>
      overlaps(trouble, { from: before.to - RETRY_MS, to: run.from + 5_000 }),
    );
  const isNeighbor = set.at(-1)?.entry.run === before;
  const age = run.from - since;
  const limit = GOES_ON_MS[before.end];
  if (isDisturbed || !isNeighbor || Math.abs(age - limit) < UNSURE_MS || first.at - run.from > 19 * 60_000) {
    return undefined;
  }
  return age < limit;
}

/** Colors act even after a track's end. */
function laterOf(entry: PublishedEntry, entries: readonly PublishedEntry[], times: ChaosTimes): Later {
  const { play, run } = entry;
  if (wasHiddenAgain(entry, entries)) {
    return 'either';
  }
  const over = entries.find((other) => other.run === run && other.at > entry.at)?.at;
  const paints = over === undefined ? [] : play.red.filter(({ at }) => at > over - UNSURE_MS && at <= run.to);
  const last = paints.at(-1);
  if (over === undefined || last === undefined) {
    return 'as published';
  }
  const [first = last] = paints;
  // The operator's next set leaves this one as it is.
  const isLeft = entries.some((other) => other.run === run && setOf(other) > setOf(entry));
  const isDisturbed =
    isLeft ||
    first.at <= over ||
    run.to - last.at < UNSURE_MS ||
    [...times.blind, ...times.diskTroubles].some((trouble) =>
      overlaps(trouble, { from: entry.at - RETRY_MS, to: last.at + RETRY_MS }),
    );
  if (isDisturbed || paints.some(({ unsure }) => unsure)) {
    return 'either';
  }
  return last.red ? 'hidden' : 'as published';
}

function mayBeHiddenLater(entry: PublishedEntry, entries: readonly PublishedEntry[]): boolean {
  return turnsRed(entry) || wasHiddenAgain(entry, entries);
}

function wasHiddenAgain(
  { play, at, isListedLater = false }: PublishedEntry,
  entries: readonly PublishedEntry[],
): boolean {
  return (
    isListedLater ||
    entries.some(
      (other) =>
        other.play.track === play.track &&
        other.at > at &&
        (other.tokens.includes(undefined) || turnsRed(other)),
    )
  );
}

function turnsRed({ play, at }: PublishedEntry): boolean {
  return play.red.some((paint) => paint.red && paint.at > at);
}

function maybeUnwritten(
  { changedAt, run }: Pick<PublishedEntry, 'changedAt' | 'run'>,
  { diskTroubles, slackMs }: ChaosTimes,
): boolean {
  if (run.end === 'over') {
    return false;
  }
  const lastWriteAt = troubledSince(run.to, diskTroubles);
  const isLate = lastWriteAt - changedAt < WRITING_MS + slackMs;
  return isLate && (run.end === 'kill' || lastWriteAt < run.to);
}

function removedAtEnd({ removals }: PublishedEntry, times: ChaosTimes): readonly boolean[] {
  return removals.reduce<readonly boolean[]>(
    (before, { at, run, removed }) => [
      removed,
      ...(maybeUnwritten({ changedAt: at, run }, times) ? before.filter((one) => one !== removed) : []),
    ],
    [false],
  );
}

/** `moment` if the disk was well. */
function troubledSince(moment: number, diskTroubles: readonly Span[]): number {
  return diskTroubles.reduceRight(
    (since, { from, to }) => (from <= since && since <= to + RETRY_MS ? from : since),
    moment,
  );
}

/** Taken after every sink had time to catch up. */
export function checkRecords(
  set: ChaosSet,
  evidence: ChaosEvidence,
  entries: readonly PublishedEntry[],
  times: ChaosTimes,
): string[] {
  const snapshot = evidence.snapshots.at(-1);
  if (snapshot === undefined) {
    return ['there is no snapshot'];
  }
  // Records may agree with either reading.
  const judged = (reading: number): { readonly problems: readonly string[]; readonly doubts: number } => {
    let doubts = 0;
    const { sets, problems } = recordedSets(set, entries, times, () => {
      doubts += 1;
      return doubts <= MOST_DOUBTS && ((reading >> (doubts - 1)) & 1) === 1;
    });
    const found = [
      ...checkSessions(sets, snapshot),
      ...checkNewSets(sets, snapshot),
      ...checkCue(sets, snapshot),
    ];
    return { problems: [...problems, ...found, ...checkApi(sets, snapshot, times)], doubts };
  };
  const first = judged(0);
  const readings = Array.from({ length: 2 ** Math.min(first.doubts, MOST_DOUBTS) }, (_, reading) => reading);
  return [
    ...(readings.some((reading) => judged(reading).problems.length === 0) ? [] : first.problems),
    ...checkHistory(entries, snapshot, times),
    ...(set.acts.length === 0 ? ['nothing happened'] : []),
  ];
}

interface Expected {
  readonly tokens: readonly (string | undefined)[];
  readonly maybe: boolean;
  readonly twice: boolean;
  /** Second line of its track, only after another track. */
  readonly again?: true;
}

/** Rows of outputs that have no removed ones. */
function asListed(set: RecordedSet): Expected[] {
  return set
    .filter(({ removed }) => removed.includes(false))
    .map((record) => asRecorded({ ...record, maybe: record.maybe || record.removed.includes(true) }));
}

/** Rows of the session file, which has removed ones. */
function asStored(set: RecordedSet): Expected[] {
  return set.map((record) => {
    const expected = asRecorded(record);
    const tokens = record.removed.flatMap((removed) => expected.tokens.map((token) => rowOf(token, removed)));
    return { ...expected, tokens };
  });
}

function rowOf(token: string | undefined, removed: boolean): string | undefined {
  return removed ? `removed ${NAME(token)}` : token;
}

function rowsOf(session: ChaosSnapshot['sessions'][number]) {
  return session.map(({ hidden, title, removed = false }) =>
    rowOf(hidden ? undefined : tokenIn(title), removed),
  );
}

/** Latest token, or an earlier one if that is perhaps unwritten. */
function asRecorded({ entry, maybe, later }: RecordEntry): Expected {
  const tokens = maybe ? entry.tokens : [entry.token];
  switch (later) {
    case 'as published':
      return { tokens, maybe, twice: false };
    case 'hidden':
      return { tokens: maybe ? [...tokens, undefined] : [undefined], maybe, twice: false };
    case 'either':
      return { tokens: [...tokens, undefined], maybe, twice: false };
  }
}

const NAME = (token: string | undefined): string => token ?? 'ID';

function checkSessions(sets: readonly RecordedSet[], { sessions }: ChaosSnapshot): string[] {
  const problems = sessions.flatMap((session, number) =>
    session
      .filter(({ position }, index) => position !== index + 1)
      .map(({ position }) => `session ${number + 1}: position ${position} is out of order`),
  );
  const stored = sessions.flatMap(rowsOf);
  const expected = sets.flatMap(asStored);
  for (const session of sessions) {
    const falling = session.find(({ elapsedMs }, index) => elapsedMs < (session[index - 1]?.elapsedMs ?? 0));
    if (falling !== undefined) {
      problems.push(`the time of ${NAME(tokenIn(falling.title))} is before that of the track before it`);
    }
  }
  return [...problems, ...mismatch('the sessions', stored, expected)];
}

/** The operator's sets, and those before them, are stored apart. */
function checkNewSets(sets: readonly RecordedSet[], { sessions }: ChaosSnapshot): string[] {
  const stored = sessions.map(rowsOf);
  return sets.flatMap((set, index) => {
    const before = sets[index - 1] ?? [];
    const [first] = set;
    const isBegun = first !== undefined && setOf(first.entry) > setOf(before.at(-1)?.entry);
    const next = sets[index + 1] ?? [];
    if (!isBegun || [...before, ...set, ...next].some(({ maybe }) => maybe)) {
      return [];
    }
    return [before, set]
      .filter((one) => one.length > 0)
      .filter((one) => !stored.some((session) => mismatch('', session, asStored(one)).length === 0))
      .map((one) => {
        const names = one.map(({ entry }) => NAME(entry.token)).join(', ');
        return `${first.entry.changedAt}: the set ${one === set ? 'begun' : 'ended'} with ${names} is not stored so`;
      });
  });
}

function checkHistory(
  entries: readonly PublishedEntry[],
  { files }: ChaosSnapshot,
  times: ChaosTimes,
): string[] {
  const text = files.get(FILES.history) ?? '';
  const lines = text.split('\n').slice(0, -1);
  const expected = entries.flatMap((entry, index): Expected | [] => {
    const isSame = (other: PublishedEntry): boolean => other.run !== entry.run && isSamePlay(other, entry);
    const earlier = entries.slice(0, index);
    const before = earlier.findLast((other) => isSame(other) || !maybeUnwritten(other, times));
    const isAgain = before !== undefined && isSame(before);
    if (isAgain && before !== earlier.at(-1)) {
      // The set lacks the tracks between; the history may have them.
      return { tokens: entry.tokens, maybe: true, twice: false, again: true };
    }
    const isSure = isAgain && entry.position > 1;
    if (isSure) {
      return [];
    }
    // Late lines show the track as of then.
    const late = times.diskTroubles.some((trouble) =>
      overlaps(trouble, { from: entry.at - RETRY_MS, to: entry.at + WRITING_MS }),
    );
    const later = late && mayBeHiddenLater(entry, entries) ? [undefined] : [];
    // A removed row gets no late line, and keeps the one that it has, which counts for a later row of its play.
    const isOfRemoved = earlier.some(({ play, removals }) => play === entry.play && removals.length > 0);
    const mayLack = isOfRemoved || (late && entry.removals.length > 0);
    // Unless a new set has begun.
    const maybe = isAgain || mayLack || maybeUnwritten({ ...entry, changedAt: entry.at }, times);
    return { tokens: [...(late ? entry.tokens : entry.tokens.slice(0, 1)), ...later], maybe, twice: maybe };
  });
  return [
    ...(text === '' || text.endsWith('\n') ? [] : ['the last line of the history is not whole']),
    ...mismatch('the history', lines.map(tokenIn), expected),
  ];
}

function checkCue(sets: readonly RecordedSet[], { files }: ChaosSnapshot): string[] {
  const sheets = [...files].filter(([name]) => name.endsWith('.cue'));
  const problems = sheets.flatMap(([name, sheet]) =>
    readCue(sheet).problems.map((problem) => `${name}: ${problem}`),
  );
  const last: (string | undefined)[] = [];
  for (let number = 1; files.has(sheetName(number)); number += 1) {
    last.push(...readCue(files.get(sheetName(number)) ?? '').tokens);
  }
  const expected = asListed(sets.at(-1) ?? []);
  const all = new Set(sheets.flatMap(([, sheet]) => readCue(sheet).tokens));
  const lost = sets
    .flat()
    .filter(
      ({ entry, maybe, later, removed }) =>
        !maybe &&
        !removed.includes(true) &&
        later === 'as published' &&
        entry.token !== undefined &&
        !all.has(entry.token),
    )
    .map(({ entry }) => `${entry.token} is in no CUE sheet`);
  return [...problems, ...lost, ...mismatch('the CUE sheet', last, expected)];
}

function sheetName(number: number): string {
  return number === 1 ? FILES.cue : FILES.cue.replace('.cue', `-${number}.cue`);
}

/** Only of a continued set. */
function checkApi(sets: readonly RecordedSet[], { answers }: ChaosSnapshot, { runs }: ChaosTimes): string[] {
  const newest = sets.at(-1) ?? [];
  const isGoingOn = newest.at(-1)?.entry.run === runs.at(-1);
  return ['/api/v1/history', '/page/set.json'].flatMap((path) => {
    const text = answers.get(path)?.replace(/^200 /, '') ?? '{"tracks":[]}';
    const { tracks } = JSON.parse(text) as { tracks: { title: string }[] };
    const listed = tracks.map(({ title }) => tokenIn(title));
    return answers.has(path) ? mismatch(path, listed, isGoingOn ? asListed(newest) : []) : [];
  });
}

/** Undefined: hidden. */
function mismatch(
  where: string,
  found: readonly (string | undefined)[],
  expected: readonly Expected[],
): string[] {
  let reached = new Set([0]);
  const skip = (from: ReadonlySet<number>): Set<number> => {
    const all = new Set(from);
    for (const index of all) {
      if (expected[index]?.maybe === true) {
        all.add(index + 1);
      }
    }
    return all;
  };
  for (const [number, token] of found.entries()) {
    const next = new Set<number>();
    for (const index of skip(reached)) {
      const isRepeated =
        expected[index]?.again === true && token !== undefined && token === found[number - 1];
      if (expected[index]?.tokens.includes(token) === true && !isRepeated) {
        next.add(index + 1);
      }
      const before = expected[index - 1];
      if (before?.twice === true && before.tokens.includes(token)) {
        next.add(index);
      }
    }
    if (next.size === 0) {
      const should = [...reached].map((index) => NAME(expected[index]?.tokens[0])).join(' or ');
      return [`${where}: ${NAME(token)} is number ${number + 1}, which should be ${should}`];
    }
    reached = next;
  }
  const end = skip(reached);
  if (end.has(expected.length)) {
    return [];
  }
  const missing = expected[Math.max(...end)];
  return [`${where}: ${NAME(missing?.tokens[0])} is missing at the end`];
}
