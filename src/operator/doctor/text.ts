import type { Finding } from '../../core/finding.ts';
import { counted } from '../../core/units.ts';

const WIDTH = 'WARNING'.length + 2;

export function findingsText(findings: readonly Finding[]): string {
  return findings.map(findingText).join('');
}

function findingText({ severity, area, finding, means, todo }: Finding): string {
  const indent = ' '.repeat(WIDTH);
  return [
    `${severity.toUpperCase().padEnd(WIDTH)}${area}: ${finding}\n`,
    ...(means === '' ? [] : [`${indent}that means: ${means}\n`]),
    ...(todo === '' ? [] : [`${indent}do: ${todo}\n`]),
  ].join('');
}

/** `2 faults, 1 warning`. */
export function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: Finding['severity']): number =>
    findings.filter(({ severity }) => severity === wanted).length;
  const said = (['fault', 'warning'] as const).flatMap((severity) =>
    count(severity) === 0 ? [] : [counted(count(severity), severity)],
  );
  return said.length === 0 ? 'all is well' : said.join(', ');
}
