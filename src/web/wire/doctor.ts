import type { Finding } from '../../core/finding.ts';
import type { WIRE_VERSION } from './events.ts';

/** `GET /api/v1/doctor`: the findings of a check of everything that a set needs. For those who may operate. */
export interface DoctorMessage {
  readonly v: typeof WIRE_VERSION;
  /** The most important first. */
  readonly findings: readonly Finding[];
}
