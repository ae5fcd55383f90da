/** What sources say of a track, as far as it can be true: what no piece of music has is unknown, 0 or empty. */

/**
 * The International Standard Recording Code (ISO 3901): two letters, three letters or digits, seven digits. Tags have it
 * with hyphens, with blanks, in small letters, several in one, or anything else.
 */
const ISRC = /(?<![A-Z\d])(?:ISRC)?([A-Z]{2})[\s-]?([A-Z\d]{3})[\s-]?(\d{2})[\s-]?(\d{5})(?!\d)/;

/** The first code in this text, without hyphens; empty when there is none. */
export function believedIsrc(text: string | undefined): string {
  return (
    ISRC.exec(text?.toUpperCase() ?? '')
      ?.slice(1)
      .join('') ?? ''
  );
}

/** Beats a minute, to two decimals. */
export function believedBpm(value: number | undefined): number {
  return value !== undefined && value >= 1 && value < 1_000 ? Math.round(value * 100) / 100 : 0;
}

/** From a number, or the beginning of a date: `1998-05-01`. */
export function believedYear(value: number | string | undefined): number {
  const year = Number(/^\s*(\d{4})(?!\d)/.exec(String(value ?? ''))?.[1] ?? 0);
  return year >= 1_000 ? year : 0;
}
