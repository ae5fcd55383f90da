import type { WIRE_VERSION } from './events.ts';

/** `GET /api/v1/doctor`: what is found when everything that a set needs is looked at. For those who may operate. */
export interface DoctorMessage {
  readonly v: typeof WIRE_VERSION;
  /** The most important first. */
  readonly findings: readonly Finding[];
}

/**
 * `fault`: something that was asked for will not work in a set. `warning`: it may fail, or a part of it is missing.
 * `note`: good to know. `ok`: examined, and as it should be. The worst first.
 */
export const SEVERITIES = ['fault', 'warning', 'note', 'ok'] as const;

/** In the order in which trouble spreads: what stands further up is the cause of what stands below. */
export const AREAS = [
  'network',
  'ports',
  'firewall',
  'devices',
  'software',
  'files',
  'services',
  'computer',
  'program',
] as const;

export interface Finding {
  readonly area: (typeof AREAS)[number];
  readonly severity: (typeof SEVERITIES)[number];
  /** What it is, with names and numbers: "UDP port 51337 is held by python3 (process 812)". No full stop. */
  readonly finding: string;
  /** What that means for the set; empty where nothing follows from it. */
  readonly means: string;
  /** What to do; empty where there is nothing to do. */
  readonly todo: string;
  /** Options of the source that found it, with the values that make it use that; absent where it needs none. */
  readonly offers?: Readonly<Record<string, string>>;
}
