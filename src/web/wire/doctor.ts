import type { FindingOf } from '../../core/finding.ts';
import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/** `GET /api/v1/doctor`: findings of an examination of everything that a set needs. For callers who may operate. */
export interface DoctorMessage {
  readonly v: typeof WIRE_VERSION;
  /** The most important first. */
  readonly findings: readonly WireFinding[];
}

export interface WireFinding extends FindingOf<string>, Translatable {}
