/**
 * Looks that the user saved by name, as a theme with values of its options. The configuration file holds them in the
 * form of the overlay's address (`slider?accent=00ff00`). Pure.
 * @typedef {{ readonly theme: string, readonly options: ReadonlyMap<string, string> }} Look options in the form of the
 * address
 */

/**
 * Saved looks by name, without entries that are no looks.
 * @param {unknown} saved value of `theme.looks`
 * @returns {Map<string, Look>}
 */
export function looksOf(saved) {
  return new Map(
    Object.entries(isRecord(saved) ? saved : {}).flatMap(([name, text]) => {
      const [theme = '', query = ''] = typeof text === 'string' ? text.split(/\?(.*)/s) : [];
      return theme === '' ? [] : [[name, { theme, options: new Map(new URLSearchParams(query)) }]];
    }),
  );
}

/** Whether both mean the same, whose colors may begin with `#`. @param {Look['options']} one @param {Look['options']} other */
export function isSame(one, other) {
  return (
    one.size === other.size &&
    [...one].every(([name, text]) => text.replace('#', '') === other.get(name)?.replace('#', ''))
  );
}

/**
 * Saved look that is in use, with its name.
 * @param {ReadonlyMap<string, Look>} looks
 * @param {string | undefined} used  theme in use
 * @param {Look['options']} saved  its options
 */
export function lookInUse(looks, used, saved) {
  return [...looks].find(([, { theme, options }]) => theme === used && isSame(options, saved));
}

/** Value of `theme.looks`. @param {ReadonlyMap<string, Look>} looks */
export function settingOf(looks) {
  return Object.fromEntries(
    [...looks].map(([name, { theme, options }]) => [name, `${theme}?${new URLSearchParams([...options])}`]),
  );
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
