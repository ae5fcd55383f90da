export const LONGEST_TRACK_MS = 7 * 24 * 60 * 60_000;

/** 0 for lengths that no track has: live streams report the largest number. */
export function plausibleLength(ms: number): number {
  return ms > 0 && ms <= LONGEST_TRACK_MS ? Math.round(ms) : 0;
}

/** `4:05`, `1:04:05` or `245`; 0 for others. */
export function parsePlayingTime(text: string): number {
  if (!/^\d{1,6}(:\d{1,2}){0,2}([.]\d+)?$/.test(text)) {
    return 0;
  }
  return Math.round(text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000);
}
