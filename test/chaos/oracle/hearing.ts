/**
 * Audible tracks by the specification, from the DJ's moves alone: the track on air by the set's algorithm, and those
 * that must not be shown.
 */
import type { ChaosSet, TimedAct } from '../script.ts';
import { type Certainty, type Lead, wasFollowed } from './followed.ts';
import { overlaps, type Span } from './times.ts';

/** Includes doubles, and reloads while on air. */
export interface ChaosPlay {
  readonly number: number;
  readonly track: number;
  readonly loadedAt: number;
  /** Changes to red and back, in order. */
  readonly red: Paint[];
  /** A reload may have gone unnoticed, so the track may be published again. */
  mayRepeat: boolean;
}

export interface Paint {
  readonly at: number;
  readonly red: boolean;
  /** Several decks of different colors, none leading. */
  readonly unsure: boolean;
}

export interface Heard extends Span {
  readonly play: ChaosPlay;
  readonly deck: number;
  /** False if the leader is open, or needs facts that the program lacks. */
  readonly sure: boolean;
}

export interface Hearing {
  readonly plays: readonly ChaosPlay[];
  readonly audible: readonly Heard[];
}

interface OracleDeck {
  readonly number: number;
  play: ChaosPlay | undefined;
  before: { readonly play: ChaosPlay; readonly until: number } | undefined;
  playing: boolean;
  /** A start for a moment, which a poll may see. */
  tapped: boolean;
  stoppedAt: number;
  /** Start or load, whichever was later. */
  waitsSince: number;
  level: number;
  reported: { load: number; level: number };
  red: boolean;
}

const GONE = 0.02;
const ROUNDING = 1e-9;
const LIBRARY_MS = 4_000;
export const STUTTER_MS = 300;

/** Facts that a deck source does not report. */
export interface Manner {
  readonly onAirOnly: boolean;
  /** Changes without a listener stay unknown. */
  readonly reportsOnce: boolean;
  /** An opening is reported at once, the level at rest. */
  readonly opensFirst: boolean;
  /** Ms; changes between polls go unnoticed. 0: all are reported. */
  readonly lookEveryMs: number;
  /** Ms; until then, a returning program lacks decks. */
  readonly repeatsEveryMs: number;
  /** Names come from a library, read again by a returning program. */
  readonly namesComeLate: boolean;
  /** Faders are reported by other means, also while the connection to the decks is lost. */
  readonly levelsGoOn: boolean;
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
  #runsSince = 0;
  /** `lead`: several decks may have started in a blind time. */
  #unknownOrder = false;
  /** Stays on screen even if the DJ goes back to another. */
  #latest: ChaosPlay | undefined;
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
      // A color just before a load belongs to the earlier track.
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
    if (act.do === 'drop' && this.#manner.levelsGoOn) {
      this.#goOn({ from: act.at, to: act.at + act.ms });
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

  /** Each deck that played before counts as playing, and may become the loudest. */
  #goOn(lost: Span): void {
    for (const { number, play, playing } of this.#decks) {
      if (playing && play !== undefined) {
        this.#audible.push({ play, deck: number, sure: false, ...lost });
      }
    }
  }

  /** A new play after another was featured, even if the track is still on another deck. */
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

  #isUnnoticed({ play, before }: OracleDeck, track: number, at: number): boolean {
    const from = play === undefined ? (before?.until ?? 0) : at;
    const { lookEveryMs } = this.#manner;
    const isBetween =
      (lookEveryMs > 0 && at - from <= lookEveryMs) ||
      this.#blind.some((span) => span.from <= from && at <= span.to);
    return (play ?? before?.play)?.track === track && isBetween;
  }

  #followed(play: ChaosPlay, at: number): Certainty {
    const { lookEveryMs } = this.#manner;
    const sight = { delayMs: this.#set.delay * 1_000, lookEveryMs, blind: this.#blind };
    return wasFollowed(play, this.#leads(at), sight);
  }

  #leads(at: number): readonly Lead<ChaosPlay>[] {
    const open = this.#leaders.flatMap(({ sure }, index) => {
      const play = this.#heardPlays[index];
      return play === undefined ? [] : [{ play, sure, from: this.#since, to: at }];
    });
    return [...this.#audible, ...open]
      .filter(({ sure, to }) => sure && to > this.#runsSince)
      .map(({ play, from, to }) => ({ play, from: Math.max(from, this.#runsSince), to }));
  }

  /** Color of the leading deck; without one, all decks must be red. */
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
    for (const [index, { deck, sure }] of this.#leaders.entries()) {
      const play = this.#heardPlays[index];
      if (play !== undefined && at > this.#since) {
        this.#audible.push({ play, deck: deck.number, sure, from: this.#since, to: at });
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

  #isKnown(playing: readonly OracleDeck[], at: number): boolean {
    const blindUntil = Math.max(0, ...this.#blind.filter(({ from }) => from <= at).map(({ to }) => to));
    return (
      !this.#manner.reportsOnce ||
      playing.every(({ reported }) => reported.load >= blindUntil && reported.level >= blindUntil)
    );
  }

  /** Loudest decks, within rounding. */
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

  /** A returning program learned of the stop just before this start: too short to count. */
  #mayHavePlayedOn({ stoppedAt }: OracleDeck, at: number): boolean {
    return this.#blind.some(
      // Restarted programs remember no play state.
      ({ from, to }) =>
        from > this.#runsSince && from <= stoppedAt && stoppedAt <= to && at < to + STUTTER_MS,
    );
  }

  #isBlind(at: number, afterMs: number): boolean {
    return this.#blind.some((span) => span.from <= at && at <= span.to + afterMs);
  }

  /** The leader stays first; otherwise the longest wait. */
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

/** `keepTaps`: keeps short starts as taps. */
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

/** Ignores the operator. */
export function isHiddenPlay(set: ChaosSet, play: ChaosPlay, at: number): boolean {
  const painted = play.red.filter((paint) => paint.at <= at).at(-1);
  return set.tracks[play.track]?.secret === true || painted?.red === true;
}

export function audibleIn(hearing: Hearing, span: Span): readonly Heard[] {
  return hearing.audible.filter((one) => overlaps(one, span));
}
