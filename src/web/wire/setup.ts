import type { SetupStepOf } from '../../core/setup-step.ts';
import type { Done } from './answers.ts';
import type { WireFinding } from './doctor.ts';
import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/** `GET /api/v1/setup`: how far everything is that has to be set up. For those who may configure. */
export interface SetupMessage {
  readonly v: typeof WIRE_VERSION;
  /** Those that are switched on first, in the order in which they count. */
  readonly sources: readonly SourceCard[];
  readonly sinks: readonly SinkCard[];
  readonly startsWithComputer: ComputerStart;
  /** Where another computer reaches the overlay: `http://192.168.1.20:9090/`; null when none does. */
  readonly url: string | null;
}

export interface SetupCard extends Translatable {
  /** As the configuration spells it. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  readonly about: string;
  readonly steps: readonly WireStep[];
  /** Names of its options, in the order of its table. */
  readonly options: readonly string[];
  /** Whether the authorization was given that it needs; absent where it needs none. */
  readonly authorized?: boolean;
  /** The code that was requested last for its authorization; absent once it was used. */
  readonly code?: AuthorizationCode;
  /** Why that code led to no authorization, in one sentence; absent while it may still. */
  readonly refused?: string;
}

export interface WireStep extends SetupStepOf<string>, Translatable {}

/** What the user enters on which page of a service. */
export interface AuthorizationCode {
  readonly page: string;
  readonly code: string;
}

/**
 * `off`: `--source` does not name it. `waiting`: no problem is known, and no track has arrived. `trouble`: something
 * keeps it from working. `arrived`: it has delivered a track, and nothing is wrong.
 */
export type SourceState = 'off' | 'waiting' | 'trouble' | 'arrived';

/** What it watches and hears, as in the health of a source; absent while it is off. */
export interface SourceCard extends SetupCard {
  readonly watching?: string;
  readonly lastHeardAt?: number | undefined;
  readonly problem?: string | undefined;
  readonly details?: readonly { readonly name: string; readonly state: string }[] | undefined;
  readonly state: SourceState;
  /** When the last track arrived, milliseconds since 1970-01-01 UTC; null while none has. */
  readonly trackAt: number | null;
  /** What an examination of this part finds; what is well is left out. */
  readonly findings: readonly WireFinding[];
}

export interface SinkCard extends SetupCard {
  readonly on: boolean;
  /** Why its last attempt failed, in one sentence; absent unless it did. */
  readonly problem?: string;
}

/** Whether deckcast starts when the user signs in to this computer. */
export interface ComputerStart {
  /** This copy does. */
  readonly on: boolean;
  /** The file that makes it so. */
  readonly file: string;
  /** What is started in place of this copy; absent where nothing else is. */
  readonly instead?: {
    readonly path: string;
    /** It is gone, so nothing is started. */
    readonly isGone: boolean;
  };
}

/** The response of what the set-up page asks for: `POST /api/v1/setup/…`. */
export interface SetupAnswer extends Done, Translatable {
  /** For a person: what the other side said. */
  readonly reason: string;
}

/** The response of `POST /api/v1/setup/obs/scenes`. */
export interface ScenesAnswer extends SetupAnswer {
  /** The one on air first. */
  readonly scenes: readonly string[];
}

/** The response of `POST /api/v1/setup/authorize`. */
export interface AuthorizationAnswer extends SetupAnswer {
  /** The service's page, on which the user agrees. */
  readonly page: string;
  /** What the user enters there; absent where that page needs no code. */
  readonly code?: string;
}
