/** Options commented out, with their defaults. */
import type { OptionEnvironment, OptionSpec, OptionTable } from '../core/option.ts';
import { GROUPS, meaningOf } from './help.ts';
import { defaultOf } from './resolve.ts';

export const SAMPLE_FORMATS = ['yaml', 'toml'] as const;
export type SampleFormat = (typeof SAMPLE_FORMATS)[number];

/** Dotted names, which work uncommented one by one. */
export function sampleFile(table: OptionTable, format: SampleFormat, environment: OptionEnvironment): string {
  const assign = format === 'yaml' ? ': ' : ' = ';
  const sections = GROUPS.map(([group, heading]) => {
    const entries = Object.entries(table)
      .filter(([, spec]) => spec.group === group)
      .map(([name, spec]) => `# ${meaningOf(spec)}\n#${name}${assign}${spelled(spec, environment)}\n`);
    return entries.length === 0 ? '' : `\n# ---- ${heading} ----\n\n${entries.join('\n')}`;
  });
  return `# Settings of deckcast. Take the # away from a line to change its option; each shows its default.\n${sections.join('')}`;
}

/** Valid in both formats. */
function spelled(spec: OptionSpec<unknown>, environment: OptionEnvironment): string {
  const { kind } = spec;
  const value = defaultOf(spec, environment);
  const printed = kind.print(value);
  if (kind.type === '' || kind.type === 'uint' || kind.fileOnly) {
    return printed;
  }
  return Array.isArray(value) ? JSON.stringify(value) : JSON.stringify(printed);
}
