import type { WireClock, WireLogger } from '@deckcast/wire-kit';
import { MAX_STRING_BYTES } from './bytes.ts';
import type { CoalescedTimer } from './coalesced-timer.ts';
import { MAX_FRAME_BYTES } from './framing.ts';

/** Limits of incoming data. */
export interface Limits {
  /** Largest frame in bytes; a larger one closes its connection. Default 1 MiB. */
  readonly frameBytes: number;
  /** Longest string in bytes; a longer one closes its connection. Default 64 KiB. */
  readonly stringBytes: number;
  /** Devices tracked at a time; more are ignored. Default 32. */
  readonly devices: number;
  /** Waiting file requests for one device; more are refused with `busy`. Default 64. */
  readonly fileRequests: number;
  /** Bytes waiting to be sent on one connection; more close it. Default 1 MiB. */
  readonly unsentBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  frameBytes: MAX_FRAME_BYTES,
  stringBytes: MAX_STRING_BYTES,
  devices: 32,
  fileRequests: 64,
  unsentBytes: 1024 * 1024,
};

/** Time limits in milliseconds. */
export interface Timeouts {
  /** Limit for accepting a connection. Default 5000. */
  readonly connectMs: number;
  /** Limit for listing services. Default 5000. */
  readonly servicesMs: number;
  /** Pause after which the list counts as complete. Default 500. */
  readonly servicesQuietMs: number;
  /** Limit for an answer about a file, and for each piece of it. Default 10000. */
  readonly fileMs: number;
  /** Silence after which a device that sends beats is lost. Default 5000. */
  readonly silenceMs: number;
  /** The same without beats, when devices send a reference every 5 seconds. Default 12000. */
  readonly quietSilenceMs: number;
  /** Interval of our own references on the main connection. Default 2000. */
  readonly referenceMs: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 5000,
  servicesMs: 5000,
  servicesQuietMs: 500,
  fileMs: 10_000,
  silenceMs: 5000,
  quietSilenceMs: 12_000,
  referenceMs: 2000,
};

/** Context of every connection. */
export interface ConnectionContext {
  readonly token: string;
  readonly limits: Limits;
  readonly timeouts: Timeouts;
  readonly log: WireLogger;
  readonly clock: WireClock;
  readonly timer: CoalescedTimer;
}
