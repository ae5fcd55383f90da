import { type Finding, firstProblem } from './finding.ts';
import { isBlank, say, type Text } from './message.ts';

export type SourceHealth = SourceHealthOf<Text>;

/** `T` is `string` where texts are in English already. */
export interface SourceHealthOf<T> {
  /** Watched devices or files, for users: "2 devices", "~/NowPlaying.txt". */
  readonly watching: T;
  /** The one that it reads, if the title of its card names several. */
  readonly program?: string | undefined;
  /** Milliseconds since 1970-01-01 UTC; absent until something was received. */
  readonly lastHeardAt?: number | undefined;
  /** Why nothing works, in one sentence; absent if the source works. */
  readonly problem?: T | undefined;
  /** Nothing is broken: the problem, or the silence, lasts until the user connects, switches on or starts something. */
  readonly waits?: true | undefined;
  readonly details?: readonly { readonly name: T; readonly state: T }[] | undefined;
}

export type HearingHealth = HearingHealthOf<Text>;

/** Health of the sound of the room. */
export interface HearingHealthOf<T> {
  readonly isHeard: boolean;
  /** Sound has stopped after some was heard, matches no loaded track, or has no music to be compared with. */
  readonly problem?: T | undefined;
}

export function problemOf(found: Pick<Finding, 'finding' | 'todo'> | undefined): Text | undefined {
  if (found === undefined || isBlank(found.todo)) {
    return found?.finding;
  }
  return say('health.with-advice', { problem: found.finding, advice: found.todo });
}

export function troubleOf(found: Finding | undefined): Pick<SourceHealth, 'problem' | 'waits'> {
  return { problem: problemOf(found), waits: found?.waits };
}

export function troubleIn(findings: readonly Finding[]): Pick<SourceHealth, 'problem' | 'waits'> {
  return troubleOf(firstProblem(findings));
}

export function problemIn(findings: readonly Finding[]): Text | undefined {
  return problemOf(firstProblem(findings));
}

export type LookupHealth = LookupHealthOf<Text>;

/** Health of a service or device that pictures are requested from. */
export interface LookupHealthOf<T> {
  readonly name: string;
  readonly answered: number;
  /** Milliseconds since 1970-01-01 UTC; absent before the first success. */
  readonly lastSuccessAt?: number;
  readonly lastError?: T;
  readonly lastErrorAt?: number;
}

export type SinkHealth = SinkHealthOf<Text>;

export interface SinkHealthOf<T> {
  readonly name: string;
  readonly queued: number;
  readonly delivered: number;
  readonly dropped: number;
  /** Failed attempts, including those of publications that a retry delivered. */
  readonly failed: number;
  /** Milliseconds since 1970-01-01 UTC; absent before the first success. */
  readonly lastSuccessAt?: number;
  readonly lastError?: T;
  readonly lastErrorAt?: number;
  /** True during the pause after a refusal that only the user can resolve (a wrong token). */
  readonly stopped: boolean;
}

export function isFailing({
  lastErrorAt = 0,
  lastSuccessAt = 0,
}: {
  readonly lastErrorAt?: number;
  readonly lastSuccessAt?: number;
}): boolean {
  return lastErrorAt > lastSuccessAt;
}

/** Only the user can fix a wrong token, but outages cause false refusals, too. A settings change ends it. */
export const REFUSED_PAUSE_MS = 15 * 60_000;

/**
 * The user may correct the password on an own server. Two parts that retry this often stay below five
 * refusals in ten minutes, at which servers commonly ban an address.
 */
export const OWN_SERVER_PAUSE_MS = 5 * 60_000;

export function refusedNext(pauseMs = REFUSED_PAUSE_MS): Text {
  return say('health.refused-next', { minutes: pauseMs / 60_000 });
}

export function refused(why: Text, pauseMs = REFUSED_PAUSE_MS): Text {
  return say('health.refused', { why, minutes: pauseMs / 60_000 });
}
