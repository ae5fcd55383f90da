import type { SetNames } from '../../core/contracts/set.ts';
import { rfc3339 } from '../../core/units.ts';

/** Characters. */
const LONGEST_NAME = 40;

/** Local date. `at`: epoch milliseconds. */
export function begunOn(at: number): string {
  return rfc3339(at).slice(0, 'YYYY-MM-DD'.length);
}

/** Name without extension of a file with the set: `2026-11-20-2215-DJ-Example`. `at`: of its first track, if it has one. */
export function fileNameOf(at: number | undefined, { dj, heading }: SetNames): string {
  const begins = at === undefined ? '' : rfc3339(at);
  const date = begins.slice(0, 'YYYY-MM-DD'.length);
  const time = begins.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length).replace(':', '');
  return [date, time, inFileName(dj || heading)].filter(Boolean).join('-');
}

/**
 * The same of a report about the days from `since` to `until`: `2026-11-Radio-Example`, `2026-11-20-Radio-Example`, or
 * `2026-11-20-to-2026-12-03-Radio-Example`. Epoch milliseconds; `until` is not included.
 */
export function fileNameOfDays(since: number, until: number, { dj, heading }: SetNames): string {
  const [first, last] = [begunOn(since), begunOn(until - 1)];
  const [month, day] = [first.slice(0, 'YYYY-MM'.length), first.slice('YYYY-MM-'.length)];
  const isMonth = day === '01' && last.startsWith(month) && begunOn(until).slice(-2) === '01';
  const days = isMonth ? month : first === last ? first : `${first}-to-${last}`;
  return [days, inFileName(dj || heading)].filter(Boolean).join('-');
}

/** ASCII, because headers and old file systems take no more: `DJ Ümit` becomes `DJ-Umit`. */
function inFileName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST_NAME);
}
