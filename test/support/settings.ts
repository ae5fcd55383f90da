import type { OptionTable, SettingsOf } from '../../src/core/option.ts';

/** Defaults of a table with changes. Options whose default depends on the environment must be given. */
export function settingsOf<Options extends OptionTable>(
  options: Options,
  change: Partial<SettingsOf<Options>>,
): SettingsOf<Options> {
  const defaults = Object.entries(options).map(([name, spec]) => [name, spec.default]);
  // `defineOptions` checked that each default has its option's type.
  return { ...(Object.fromEntries(defaults) as SettingsOf<Options>), ...change };
}
