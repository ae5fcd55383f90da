/**
 * Applies an event and lists the effects.
 *
 * clean → hold → extract → hide → enrich → publish
 *
 * Stages before `enrich` run in the step of the transition, or of its hold's end.
 */
import type { EarlierSet } from '../../core/contracts/set.ts';
import { evictOldest } from '../../core/evict.ts';
import { readLive } from '../../core/option.ts';
import { Sealed } from '../../core/sealed.ts';
import { cleanText, cleanTrack } from '../../core/text.ts';
import type { LogFields } from '../../core/tools.ts';
import {
  isNamed,
  isSameTrack,
  type OperatorNames,
  type PlayId,
  type Publication,
  type SetEntry,
  type Shown,
  type Track,
  type Transition,
  withHiddenRemoved,
} from '../../core/track.ts';
import { withNamesOf } from './corrected-before.ts';
import { isSamePlay, NOTHING_HIDDEN, wasHidden, withHidden, withoutHidden } from './hidden-before.ts';
import { isSameEntry, listEntry } from './hide.ts';
import {
  factsOf,
  type Grounds,
  isHidden,
  type Judgement,
  judge,
  judgeEntry,
  NO_TRACK,
  shownOf,
  withColor,
  withCorrections,
  withCurrentRules,
  withKeptListings,
  withoutNames,
  withReport,
  withVerdict,
} from './judgement.ts';
import { counted, waitMs } from './pace.ts';
import {
  afterPublication,
  backOnAir,
  type ChangeKind,
  ended,
  endedAt,
  enriched,
  type FeaturedPlay,
  featured,
  goingOn,
  hasOutdatedFacts,
  isHiddenByAnother,
  isPublishedHidden,
  movedToNewSet,
  pendingChange,
  restoredPlay,
  type SetPosition,
  withCorrection,
  withExtraction,
  withNames,
  withoutPictures,
} from './play.ts';
import {
  currentOrResumed,
  currentPlay,
  type Effect,
  lastHiddenPlays,
  lastPlay,
  laterHiddenPlay,
  type PipelineEnvironment,
  type PipelineEvent,
  type PipelineState,
  playAt,
  playOf,
  preview,
  type Reported,
} from './state.ts';

/** More than a source refers to, but bounded in a run of months. */
const REMEMBERED_PLAYS = 1_000;
/** Names may change this long after a play is featured; missing names may always come. */
const NAMES_MAY_COME_MS = 10_000;
/** A starting source reports the track that plays on. */
const REPORTED_WITHIN_MS = 10_000;
/** The enricher may return partial results after the deadline. */
const GRACE_MS = 100;

export interface PipelineStep {
  readonly state: PipelineState;
  readonly effects: readonly Effect[];
  /** False for an operator's command that no play took. */
  readonly applied: boolean;
}

export function advance(
  state: PipelineState,
  event: PipelineEvent,
  environment: PipelineEnvironment,
): PipelineStep {
  const step = new Step(state, environment);
  const applied = step.apply(event);
  return { state: step.state, effects: step.effects, applied };
}

class Step {
  readonly state: { -readonly [Name in keyof PipelineState]: PipelineState[Name] };
  readonly effects: Effect[] = [];
  readonly #environment: PipelineEnvironment;
  /** Copied at the first change: there may be a thousand. */
  #plays: Map<number, FeaturedPlay> | undefined;

  constructor(before: PipelineState, environment: PipelineEnvironment) {
    this.state = { ...before };
    this.#environment = environment;
  }

  /** A stopped pipeline ignores all events. */
  apply(event: PipelineEvent): boolean {
    return !this.state.isStopped && this.#take(event) !== false;
  }

  /** Returns false for an operator's command that no play took. */
  #take(event: PipelineEvent): unknown {
    switch (event.kind) {
      case 'resume':
        return this.#resume(event.set);
      case 'restore hides':
        return this.#restoreHides(event.set);
      case 'transition':
        return this.#transition(event.transition);
      case 'visibility':
        return this.#visibility(event.playId, event.hidden);
      case 'names':
        return this.#names(event);
      case 'loaded':
        return this.#prefetch({ track: cleanTrack(event.track), hidden: false }, event.nativeArt);
      case 'off air':
        return this.#goOffAir(event.playId);
      case 'ended':
        return this.#end(event.playId, event.at);
      case 'new source':
        return this.#newSource(event.removed);
      case 'hide':
        return this.#hide(event.position, event.only);
      case 'reveal':
        return this.#revealAt(event.position);
      case 'list for later':
        return this.#judgeAll(({ judgement }) =>
          isSameEntry(listEntry(judgement.reported), event.entry) ? withKeptListings(judgement) : judgement,
        );
      case 'correct':
        return this.#correctNames(event.names, event.position);
      case 'remove':
        return this.#remove(event.position, event.isRemoved);
      case 'new set':
        return this.#newSet(event.leavesAir);
      case 'end show':
        return this.#endShow();
      case 'skip hold':
        return this.#release();
      case 'new settings':
        return this.#newSettings();
      case 'new enricher':
        return this.#refreshPictures();
      case 'stop':
        return this.#stop();
      case 'pictures':
        return this.#endWait(event.pictures, this.state.awaited?.isLate === false);
      case 'time':
        return this.#time(event.by);
    }
  }

  get #now(): number {
    return this.#environment.at.monotonic;
  }

  get #grounds(): Grounds {
    const { hiddenBefore, correctedBefore } = this.state;
    return { rules: this.#environment.settings, hiddenBefore, correctedBefore };
  }

  #put(play: FeaturedPlay): void {
    this.#plays ??= new Map(this.state.plays);
    this.#plays.set(play.place.position, play);
    evictOldest(this.#plays, REMEMBERED_PLAYS);
    this.state.plays = this.#plays;
    const { position } = play.place;
    const isWithheld = isHidden(play.judgement) || isPublishedHidden(play);
    if (isWithheld !== this.state.withheld.has(position)) {
      const withheld = new Set(this.state.withheld);
      if (isWithheld) {
        withheld.add(position);
        evictOldest(withheld, REMEMBERED_PLAYS);
      } else {
        withheld.delete(position);
      }
      this.state.withheld = withheld;
    }
  }

  #name(id: PlayId, position: number): void {
    const ids = new Map(this.state.ids).set(id, position);
    evictOldest(ids, REMEMBERED_PLAYS);
    this.state.ids = ids;
  }

  /** Forgets the ids of a play: if a source reports it again, that is a new play. */
  #unname(position: number): void {
    this.state.ids = new Map([...this.state.ids].filter(([, at]) => at !== position));
  }

  // ───────────────────────────────────────────────────────────── earlier run

  /** Continues an earlier run's set. Puts nothing on air, because only a source knows the audible track. */
  #resume(earlier: EarlierSet): void {
    this.#restoreAll(earlier);
    const { entries, before = [] } = earlier;
    const last = entries.at(-1);
    if (last === undefined) {
      const left = before.at(-1);
      this.#setAside(left && judgeEntry(left, this.#grounds), REPORTED_WITHIN_MS);
      return;
    }
    const { monotonic, wall } = this.#environment.at;
    // Counted from the last track, because the clock may have been set since the first, and elapsed times must not
    // decrease.
    const startedAt = monotonic - (last.elapsedMs + Math.max(0, wall - last.at));
    this.state.set = { startedAt, position: last.position };
    for (const entry of entries) {
      this.#put(restoredPlay(entry, judgeEntry(entry, this.#grounds)));
    }
    const play = lastPlay(this.state);
    if (play !== undefined) {
      this.#name(play.id, play.place.position);
      // Outputs may still show or keep the earlier run's names.
      this.#send(play, 'track', shownOf(play.judgement), 'publish earlier');
      this.#publishEarlierChanges();
      this.#sendWithoutNames(play, 'off air', 'publish', { isResumed: true });
    }
    this.state.isNewSource = true;
  }

  #restoreHides(earlier: EarlierSet): void {
    this.#restoreAll(earlier);
    this.#judgeAll(({ judgement }) => withReport(judgement, judgement.reported, this.#grounds));
    this.#publishWhenReady();
    this.#clearScreen();
    this.#publishEarlierChanges();
  }

  #restoreAll({ entries, before = [] }: EarlierSet): void {
    for (const entry of [...before, ...withHiddenRemoved(entries)]) {
      this.#restore(entry);
    }
  }

  /** Restores the operator's hide or correction. A track that was visible in a later play had been revealed. */
  #restore(entry: SetEntry): void {
    const { reported, corrected } = entry.facts?.open() ?? {};
    if (reported !== undefined && corrected !== undefined) {
      this.state.correctedBefore = withNamesOf(this.state.correctedBefore, reported, corrected);
    }
    const judgement = judgeEntry(entry, { ...this.#grounds, hiddenBefore: NOTHING_HIDDEN });
    if (!entry.hidden) {
      this.state.hiddenBefore = withoutHidden(this.state.hiddenBefore, judgement);
    } else if (judgement.verdict === 'hide') {
      this.#rememberHide(judgement);
    }
  }

  // ───────────────────────────────────────────────────────────── reports of sources

  #transition(raw: Transition): void {
    const transition = { ...raw, track: cleanTrack(raw.track) };
    const known = playOf(this.state, transition.playId);
    const current = currentPlay(this.state);
    if (known === undefined) {
      if (!this.#goesOnHeld(transition)) {
        this.#newPlay(transition);
      }
    } else if (known === current) {
      this.#continueAs(known, transition);
    } else {
      // The source went back to a featured play, which makes the held transition obsolete.
      this.state.held = undefined;
      this.#revealLater(current);
      if (transition.correction !== undefined || current === undefined) {
        this.#bringBack(known.place.position, transition);
      }
    }
  }

  /** Puts an earlier play on air again. The current one ends, or leaves the set if it was a mistake. */
  #bringBack(position: number, transition: Transition): void {
    const mistake = transition.correction?.mistake;
    const isMistake = mistake !== undefined && playOf(this.state, mistake) === currentPlay(this.state);
    if (isMistake) {
      this.#endPictures();
    } else {
      this.#endWait({});
    }
    const before = currentPlay(this.state);
    if (before !== undefined) {
      if (isMistake) {
        this.#retract(before);
      } else {
        this.#put(ended(before));
      }
    }
    const play = playAt(this.state, position);
    if (play !== undefined) {
      this.#put(backOnAir(play, transition, this.#environment.at.wall));
      this.state.current = position;
      this.#publishWhenReady();
    }
  }

  #retract(play: FeaturedPlay): void {
    const { position } = play.place;
    const plays = new Map(this.state.plays);
    plays.delete(position);
    this.#plays = plays;
    this.state.plays = plays;
    this.#unname(position);
    const { set, withheld } = this.state;
    // The log names the play by its position, which stays withheld, so no other play may get it.
    if (set?.position === position && !withheld.has(position)) {
      this.state.set = { ...set, position: position - 1 };
    }
    if (play.published !== 'nothing') {
      this.#sendWithoutNames(play, 'retract', 'publish earlier');
    }
  }

  #goOffAir(playId: PlayId): void {
    const current = currentPlay(this.state);
    if (current !== undefined && current === playOf(this.state, playId)) {
      this.#clearAir(current);
    }
  }

  #end(playId: PlayId, at: number): void {
    const { held } = this.state;
    if (held?.transition.playId === playId) {
      this.state.held = { ...held, endedAt: at };
      return;
    }
    const current = currentPlay(this.state);
    if (current !== undefined && current === playOf(this.state, playId)) {
      this.#putEnd(endedAt(current, at));
    }
  }

  #putEnd(play: FeaturedPlay): void {
    this.#put(play);
    if (this.state.awaited === undefined) {
      this.#send(play, 'end', shownOf(play.judgement), 'publish earlier');
    }
  }

  #clearAir(current: FeaturedPlay): void {
    this.#endWait({});
    const play = currentPlay(this.state) ?? current;
    this.#put(ended(play));
    this.state.current = undefined;
    this.state.onScreen = undefined;
    this.#revealLater(play);
    this.#sendWithoutNames(play, 'off air', 'publish');
    this.#log('info', 'nothing is on air', { source: play.source });
  }

  #newPlay(transition: Transition): void {
    if (this.#isSetAside(transition)) {
      this.effects.push({ kind: 'leave air', playId: transition.playId });
      return;
    }
    if (this.#continuesPlay(transition)) {
      return;
    }
    const delayMs = readLive(this.#environment.settings, 'delay') * 1_000;
    if (delayMs > 0) {
      this.#prefetch(transition, transition.nativeArt);
    }
    const paceMs = waitMs(this.state.pace, this.#now);
    if (paceMs > 0 && !this.state.hasLoggedRush) {
      this.state.hasLoggedRush = true;
      this.#log('warn', 'tracks change too fast; skipping some', { source: transition.source });
    }
    this.#hold(transition, Math.max(delayMs, paceMs));
  }

  #setAside(judgement: Judgement | undefined, forMs: number): void {
    this.state.setAside = judgement && { judgement, until: this.#now + forMs };
  }

  #isSetAside({ track, hidden }: Transition): boolean {
    const { setAside } = this.state;
    this.#setAside(setAside?.judgement, 0);
    return (
      setAside !== undefined &&
      this.#now < setAside.until &&
      isSamePlay(setAside.judgement, judge(track, hidden, this.#grounds))
    );
  }

  /** The held play goes on after an end, with the names that came since. The hold is not begun again. */
  #goesOnHeld({ playId, hidden }: Transition): boolean {
    const { held } = this.state;
    if (held?.transition.playId !== playId) {
      return false;
    }
    this.state.held = { ...held, endedAt: undefined, transition: { ...held.transition, hidden } };
    return true;
  }

  /** A newer transition replaces the held one. Holds of 0 ms end in the same step. */
  #hold(transition: Transition, holdMs: number): void {
    const { monotonic, wall } = this.#environment.at;
    this.state.held = { transition, dueAt: monotonic + holdMs, until: wall + holdMs, since: monotonic };
    if (holdMs === 0) {
      this.#release();
    }
  }

  #release(): void {
    const { held } = this.state;
    this.state.held = undefined;
    if (held !== undefined) {
      this.#feature(held.transition, held.since);
      if (held.endedAt !== undefined) {
        this.#end(held.transition.playId, held.endedAt);
      }
    }
  }

  /** The current play under another id: from a new source, after an unfeatured report, or because names came late. */
  #continuesPlay(transition: Transition): boolean {
    const mayBe = transition.deck !== undefined || this.state.isNewSource;
    this.state.isNewSource = false;
    const current = currentOrResumed(this.state);
    if (!mayBe || current === undefined || !this.#isReportOf(current, transition)) {
      return false;
    }
    const { mayMove } = this.state;
    const inSet = mayMove?.play === current ? this.#moveLate(mayMove) : current;
    const { position } = inSet.place;
    this.#name(transition.playId, position);
    if (this.state.current === undefined) {
      // Names may still arrive.
      this.#put({ ...inSet, published: 'nothing', featuredAt: this.#now });
      this.#bringBack(position, transition);
    } else {
      this.#continueAs(current, transition);
    }
    return true;
  }

  /** The play was on air when the new set began, but no source had reported it yet. */
  #moveLate({ play, startedAt }: NonNullable<PipelineState['mayMove']>): FeaturedPlay {
    this.state.mayMove = undefined;
    this.state.set = { startedAt, position: 1 };
    return { ...movedToNewSet(play), judgement: withCurrentRules(play.judgement, this.#grounds) };
  }

  /** A restarted source may report the track with other tags or none. */
  #isReportOf({ isResumed, judgement }: FeaturedPlay, { track, hidden }: Transition): boolean {
    return (
      isSameTrack(track, judgement.reported) ||
      (isResumed && isSamePlay(judgement, judge(track, hidden, this.#grounds)))
    );
  }

  /** The deck of this id counts from now on. */
  #continueAs(current: FeaturedPlay, { playId, hidden, deck = current.deck }: Transition): void {
    this.state.held = undefined;
    const play = { ...current, heardAs: playId, deck };
    this.#put(play);
    if (current.place.endedAt !== undefined || deck !== current.deck) {
      this.#putEnd(goingOn(play, this.#environment.at.wall));
    }
    this.#color(current, hidden);
  }

  #visibility(playId: PlayId, hidden: boolean): void {
    const { held } = this.state;
    if (held?.transition.playId === playId) {
      this.state.held = { ...held, transition: { ...held.transition, hidden } };
      return;
    }
    const play = playOf(this.state, playId);
    if (play?.heardAs !== playId) {
      // Audible on another deck, whose color counts.
      return;
    }
    if (play === currentPlay(this.state) && !hidden && held !== undefined) {
      // The DJ may clear the color for the deck's next track.
      this.state.isColorCleared = true;
    } else {
      this.#color(play, hidden);
    }
  }

  #color({ place: { position } }: FeaturedPlay, hidden: boolean): void {
    const wasCleared = this.state.isColorCleared && position === this.state.current;
    if (wasCleared) {
      this.state.isColorCleared = false;
    }
    this.#update(position, (play) => {
      // The color was cleared in between: a new decision.
      const before = wasCleared ? withColor(play.judgement, false) : play.judgement;
      return { ...play, judgement: withColor(before, hidden) };
    });
  }

  #revealLater(play: FeaturedPlay | undefined): void {
    if (this.state.isColorCleared) {
      this.state.isColorCleared = false;
      if (play !== undefined) {
        this.#color(play, false);
      }
    }
  }

  #names({ playId, track: raw, nativeArt }: Extract<PipelineEvent, { kind: 'names' }>): void {
    const track = cleanTrack(raw);
    const { held } = this.state;
    if (held?.transition.playId === playId) {
      const transition = { ...held.transition, track, ...(nativeArt && { nativeArt }) };
      this.state.held = { ...held, transition };
      if (!this.#continuesPlay(transition)) {
        this.#prefetch(transition, transition.nativeArt);
      }
      return;
    }
    const position = this.state.ids.get(playId);
    const hidden = playAt(this.state, position)?.judgement;
    if (hidden?.verdict === 'hide') {
      this.#rememberHide(withReport(hidden, track, this.#grounds));
    }
    this.#update(position, (play) => {
      const isNew = this.#now - play.featuredAt <= NAMES_MAY_COME_MS;
      const lacksNames =
        play.place.position === this.state.current && !isNamed(shownOf(play.judgement).track);
      const news = { track, ...(nativeArt && { nativeArt }) };
      return withNames(play, news, isNew || lacksNames, this.#grounds);
    });
  }

  #update(position: number | undefined, apply: (play: FeaturedPlay) => FeaturedPlay): void {
    const play = playAt(this.state, position);
    if (play === undefined) {
      return;
    }
    if (position === this.state.current) {
      this.#change(apply);
    } else if (!play.endedHidden) {
      this.#put(apply(play));
      this.#clearScreen();
      this.#publishEarlierChanges();
    }
  }

  #prefetch(coming: Reported, nativeArt: Transition['nativeArt']): void {
    const { hidden, track } = preview(coming, this.state, this.#grounds);
    if (!hidden) {
      this.effects.push({ kind: 'prefetch', track, nativeArt });
    }
  }

  /** Publishes a waiting track without pictures. */
  #stop(): void {
    this.state.isStopped = true;
    this.state.held = undefined;
    this.#endWait({});
  }

  /** `removed`: names of sources that are followed no longer. */
  #newSource(removed: readonly string[]): void {
    const current = currentPlay(this.state);
    if (current !== undefined && current.place.endedAt === undefined && removed.includes(current.source)) {
      this.#end(current.id, this.#environment.at.wall);
    }
    this.state.isNewSource = true;
    this.#setAside(this.state.setAside?.judgement, REPORTED_WITHIN_MS);
    // The new source reports it again if it still plays.
    this.state.held = undefined;
  }

  // ───────────────────────────────────────────────────────────── commands of the operator

  #hide(position = this.state.current, only = false): boolean {
    const play = playAt(this.state, position);
    if (play === undefined) {
      return false;
    }
    this.#hideWherePlayed(play);
    const current = currentPlay(this.state);
    // The next track waits for its pictures, so the operator may mean either.
    if (current !== undefined && position === this.state.onScreen && !only) {
      this.#hideWherePlayed(current);
    }
    this.#publishWhenReady();
    this.#clearScreen();
    this.#publishEarlierChanges();
    return true;
  }

  /** Hides the play and later ones of its track; future ones are recognized by name. */
  #hideWherePlayed({ place, judgement }: FeaturedPlay): void {
    const itself = withHidden(NOTHING_HIDDEN, judgement);
    for (const play of this.state.plays.values()) {
      const { position } = play.place;
      if (position === place.position || (position > place.position && wasHidden(itself, play.judgement))) {
        this.#put({ ...play, judgement: withVerdict(play.judgement, 'hide') });
      }
    }
    this.#rememberHide(judgement);
  }

  #rememberHide(judgement: Judgement): void {
    this.state.hiddenBefore = withHidden(this.state.hiddenBefore, judgement);
  }

  /** Returns false without a play at the position, or if its track is hidden in a later play. */
  #revealAt(position = this.state.current): boolean {
    if (position === this.state.current) {
      return this.#change((play) => this.#reveal(play));
    }
    const play = playAt(this.state, position);
    if (play === undefined || laterHiddenPlay(play, lastHiddenPlays(this.state))) {
      return false;
    }
    this.#put(this.#reveal(play));
    this.#publishEarlierChanges();
    return true;
  }

  #reveal(play: FeaturedPlay): FeaturedPlay {
    this.state.hiddenBefore = withoutHidden(this.state.hiddenBefore, play.judgement);
    return { ...play, judgement: withVerdict(play.judgement, 'reveal') };
  }

  /** Removes an ended play from the set, or puts it back. It stays known, because a later play may hide its track. */
  #remove(position: number, isRemoved: boolean): boolean {
    const current = currentPlay(this.state);
    if (isRemoved && current?.place.position === position && current.place.endedAt !== undefined) {
      this.#clearAir(current);
    }
    const play = playAt(this.state, position);
    const isOver =
      position !== this.state.current && position !== this.state.onScreen && play?.published !== 'nothing';
    if (play === undefined || !isOver) {
      return false;
    }
    if (play.isRemoved !== isRemoved) {
      this.#unname(position);
      const changed = { ...play, isRemoved };
      const isHiddenLater = laterHiddenPlay(play, lastHiddenPlays(this.state)) !== undefined;
      this.#sendEarlier(changed, isHiddenLater);
      const message = isRemoved ? 'track removed from the set' : 'track back in the set';
      this.#log('info', message, { position, ...this.#ofSet });
      // A source that reports the play again makes a new one, which needs the id.
      this.#put({ ...(playAt(this.state, position) ?? changed), id: `removed ${position}` });
    }
    return true;
  }

  /** Moves the track on air to a new set, unless it leaves the air. Returns false if the set would keep no track. */
  #newSet(leavesAir: boolean): boolean {
    const isAwaited = this.state.awaited !== undefined;
    const current = currentPlay(this.state);
    const inSet = [...this.state.plays.values()].filter(({ isRemoved }) => !isRemoved);
    const count = inSet.length - (current === undefined || leavesAir ? 0 : 1);
    if (count <= 0) {
      return false;
    }
    this.#endWait({});
    if (leavesAir && current !== undefined) {
      this.#clearAir(current);
    }
    const play = currentPlay(this.state);
    const running = currentOrResumed(this.state);
    const { set } = this.state;
    this.#plays = new Map();
    this.state.plays = this.#plays;
    this.state.withheld = new Set();
    this.state.setNumber += 1;
    this.#log('info', 'new set begun', { before: count });
    if (play === undefined || set === undefined) {
      this.state.ids = new Map();
      this.state.set = undefined;
      if (leavesAir) {
        this.#setAside((current ?? running)?.judgement, current === undefined ? REPORTED_WITHIN_MS : 0);
      } else {
        this.state.mayMove = running &&
          set && { play: running, startedAt: set.startedAt + running.place.elapsedMs };
      }
      this.#sendBegin();
      return true;
    }
    const { position, elapsedMs } = play.place;
    this.state.ids = new Map(
      [...this.state.ids].flatMap(([id, at]) => (at === position ? [[id, 1] as const] : [])),
    );
    this.state.set = { startedAt: set.startedAt + elapsedMs, position: 1 };
    this.state.current = 1;
    this.state.onScreen = 1;
    const moved = movedToNewSet(play);
    this.#put(moved);
    this.#send(moved, 'new set', shownOf(moved.judgement), 'publish');
    if (isAwaited) {
      // The play moved before its pictures arrived.
      this.#refreshPictures();
    }
    return true;
  }

  /** The set goes on with the next play. Returns false if nothing is on air or held. */
  #endShow(): boolean {
    const { held } = this.state;
    this.state.held = undefined;
    const current = currentPlay(this.state);
    if (current === undefined) {
      return held !== undefined;
    }
    const { place } = current;
    const endedAt = place.endedAt ?? Math.max(place.at, this.#environment.at.wall);
    this.#putEnd({ ...current, place: { ...place, endedAt } });
    this.#clearAir(current);
    this.#setAside(current.judgement, 0);
    return true;
  }

  /** Begins a set without a track. */
  #sendBegin(): void {
    const { wall } = this.#environment.at;
    const none = { playId: '', position: 0, at: wall, elapsedMs: 0, source: '', ...NO_TRACK };
    this.#emit({ kind: 'new set', ...none }, 'publish earlier');
  }

  get #ofSet(): Pick<Publication, 'set'> {
    return this.state.setNumber > 0 ? { set: this.state.setNumber } : {};
  }

  #newSettings(): void {
    this.#judgeAll(({ judgement }) => withCurrentRules(judgement, this.#grounds));
    this.#correct((play) => withExtraction(play, this.#grounds));
    this.#clearScreen();
    this.#publishEarlierChanges();
  }

  #judgeAll(judgeAgain: (play: FeaturedPlay) => Judgement): void {
    for (const play of this.state.plays.values()) {
      this.#put({ ...play, judgement: judgeAgain(play) });
    }
  }

  #refreshPictures(): boolean {
    this.#endPictures();
    return this.#change(withoutPictures);
  }

  #correctNames({ artist, title }: OperatorNames, position = this.state.current): boolean {
    const names = {
      ...(artist === undefined ? {} : { artist: cleanText(artist) }),
      ...(title === undefined ? {} : { title: cleanText(title) }),
    };
    const isCorrected =
      position === this.state.current
        ? this.#correct((play) => withCorrection(play, names))
        : this.#correctEarlier(position, names);
    const judgement = isCorrected ? playAt(this.state, position)?.judgement : undefined;
    if (judgement !== undefined) {
      const { reported, corrected } = judgement;
      this.state.correctedBefore = withNamesOf(this.state.correctedBefore, reported, corrected);
    }
    return isCorrected;
  }

  /** Returns false for a hidden play, because its names must not get out. */
  #correctEarlier(position: number | undefined, names: OperatorNames): boolean {
    const play = playAt(this.state, position);
    if (typeof play?.published !== 'object' || play.isRemoved || isHidden(play.judgement)) {
      return false;
    }
    const corrected = { ...play, judgement: withCorrections(play.judgement, names) };
    this.#put(corrected);
    this.#send(corrected, 'correction', shownOf(corrected.judgement), 'publish earlier');
    return true;
  }

  #correct(apply: (play: FeaturedPlay) => FeaturedPlay): boolean {
    return this.#change((play) => {
      const changed = apply(play);
      // Corrected tracks get a new deadline for pictures.
      const isNew = changed !== play && this.state.awaited === undefined;
      return isNew ? { ...changed, deadline: undefined } : changed;
    });
  }

  /** Changes the play on air. Returns false without one. */
  #change(apply: (play: FeaturedPlay) => FeaturedPlay): boolean {
    const current = currentPlay(this.state);
    if (current === undefined) {
      return false;
    }
    this.#put(apply(current));
    this.#publishWhenReady();
    return true;
  }

  // ───────────────────────────────────────────────────────────── current play

  /** `reportedAt`: monotonic ms. */
  #feature(transition: Transition, reportedAt: number): void {
    this.state.pace = counted(this.state.pace, this.#now);
    const judgement = judge(transition.track, transition.hidden, this.#grounds);
    const place = this.#nextPlace();
    this.state.mayMove = undefined;
    this.state.setAside = undefined;
    this.#put(featured(transition, judgement, place, { reportedAt, featuredAt: this.#now }));
    this.#name(transition.playId, place.position);
    // Previous track first, with the pictures that arrived.
    this.#endWait({});
    const before = currentPlay(this.state);
    if (before !== undefined) {
      this.#put(ended(before));
    }
    this.state.current = place.position;
    this.#revealLater(before);
    this.#publishWhenReady();
  }

  #nextPlace(): SetPosition {
    const { monotonic, wall } = this.#environment.at;
    const { startedAt, position: before } = this.state.set ?? { startedAt: monotonic, position: 0 };
    const position = before + 1;
    this.state.set = { startedAt, position };
    return { position, at: wall, elapsedMs: Math.round(monotonic - startedAt) };
  }

  /** Publishes the pending change, or waits for its pictures. */
  #publishWhenReady(): void {
    const play = currentPlay(this.state);
    if (play === undefined) {
      return;
    }
    const { hidden, track } = shownOf(play.judgement);
    const lacksPictures = !hidden && play.pictures === undefined && pendingChange(play) !== undefined;
    if (lacksPictures && this.state.awaited?.track === track) {
      return;
    }
    this.#endPictures();
    if (!lacksPictures) {
      this.#publish(play.place.position);
      return;
    }
    const deadline = play.deadline ?? this.#now + this.#environment.settings['streaming.timeout'] * 1_000;
    this.#put({ ...play, deadline });
    const { nativeArt } = play;
    if (!isNamed(track)) {
      // Fetched early, but shown only with the names, which may hide the track.
      this.effects.push({ kind: 'prefetch', track, nativeArt });
    }
    this.state.awaited = { track, until: deadline, isLate: false };
    this.effects.push({ kind: 'seek pictures', track, nativeArt: isNamed(track) ? nativeArt : undefined });
  }

  /** `all`: the search is complete, so earlier pictures are dropped. */
  #endWait(pictures: NonNullable<FeaturedPlay['pictures']>, all = false): void {
    const current = currentPlay(this.state);
    if (this.state.awaited !== undefined && current !== undefined) {
      this.#endPictures();
      this.#put({ ...current, pictures: all ? pictures : { ...current.earlierPictures, ...pictures } });
      this.#publish(current.place.position);
    }
  }

  #endPictures(): void {
    if (this.state.awaited !== undefined) {
      this.state.awaited = undefined;
      this.effects.push({ kind: 'end pictures' });
    }
  }

  #time(by: number): void {
    const { awaited } = this.state;
    if (awaited !== undefined && awaited.until <= by) {
      if (awaited.isLate) {
        this.#endWait({});
      } else {
        this.state.awaited = { ...awaited, until: this.#now + GRACE_MS, isLate: true };
        this.effects.push({ kind: 'flush pictures' });
      }
    }
    const { held } = this.state;
    if (held !== undefined && held.dueAt <= by) {
      this.#release();
    }
  }

  /** Clears the screen if its play gets hidden while the next waits for pictures. */
  #clearScreen(): void {
    const onScreen = playAt(this.state, this.state.onScreen);
    if (onScreen !== undefined && isHidden(onScreen.judgement)) {
      this.#endWait({});
    }
  }

  // ───────────────────────────────────────────────────────────── publications

  #publish(position: number): void {
    this.state.onScreen = position;
    // First, because a new track is sent with the list of earlier ones.
    this.#publishEarlierChanges();
    const play = playAt(this.state, position);
    const kind = play && pendingChange(play);
    if (play === undefined) {
      return;
    }
    const shown = shownOf(play.judgement);
    if (kind === undefined) {
      if (hasOutdatedFacts(play)) {
        this.#send(play, 'hide', shown, 'publish earlier');
      }
      return;
    }
    this.#send(play, kind, shown, 'publish');
    const { hidden, track } = shown;
    const after = `${Math.round((this.#now - play.reportedAt) / 100) / 10}s`;
    this.#log('info', messageOf(play, kind, track), {
      ...(hidden ? { hidden } : { artist: track.artist, title: track.title }),
      deck: play.deck,
      position,
      ...this.#ofSet,
      ...(kind === 'track' && !play.isResumed ? { after } : {}),
    });
  }

  #log(level: 'info' | 'warn', message: string, fields: LogFields): void {
    this.effects.push({ kind: 'log', level, message, fields });
  }

  /** Reports ended plays that became hidden or visible, or whose track did in a later play. */
  #publishEarlierChanges(): void {
    const { current, onScreen, plays, withheld } = this.state;
    if (withheld.size === 0) {
      return;
    }
    const hidden = lastHiddenPlays(this.state);
    for (const play of plays.values()) {
      const { position } = play.place;
      if (position === current || position === onScreen || play.published === 'nothing') {
        continue;
      }
      const isHiddenLater = hidden.size > 0 && laterHiddenPlay(play, hidden) !== undefined;
      const isOtherwise = (isHiddenLater || isHidden(play.judgement)) !== isPublishedHidden(play);
      if (isOtherwise || isHiddenByAnother(play)) {
        this.#sendEarlier(play, isHiddenLater);
      }
    }
  }

  /** `isHiddenLater`: a later play hides its track. */
  #sendEarlier(play: FeaturedPlay, isHiddenLater: boolean): void {
    const shown = isHiddenLater ? withoutNames(play.judgement) : shownOf(play.judgement);
    this.#send(play, shown.hidden ? 'hide' : 'reveal', shown, 'publish earlier');
  }

  #sendWithoutNames(
    { judgement, id, place, source }: FeaturedPlay,
    kind: 'off air' | 'retract',
    how: Publish,
    resumed: Pick<Publication, 'isResumed'> = {},
  ): void {
    this.#emit({ kind, playId: id, ...place, ...withoutNames(judgement), source, ...resumed }, how);
  }

  #send(play: FeaturedPlay, kind: ChangeKind | 'end' | 'new set', shown: Shown, how: Publish): void {
    const { judgement, deck, file, movedFrom, isRemoved } = play;
    this.#put(afterPublication(play, shown));
    this.#emit(
      {
        kind: isRemoved ? 'retract' : kind,
        playId: play.id,
        ...play.place,
        ...(shown.hidden ? shown : enriched(play, shown)),
        source: play.source,
        ...(deck === undefined ? {} : { deck }),
        facts: new Sealed({ ...factsOf(judgement), ...(file !== undefined && { file }) }),
        ...(play.isResumed && { isResumed: true as const }),
        ...(movedFrom !== undefined && { movedFrom }),
        ...(isRemoved && { removed: true as const }),
      },
      how,
    );
  }

  #emit(publication: Omit<Publication, 'seq' | 'set'>, how: Publish): void {
    this.state.seq += 1;
    this.effects.push({ kind: how, publication: { ...publication, seq: this.state.seq, ...this.#ofSet } });
  }
}

type Publish = 'publish' | 'publish earlier';

function messageOf({ isBack, published }: FeaturedPlay, kind: ChangeKind, track: Track): string {
  if (isBack && (kind === 'correction' || kind === 'track')) {
    return 'track on air again';
  }
  return track === published ? 'track has other pictures' : MESSAGES[kind];
}

const MESSAGES: Record<ChangeKind, string> = {
  track: 'track featured',
  hide: 'track hidden',
  reveal: 'track revealed',
  correction: 'track corrected',
};
