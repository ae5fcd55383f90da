/** Where a deck is in its beat grid between two reports. Pure: times are parameters, in milliseconds. */

import type { GridPosition } from '../../core/contracts/beat.ts';

/** Report of a deck's beat or tempo at one moment. */
export type BeatReport =
  /** Place in the beat grid, as devices report it all the time. */
  | {
      readonly kind: 'grid';
      readonly at: number;
      /** Beats since the first downbeat, with fraction. */
      readonly beat: number;
      /** Audible tempo, which may be reported while the deck stands still. */
      readonly bpm: number;
      readonly positionMs?: number | undefined;
    }
  /** Place in the beat grid, from a program that reports it seldom; it may be late, but never early. */
  | {
      readonly kind: 'place';
      readonly at: number;
      readonly beat: number;
      /** Audible tempo; 0 while the deck stands still. */
      readonly bpm: number;
      readonly positionMs?: number | undefined;
      readonly pitch?: number | undefined;
    }
  /** A beat began; the report may be late, but never early. */
  | {
      readonly kind: 'beat';
      readonly at: number;
      /** 1 to 4. */
      readonly beatInBar: number;
      readonly bpm: number;
    }
  /** Tempo between beats; 0 while the deck stands still. */
  | {
      readonly kind: 'tempo';
      readonly at: number;
      readonly bpm: number;
      readonly positionMs?: number | undefined;
      /** Factor of the pitch fader; 1 = 0 %. */
      readonly pitch?: number | undefined;
    };

/** Without a report for this long, the deck has no beat any more. Traktor reports a deck once a second. */
const SILENT_MS = 4_000;
const MINUTE_MS = 60_000;
const BEATS_IN_BAR = 4;
/** A beat that is later by more is no late report, but a jump in the track. */
const JUMP_BEATS = 0.25;
/** The same for a position. */
const LATE_MS = 100;
/** Reports that are late may be delayed. When so many in so long are, the deck is late, by as much as the least one. */
const LATE_REPORTS = 4;
const LATE_FOR_MS = 1_000;
/** Reports over which the speed is measured, about a third of a second of a device that reports its position. */
const MEASURED_REPORTS = 10;
/** Devices report positions in steps of some milliseconds, so a measured tempo this near to the reported one is that. */
const SAME_TEMPO = 0.05;

interface Line {
  readonly at: number;
  readonly value: number;
  /** Per millisecond. */
  readonly rate: number;
}

interface Reported {
  readonly at: number;
  readonly beat: number;
  readonly positionMs: number | undefined;
}

const along = ({ at, value, rate }: Line, time: number): number => value + rate * (time - at);

export class DeckClock {
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** Absent before the first beat of a run whose phase is unknown. */
  #beats: Line | undefined;
  #position: Line | undefined;
  #bpm = 0;
  #recent: Reported[] = [];
  readonly #lateBeats = new Lateness();
  readonly #latePositions = new Lateness();
  /** The tempo changed since the last beat, whose time then follows from no earlier one. */
  #isTempoNew = true;

  /** Reports come in order of time. */
  report(report: BeatReport): void {
    this.#reportedAt = report.at;
    switch (report.kind) {
      case 'grid':
        this.#takeGrid(report);
        break;
      case 'place':
        this.#takePlace(report);
        break;
      case 'beat':
        this.#takeBeat(report);
        break;
      case 'tempo':
        this.#takeTempo(report);
    }
  }

  /** Undefined while nothing is known. */
  at(time: number): GridPosition | undefined {
    if (this.#beats === undefined || time > this.#reportedAt + SILENT_MS) {
      return undefined;
    }
    return {
      beat: along(this.#beats, time),
      bpm: this.#beats.rate === 0 ? 0 : this.#bpm,
      positionMs: this.#position && along(this.#position, time),
    };
  }

  #takeGrid({ at, beat, bpm, positionMs }: Extract<BeatReport, { kind: 'grid' }>): void {
    const before = this.#recent.at(-1);
    if (before !== undefined && at <= before.at) {
      return;
    }
    const moved = before === undefined ? 0 : beat - before.beat;
    const hasJumped = before !== undefined && Math.abs(moved) > (at - before.at) * fastest(bpm);
    if (hasJumped || moved <= 0) {
      this.#recent = [];
    }
    this.#recent.push({ at, beat, positionMs });
    this.#recent = this.#recent.slice(-MEASURED_REPORTS);
    let rate = moved > 0 ? this.#measuredRate(bpm) : 0;
    if (hasJumped) {
      // The next report shows whether it plays on.
      rate = this.#beats?.rate ?? 0;
    }
    this.#bpm = rate * MINUTE_MS;
    this.#beats = { at, value: beat, rate };
    this.#position = positionMs === undefined ? undefined : { at, value: positionMs, rate: this.#speed() };
  }

  /** Beats per millisecond: the reported tempo unless the deck moves otherwise, as under the DJ's hand. */
  #measuredRate(bpm: number): number {
    const [first] = this.#recent;
    const last = this.#recent.at(-1);
    const reported = bpm / MINUTE_MS;
    if (first === undefined || last === undefined || last.at === first.at) {
      return reported;
    }
    const measured = (last.beat - first.beat) / (last.at - first.at);
    return Math.abs(measured - reported) <= reported * SAME_TEMPO ? reported : measured;
  }

  /** Milliseconds of the track per millisecond. */
  #speed(): number {
    const [first] = this.#recent;
    const last = this.#recent.at(-1);
    return first?.positionMs === undefined || last?.positionMs === undefined || last.at === first.at
      ? 0
      : (last.positionMs - first.positionMs) / (last.at - first.at);
  }

  #takePlace({ at, beat, bpm, positionMs, pitch }: Extract<BeatReport, { kind: 'place' }>): void {
    this.#takeTempo({ kind: 'tempo', at, bpm, positionMs, pitch });
    const expected = this.#beats && along(this.#beats, at);
    const late = (expected ?? beat) - beat;
    const isDelayed = late > 0 && late <= JUMP_BEATS && !this.#isTempoNew;
    const value = beat + (isDelayed ? this.#lateBeats.excess(late, at) : this.#lateBeats.none());
    this.#beats = { at, value, rate: bpm / MINUTE_MS };
    this.#isTempoNew = false;
  }

  #takeBeat({ at, beatInBar, bpm }: Extract<BeatReport, { kind: 'beat' }>): void {
    this.#setTempo(at, bpm);
    const rate = bpm / MINUTE_MS;
    if (this.#beats === undefined || this.#beats.rate === 0) {
      this.#beats = { at, value: beatInBar - 1, rate };
    } else {
      const expected = along(this.#beats, at);
      const nearest = Math.round(expected);
      const late = expected - nearest;
      const isDelayed = late > 0 && late <= JUMP_BEATS && !this.#isTempoNew;
      const value = nearest + (isDelayed ? this.#lateBeats.excess(late, at) : this.#lateBeats.none());
      this.#beats = { at, value: value + barShift(nearest, beatInBar), rate };
    }
    this.#isTempoNew = false;
  }

  #takeTempo({ at, bpm, positionMs, pitch = 1 }: Extract<BeatReport, { kind: 'tempo' }>): void {
    this.#setTempo(at, bpm);
    if (positionMs !== undefined) {
      const expected = this.#position && along(this.#position, at);
      const late = (expected ?? positionMs) - positionMs;
      const isDelayed = late > 0 && late <= LATE_MS;
      const value =
        positionMs + (isDelayed ? this.#latePositions.excess(late, at) : this.#latePositions.none());
      this.#position = { at, value, rate: bpm === 0 ? 0 : pitch };
    } else if (this.#position !== undefined && (bpm === 0 || this.#position.rate === 0)) {
      this.#position = { at, value: along(this.#position, at), rate: bpm === 0 ? 0 : pitch };
    }
  }

  /** A deck that starts again has no phase until its first beat. */
  #setTempo(at: number, bpm: number): void {
    const rate = bpm / MINUTE_MS;
    this.#bpm = bpm;
    if (this.#beats === undefined || rate === this.#beats.rate) {
      return;
    }
    this.#isTempoNew = true;
    this.#beats = this.#beats.rate === 0 ? undefined : { at, value: along(this.#beats, at), rate };
  }
}

/** Tells delayed reports from a deck that is late, as after a nudge. */
class Lateness {
  #since = 0;
  #reports = 0;
  #least = Number.POSITIVE_INFINITY;

  /** Part of a report's lateness that is delay. */
  excess(late: number, at: number): number {
    this.#since = this.#reports === 0 ? at : this.#since;
    this.#reports += 1;
    this.#least = Math.min(this.#least, late);
    if (this.#reports < LATE_REPORTS || at < this.#since + LATE_FOR_MS) {
      return late;
    }
    const least = this.#least;
    this.none();
    return late - least;
  }

  /** Returns the delay of a report that is on time. */
  none(): number {
    this.#reports = 0;
    this.#least = Number.POSITIVE_INFINITY;
    return 0;
  }
}

/** Beats per millisecond that no platter exceeds. A larger move is a jump. */
function fastest(bpm: number): number {
  return (Math.max(bpm, 60) * 4) / MINUTE_MS;
}

/** Beats to add, -1 to 2, for a beat to be this one of its bar. */
function barShift(beat: number, beatInBar: number): number {
  const shift = (((beatInBar - 1 - beat) % BEATS_IN_BAR) + BEATS_IN_BAR) % BEATS_IN_BAR;
  return shift === BEATS_IN_BAR - 1 ? -1 : shift;
}
