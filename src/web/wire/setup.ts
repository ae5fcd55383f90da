import type { SetupStepOf } from '../../core/setup-step.ts';
import type { Done } from './answers.ts';
import type { WireFinding } from './doctor.ts';
import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/** `GET /api/v1/setup`: state of everything that has to be set up. For callers who may configure. */
export interface SetupMessage {
  readonly v: typeof WIRE_VERSION;
  /** Enabled sources first, in order of priority. */
  readonly sources: readonly SourceCard[];
  readonly sinks: readonly SinkCard[];
  readonly startsWithComputer: ComputerStart;
  /** Address of the overlay for other computers: `http://192.168.1.20:9090/`; null if none can reach it. */
  readonly url: string | null;
}

export interface SetupCard extends Translatable {
  /** Name in the configuration. */
  readonly name: string;
  /** Title for users. */
  readonly title: string;
  readonly about: string;
  readonly steps: readonly WireStep[];
  /** Names of its options, in the order of its table. */
  readonly options: readonly string[];
  /** Values to save along with a change of an option in the steps. */
  readonly implied?: Readonly<Record<string, string>>;
  /** Whether its authorization was given; absent if it needs none. */
  readonly authorized?: boolean;
  /** Account that gave it; absent if the service does not name it. */
  readonly account?: string;
  /** Latest code for its authorization; absent once it was used. */
  readonly code?: AuthorizationCode;
  /** Reason for a refused code, in one sentence; absent while pending. */
  readonly refused?: string;
}

export interface WireStep extends SetupStepOf<string>, Translatable {}

/** Code that the user enters on a service's page. */
export interface AuthorizationCode {
  readonly page: string;
  readonly code: string;
}

/**
 * `off`: `--source` does not name it. `waiting`: no problem is known, and no track has arrived. `trouble`: a problem
 * keeps it from working. `arrived`: it has delivered a track, and no problem is known.
 */
export type SourceState = 'off' | 'waiting' | 'trouble' | 'arrived';

/** Devices and programs that the source watches, as in its health; absent while it is off. */
export interface SourceCard extends SetupCard {
  readonly watching?: string;
  readonly lastHeardAt?: number | undefined;
  readonly problem?: string | undefined;
  readonly details?: readonly { readonly name: string; readonly state: string }[] | undefined;
  readonly state: SourceState;
  /** Arrival of the last track, milliseconds since 1970-01-01 UTC; null before the first. */
  readonly trackAt: number | null;
  /** Findings of an examination of this part, without those that are well. */
  readonly findings: readonly WireFinding[];
}

export interface SinkCard extends SetupCard {
  readonly on: boolean;
  /** Reason for the last failure, in one sentence; absent if the last attempt succeeded. */
  readonly problem?: string;
}

/** Whether deckcast starts when the user signs in to this computer. */
export interface ComputerStart {
  /** Whether this copy starts. */
  readonly on: boolean;
  /** File of the autostart entry. */
  readonly file: string;
  /** Program that starts in place of this copy, if any. */
  readonly instead?: {
    readonly path: string;
    /** The program is missing, so nothing starts. */
    readonly isGone: boolean;
  };
}

/** Answer to actions of the set-up page: `POST /api/v1/setup/…`. */
export interface SetupAnswer extends Done, Translatable {
  /** Outcome for the user, as the other side reported it. */
  readonly reason: string;
}

/** Answer of `POST /api/v1/setup/obs/scenes`. */
export interface ScenesAnswer extends SetupAnswer {
  /** The one on air first. */
  readonly scenes: readonly string[];
}

/** Answer of `POST /api/v1/setup/authorize`. */
export interface AuthorizationAnswer extends SetupAnswer {
  /** Page of the service, on which the user agrees. */
  readonly page: string;
  /** Code that the user enters there; absent if that page needs none. */
  readonly code?: string;
}
