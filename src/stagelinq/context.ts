import type { Limits } from './limits.ts';
import type { StagelinqClock, StagelinqLogger } from './tools.ts';

/** How long things may take, in milliseconds. */
export interface Timeouts {
  /** For a device to accept a connection. Default 5000. */
  readonly connectMs: number;
  /** For a device to list its services. Default 5000. */
  readonly servicesMs: number;
  /** The list counts as complete when nothing was added for so long. Default 500. */
  readonly servicesQuietMs: number;
  /** For an answer about a file, and for each piece of its contents. Default 10000. */
  readonly fileMs: number;
  /** Without a byte for so long a device that sends beats is given up. Default 5000. */
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
  /** Who we are to devices. */
  readonly token: string;
  readonly limits: Limits;
  readonly timeouts: Timeouts;
  readonly log: StagelinqLogger;
  readonly clock: StagelinqClock;
}
