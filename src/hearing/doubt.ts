/** Whether what comes in can be the sound of the loaded tracks. Pure. */
import type { Finding } from '../core/finding.ts';
import type { JudgeAnswer } from './messages.ts';

/** Milliseconds after which it is reported that none of the files is heard, or only faintly. */
const DOUBTED_AFTER_MS = 30_000;
/** Part of the sound that the clearest file explains, below which there is much else in it. */
const FAINT = 0.2;

const NOTHING: Finding = {
  area: 'software',
  severity: 'warning',
  finding: 'none of the loaded tracks is heard in the sound that comes in',
  means: 'what plays is not loaded, or cannot be made out: what is on air stays',
  todo: 'if a loaded track plays, check that the sound is that of the master, and that the file is the same edit',
};

const MUCH_ELSE: Finding = {
  area: 'software',
  severity: 'warning',
  finding: 'a loaded track is heard, with much else: it may be the microphone of a room',
  means: 'a change of track is heard late, or not at all',
  todo: 'take the sound from the mixer, not from the room, or turn down what talks over it',
};

export class Doubt {
  /** Since when none of the files is heard, and since when only faintly; monotonic. */
  #nothingSince: number | undefined;
  #faintSince: number | undefined;

  /** A judgement of sound. */
  update({ shares, isSilent }: JudgeAnswer, levels: ReadonlyMap<string, number>, now: number): void {
    const isCompared = levels.size > 0 && !isSilent;
    const isHeard = [...levels.values()].some((level) => level > 0);
    const isFaint = isHeard && Math.max(...shares.values()) < FAINT;
    this.#nothingSince = isCompared && !isHeard ? (this.#nothingSince ?? now) : undefined;
    this.#faintSince = isCompared && isFaint ? (this.#faintSince ?? now) : undefined;
  }

  /** The sound has ended. */
  reset(): void {
    this.#nothingSince = undefined;
    this.#faintSince = undefined;
  }

  findings(now: number): readonly Finding[] {
    const isLongSince = (since = Number.POSITIVE_INFINITY): boolean => now >= since + DOUBTED_AFTER_MS;
    return [
      ...(isLongSince(this.#nothingSince) ? [NOTHING] : []),
      ...(isLongSince(this.#faintSince) ? [MUCH_ELSE] : []),
    ];
  }
}
