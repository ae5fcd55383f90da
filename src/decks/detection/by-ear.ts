/**
 * What the sound of the room says about the track on air. A correction by ear needs another track that is heard at 1.00 for
 * five seconds. Pure; times are milliseconds on the caller's monotonic clock.
 */
import { SILENT_LEVEL } from '../../core/level.ts';
import type { PlayId } from '../../core/track.ts';

/** Milliseconds in which sound arrives and no deck is heard, after which other signs decide. */
export const NOTHING_HEARD_MS = 10_000;
/** Milliseconds at the beginning of a run in which the first sound may still arrive. */
export const SOUND_BEGINS_MS = 2_000;
const SURE_MS = 5_000;
/** The operator reads it as 1.00. */
const SURE_LEVEL = 0.995;

/** The track on air, and whether the room ever heard it there. */
export interface OnAirEvidence {
  readonly play: PlayId;
  readonly since: number;
  /** Also true after ten seconds or more in which no sound could tell. */
  readonly wasHeard: boolean;
  /** Its file could be compared with the sound. */
  readonly wasCompared: boolean;
  readonly hadSound: boolean;
}

/** `level`: how clearly the track on air is heard; undefined when its file can't be compared. */
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

/** The track was never heard while it was on air, although it could have been: its place in the set is a mistake. */
export function wasMistake(evidence: OnAirEvidence | undefined): boolean {
  return evidence?.wasCompared === true && !evidence.wasHeard;
}

/** Another track than the one on air, surely heard. */
export interface SureEvidence {
  readonly play: PlayId;
  readonly since: number;
}

/** Undefined when the track is not surely heard. */
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

/** When the evidence is enough for a correction. */
export function correctsAt({ since }: SureEvidence): number {
  return since + SURE_MS;
}
