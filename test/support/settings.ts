import type { OptionTable, SettingsOf } from '../../src/core/option.ts';

/** The defaults of a table, with whatever a test wants otherwise: at least each option whose default depends on the environment. */
export function settingsOf<Options extends OptionTable>(
  options: Options,
  change: Partial<SettingsOf<Options>>,
): SettingsOf<Options> {
  const defaults = Object.entries(options).map(([name, spec]) => [name, spec.default]);
  // Each default has its option's type: `defineOptions` saw to that.
  return { ...(Object.fromEntries(defaults) as SettingsOf<Options>), ...change };
}
