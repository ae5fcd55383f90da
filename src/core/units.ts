/** Times and counts as text. Times stay milliseconds everywhere inside; they become text at the edge. */

export function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * RFC 3339 with milliseconds and the local zone's offset: `2026-11-21T21:03:04.123+01:00`; `Z` in UTC.
 * `at` is milliseconds since 1970-01-01 UTC.
 */
export function rfc3339(at: number): string {
  const offset = -new Date(at).getTimezoneOffset();
  // Shifted by its offset, the UTC form shows the local digits.
  const local = new Date(at + offset * 60_000).toISOString().slice(0, -1);
  if (offset === 0) {
    return `${local}Z`;
  }
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

/** As the clock of this computer shows it: `2026-11-21 21:03:04`. `at` is milliseconds since 1970-01-01 UTC. */
export function dateAndTime(at: number): string {
  return rfc3339(at).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');
}

/** `HH:MM:SS`, fractions cut off; hours may exceed two digits. Negative times are `00:00:00`. */
export function hoursMinutesSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');
}

/** `4:05`, `04:05` with `minuteDigits` 2, and `1:04:05` from the first hour on. Fractions are cut off. */
export function clockTime(ms: number, minuteDigits: 1 | 2): string {
  const seconds = Math.floor(ms / 1_000);
  const hours = Math.floor(seconds / 3_600);
  const minutes = String(Math.floor(seconds / 60) % 60).padStart(hours > 0 ? 2 : minuteDigits, '0');
  const rest = twoDigits(seconds % 60);
  return hours > 0 ? `${hours}:${minutes}:${rest}` : `${minutes}:${rest}`;
}

/** `1 sink`, `2 sinks`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
