/** The checks of the parts over resolved settings: what no option can tell alone. */
import type { Problem } from '../core/errors.ts';
import type { OptionTable, SettingsOf } from '../core/option.ts';
import { NameIndex } from './names.ts';
import type { Resolution } from './resolve.ts';

/** A part as far as checking needs it. */
export interface Checkable {
  readonly options: OptionTable;
  check?(settings: SettingsOf<OptionTable>): readonly Problem[];
}

/**
 * Runs each part's check, unless an option of that part was refused already. A problem at `--some.option` is
 * told at the place that set the option.
 */
export function checkParts(parts: readonly Checkable[], resolution: Resolution): readonly Problem[] {
  return parts
    .filter((part) => !Object.keys(part.options).some((name) => resolution.refused.has(name)))
    .flatMap((part) => part.check?.(resolution.settings) ?? [])
    .map((problem) => ({ ...problem, where: placeOf(problem.where, resolution) }));
}

function placeOf(where: string, resolution: Resolution): string {
  const name = where.startsWith('--')
    ? new NameIndex(Object.keys(resolution.origins)).find(where.slice(2))
    : undefined;
  return (name !== undefined && resolution.origins[name]?.place) || where;
}
