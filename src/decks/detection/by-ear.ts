/**
 * Evidence from the sound of the room about the track on air. A correction by ear needs another track that is heard at
 * 1.00 for five seconds. Pure; times are milliseconds on the caller's monotonic clock.
 */
import { SILENT_LEVEL } from '../../core/level.ts';
import type { PlayId } from '../../core/track.ts';

/** Time without any deck heard, while sound arrives, after which other signs decide. */
export const NOTHING_HEARD_MS = 10_000;
/** Time at the beginning of a run in which the first sound may still arrive. */
export const SOUND_BEGINS_MS = 2_000;
const SURE_MS = 5_000;
/** Shown to the operator as 1.00. */
const SURE_LEVEL = 0.995;

/** Whether the track on air was ever heard there. */
export interface OnAirEvidence {
  readonly play: PlayId;
  readonly since: number;
  /** Also true after ten seconds or more without sound. */
  readonly wasHeard: boolean;
  /** Whether the track's file was compared with the sound. */
  readonly wasCompared: boolean;
  readonly hadSound: boolean;
}

/** `level`: how clearly the track on air is heard; undefined if its file can't be compared. */
export function noteOnAir(
  before: OnAirEvidence | undefined,
  play: PlayId,
  { hasSound, level }: { readonly hasSound: boolean; readonly level: number | undefined },
  at: number,
): OnAirEvidence {
  const evidence =
    before?.play === play
      ? before
      : { play, since: at, wasHeard: false, wasCompared: false, hadSound: hasSound };
  const lackedSound = !(hasSound && evidence.hadSound) && at >= evidence.since + NOTHING_HEARD_MS;
  const wasHeard = evidence.wasHeard || lackedSound || (level ?? 0) > SILENT_LEVEL;
  const wasCompared = evidence.wasCompared || level !== undefined;
  return evidence === before &&
    wasHeard === before.wasHeard &&
    wasCompared === before.wasCompared &&
    hasSound === before.hadSound
    ? before
    : { ...evidence, wasHeard, wasCompared, hadSound: hasSound };
}

/** Returns whether the track was compared but never heard while on air. */
export function wasMistake(evidence: OnAirEvidence | undefined): boolean {
  return evidence?.wasCompared === true && !evidence.wasHeard;
}

/** A clearly heard track other than the one on air. */
export interface SureEvidence {
  readonly play: PlayId;
  readonly since: number;
}

export function noteSure(
  before: SureEvidence | undefined,
  play: PlayId,
  level: number | undefined,
  at: number,
): SureEvidence | undefined {
  if ((level ?? 0) < SURE_LEVEL) {
    return undefined;
  }
  return before?.play === play ? before : { play, since: at };
}

export function correctsAt({ since }: SureEvidence): number {
  return since + SURE_MS;
}
