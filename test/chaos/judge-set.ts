import type { ChaosEvidence } from './evidence.ts';
import { violations } from './oracle/index.ts';
import { perform } from './perform.ts';
import { performReal } from './real/perform.ts';
import type { ChaosSet } from './script.ts';

/** Around the moment that somebody asks for, milliseconds. */
const AROUND_MS = 40_000;

export interface JudgedSet {
  readonly problems: readonly string[];
  /** What was done and logged around a moment of the set. */
  story(at: number): string;
}

/** Plays a set in simulated time and judges it. */
export async function judgeSet(set: ChaosSet): Promise<JudgedSet> {
  return judge(set, await perform(set));
}

/** Plays a set to the executable and judges what was really played. */
export async function judgeRealSet(planned: ChaosSet): Promise<JudgedSet> {
  const { set, evidence } = await performReal(planned);
  return judge(set, evidence);
}

function judge(set: ChaosSet, evidence: ChaosEvidence): JudgedSet {
  return {
    problems: violations(set, evidence),
    story(at) {
      const acts = set.acts.map((act) => ({ at: act.at, text: JSON.stringify(act) }));
      const log = evidence.said
        .filter(({ where }) => where === 'log' || where === 'crash')
        .map((line) => ({ at: line.at, text: `    ${line.at} ${line.text}` }));
      return [...acts, ...log]
        .filter((line) => Math.abs(line.at - at) < AROUND_MS)
        .sort((one, other) => one.at - other.at)
        .map(({ text }) => text)
        .join('\n');
    },
  };
}
