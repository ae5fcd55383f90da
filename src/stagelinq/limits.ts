import { MAX_STRING_BYTES } from './bytes.ts';
import { MAX_FRAME_BYTES } from './framing.ts';

/** What is accepted from the network at most. Each can be set; what is left out keeps its default. */
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
