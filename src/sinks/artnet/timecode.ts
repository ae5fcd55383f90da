/** Frames of timecode, and the Art-Net packet that carries one. Pure. */

const PORT_HEADER = Buffer.from('Art-Net\0', 'latin1');
const OP_TIMECODE = 0x9700;
const PROTOCOL = 14;
const PACKET_BYTES = 19;
const HOURS_A_DAY = 24;

export const RATES = {
  '24': { type: 0, perSecond: 24, base: 24 },
  '25': { type: 1, perSecond: 25, base: 25 },
  /** Drop frame: counts as 30 and leaves out numbers, so that it agrees with the clock on the wall. */
  '29.97': { type: 2, perSecond: 30_000 / 1_001, base: 30 },
  '30': { type: 3, perSecond: 30, base: 30 },
} as const;

export type RateName = keyof typeof RATES;

export interface Timecode {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly frames: number;
}

/** Number of the frame at this position, which is 0 or more. */
export function frameAt(ms: number, rate: RateName): number {
  // Positions on the edge of a frame may be a rounding error before it.
  return Math.floor((ms / 1_000) * RATES[rate].perSecond + 1e-6);
}

/** Milliseconds at which a frame begins. */
export function startOf(frame: number, rate: RateName): number {
  return (frame / RATES[rate].perSecond) * 1_000;
}

export function timecodeOf(frame: number, rate: RateName): Timecode {
  const { base } = RATES[rate];
  const number = rate === '29.97' ? withDropped(frame) : frame;
  const seconds = Math.floor(number / base);
  return {
    frames: number % base,
    seconds: seconds % 60,
    minutes: Math.floor(seconds / 60) % 60,
    hours: Math.floor(seconds / 3_600) % HOURS_A_DAY,
  };
}

/** Frames 0 and 1 of each minute have no number, except in each tenth minute. */
function withDropped(frame: number): number {
  const perMinute = 60 * 30 - 2;
  const perTen = perMinute * 10 + 2;
  const tens = Math.floor(frame / perTen);
  const rest = frame % perTen;
  return frame + tens * 18 + (rest < 2 ? 0 : 2 * Math.floor((rest - 2) / perMinute));
}

export function timecodePacket({ hours, minutes, seconds, frames }: Timecode, rate: RateName): Buffer {
  const packet = Buffer.alloc(PACKET_BYTES);
  PORT_HEADER.copy(packet);
  packet.writeUInt16LE(OP_TIMECODE, 8);
  packet.writeUInt16BE(PROTOCOL, 10);
  packet.set([frames, seconds, minutes, hours, RATES[rate].type], 14);
  return packet;
}
