/** Levels up to this are silent: faders rest slightly above zero (0.0129 on a Prime 4). */
export const SILENT_LEVEL = 0.02;

/** Hardware sends values slightly beyond 0…1, and a network packet any number. */
export function clampLevel(level: number): number {
  return level >= 0 ? Math.min(1, level) : 0;
}
