/** Faders rest slightly above zero (0.0129 on a Prime 4). */
export const SILENT_LEVEL = 0.02;

/** Hardware exceeds 0…1 slightly, and a packet may hold any number. */
export function clampLevel(level: number): number {
  return level >= 0 ? Math.min(1, level) : 0;
}
