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
} from '../../core/track.ts';
import { withNamesOf } from './corrected-before.ts';
import { isSamePlay, NOTHING_HIDDEN, wasHidden, withHidden, withoutHidden } from './hidden-before.ts';
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
  enriched,
  type FeaturedPlay,
  featured,
  hasOutdatedFacts,
  hasUnstoredHide,
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
/** The enricher may return partial results after the deadline. */
const GRACE_MS = 100;

export interface PipelineStep {
  readonly state: PipelineState;
  readonly effects: readonly Effect[];
  /** Whether a play took the event. */
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

  apply(event: PipelineEvent): boolean {
    switch (event.kind) {
      case 'resume':
        this.#resume(event.set);
        return true;
      case 'restore hides':
        this.#restoreHides(event.set);
        return true;
      case 'transition':
        this.#transition(event.transition);
        return true;
      case 'visibility':
        this.#visibility(event.playId, event.hidden);
        return true;
      case 'names':
        this.#names(event);
        return true;
      case 'loaded':
        if (!this.state.isStopped) {
          this.#prefetch({ track: cleanTrack(event.track), hidden: false }, event.nativeArt);
        }
        return true;
      case 'off air':
        this.#goOffAir(event.playId);
        return true;
      case 'new source':
        this.#newSource();
        return true;
      case 'hide':
        return this.#hide(event.position);
      case 'reveal':
        return this.#revealAt(event.position);
      case 'list for later':
        return this.#changeSilently((play) => ({ ...play, judgement: withKeptListings(play.judgement) }));
      case 'correct':
        return this.#correctNames(event.names, event.position);
      case 'new set':
        return this.#newSet(event.leavesAir);
      case 'skip hold':
        this.#release();
        return true;
      case 'new settings':
        this.#newSettings();
        return true;
      case 'new enricher':
        return this.#refreshPictures();
      case 'stop':
        this.state.isStopped = true;
        this.state.held = undefined;
        this.#endWait({});
        return true;
      case 'pictures':
        this.#endWait(event.pictures, this.state.awaited?.isLate === false);
        return true;
      case 'time':
        this.#time(event.by);
        return true;
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

  // ───────────────────────────────────────────────────────────── earlier run

  /** Continues an earlier run's set. Puts nothing on air, because only a source knows the audible track. */
  #resume({ entries, before = [] }: EarlierSet): void {
    if (this.state.isStopped) {
      return;
    }
    for (const entry of [...before, ...entries]) {
      this.#restore(entry);
    }
    const last = entries.at(-1);
    if (last === undefined) {
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
      this.#name(play.id, last.position);
      // Outputs may still show or keep the earlier run's names.
      this.#send(play, 'track', shownOf(play.judgement), 'publish earlier');
      this.#publishEarlierChanges();
      this.#sendWithoutNames(play, 'off air', 'publish');
    }
    this.state.isNewSource = true;
  }

  #restoreHides({ entries, before = [] }: EarlierSet): void {
    if (this.state.isStopped) {
      return;
    }
    for (const entry of [...before, ...entries]) {
      this.#restore(entry);
    }
    this.#judgeAll(({ judgement }) => withReport(judgement, judgement.reported, this.#grounds));
    this.#publishWhenReady();
    this.#clearScreen();
    this.#publishEarlierChanges();
  }

  /** Hide or correction. A track visible later had been revealed. */
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
    if (this.state.isStopped) {
      return;
    }
    const transition = { ...raw, track: cleanTrack(raw.track) };
    const known = playOf(this.state, transition.playId);
    const current = currentPlay(this.state);
    if (known === undefined) {
      this.#newPlay(transition);
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

  /** Removes a mistaken current play from the set. */
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
      this.#put(backOnAir(play, transition));
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
    this.state.ids = new Map([...this.state.ids].filter(([, at]) => at !== position));
    this.state.withheld = new Set([...this.state.withheld].filter((at) => at !== position));
    const { set } = this.state;
    if (set?.position === position) {
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

  #clearAir(current: FeaturedPlay): void {
    this.#endWait({});
    const play = currentPlay(this.state) ?? current;
    this.#put(ended(play));
    this.#revealLater(play);
    this.state.current = undefined;
    this.state.onScreen = undefined;
    this.#sendWithoutNames(play, 'off air', 'publish');
    const message = 'nothing is on air';
    this.effects.push({ kind: 'log', level: 'info', message, fields: { source: play.source } });
  }

  #newPlay(transition: Transition): void {
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
      const message = 'tracks change too fast; skipping some';
      this.effects.push({ kind: 'log', level: 'warn', message, fields: { source: transition.source } });
    }
    this.#hold(transition, Math.max(delayMs, paceMs));
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
  #continueAs(current: FeaturedPlay, { playId, hidden }: Transition): void {
    this.state.held = undefined;
    this.#put({ ...current, heardAs: playId });
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
    this.#update(this.state.ids.get(playId), (play) => {
      const isNew = this.#now - play.featuredAt <= NAMES_MAY_COME_MS;
      const lacksNames =
        play.place.position === this.state.current && !isNamed(shownOf(play.judgement).track);
      const news = { track, ...(nativeArt && { nativeArt }) };
      const named = withNames(play, news, isNew || lacksNames, this.#grounds);
      if (play.judgement.verdict === 'hide' && play.place.position === this.state.current) {
        this.#rememberHide(named.judgement);
      }
      return named;
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

  #newSource(): void {
    this.state.isNewSource = true;
    // The new source reports it again if it still plays.
    this.state.held = undefined;
  }

  // ───────────────────────────────────────────────────────────── commands of the operator

  #hide(position = this.state.current): boolean {
    if (position === undefined || this.state.isStopped) {
      return false;
    }
    const play = playAt(this.state, position);
    if (play === undefined) {
      return false;
    }
    this.#hideWherePlayed(play);
    const current = currentPlay(this.state);
    // The next track waits for its pictures, so the operator may mean either.
    if (current !== undefined && position === this.state.onScreen) {
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
    if (this.state.isStopped || play === undefined || laterHiddenPlay(play, lastHiddenPlays(this.state))) {
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

  /** Moves the track on air to a new set, unless it leaves the air. Returns false if the set would keep no track. */
  #newSet(leavesAir: boolean): boolean {
    const isAwaited = this.state.awaited !== undefined;
    const current = currentPlay(this.state);
    const count = this.state.plays.size - (current === undefined || leavesAir ? 0 : 1);
    if (this.state.isStopped || count <= 0) {
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
    this.effects.push({ kind: 'log', level: 'info', message: 'new set begun', fields: { before: count } });
    if (play === undefined || set === undefined) {
      this.state.ids = new Map();
      this.state.set = undefined;
      this.state.mayMove = running &&
        set && { play: running, startedAt: set.startedAt + running.place.elapsedMs };
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

  #sendBegin(): void {
    this.state.seq += 1;
    const { wall } = this.#environment.at;
    const publication: Publication = {
      kind: 'new set',
      seq: this.state.seq,
      playId: '',
      position: 0,
      at: wall,
      elapsedMs: 0,
      source: '',
      ...NO_TRACK,
      ...this.#ofSet,
    };
    this.effects.push({ kind: 'publish earlier', publication });
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
    if (this.state.isStopped || typeof play?.published !== 'object' || isHidden(play.judgement)) {
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

  #changeSilently(apply: (play: FeaturedPlay) => FeaturedPlay): boolean {
    const current = currentPlay(this.state);
    if (current !== undefined) {
      this.#put(apply(current));
    }
    return current !== undefined;
  }

  #change(apply: (play: FeaturedPlay) => FeaturedPlay): boolean {
    if (this.state.isStopped || !this.#changeSilently(apply)) {
      return false;
    }
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
    this.effects.push({
      kind: 'log',
      level: 'info',
      message: messageOf(play, kind, track),
      fields: {
        ...(hidden ? { hidden } : { artist: track.artist, title: track.title }),
        deck: play.deck,
        position,
        ...this.#ofSet,
        ...(kind === 'track' && !play.isResumed ? { after } : {}),
      },
    });
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
      const isAgain = hidden.size > 0 && laterHiddenPlay(play, hidden) !== undefined;
      const isOtherwise = (isAgain || isHidden(play.judgement)) !== isPublishedHidden(play);
      if (isOtherwise || hasUnstoredHide(play)) {
        const now = isAgain ? withoutNames(play.judgement) : shownOf(play.judgement);
        this.#send(play, now.hidden ? 'hide' : 'reveal', now, 'publish earlier');
      }
    }
  }

  #sendWithoutNames(
    { judgement, id, place, source }: FeaturedPlay,
    kind: 'off air' | 'retract',
    how: 'publish' | 'publish earlier',
  ): void {
    this.state.seq += 1;
    const publication = {
      kind,
      seq: this.state.seq,
      playId: id,
      ...place,
      ...withoutNames(judgement),
      source,
      ...this.#ofSet,
    };
    this.effects.push({ kind: how, publication });
  }

  #send(
    play: FeaturedPlay,
    kind: ChangeKind | 'new set',
    shown: Shown,
    how: 'publish' | 'publish earlier',
  ): void {
    const { judgement, deck, file, movedFrom } = play;
    this.#put(afterPublication(play, shown));
    this.state.seq += 1;
    const publication = {
      kind,
      seq: this.state.seq,
      playId: play.id,
      ...play.place,
      ...(shown.hidden ? shown : enriched(play, shown)),
      source: play.source,
      ...(deck === undefined ? {} : { deck }),
      facts: new Sealed({ ...factsOf(judgement), ...(file !== undefined && { file }) }),
      ...(play.isResumed && { isResumed: true as const }),
      ...this.#ofSet,
      ...(movedFrom !== undefined && { movedFrom }),
    };
    this.effects.push({ kind: how, publication });
  }
}

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
