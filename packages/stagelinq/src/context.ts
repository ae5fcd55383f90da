import type { WireClock, WireLogger } from '@deckcast/wire-kit';
import { MAX_STRING_BYTES } from './bytes.ts';
import type { CoalescedTimer } from './coalesced-timer.ts';
import { MAX_FRAME_BYTES } from './framing.ts';

/** Limits on what the network may send. Each can be set; omitted ones keep their default. */
export interface Limits {
  /** Largest frame, in bytes; a larger one closes its connection. Default 1 MiB. */
  readonly frameBytes: number;
  /** Longest string, in bytes; a longer one closes its connection. Default 64 KiB. */
  readonly stringBytes: number;
  /** Devices tracked at a time; others are ignored until one leaves. Default 32. */
  readonly devices: number;
  /** File requests waiting for one device; more are refused with `busy`. Default 64. */
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

/** How long things may take, in milliseconds. */
export interface Timeouts {
  /** For a device to accept a connection. Default 5000. */
  readonly connectMs: number;
  /** For a device to list its services. Default 5000. */
  readonly servicesMs: number;
  /** The list counts as complete when nothing was added for this long. Default 500. */
  readonly servicesQuietMs: number;
  /** For an answer about a file, and for each piece of its contents. Default 10000. */
  readonly fileMs: number;
  /** A device that sends beats counts as lost after this long without a byte. Default 5000. */
  readonly silenceMs: number;
  /** The same for one that sends no beats, only its references every 5 seconds. Default 12000. */
  readonly quietSilenceMs: number;
  /** Between our own references on the main connection. Default 2000. */
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

/** What every connection needs to know. */
export interface ConnectionContext {
  /** Our identity. */
  readonly token: string;
  readonly limits: Limits;
  readonly timeouts: Timeouts;
  readonly log: WireLogger;
  readonly clock: WireClock;
  /** Runs what recurs. */
  readonly timer: CoalescedTimer;
}
