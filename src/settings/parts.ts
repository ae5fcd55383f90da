import type { Problem } from '../core/errors.ts';
import type { OptionTable, SettingsOf } from '../core/option.ts';
import { NameIndex } from './names.ts';
import { fullPlace, type Resolution } from './resolve.ts';

export interface Checkable {
  readonly options: OptionTable;
  check?(settings: SettingsOf<OptionTable>): readonly Problem[];
}

/**
 * Drops problems of checks that read a refused value: its default is not the user's intent. Problems at `--some.option`
 * are reported where the option was set.
 */
export function checkParts(parts: readonly Checkable[], resolution: Resolution): readonly Problem[] {
  return parts
    .flatMap((part) => problemsOf(part, resolution))
    .map((problem) => ({ ...problem, where: placeOf(problem.where, resolution) }));
}

function problemsOf(part: Checkable, { settings, refused }: Resolution): readonly Problem[] {
  const read = new Set<string | symbol>();
  const watched = new Proxy(settings, {
    get(target, name) {
      read.add(name);
      return Reflect.get(target, name);
    },
  });
  const problems = part.check?.(watched) ?? [];
  return [...refused].some((name) => read.has(name)) ? [] : problems;
}

function placeOf(where: string, resolution: Resolution): string {
  const name = where.startsWith('--')
    ? new NameIndex(Object.keys(resolution.origins)).find(where.slice(2))
    : undefined;
  const origin = name === undefined ? undefined : resolution.origins[name];
  return (origin && fullPlace(origin, resolution.configFile)) || where;
}
