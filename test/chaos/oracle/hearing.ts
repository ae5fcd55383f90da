/**
 * Audible tracks, derived from the DJ's moves alone by the specification: the track on air by the set's algorithm with
 * its times, and the tracks that must not be shown.
 */
import type { ChaosSet, TimedAct } from '../script.ts';
import { type Certainty, type Lead, wasFollowed } from './followed.ts';
import { overlaps, type Span } from './times.ts';

/** One play of a track. A double, or a reload while it is on air, belongs to the same play. */
export interface ChaosPlay {
  readonly number: number;
  readonly track: number;
  readonly loadedAt: number;
  /** Changes to red and back, in order of time. */
  readonly red: Paint[];
  /** The track was loaded again and the program may or may not have noticed, so it may be published again. */
  mayRepeat: boolean;
}

export interface Paint {
  readonly at: number;
  readonly red: boolean;
  /** The play is on several decks with different colors, and none of them leads. */
  readonly unsure: boolean;
}

/** Span in which a play leads. */
export interface Heard extends Span {
  readonly play: ChaosPlay;
  /** False if the algorithm leaves the leader open or needs facts that the program can't know. */
  readonly sure: boolean;
}

export interface Hearing {
  readonly plays: readonly ChaosPlay[];
  readonly audible: readonly Heard[];
}

interface OracleDeck {
  readonly number: number;
  play: ChaosPlay | undefined;
  /** Play before this one, and when it was unloaded. */
  before: { readonly play: ChaosPlay; readonly until: number } | undefined;
  playing: boolean;
  /** The deck plays for a moment only, and a poll in that moment may see a start. */
  tapped: boolean;
  stoppedAt: number;
  /** Start or load of its play, whichever was later. */
  waitsSince: number;
  level: number;
  /** Times of the last load and of the last fader move. */
  reported: { load: number; level: number };
  red: boolean;
}

/** Levels up to this count as silent. */
const GONE = 0.02;
const ROUNDING = 1e-9;
/** Time in ms in which a library is read again. */
const LIBRARY_MS = 4_000;
/** Shorter stops and starts don't count. */
export const STUTTER_MS = 300;

/** Facts that a kind of deck source does not report. */
export interface Manner {
  /** The mixer reports only whether a fader is open. */
  readonly onAirOnly: boolean;
  /** Loads and faders are reported once. Changes without a listener stay unknown. */
  readonly reportsOnce: boolean;
  /** An opened fader is reported at once, its level only when it rests. */
  readonly opensFirst: boolean;
  /** Polling interval in ms. Changes between polls are not noticed. 0: everything is reported. */
  readonly lookEveryMs: number;
  /** Interval in ms between repeated reports. A returning program does not know all decks before that. */
  readonly repeatsEveryMs: number;
  /** Names come from a library, which is read again when the program comes back. */
  readonly namesComeLate: boolean;
}

export function listenTo(set: ChaosSet, blind: readonly Span[], manner: Manner): Hearing {
  return new Listener(set, blind, manner).hearing();
}

class Listener {
  readonly #set: ChaosSet;
  readonly #blind: readonly Span[];
  readonly #manner: Manner;
  readonly #decks: OracleDeck[];
  readonly #plays: ChaosPlay[] = [];
  readonly #audible: Heard[] = [];
  #taps: ReadonlySet<TimedAct> = new Set();
  #leaders: readonly { readonly deck: OracleDeck; readonly sure: boolean }[] = [];
  #since = 0;
  /** End of the run before this one. */
  #runsSince = 0;
  /** Algorithm `lead`: several decks started, or may have, during a blind time, so their order is unknown. */
  #unknownOrder = false;
  /** Newest play that led for the first time. It stays on screen even when the DJ goes back to another one. */
  #latest: ChaosPlay | undefined;
  /** Plays that this run has seen leading. */
  readonly #led = new Set<ChaosPlay>();

  constructor(set: ChaosSet, blind: readonly Span[], manner: Manner) {
    this.#set = set;
    this.#blind = blind;
    this.#manner = manner;
    this.#decks = Array.from({ length: set.deckCount }, (_, index) => ({
      number: index + 1,
      play: undefined,
      before: undefined,
      playing: false,
      tapped: false,
      stoppedAt: 0,
      waitsSince: 0,
      level: 0,
      reported: { load: 0, level: 0 },
      red: false,
    }));
  }

  hearing(): Hearing {
    const { acts, taps } = withoutStutters(this.#set.acts, this.#manner.lookEveryMs > 0);
    this.#taps = taps;
    const sights = this.#blind.map(({ to }) => to);
    for (const [index, act] of acts.entries()) {
      this.#apply(act);
      const next = acts[index + 1]?.at ?? this.#set.endsAt;
      if (next > act.at) {
        for (const sight of [act.at, ...sights.filter((at) => at > act.at && at < next)]) {
          this.#listen(sight);
        }
      }
      // A color in the moment before a load belongs to the track that is still loaded.
      if (next > act.at || act.do === 'color') {
        this.#paint(act.at);
      }
    }
    this.#close(this.#set.endsAt);
    return { plays: this.#plays, audible: this.#audible };
  }

  #apply(act: TimedAct): void {
    if (act.do === 'kill' || act.do === 'stop') {
      this.#led.clear();
      this.#runsSince = act.at;
    }
    const deck = 'deck' in act ? this.#decks[act.deck - 1] : undefined;
    if (deck === undefined) {
      return;
    }
    switch (act.do) {
      case 'load':
        stop(deck, act.at);
        deck.play = this.#playOf(deck, act.track, act.at);
        deck.waitsSince = act.at;
        deck.reported.load = act.at;
        break;
      case 'unload':
        stop(deck, act.at);
        deck.before = deck.play && { play: deck.play, until: act.at };
        deck.play = undefined;
        break;
      case 'play':
        if (!deck.playing) {
          deck.waitsSince = act.at;
          this.#unknownOrder ||= this.#mayHavePlayedOn(deck, act.at);
        }
        deck.playing = true;
        deck.tapped = this.#taps.has(act);
        break;
      case 'pause':
        stop(deck, act.at);
        break;
      case 'fader':
        deck.reported.level = act.level === deck.level ? deck.reported.level : act.at;
        deck.level = this.#manner.onAirOnly ? Number(act.level > 0) : act.level;
        break;
      case 'color':
        deck.red = act.red;
        break;
      default:
        break;
    }
  }

  /**
   * Returns the play of a load. It is a new one after another play was featured, even if the track is still on another
   * deck.
   */
  #playOf(deck: OracleDeck, track: number, at: number): ChaosPlay {
    const known = [...this.#decks.map(({ play }) => play), this.#latest].flatMap((play) =>
      play?.track === track ? [play] : [],
    );
    const same = known.find((play) => play === this.#latest || !this.#led.has(play));
    if (same !== undefined) {
      same.mayRepeat ||= this.#manner.namesComeLate && this.#isBlind(at, LIBRARY_MS);
      return same;
    }
    const unnoticed = this.#isUnnoticed(deck, track, at) ? (deck.play ?? deck.before?.play) : undefined;
    const again = unnoticed ?? known.find((play) => this.#followed(play, at) !== 'yes');
    if (again !== undefined) {
      again.mayRepeat ||= this.#followed(again, at) !== 'no';
      return again;
    }
    const play = { number: this.#plays.length, track, loadedAt: at, red: [], mayRepeat: false };
    this.#plays.push(play);
    return play;
  }

  /** Returns whether no poll saw the deck without this track. */
  #isUnnoticed({ play, before }: OracleDeck, track: number, at: number): boolean {
    const from = play === undefined ? (before?.until ?? 0) : at;
    const { lookEveryMs } = this.#manner;
    const isBetween =
      (lookEveryMs > 0 && at - from <= lookEveryMs) ||
      this.#blind.some((span) => span.from <= from && at <= span.to);
    return (play ?? before?.play)?.track === track && isBetween;
  }

  /** Returns whether another play was featured after this one. */
  #followed(play: ChaosPlay, at: number): Certainty {
    const { lookEveryMs } = this.#manner;
    const sight = { delayMs: this.#set.delay * 1_000, lookEveryMs, blind: this.#blind };
    return wasFollowed(play, this.#leads(at), sight);
  }

  /** Lists the leads of this run. */
  #leads(at: number): readonly Lead<ChaosPlay>[] {
    const open = this.#leaders.flatMap(({ sure }, index) => {
      const play = this.#heardPlays[index];
      return play === undefined ? [] : [{ play, sure, from: this.#since, to: at }];
    });
    return [...this.#audible, ...open]
      .filter(({ sure, to }) => sure && to > this.#runsSince)
      .map(({ play, from, to }) => ({ play, from: Math.max(from, this.#runsSince), to }));
  }

  /** A play has the color of the deck that leads with it. Without a leader, all its decks must be red. */
  #paint(at: number): void {
    for (const play of new Set(this.#decks.flatMap((deck) => deck.play ?? []))) {
      const decks = this.#decks.filter((deck) => deck.play === play);
      const leading = decks.filter((deck) => this.#leaders.some((leader) => leader.deck === deck));
      const counted = leading.length > 0 ? leading : decks;
      const red = counted.every((deck) => deck.red);
      const unsure = !red && counted.some((deck) => deck.red);
      const before = play.red.at(-1);
      if (before?.red !== red || before.unsure !== unsure) {
        play.red.push({ at, red, unsure });
      }
    }
  }

  #listen(at: number): void {
    const leaders = this.#leading(at);
    const isSame =
      leaders.length === this.#leaders.length &&
      leaders.every(({ deck, sure }, index) => {
        const before = this.#leaders[index];
        return before?.deck === deck && before.sure === sure && deck.play === this.#heardPlays[index];
      });
    if (!isSame) {
      this.#close(at);
      this.#leaders = leaders;
      this.#heardPlays = leaders.map(({ deck }) => deck.play);
      this.#since = at;
    }
    if (!this.#blind.some(({ from, to }) => from <= at && at < to)) {
      this.#noteLeader();
    }
  }

  #noteLeader(): void {
    for (const { deck, sure } of this.#leaders) {
      if (sure && deck.play !== undefined && !this.#led.has(deck.play)) {
        this.#latest = deck.play;
        this.#led.add(deck.play);
      }
    }
  }

  #heardPlays: readonly (ChaosPlay | undefined)[] = [];

  #close(at: number): void {
    for (const [index, { sure }] of this.#leaders.entries()) {
      const play = this.#heardPlays[index];
      if (play !== undefined && at > this.#since) {
        this.#audible.push({ play, sure, from: this.#since, to: at });
      }
    }
    this.#leaders = [];
  }

  #leading(at: number): { deck: OracleDeck; sure: boolean }[] {
    const playing = this.#decks.filter((deck) => deck.playing && deck.play !== undefined);
    const leading = this.#set.algorithm === 'volume' ? this.#loudest(playing) : this.#first(playing, at);
    const isKnown = this.#isKnown(playing, at);
    return leading.map(({ deck, sure }) => ({ deck, sure: sure && isKnown && !deck.tapped }));
  }

  /** Returns whether the program can know everything that matters. */
  #isKnown(playing: readonly OracleDeck[], at: number): boolean {
    const blindUntil = Math.max(0, ...this.#blind.filter(({ from }) => from <= at).map(({ to }) => to));
    return (
      !this.#manner.reportsOnce ||
      playing.every(({ reported }) => reported.load >= blindUntil && reported.level >= blindUntil)
    );
  }

  /** Returns the decks that are as loud as the loudest one, or nearly. */
  #loudest(playing: readonly OracleDeck[]): { deck: OracleDeck; sure: boolean }[] {
    const most = Math.max(0, ...playing.map(({ level }) => level));
    const loudest = playing.filter(({ level }) => level === most);
    const limit = Math.max(GONE, most * (1 - this.#set.percent / 100)) + ROUNDING;
    const [deck] = loudest;
    const alone = playing.every((other) => other === deck || other.level <= limit);
    if (this.#manner.opensFirst && most > 0 && most <= GONE) {
      return loudest.map((open) => ({ deck: open, sure: false }));
    }
    return deck !== undefined && most > GONE && alone ? [{ deck, sure: true }] : [];
  }

  /**
   * The program learned of the stop only when it came back, a moment before this start, so the stop is too short to
   * count.
   */
  #mayHavePlayedOn({ stoppedAt }: OracleDeck, at: number): boolean {
    return this.#blind.some(
      // A restarted program remembers no earlier play state.
      ({ from, to }) =>
        from > this.#runsSince && from <= stoppedAt && stoppedAt <= to && at < to + STUTTER_MS,
    );
  }

  /** Returns whether the program is blind at this moment or was until `afterMs` before. */
  #isBlind(at: number, afterMs: number): boolean {
    return this.#blind.some((span) => span.from <= at && at <= span.to + afterMs);
  }

  /** The leading deck stays first; otherwise the one that waited longest. */
  #first(playing: readonly OracleDeck[], at: number): { deck: OracleDeck; sure: boolean }[] {
    if (playing.length > 1 && this.#isBlind(at, this.#manner.repeatsEveryMs)) {
      this.#unknownOrder = true;
    } else if (playing.length <= 1) {
      this.#unknownOrder = false;
    }
    if (this.#unknownOrder) {
      return playing.map((deck) => ({ deck, sure: false }));
    }
    const [incumbent] = this.#leaders;
    const led = playing.find((deck) => deck === incumbent?.deck && deck.waitsSince <= this.#since);
    const [first] = [...playing].sort((one, other) => one.waitsSince - other.waitsSince);
    const deck = led ?? first;
    return deck === undefined ? [] : [{ deck, sure: true }];
  }
}

function stop(deck: OracleDeck, at: number): void {
  if (deck.playing) {
    deck.stoppedAt = at;
  }
  deck.playing = false;
}

/** Removes stops and starts that are too short to count. `keepTaps` keeps the starts, marked as taps. */
function withoutStutters(
  acts: readonly TimedAct[],
  keepTaps: boolean,
): { readonly acts: TimedAct[]; readonly taps: ReadonlySet<TimedAct> } {
  const dropped = new Set<TimedAct>();
  const taps = new Set<TimedAct>();
  const last = new Map<number, TimedAct>();
  for (const act of acts) {
    if (act.do !== 'play' && act.do !== 'pause' && act.do !== 'load' && act.do !== 'unload') {
      continue;
    }
    const before = last.get(act.deck);
    const isStutter = before?.do === 'pause' && act.do === 'play';
    const isTap = before?.do === 'play' && act.do === 'pause';
    const isShort = before !== undefined && act.at - before.at < STUTTER_MS;
    if (isShort && isTap && keepTaps) {
      taps.add(before);
    }
    if (isShort && (isStutter || (isTap && !keepTaps))) {
      dropped.add(before).add(act);
      last.delete(act.deck);
    } else {
      last.set(act.deck, act);
    }
  }
  return { acts: acts.filter((act) => !dropped.has(act)), taps };
}

/** Returns whether the track or its deck's color hides the play. Ignores the operator. */
export function isHiddenPlay(set: ChaosSet, play: ChaosPlay, at: number): boolean {
  const painted = play.red.filter((paint) => paint.at <= at).at(-1);
  return set.tracks[play.track]?.secret === true || painted?.red === true;
}

/** Returns the plays that were audible in the span. */
export function audibleIn(hearing: Hearing, span: Span): readonly Heard[] {
  return hearing.audible.filter((one) => overlaps(one, span));
}
