/** The beat that the room hears, made of the beats of the decks. Pure: times are parameters, in milliseconds. */

import type { DeckBeat, GridPosition, RoomBeat, RoomTime } from '../../core/contracts/beat.ts';

/**
 * `cut`: the beat is that of the deck that leads. `blend`: tempo and phase move from deck to deck as their levels do.
 */
export type Follow = 'cut' | 'blend';

const MINUTE_MS = 60_000;
const BEATS_IN_BAR = 4;
/** A larger difference from the decks is a jump: another deck, a hot cue, a loop. */
const JUMP_BEATS = 0.1;
/** Time in which a smaller difference shrinks to a third. */
const SETTLE_MS = 100;
/** Part of the tempo by which a blend catches up with the phase of the decks. */
const BLEND_HASTE = 0.1;
/** A blend goes on, after its faders have, until it has caught up to this. */
const BLENDED_BEATS = 0.01;
/** A deck whose tempo differs by a larger factor takes no part in a blend. */
const BLEND_TEMPO = 1.2;
/** Quieter decks take no part in a blend. */
const SILENT_LEVEL = 0.01;
/** Timers are a moment early or late, and a beat must not wait for the next one. */
const EARLY_MS = 1;
/** Beats of two decks this near to each other are one: matched decks differ by less, and lights must not flash twice. */
const SAME_BEATS = 0.25;
/** A deck that is heard this soon after its beat began lets it begin. */
const JUST_BEGUN_BEATS = 0.1;

/** Deck with its place in its grid. */
type MovingDeck = DeckBeat & { readonly grid: GridPosition };

interface Running {
  readonly at: number;
  /** Beats, with fraction, of no particular origin. */
  readonly phase: number;
  /** Per millisecond. */
  readonly rate: number;
  readonly leader: MovingDeck;
  /** Counts the bars. The leader, or the loudest deck of a blend. */
  readonly main: MovingDeck;
  readonly isBlend: boolean;
  /** Last whole beat that began. */
  readonly begun: number;
  readonly hasJumped: boolean;
}

export class RoomClock {
  #running: Running | undefined;
  /** Of the last beat that began. */
  #bar = 0;
  #beatInBar = BEATS_IN_BAR;
  #begunAt = Number.NEGATIVE_INFINITY;

  /** Returns the beat that began since the last call, if any. Times rise from call to call. */
  advance(decks: readonly DeckBeat[], at: number, follow: Follow): RoomBeat | undefined {
    const moving = decks.flatMap((deck) => moves(deck) ?? []);
    const leader = moving.find(({ leads }) => leads);
    if (leader === undefined) {
      this.#running = undefined;
      return undefined;
    }
    const before = this.#running;
    const target = follow === 'cut' ? blended([leader]) : blended(mixing(moving, leader));
    const running = {
      ...((before && steered(before, target, at)) ?? jumped(target, at, at - this.#begunAt)),
      leader,
    };
    this.#running = running;
    const begun = Math.floor(running.phase + running.rate * EARLY_MS);
    if (begun <= running.begun) {
      return undefined;
    }
    if (running.phase - begun > 1 - SAME_BEATS) {
      // The program stood still. The next beat follows so soon that both would be seen as one.
      this.#running = { ...running, begun };
      return undefined;
    }
    this.#running = { ...running, begun, hasJumped: false };
    this.#begunAt = at;
    return this.#begin(running, begun);
  }

  /** Beats per millisecond and time of the next beat; undefined while no beat is heard. */
  get nextBeatAt(): number | undefined {
    const running = this.#running;
    return running && running.at + Math.max(0, running.begun + 1 - running.phase) / running.rate;
  }

  /** The present as of the last `advance`; undefined while no beat is heard. */
  get now(): (RoomTime & { readonly leader: MovingDeck }) | undefined {
    const running = this.#running;
    return (
      running && {
        leader: running.leader,
        bpm: running.rate * MINUTE_MS,
        phase: modulo(running.phase, 1),
        beatInBar: this.#beatInBar,
        bar: Math.max(1, this.#bar),
      }
    );
  }

  #begin({ at, phase, main, rate, hasJumped }: Running, begun: number): RoomBeat {
    // The deck's own beat of this moment: both count whole beats at the same time, but from other origins.
    const own = Math.round(main.grid.beat - (phase - begun));
    const beatInBar = modulo(own, BEATS_IN_BAR) + 1;
    this.#bar += beatInBar <= this.#beatInBar ? 1 : 0;
    const isNext = beatInBar === (this.#beatInBar % BEATS_IN_BAR) + 1;
    this.#beatInBar = beatInBar;
    return {
      bpm: rate * MINUTE_MS,
      beatInBar,
      bar: this.#bar,
      begunAt: at - Math.max(0, (phase - begun) / rate),
      jumped: hasJumped || !isNext,
    };
  }
}

/** Phase to steer to, in beats of any origin, and tempo per millisecond. */
interface Target {
  readonly phase: number;
  readonly rate: number;
  readonly main: MovingDeck;
  readonly isBlend: boolean;
}

function moves(deck: DeckBeat): MovingDeck | undefined {
  const { grid } = deck;
  return grid !== undefined && grid.bpm > 0 ? { ...deck, grid } : undefined;
}

/** Decks that the room hears, with the loudest one first. */
function mixing(decks: readonly MovingDeck[], leader: MovingDeck): readonly [MovingDeck, ...MovingDeck[]] {
  const audible = decks.filter((deck) => weightOf(deck) > SILENT_LEVEL);
  const [main = leader, ...others] = audible.toSorted((one, other) => weightOf(other) - weightOf(one));
  const fits = ({ grid }: MovingDeck): boolean =>
    grid.bpm < main.grid.bpm * BLEND_TEMPO && grid.bpm > main.grid.bpm / BLEND_TEMPO;
  return [main, ...others.filter(fits)];
}

function weightOf({ level, leads }: DeckBeat): number {
  return level ?? (leads ? 1 : 0);
}

/** Weighs decks by their levels. Phases are averaged as angles, because 0.9 and 0.1 meet at 0. */
function blended([main, ...others]: readonly [MovingDeck, ...MovingDeck[]]): Target {
  if (others.length === 0) {
    return { phase: main.grid.beat, rate: main.grid.bpm / MINUTE_MS, main, isBlend: false };
  }
  let weights = 0;
  let rates = 0;
  let x = 0;
  let y = 0;
  for (const deck of [main, ...others]) {
    const weight = weightOf(deck);
    const angle = 2 * Math.PI * deck.grid.beat;
    weights += weight;
    rates += (weight * deck.grid.bpm) / MINUTE_MS;
    x += weight * Math.cos(angle);
    y += weight * Math.sin(angle);
  }
  return { phase: Math.atan2(y, x) / (2 * Math.PI), rate: rates / weights, main, isBlend: true };
}

type Steered = Omit<Running, 'leader'>;

/** Starts with the phase of the decks. `sinceBegunMs`: since the last beat. */
function jumped({ phase, rate, main, isBlend }: Target, at: number, sinceBegunMs: number): Steered {
  const whole = Math.floor(phase);
  const sinceBegun = sinceBegunMs * rate;
  const passed = phase - whole;
  const isSame = (beats: number): boolean => beats < SAME_BEATS;
  const isJust = passed <= JUST_BEGUN_BEATS && !isSame(sinceBegun);
  const isNextSame = isSame(sinceBegun + 1 - passed);
  const begun = whole + (isNextSame ? 1 : 0) - (isJust ? 1 : 0);
  return { at, phase, rate, main, isBlend, begun, hasJumped: true };
}

/** Follows small differences without a jump; undefined if the difference is a jump. */
function steered(before: Running, target: Target, at: number): Steered | undefined {
  const ms = at - before.at;
  const expected = before.phase + before.rate * ms;
  const error = wrapped(target.phase - expected);
  const { rate, main } = target;
  const isBlend = target.isBlend || (before.isBlend && Math.abs(error) > BLENDED_BEATS);
  const isCut = !before.isBlend && before.main.deck !== main.deck;
  if (!isBlend && (isCut || Math.abs(error) > JUMP_BEATS)) {
    return undefined;
  }
  const most = isBlend ? BLEND_HASTE * rate * ms : Number.POSITIVE_INFINITY;
  const step = error * (1 - Math.exp(-ms / SETTLE_MS));
  const phase = expected + Math.min(most, Math.max(-most, step));
  return { ...before, at, phase: Math.max(before.phase, phase), rate, main, isBlend };
}

/** The equal difference in beats that is at most half a beat. */
function wrapped(beats: number): number {
  return beats - Math.round(beats);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
