/** Implausible values become 0 or empty. */

/** ISO 3901. Tags contain hyphens, blanks, lower case, several codes, or other text. */
const ISRC = /(?<![A-Z\d])(?:ISRC)?([A-Z]{2})[\s-]?([A-Z\d]{3})[\s-]?(\d{2})[\s-]?(\d{5})(?!\d)/;

/** First code, without hyphens; empty if absent. */
export function plausibleIsrc(text: string | undefined): string {
  return (
    ISRC.exec(text?.toUpperCase() ?? '')
      ?.slice(1)
      .join('') ?? ''
  );
}

/** Two decimals. */
export function plausibleBpm(value: number | undefined): number {
  return value !== undefined && value >= 1 && value < 1_000 ? Math.round(value * 100) / 100 : 0;
}

/** A number or the beginning of a date: `1998-05-01`. */
export function plausibleYear(value: number | string | undefined): number {
  const year = Number(/^\s*(\d{4})(?!\d)/.exec(String(value ?? ''))?.[1] ?? 0);
  return year >= 1_000 ? year : 0;
}
