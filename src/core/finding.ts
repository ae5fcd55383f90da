import type { Text } from './message.ts';
import { say } from './message.ts';

/** What an examination finds (`deckcast doctor`, the operator's page), and what comes first. Pure. */

/**
 * `fault`: something that was asked for will not work in a set. `warning`: it may fail, or a part of it is missing.
 * `note`: good to know. `ok`: examined, and as it should be. The worst first.
 */
export const SEVERITIES = ['fault', 'warning', 'note', 'ok'] as const;

/** In the order in which trouble spreads: what stands further up is the cause of what stands below. */
export const AREAS = [
  'network',
  'ports',
  'firewall',
  'devices',
  'software',
  'files',
  'services',
  'computer',
  'program',
] as const;

export type Finding = FindingOf<Text>;

/** `T` is `string` where texts are English already. */
export interface FindingOf<T> {
  readonly area: (typeof AREAS)[number];
  readonly severity: (typeof SEVERITIES)[number];
  /** What it is, with names and numbers: "UDP port 51337 is in use by python3 (process 812)". No full stop. */
  readonly finding: T;
  /** What that means for the set; empty where nothing follows from it. */
  readonly means: T;
  /** What to do; empty where there is nothing to do. */
  readonly todo: T;
  /**
   * What it is and what to do, for somebody who knows neither networks nor flags. No full stop at the end. Absent where
   * `finding` and `todo` say it in such words.
   */
  readonly plain?: T;
  /** Nothing is broken: so it is until somebody connects, switches on or starts what the source waits for. */
  readonly waits?: true;
  /** Options of the source that found it, with the values that make it use that; absent where it needs none. */
  readonly offers?: Readonly<Record<string, string>>;
}

/** The most important first, each once. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const distinct = new Map(findings.map((one) => [`${one.area} ${one.severity} ${one.finding}`, one]));
  const rank = ({ severity, area }: Finding): number =>
    SEVERITIES.indexOf(severity) * AREAS.length + AREAS.indexOf(area);
  return [...distinct.values()].sort((one, other) => rank(one) - rank(other));
}

/** The first that is wrong; undefined where all are well, or merely good to know. */
export function firstProblem(findings: readonly Finding[]): Finding | undefined {
  return findings.find(({ severity }) => severity === 'fault' || severity === 'warning');
}

/** What it is and what to do, as fields of a line in the log. */
export function problemFields({ finding, todo }: Pick<Finding, 'finding' | 'todo'>): {
  readonly problem: string;
  readonly hint: string;
} {
  return { problem: String(finding), hint: String(todo) };
}

/** Would something stop a set? */
export function stopsASet(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'fault');
}

/** What speaks for choosing a source that is not chosen. `offers`: see `Finding`. */
export function unused(
  source: string,
  area: Finding['area'],
  finding: Text,
  offers?: Finding['offers'],
): Finding {
  const means = say('core.not-watched-because-source-does-not', { source });
  return { area, severity: 'note', finding, means, todo: '', ...(offers && { offers }) };
}

/** Something that is well. */
export function well(area: Finding['area'], finding: Text): Finding {
  return { area, severity: 'ok', finding, means: '', todo: '' };
}
