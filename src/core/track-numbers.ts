/** Numbers of a track as sources store them. What no piece of music has is unknown: 0. */

/** Beats a minute, to two decimals. */
export function believedBpm(value: number | undefined): number {
  return value !== undefined && value >= 1 && value < 1_000 ? Math.round(value * 100) / 100 : 0;
}

/** From a number, or the beginning of a date: `1998-05-01`. */
export function believedYear(value: number | string | undefined): number {
  const year = Number(/^\s*(\d{4})(?!\d)/.exec(String(value ?? ''))?.[1] ?? 0);
  return year >= 1_000 ? year : 0;
}
