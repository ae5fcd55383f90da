/** `4:05`, `04:05` with `minuteDigits` 2, and `1:04:05` from the first hour on. Fractions are cut off. */
export function clockTime(ms: number, minuteDigits: 1 | 2): string {
  const seconds = Math.floor(ms / 1_000);
  const hours = Math.floor(seconds / 3_600);
  const minutes = String(Math.floor(seconds / 60) % 60).padStart(hours > 0 ? 2 : minuteDigits, '0');
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${minutes}:${rest}` : `${minutes}:${rest}`;
}
