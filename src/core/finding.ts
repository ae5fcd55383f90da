import { say, type Text } from './message.ts';

/**
 * Worst first. `fault`: something the user asked for will not work in a set. `warning`: it may fail, or works in part.
 * `note`: good to know. `ok`: examined and working.
 */
export const SEVERITIES = ['fault', 'warning', 'note', 'ok'] as const;

/** Ordered as trouble spreads. */
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

/** `T` is `string` where texts are in English already. */
export interface FindingOf<T> {
  readonly area: (typeof AREAS)[number];
  readonly severity: (typeof SEVERITIES)[number];
  /** States the problem with names and numbers: "UDP port 51337 is in use by python3 (process 812)". No full stop. */
  readonly finding: T;
  /** Consequence for the set; may be empty. */
  readonly means: T;
  /** Instruction for the user; empty if there is nothing to do. */
  readonly todo: T;
  /**
   * Problem and remedy for users who know neither networks nor flags. No full stop at the end. Absent if `finding` and
   * `todo` are plain enough.
   */
  readonly plain?: T;
  /** Nothing is broken: the source waits for the user to connect, switch on or start something. */
  readonly waits?: true;
  /** Options that would make use of the finding, with their values. */
  readonly offers?: Readonly<Record<string, string>>;
}

export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const distinct = new Map(findings.map((one) => [`${one.area} ${one.severity} ${one.finding}`, one]));
  const rank = ({ severity, area }: Finding): number =>
    SEVERITIES.indexOf(severity) * AREAS.length + AREAS.indexOf(area);
  return [...distinct.values()].sort((one, other) => rank(one) - rank(other));
}

export function firstProblem(findings: readonly Finding[]): Finding | undefined {
  return findings.find(({ severity }) => severity === 'fault' || severity === 'warning');
}

export function problemFields({ finding, todo }: Pick<Finding, 'finding' | 'todo'>): {
  readonly problem: string;
  readonly hint: string;
} {
  return { problem: String(finding), hint: String(todo) };
}

export function stopsASet(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'fault');
}

/** Brands and programs for `--source`. Logs, health and API use the sources' own names. */
export const SOURCE_WORDS = {
  denon: 'hwdevice',
  pioneer: 'prodjlink',
  serato: 'softb',
  mixxx: 'softb',
  textfile: 'softa',
  spotify: 'streamingsource',
  player: 'mediacontrol',
} as const;

/** Name of the source in `--source`. */
export function wordFor(source: string): string {
  return Object.entries(SOURCE_WORDS).find(([, name]) => name === source)?.[0] ?? source;
}

/** Suggests a source that `--source` does not name. */
export function notWatched(
  source: string,
  area: Finding['area'],
  finding: Text,
  offers?: Finding['offers'],
): Finding {
  const means = say('core.not-watched-because-source-does-not', {
    source: { part: source, value: wordFor(source) },
  });
  return { area, severity: 'note', finding, means, todo: '', ...(offers && { offers }) };
}

export function okFinding(area: Finding['area'], finding: Text): Finding {
  return { area, severity: 'ok', finding, means: '', todo: '' };
}
