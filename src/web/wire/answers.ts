import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/** What was asked for is done. */
export interface Done {
  readonly v: typeof WIRE_VERSION;
  readonly done: true;
  /** Of `hide`: outputs show nothing of the track, but after a crash they may, because the disk has not taken it yet. */
  readonly stored?: false;
}

/** Every answer below `/api/` whose status is 400 or above. */
export interface Refusal extends Translatable {
  readonly v: typeof WIRE_VERSION;
  readonly done: false;
  /** Why, in words for a person. */
  readonly reason: string;
}

/** The response of the operator's verbs: `POST /api/v1/hide` and the others. */
export type VerbAnswer = Done | Refusal;
