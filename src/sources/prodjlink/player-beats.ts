/** Turns the packets of one player into reports of its beat. Pure. */

import { type BeatPacket, isPlaying, type PlayerStatus, type PositionPacket } from '@deckcast/prodjlink';
import type { BeatReport } from '../../decks/index.ts';
import { PREVIEW_STATES } from './player-deck.ts';

const MINUTE_MS = 60_000;
/** A status and a beat this close may have been sent in either order; the beat of the bar tells which. */
const CLOSE_MS = 30;
/** A player that sends its position sends it every 30 ms. */
const HAS_POSITION_MS = 1_000;

export class PlayerBeats {
  #beatAt = Number.NEGATIVE_INFINITY;
  #beatInBar = 0;
  #positionAt = Number.NEGATIVE_INFINITY;
  /** Audible, beats per minute; 0 while the deck stands still. */
  #bpm = 0;
  #pitch = 1;

  onStatus(status: PlayerStatus, at: number): BeatReport {
    const plays = isPlaying(status) && !PREVIEW_STATES.includes(status.playState);
    this.#pitch = status.pitch;
    this.#bpm = plays ? (status.bpm ?? 0) * status.pitch : 0;
    if (!plays) {
      // The time of a pause is not part of the beat.
      this.#beatAt = Number.NEGATIVE_INFINITY;
    }
    const positionMs =
      at < this.#positionAt + HAS_POSITION_MS ? undefined : this.#positionByBeats(status, at);
    return { kind: 'tempo', at, bpm: this.#bpm, pitch: this.#pitch, positionMs };
  }

  onBeat({ beatInBar, bpm, pitch }: BeatPacket, at: number): BeatReport | undefined {
    if (bpm === null || bpm === 0 || beatInBar < 1 || beatInBar > 4) {
      return undefined;
    }
    this.#beatAt = at;
    this.#beatInBar = beatInBar;
    this.#pitch = pitch;
    this.#bpm = bpm * pitch;
    return { kind: 'beat', at, beatInBar, bpm: this.#bpm };
  }

  onPosition({ playhead }: PositionPacket, at: number): BeatReport {
    this.#positionAt = at;
    return { kind: 'tempo', at, bpm: this.#bpm, pitch: this.#pitch, positionMs: playhead };
  }

  /** Players before the CDJ-3000 only count beats: the position since the first one. */
  #positionByBeats({ beat, beatInBar, bpm }: PlayerStatus, at: number): number | undefined {
    const sinceBeat = (at - this.#beatAt) * this.#pitch;
    const beatMs = bpm === null || bpm === 0 ? Number.NaN : MINUTE_MS / bpm;
    const margin = beatInBar === this.#beatInBar ? 0 : CLOSE_MS;
    return beat !== null && beat > 0 && sinceBeat >= margin && sinceBeat <= beatMs - margin
      ? (beat - 1) * beatMs + sinceBeat
      : undefined;
  }
}
