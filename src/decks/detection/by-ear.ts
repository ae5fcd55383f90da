/**
 * Evidence from the sound of the room. A correction by ear needs another track that is heard at 1.00 for five
 * seconds. Pure; times are monotonic milliseconds.
 */
import { SILENT_LEVEL } from '../../core/level.ts';
import type { PlayId } from '../../core/track.ts';

/** While sound arrives but no deck is heard for this long, other signs decide. */
export const NOTHING_HEARD_MS = 10_000;
/** The run's first sound may still arrive. */
export const SOUND_BEGINS_MS = 2_000;
const SURE_MS = 5_000;
/** Shown as 1.00. */
const SURE_LEVEL = 0.995;

export interface OnAirEvidence {
  readonly play: PlayId;
  readonly since: number;
  /** True after ten seconds without sound, too. */
  readonly wasHeard: boolean;
  /** The sound was compared with its file. */
  readonly wasCompared: boolean;
  readonly hadSound: boolean;
}

/** `level`: of the track on air; undefined if its file can't be compared. */
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

/** Was compared, but never heard while on air. */
export function wasMistake(evidence: OnAirEvidence | undefined): boolean {
  return evidence?.wasCompared === true && !evidence.wasHeard;
}

/** Clearly heard track other than the one on air. */
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
