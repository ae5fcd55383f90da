/** Turns OSC messages about one deck into reports of its beat. Pure. */

import type { BeatReport } from '../../decks/index.ts';

const MINUTE_MS = 60_000;
const BEATS_IN_BAR = 4;
/** Speeds are measured over this long. */
const MEASURED_MS = 1_000;
/** Messages this close come after a delay, and the last of them is the least late. */
const AT_ONCE_MS = 5;
/** Largest speed of a track, as a factor. A larger move is a jump. */
const FASTEST = 4;
/** Measured tempos are rounded to this, in beats per minute: network delays move them by less. */
const TEMPO_STEP = 0.1;

export type BeatField =
  /** Beats since the first downbeat. */
  | 'beat'
  /** Part of the bar that has passed, 0 to 1. */
  | 'bar'
  /** Audible tempo in beats per minute. */
  | 'bpm'
  /** Position in the track, in seconds. */
  | 'position';

export class OscBeats {
  #bpm: number | undefined;
  #beat: number | undefined;
  /** In milliseconds. */
  #position: { readonly at: number; readonly value: number } | undefined;
  readonly #beatSpeed = new Speed((FASTEST * 120) / MINUTE_MS);
  readonly #positionSpeed = new Speed(FASTEST);
  readonly #isContinuous: boolean;

  /** `isContinuous`: a beat that is reported again as it was means that the deck stands still. */
  constructor(isContinuous: boolean) {
    this.#isContinuous = isContinuous;
  }

  start(at: number): BeatReport | undefined {
    const bpm = this.#bpm;
    return bpm === undefined ? undefined : { kind: 'tempo', at, bpm, pitch: this.#pitchAt(bpm) };
  }

  stop(at: number): BeatReport {
    this.#position = undefined;
    return { kind: 'tempo', at, bpm: 0 };
  }

  receive(field: BeatField, value: number, at: number): BeatReport | undefined {
    switch (field) {
      case 'bpm':
        this.#bpm = value;
        return { kind: 'tempo', at, bpm: value };
      case 'position':
        this.#position = { at, value: value * 1_000 };
        this.#positionSpeed.note(value * 1_000, at);
        return undefined;
      case 'beat':
        return this.#onBeat(value, at);
      case 'bar':
        return this.#onBeat(nextAt(value * BEATS_IN_BAR, this.#beat ?? 0), at);
    }
  }

  /** Undefined while the tempo is unknown. */
  #onBeat(beat: number, at: number): BeatReport | undefined {
    const stands = this.#isContinuous && beat === this.#beat;
    this.#beat = beat;
    if (stands) {
      return this.stop(at);
    }
    this.#beatSpeed.note(beat, at);
    const measured = this.#beatSpeed.perMs;
    const bpm = this.#bpm ?? (measured && Math.round((measured * MINUTE_MS) / TEMPO_STEP) * TEMPO_STEP);
    if (bpm === undefined) {
      return undefined;
    }
    const pitch = this.#pitchAt(bpm);
    const position = this.#position;
    const positionMs = position && position.value + (at - position.at) * pitch;
    return { kind: 'place', at, beat, bpm, pitch, positionMs };
  }

  /** Measured by the beat if possible: a late position comes with a beat that is as late. */
  #pitchAt(bpm: number): number {
    const position = this.#positionSpeed.perMs;
    const beat = this.#beatSpeed.perMs;
    if (position === undefined) {
      return 1;
    }
    return beat === undefined ? position : (position / beat) * (bpm / MINUTE_MS);
  }
}

/** Beat nearest to `near` that has this place in its bar, 0 to 4. */
function nextAt(place: number, near: number): number {
  return place + Math.round((near - place) / BEATS_IN_BAR) * BEATS_IN_BAR;
}

interface Point {
  readonly at: number;
  readonly value: number;
}

/** Measures how fast a value rises. */
class Speed {
  readonly #most: number;
  /** Start of the measurement that led to `perMs`. */
  #before: Point | undefined;
  #from: Point | undefined;
  #last: Point | undefined;
  #perMs: number | undefined;

  /** `most`: per millisecond. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Undefined until it is measured. */
  get perMs(): number | undefined {
    return this.#perMs;
  }

  note(value: number, at: number): void {
    const point = { at, value };
    const last = this.#last ?? point;
    const isAtOnce = at < last.at + AT_ONCE_MS;
    const moved = value - last.value;
    const isRising = moved > 0 || (isAtOnce && moved === 0);
    const isSteady = isRising && moved <= this.#most * Math.max(at - last.at, MEASURED_MS / 10);
    if (!isSteady || this.#from === undefined) {
      this.#from = point;
      this.#before = undefined;
    } else if (isAtOnce && this.#from === last) {
      this.#from = point;
    } else if (at >= this.#from.at + MEASURED_MS) {
      this.#before = this.#from;
      this.#from = point;
    }
    if (this.#from === point && this.#before !== undefined) {
      this.#perMs = (value - this.#before.value) / (at - this.#before.at);
    }
    this.#last = point;
  }
}
