/** Times stay milliseconds inside the program. */

export function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** `2026-11-21T21:03:04.123+01:00`; `Z` in UTC. `at`: epoch milliseconds. */
export function rfc3339(at: number): string {
  const offset = -new Date(at).getTimezoneOffset();
  // After a shift by the offset, the UTC form shows the local digits.
  const local = new Date(at + offset * 60_000).toISOString().slice(0, -1);
  if (offset === 0) {
    return `${local}Z`;
  }
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

/** Local `2026-11-21 21:03:04`. `at`: epoch milliseconds. */
export function dateAndTime(at: number): string {
  return rfc3339(at).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');
}

/** Rounded down; hours may exceed two digits; 0 for negative times. */
export function hoursMinutesSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');
}

/** `4:05`, `04:05` if `minuteDigits` is 2, `1:04:05` from one hour. Rounded down. */
export function clockTime(ms: number, minuteDigits: 1 | 2): string {
  const seconds = Math.floor(ms / 1_000);
  const hours = Math.floor(seconds / 3_600);
  const minutes = String(Math.floor(seconds / 60) % 60).padStart(hours > 0 ? 2 : minuteDigits, '0');
  const rest = twoDigits(seconds % 60);
  return hours > 0 ? `${hours}:${minutes}:${rest}` : `${minutes}:${rest}`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
