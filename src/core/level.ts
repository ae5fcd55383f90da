/** A deck's level up to this counts as gone: faders rest a little above zero (0.0129 was seen on a Prime 4). */
export const SILENT_LEVEL = 0.02;
