/** What an examination finds (`deckcast doctor`, the operator's page), and what comes first. Pure. */
import { AREAS, type Finding, SEVERITIES } from '../web/wire/doctor.ts';

/** The most important first, each once. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const distinct = new Map(findings.map((one) => [`${one.area} ${one.severity} ${one.finding}`, one]));
  const rank = ({ severity, area }: Finding): number =>
    SEVERITIES.indexOf(severity) * AREAS.length + AREAS.indexOf(area);
  return [...distinct.values()].sort((one, other) => rank(one) - rank(other));
}

/** Would something stop a set? */
export function stopsASet(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'fault');
}

/** What speaks for choosing a source that is not chosen. `offers`: see `Finding`. */
export function unused(
  source: string,
  area: Finding['area'],
  finding: string,
  offers?: Finding['offers'],
): Finding {
  const means = `it is not watched, because --source does not name ${source}`;
  return { area, severity: 'note', finding, means, todo: '', ...(offers && { offers }) };
}

/** Something that is well. */
export function well(area: Finding['area'], finding: string): Finding {
  return { area, severity: 'ok', finding, means: '', todo: '' };
}
