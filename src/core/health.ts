/** How a part that depends on another program or service reports that this fails. */
import type { Finding } from './finding.ts';
import { isBlank, say, type Text } from './message.ts';

export type SourceHealth = SourceHealthOf<Text>;

/** `T` is `string` where texts are English already. */
export interface SourceHealthOf<T> {
  /** What it watches, for a person: "2 devices", "~/NowPlaying.txt". */
  readonly watching: T;
  /** Milliseconds since 1970-01-01 UTC; absent while nothing has been received. */
  readonly lastHeardAt?: number | undefined;
  /** Why nothing works, in one sentence; absent when all is well. */
  readonly problem?: T | undefined;
  /** Devices or files with their state, for a person. */
  readonly details?: readonly { readonly name: T; readonly state: T }[] | undefined;
}

/** What health says of a finding: what it is, and in parentheses what to do. */
export function problemOf(found: Pick<Finding, 'finding' | 'todo'> | undefined): Text | undefined {
  if (found === undefined || isBlank(found.todo)) {
    return found?.finding;
  }
  return say('health.with-advice', { problem: found.finding, advice: found.todo });
}

export type LookupHealth = LookupHealthOf<Text>;

/** A service or a device that pictures are requested from. */
export interface LookupHealthOf<T> {
  readonly name: string;
  /** Answers so far, including "there is none". */
  readonly answered: number;
  /** Milliseconds since 1970-01-01 UTC; absent until then. */
  readonly lastSuccessAt?: number;
  readonly lastError?: T;
  readonly lastErrorAt?: number;
}

export type SinkHealth = SinkHealthOf<Text>;

export interface SinkHealthOf<T> {
  readonly name: string;
  /** Waiting publications, including the one being delivered. */
  readonly queued: number;
  readonly delivered: number;
  readonly dropped: number;
  /** Attempts that failed; those that succeeded at a further try have some, too. */
  readonly failed: number;
  /** Milliseconds since 1970-01-01 UTC; absent until then. */
  readonly lastSuccessAt?: number;
  readonly lastError?: T;
  readonly lastErrorAt?: number;
  /** True while it pauses after a refusal that only the user can resolve (a wrong token). */
  readonly stopped: boolean;
}

/** Whether the last attempt of a sink or a lookup failed. */
export function isFailing({
  lastErrorAt = 0,
  lastSuccessAt = 0,
}: {
  readonly lastErrorAt?: number;
  readonly lastSuccessAt?: number;
}): boolean {
  return lastErrorAt > lastSuccessAt;
}

/**
 * One policy for every service that refuses us (401, 403, an unknown channel): only the user can resolve that, but
 * outages have caused false refusals. So nothing is sent to it for this many milliseconds, or until the settings
 * change.
 */
export const REFUSED_PAUSE_MS = 15 * 60_000;

/**
 * The same for a server of the user's own: its password may be corrected there, which changes no setting here. Two of its
 * parts that refuse us stay below the five refusals in ten minutes after which servers commonly ban an address.
 */
export const OWN_SERVER_PAUSE_MS = 5 * 60_000;

/** How a log line announces such a pause. */
export function refusedNext(pauseMs = REFUSED_PAUSE_MS): Text {
  return say('health.refused-next', { minutes: pauseMs / 60_000 });
}

/** What health says of a refusal, with the pause that follows. */
export function refused(why: Text, pauseMs = REFUSED_PAUSE_MS): Text {
  return say('health.refused', { why, minutes: pauseMs / 60_000 });
}
