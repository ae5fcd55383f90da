import { SILENT_LEVEL } from '../../src/core/level.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { type Figure, type Measurement, percentile, withFolder } from '../measure.ts';
import { Bands, type Technique } from './bands.ts';
import { deckFigures } from './decks.ts';
import { Pairs } from './pairs.ts';
import { changeOf, realMusic, type TrackChange, techno } from './sets.ts';

/** `HEARING_CHANGES=50 npm run bench -- hearing` for more; 0 leaves them out. */
const CHANGES = Number(process.env.HEARING_CHANGES ?? 16);
/** Of them so many are judged by peaks in pairs, too, which takes six times as long. */
const PAIRED = 5;
const HEARD_AT_ONCE = SAMPLE_RATE / 4;

interface Outcome {
  /** Seconds after the second was as loud as the first; infinity when it was never featured. */
  readonly featuredAfter: number;
  /** Seconds in which the second was featured behind a closed fader, and in which the bystander was. */
  readonly early: number;
  readonly bystander: number;
  readonly processorSeconds: number;
  readonly seconds: number;
}

/** Whether the track that the room hears is featured, of three that are loaded. */
export const hearing: Measurement = {
  name: 'hearing',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const kinds =
        CHANGES === 0
          ? []
          : [
              { name: 'game music', files: realMusic(), changes: CHANGES },
              { name: 'techno with the same drums', files: techno(folder), changes: Math.ceil(CHANGES / 2) },
            ];
      const changed = kinds.flatMap(({ name, files, changes }) => {
        const made = Array.from({ length: changes }, (_, seed) => changeOf(seed, files, folder));
        const ours = made.map((change) => outcomeOf(new Bands(), change));
        const theirs = made.slice(0, PAIRED).map((change) => outcomeOf(new Pairs(), change));
        return figuresOf(`${name}, ${changes} changes`, ours, theirs);
      });
      return [...changed, ...(await deckFigures(folder))];
    });
  },
};

function outcomeOf(technique: Technique, change: TrackChange): Outcome {
  const { sound, opensAt, crossesAt } = change;
  for (const id of ['first', 'second', 'bystander'] as const) {
    technique.add(id, change[id]);
  }
  let featured: string | undefined;
  let featuredAfter = Number.POSITIVE_INFINITY;
  let early = 0;
  let bystander = 0;
  const begun = process.cpuUsage();
  for (let at = 0; at < sound.length; at += HEARD_AT_ONCE) {
    const levels = technique.push(sound.subarray(at, at + HEARD_AT_ONCE));
    const seconds = (at + HEARD_AT_ONCE) / SAMPLE_RATE;
    featured = (levels && leaderOf(levels)) ?? featured;
    early += featured === 'second' && seconds < opensAt ? 1 / 4 : 0;
    bystander += featured === 'bystander' ? 1 / 4 : 0;
    if (featured === 'second' && seconds >= opensAt) {
      featuredAfter = Math.min(featuredAfter, seconds - crossesAt);
    }
  }
  const { user, system } = process.cpuUsage(begun);
  const processorSeconds = (user + system) / 1e6;
  return { featuredAfter, early, bystander, processorSeconds, seconds: sound.length / SAMPLE_RATE };
}

/** By the rule `volume` at 100 percent. */
function leaderOf(levels: ReadonlyMap<string, number>): string | undefined {
  const audible = [...levels].filter(([, level]) => level > SILENT_LEVEL);
  return audible.length === 1 ? audible[0]?.[0] : undefined;
}

function figuresOf(of: string, ours: readonly Outcome[], theirs: readonly Outcome[]): readonly Figure[] {
  const figure = (
    what: string,
    unit: string,
    value: (outcomes: readonly Outcome[]) => number,
    most: number,
  ): Figure => ({
    what: `${of}: ${what}`,
    unit,
    ours: value(ours),
    against: `peaks in pairs, the first ${theirs.length}`,
    theirs: value(theirs),
    wanted: { bound: 'at most', value: most },
  });
  const sum = (of: (outcome: Outcome) => number) => (outcomes: readonly Outcome[]) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const delay = (share: number) => (outcomes: readonly Outcome[]) =>
    percentile(
      outcomes.map(({ featuredAfter }) => featuredAfter),
      share,
    );
  const cost = (outcomes: readonly Outcome[]): number =>
    (100 * sum(({ processorSeconds }) => processorSeconds)(outcomes)) /
    sum(({ seconds }) => seconds)(outcomes);
  return [
    figure('the new track is featured after it is the louder one, median', 's', delay(0.5), 5),
    figure('the same, 95th percentile', 's', delay(0.95), 10),
    figure(
      'featured before its fader opened',
      's',
      sum(({ early }) => early),
      0,
    ),
    figure(
      'a bystander featured',
      's',
      sum(({ bystander }) => bystander),
      0,
    ),
    figure('processor time', '% of a core', cost, 3),
  ];
}
