import { SILENT_LEVEL } from '../../src/core/level.ts';
import { Judge } from '../../src/hearing/judge.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { type Figure, type Measurement, percentile, withFolder } from '../measure.ts';
import { deckFigures } from './decks.ts';
import { inRoom } from './recorded-set.ts';
import { describe } from './room.ts';
import {
  beside,
  changeOf,
  decoded,
  musicForChanges,
  noiseOf,
  spokenIn,
  type TrackChange,
  techno,
} from './sets.ts';

/** `HEARING_CHANGES=50 npm run bench -- hearing` for more; 0 leaves them out. */
const CHANGES = Number(process.env.HEARING_CHANGES ?? 16);
const STEPS_A_SECOND = 4;
const STEP = SAMPLE_RATE / STEPS_A_SECOND;

/** Eight minutes. */
const CHANGES_A_SET = 7;
/** A quiet passage behind an open fader is not heard yet. */
const SINCE = { crossesAt: 'both faders are equally open', louderAt: 'its sound is the louder one' };

interface Condition {
  readonly name: string;
  /** What arrives of the sound. */
  readonly arrives: (sound: Float32Array, folder: string) => Float32Array;
  /** Seconds: targets for the median and the 95th percentile of the delay. */
  readonly median: number;
  readonly slowest: number;
}

/** Decibels are relative to the music. */
const CONDITIONS: readonly Condition[] = [
  { name: '', arrives: (sound) => sound, median: 5, slowest: 10 },
  {
    name: ', constant voice at -6 dB',
    arrives: (sound, folder) => beside(sound, decoded(spokenIn(folder)), 0.5),
    median: 8,
    slowest: 20,
  },
  {
    name: ', constant voice at -3 dB, noise at -12 dB',
    arrives: (sound, folder) => {
      const noise = beside(sound, noiseOf('pink', 60), 0.25);
      const voice = beside(sound, decoded(spokenIn(folder)), 0.7);
      return voice.map((sample, at) => sample + (noise[at] ?? 0) - (sound[at] ?? 0) / 2);
    },
    median: 10,
    slowest: 20,
  },
  {
    name: ', in a room with a crowd at -12 dB',
    arrives: (sound, folder) => inRoom(sound, folder, -12),
    median: 10,
    slowest: 20,
  },
];

/** Seconds. */
interface Outcome {
  /** When the second was featured; infinity if it never was. */
  readonly featuredAt: number;
  readonly wrong: number;
  readonly early: number;
  readonly bystander: number;
  readonly opensAt: number;
  readonly crossesAt: number;
  readonly louderAt: number;
  readonly length: number;
}

/** Whether the track that the audience hears is featured, of three that are loaded. */
export const hearing: Measurement = {
  name: 'hearing',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const changes = CHANGES === 0 ? [] : changeFigures(folder);
      return [...changes, ...(await deckFigures(folder))];
    });
  },
};

function changeFigures(folder: string): readonly Figure[] {
  const kinds = [
    { name: 'game music', files: musicForChanges(), changes: CHANGES },
    { name: 'techno with the same drums', files: techno(folder), changes: Math.ceil(CHANGES / 2) },
  ];
  return kinds.flatMap(({ name, files, changes }) => {
    const mixed = Array.from({ length: changes }, (_, seed) => changeOf(seed, files, folder));
    return CONDITIONS.flatMap((condition) => {
      const outcomes = mixed.map((change) =>
        outcomeOf({ ...change, sound: condition.arrives(change.sound, folder) }),
      );
      return figuresOf(`${name}, ${changes} changes${condition.name}`, outcomes, condition);
    });
  });
}

function outcomeOf(change: TrackChange): Outcome {
  const { sound, opensAt, crossesAt, louderAt } = change;
  const judge = new Judge();
  for (const id of ['first', 'second', 'bystander'] as const) {
    judge.add(id, { description: describe(change[id]), isProposed: false });
  }
  let featured: string | undefined;
  let featuredAt = Number.POSITIVE_INFINITY;
  let wrong = 0;
  let early = 0;
  let bystander = 0;
  for (let at = 0; at < sound.length; at += STEP) {
    const levels = judge.push(sound.subarray(at, at + STEP));
    const seconds = (at + STEP) / SAMPLE_RATE;
    featured = (levels && leaderOf(levels)) ?? featured;
    wrong += featured === (seconds < crossesAt ? 'first' : 'second') ? 0 : 1 / STEPS_A_SECOND;
    early += featured === 'second' && seconds < opensAt ? 1 / STEPS_A_SECOND : 0;
    bystander += featured === 'bystander' ? 1 / STEPS_A_SECOND : 0;
    if (featured === 'second' && seconds >= opensAt) {
      featuredAt = Math.min(featuredAt, seconds);
    }
  }
  return {
    featuredAt,
    wrong,
    early,
    bystander,
    opensAt,
    crossesAt,
    louderAt,
    length: sound.length / SAMPLE_RATE,
  };
}

/** The rule `volume` at 100 percent. */
function leaderOf(levels: ReadonlyMap<string, number>): string | undefined {
  const audible = [...levels].filter(([, level]) => level > SILENT_LEVEL);
  return audible.length === 1 ? audible[0]?.[0] : undefined;
}

function sum(outcomes: readonly Outcome[], value: (outcome: Outcome) => number): number {
  return outcomes.reduce((total, outcome) => total + value(outcome), 0);
}

const wrongOf = ({ wrong }: Outcome): number => wrong;
const wrongIfFirstStays = ({ length, crossesAt }: Outcome): number => length - crossesAt;

function figuresOf(
  of: string,
  outcomes: readonly Outcome[],
  { median, slowest }: Condition,
): readonly Figure[] {
  const delay = (since: 'crossesAt' | 'louderAt', what: string, share: number, most: number): Figure => ({
    what: `${of}: the new track is featured after ${SINCE[since]}, ${what}`,
    unit: 's',
    ours: percentile(
      outcomes.map((outcome) => outcome.featuredAt - outcome[since]),
      share,
    ),
    against: 'half of the fade',
    theirs: percentile(
      outcomes.map(({ opensAt, crossesAt }) => crossesAt - opensAt),
      share,
    ),
    wanted: { bound: 'at most', value: most },
  });
  const sets = Array.from({ length: Math.ceil(outcomes.length / CHANGES_A_SET) }, (_, n) =>
    outcomes.slice(n * CHANGES_A_SET, (n + 1) * CHANGES_A_SET),
  );
  return [
    delay('crossesAt', 'median', 0.5, median),
    delay('crossesAt', '95th percentile', 0.95, slowest),
    delay('louderAt', 'median', 0.5, median),
    delay('louderAt', '95th percentile', 0.95, slowest),
    {
      what: `${of}: another track is featured than the louder one, or none`,
      unit: 's a change',
      ours: sum(outcomes, wrongOf) / outcomes.length,
      against: 'if the first stayed',
      theirs: sum(outcomes, wrongIfFirstStays) / outcomes.length,
      target: { bound: 'at most', ratio: 1 },
    },
    {
      what: `${of}: sets of ${CHANGES_A_SET} changes with more of that than if the first stayed`,
      unit: 'sets',
      ours: sets.filter((set) => sum(set, wrongOf) > sum(set, wrongIfFirstStays)).length,
      against: 'all',
      theirs: sets.length,
      wanted: { bound: 'at most', value: 0 },
    },
    {
      what: `${of}: featured before its fader opened`,
      unit: 's',
      ours: sum(outcomes, ({ early }) => early),
      against: 'sound before that',
      theirs: sum(outcomes, ({ opensAt }) => opensAt),
      wanted: { bound: 'at most', value: 0 },
    },
    {
      what: `${of}: a bystander featured`,
      unit: 's',
      ours: sum(outcomes, ({ bystander }) => bystander),
      against: 'sound',
      theirs: sum(outcomes, ({ length }) => length),
      wanted: { bound: 'at most', value: 0 },
    },
  ];
}
