import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/** The request was carried out. */
export interface Done {
  readonly v: typeof WIRE_VERSION;
  readonly done: true;
  /**
   * Only in the answers to `hide` and `new-set`, if the disk has not stored it yet: it counts, but after a crash outputs
   * may show the track again, or go on with the earlier set.
   */
  readonly stored?: false;
}

/** Every answer below `/api/` with a status of 400 or above. */
export interface Refusal extends Translatable {
  readonly v: typeof WIRE_VERSION;
  readonly done: false;
  /** Reason, as text for users. */
  readonly reason: string;
}

/** Answer of the operator's verbs: `POST /api/v1/hide` and the others. */
export type VerbAnswer = Done | Refusal;
