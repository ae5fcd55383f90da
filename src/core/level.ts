/** Levels up to this count as silent: faders rest slightly above zero (0.0129 on a Prime 4). */
export const SILENT_LEVEL = 0.02;

/** Limits to 0…1: hardware sends values slightly beyond, and a network packet may contain any number. */
export function clampLevel(level: number): number {
  return level >= 0 ? Math.min(1, level) : 0;
}
