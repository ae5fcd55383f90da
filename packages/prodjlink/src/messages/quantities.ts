/** A pitch on the wire is a number of which 00100000 (hexadecimal) is 0 %; as a value it is the factor, 1 = 0 %, exactly. */
const NORMAL = 0x100000;

export function pitchFromWire(raw: number): number {
  return raw / NORMAL;
}

export function pitchToWire(pitch: number): number {
  return Math.round(pitch * NORMAL);
}

/** Tempo on the wire: beats a minute x 100, ffff when there is none. */
const NO_BPM = 0xffff;

export function bpmFromWire(raw: number): number | null {
  return raw === NO_BPM ? null : raw / 100;
}

export function bpmToWire(bpm: number | null): number {
  return bpm === null ? NO_BPM : Math.round(bpm * 100);
}

/** A count or a time that is unknown, or too far away. */
const NOTHING = 0xffffffff;

export function optionalFromWire(raw: number): number | null {
  return raw === NOTHING ? null : raw;
}

export function optionalToWire(value: number | null): number {
  return value ?? NOTHING;
}
