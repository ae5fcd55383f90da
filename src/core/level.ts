/** A deck's level up to this counts as gone: faders rest a little above zero (0.0129 was seen on a Prime 4). */
export const SILENT_LEVEL = 0.02;

/** 0 to 1: values a little beyond have been seen, and bytes from a network can say anything. */
export function clampLevel(level: number): number {
  return level >= 0 ? Math.min(1, level) : 0;
}
