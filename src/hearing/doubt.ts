/** Doubts that the sound can be that of the loaded tracks. Pure. */

import type { Finding } from '../core/finding.ts';
import { say } from '../core/message.ts';
import type { JudgeAnswer } from './messages.ts';

/** Time without a heard file, or with only faint ones, before it is reported. */
const DOUBTED_AFTER_MS = 30_000;
/** Share of the clearest file below which there is much else in the sound. */
const FAINT = 0.2;

const NOTHING: Finding = {
  area: 'software',
  severity: 'warning',
  finding: say('hearing.none-loaded-tracks-heard-sound-comes'),
  means: say('hearing.plays-not-loaded-cannot-made-out'),
  todo: say('hearing.if-loaded-track-plays-check-sound'),
};

const MUCH_ELSE: Finding = {
  area: 'software',
  severity: 'warning',
  finding: say('hearing.loaded-track-heard-much-else-may'),
  means: say('hearing.change-track-heard-late-not-all'),
  todo: say('hearing.take-sound-mixer-not-room-turn'),
};

export class Doubt {
  /** Since when no file is heard, or only faintly; monotonic. */
  #nothingSince: number | undefined;
  #faintSince: number | undefined;

  update({ shares, isSilent }: JudgeAnswer, levels: ReadonlyMap<string, number>, now: number): void {
    const isCompared = levels.size > 0 && !isSilent;
    const isHeard = [...levels.values()].some((level) => level > 0);
    const isFaint = isHeard && Math.max(...shares.values()) < FAINT;
    this.#nothingSince = isCompared && !isHeard ? (this.#nothingSince ?? now) : undefined;
    this.#faintSince = isCompared && isFaint ? (this.#faintSince ?? now) : undefined;
  }

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
