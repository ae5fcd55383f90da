import { SILENT_LEVEL } from '../../src/core/level.ts';
import { Judge } from '../../src/hearing/judge.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { type Figure, type Measurement, percentile, withFolder } from '../measure.ts';
import { deckFigures } from './decks.ts';
import { describe } from './room.ts';
import { changeOf, musicForChanges, type TrackChange, techno } from './sets.ts';

/** `HEARING_CHANGES=50 npm run bench -- hearing` for more; 0 leaves them out. */
const CHANGES = Number(process.env.HEARING_CHANGES ?? 16);
const STEPS_A_SECOND = 4;
const STEP = SAMPLE_RATE / STEPS_A_SECOND;

/** Seconds. */
interface Outcome {
  /** From when both tracks were equally loud until the second was featured; infinity if it never was. */
  readonly featuredAfter: number;
  readonly early: number;
  readonly bystander: number;
  readonly opensAt: number;
  readonly crossesAt: number;
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
    const outcomes = Array.from({ length: changes }, (_, seed) => outcomeOf(changeOf(seed, files, folder)));
    return figuresOf(`${name}, ${changes} changes`, outcomes);
  });
}

function outcomeOf(change: TrackChange): Outcome {
  const { sound, opensAt, crossesAt } = change;
  const judge = new Judge();
  for (const id of ['first', 'second', 'bystander'] as const) {
    judge.add(id, { description: describe(change[id]), isProposed: false });
  }
  let featured: string | undefined;
  let featuredAfter = Number.POSITIVE_INFINITY;
  let early = 0;
  let bystander = 0;
  for (let at = 0; at < sound.length; at += STEP) {
    const levels = judge.push(sound.subarray(at, at + STEP));
    const seconds = (at + STEP) / SAMPLE_RATE;
    featured = (levels && leaderOf(levels)) ?? featured;
    early += featured === 'second' && seconds < opensAt ? 1 / STEPS_A_SECOND : 0;
    bystander += featured === 'bystander' ? 1 / STEPS_A_SECOND : 0;
    if (featured === 'second' && seconds >= opensAt) {
      featuredAfter = Math.min(featuredAfter, seconds - crossesAt);
    }
  }
  return { featuredAfter, early, bystander, opensAt, crossesAt, length: sound.length / SAMPLE_RATE };
}

/** The rule `volume` at 100 percent. */
function leaderOf(levels: ReadonlyMap<string, number>): string | undefined {
  const audible = [...levels].filter(([, level]) => level > SILENT_LEVEL);
  return audible.length === 1 ? audible[0]?.[0] : undefined;
}

function figuresOf(of: string, outcomes: readonly Outcome[]): readonly Figure[] {
  const sum = (value: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + value(outcome), 0);
  const delay = (what: string, share: number, most: number): Figure => ({
    what: `${of}: the new track is featured after it is as loud, ${what}`,
    unit: 's',
    ours: percentile(
      outcomes.map(({ featuredAfter }) => featuredAfter),
      share,
    ),
    against: 'half of the fade',
    theirs: percentile(
      outcomes.map(({ opensAt, crossesAt }) => crossesAt - opensAt),
      share,
    ),
    wanted: { bound: 'at most', value: most },
  });
  return [
    delay('median', 0.5, 5),
    delay('95th percentile', 0.95, 10),
    {
      what: `${of}: featured before its fader opened`,
      unit: 's',
      ours: sum(({ early }) => early),
      against: 'sound before that',
      theirs: sum(({ opensAt }) => opensAt),
      wanted: { bound: 'at most', value: 0 },
    },
    {
      what: `${of}: a bystander featured`,
      unit: 's',
      ours: sum(({ bystander }) => bystander),
      against: 'sound',
      theirs: sum(({ length }) => length),
      wanted: { bound: 'at most', value: 0 },
    },
  ];
}
