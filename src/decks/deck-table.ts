import type { DeckBeat } from '../core/contracts/beat.ts';
import type { DeckState, HeardTrack } from '../core/contracts/deck.ts';
import type { SourceListener, SourceTools } from '../core/contracts/source.ts';
import { PlayEnd } from '../core/play-end.ts';
import type { Silence } from '../core/silence.ts';
import { type PlayId, playSeries } from '../core/track.ts';
import { Timer } from '../core/waiting.ts';
import { Announcements } from './announcements.ts';
import type { BeatBoard } from './beats/beat-board.ts';
import { ControllerDecks } from './controller-decks.ts';
import {
  advanceTime,
  type Correction,
  type Deck,
  type DeckEvent,
  type Detection,
  type DetectionStep,
  detect,
  emptyDetection,
  explain,
  isLoaded,
  isLoadedAs,
  isPresent,
  isReachable,
  isSettled,
  labelOf,
  levelOf,
  type PlayedOn,
  putOnAir,
  type Rule,
  recorded,
  runsNow,
  type Tags,
} from './detection/index.ts';
import { HeardDecks } from './heard-decks.ts';
import { type DeckSettings, ruleOf } from './options.ts';
import { NO_LIBRARY, type TrackLibrary } from './track-library.ts';
import { type DeckViewContext, deckView, deckViews } from './views.ts';
import { DeckWarnings } from './warnings.ts';

export interface DeckTableOptions {
  readonly source: string;
  readonly settings: DeckSettings;
  readonly listener: SourceListener;
  readonly tools: Pick<SourceTools, 'clock' | 'log' | 'hearing' | 'faders'>;
  readonly board?: BeatBoard;
  readonly library?: TrackLibrary;
  /** File on this computer, for hearing. Absent if the source's files can't be read. */
  readonly fileOf?: (tags: Tags) => string | undefined;
  /** Knows loads alone, and which count as played (`counted` in `detection/events.ts`). */
  readonly loadsAlone?: true;
  /** May lack levels, which a controller's faders then give, by deck number. */
  readonly takesFaders?: true;
}

/** Hands stop decks that hold a track for longer than players pause, and devices that lost their network may play on. */
const STOPPED_AFTER_MS = 30_000;

/** Decks of one source. Wakes the detection when time alone decides. */
export class DeckTable {
  readonly #tools: DeckTableOptions['tools'];
  readonly #rule: Rule;
  readonly #library: TrackLibrary;
  readonly #announcements: Announcements;
  readonly #end: PlayEnd;
  /** A deck was seen running since the last announcement: the operator may choose one that isn't known to. */
  #hasRun = false;
  /** So was a deck with the play announced last. */
  #hasPlayed = false;
  readonly #board: BeatBoard | undefined;
  readonly #warnings: DeckWarnings;
  #detection: Detection;
  readonly #wakeTimer: Timer;
  #wakesAt: number | undefined;
  readonly #heardDecks: HeardDecks | undefined;
  readonly #controllerDecks: ControllerDecks | undefined;

  constructor(options: DeckTableOptions) {
    const { source, settings, listener, tools, board, library = NO_LIBRARY, fileOf } = options;
    this.#tools = tools;
    this.#wakeTimer = new Timer(tools.clock);
    this.#rule = ruleOf(settings, options.loadsAlone && recorded);
    this.#library = library;
    this.#board = board;
    this.#end = new PlayEnd(tools.clock, listener);
    const transition: SourceListener['transition'] = (report) => {
      this.#hasRun = this.#hasPlayed = false;
      this.#end.announce(report);
    };
    this.#announcements = new Announcements({
      ...{ settings, library, fileOf, clock: tools.clock },
      listener: { ...listener, transition },
    });
    this.#warnings = new DeckWarnings(tools, this.#rule);
    this.#detection = emptyDetection(source, playSeries(source, tools.clock));
    const { hearing } = tools;
    this.#heardDecks =
      hearing &&
      fileOf &&
      new HeardDecks({
        hearing,
        fileOf,
        clock: tools.clock,
        apply: (events) => this.#apply(events),
      });
    const { faders } = tools;
    this.#controllerDecks =
      faders && options.takesFaders && new ControllerDecks(faders, (events) => this.#apply(events));
  }

  /** Decides nothing between simultaneous events. */
  apply(...events: readonly DeckEvent[]): void {
    this.#apply(this.#controllerDecks?.complete(events) ?? events);
  }

  #apply(events: readonly DeckEvent[]): void {
    const step = detect(this.#detection, events, this.#tools.clock.monotonic(), this.#rule);
    if (step === undefined) {
      return;
    }
    this.#advance(step);
    for (const event of events) {
      if (event.kind === 'player') {
        this.#warnings.checkNumber(this.#detection, event.player);
      }
    }
  }

  /** Playing decks whose levels must be reported before one can lead. */
  get unreportedDecks(): readonly string[] {
    return this.#detection.waitsForLevels
      ? this.views().flatMap(({ deck, playing, level }) => (playing && level === undefined ? [deck] : []))
      : [];
  }

  views(): readonly DeckState[] {
    return deckViews(this.#detection, this.#viewContext());
  }

  /** Labels of the device's decks, empty ones included. */
  labelsOn(device: string): readonly string[] {
    const table = this.#detection;
    return [...table.decks.values()]
      .filter((deck) => deck.device === device)
      .map((deck) => labelOf(deck, table))
      .sort();
  }

  /** Shares of the room's sound. */
  audible(): readonly HeardTrack[] {
    const table = this.#detection;
    return [...(this.#heardDecks?.shares ?? [])].flatMap(([id, share]) => {
      const deck = table.decks.get(id);
      return deck === undefined ? [] : [{ ...deckView(deck, table, this.#viewContext()), share }];
    });
  }

  beatsAt(time: number): readonly DeckBeat[] {
    const table = this.#detection;
    const now = this.#tools.clock.monotonic();
    const leading = leadingDeck(table);
    return [...table.decks.values()]
      .filter((deck) => runsNow(deck.transport) && isPresent(deck, table, now))
      .map((deck) => ({
        deck: deck.id,
        play: isSettled(deck.loaded) ? deck.loaded.play : undefined,
        leads: deck === leading,
        level: levelOf(deck, table, this.#rule),
        grid: this.#board?.at(deck.id, time) ?? this.#heardDecks?.gridAt(deck.id, time),
      }));
  }

  #viewContext(): DeckViewContext {
    return {
      at: this.#tools.clock.monotonic(),
      rule: this.#rule,
      library: this.#library,
      isHidden: (deck) => this.#announcements.isHidden(deck, this.#detection),
    };
  }

  /** Returns false if there is no such deck, no known track on it, or another play than `play`. */
  putOnAir(label: string, play?: PlayId): boolean {
    const table = this.#detection;
    const now = this.#tools.clock.monotonic();
    const deck = [...table.decks.values()].find(
      (one) =>
        labelOf(one, table) === label &&
        isPresent(one, table, now) &&
        (play === undefined || isLoadedAs(play, one, table)),
    );
    const put = deck === undefined ? undefined : putOnAir(table, deck.id);
    if (put === undefined) {
      return false;
    }
    this.#detection = put.detection;
    this.#announce(put.announced);
    this.#board?.decksChanged();
    return true;
  }

  /** See `Source.leaveAir`. */
  leaveAir(isLeaving: (play: PlayId) => boolean): void {
    const { featured } = this.#detection;
    if (featured !== undefined && isLeaving(featured)) {
      this.#detection = { ...this.#detection, featured: undefined, putOnAir: undefined };
      this.#board?.decksChanged();
    }
  }

  /** See `Source.silence`. */
  silence(isOnAir: (play: PlayId) => boolean): Silence | undefined {
    const { featured, decks } = this.#detection;
    const since = this.#end.silentSince;
    if (since === undefined || featured === undefined || !isOnAir(featured)) {
      return undefined;
    }
    const holders = [...decks.values()].filter(({ loaded }) => loaded.play === featured && isLoaded(loaded));
    const isPaused = holders.some((deck) => isReachable(deck, this.#detection));
    const mayRun = holders.some(({ transport }) => runsNow(transport));
    return { since, why: holders.length === 0 ? 'ended' : isPaused && !mayRun ? 'paused' : 'unreachable' };
  }

  /** A track that leads later is featured, even the same one. */
  clearAir(): void {
    const { featured } = this.#detection;
    this.#detection = { ...this.#detection, featured: undefined, leading: undefined, putOnAir: undefined };
    if (featured !== undefined) {
      this.#announcements.offAir(featured);
    }
  }

  /** Decides again. */
  settingsChanged(): void {
    this.#wake();
    this.#announcements.updateVisibility(this.#detection);
  }

  /** Announces names that the library learned late. */
  libraryChanged(): void {
    for (const play of this.#detection.plays.keys()) {
      this.#announcements.namesChanged(play, this.#detection);
    }
  }

  stop(): void {
    this.#heardDecks?.close();
    this.#controllerDecks?.close();
    this.#wakeTimer.cancel();
    this.#end.close();
  }

  #advance(step: DetectionStep): void {
    const before = this.#detection;
    const table = step.detection;
    this.#detection = table;
    for (const { id, loaded } of table.decks.values()) {
      const hasSettled = before.decks.get(id)?.loaded.unsettled === true && !loaded.unsettled;
      if (hasSettled && loaded.play !== undefined && !step.loaded.includes(id)) {
        this.#announcements.namesChanged(loaded.play, table);
      }
    }
    for (const deck of step.loaded.flatMap((id) => table.decks.get(id) ?? [])) {
      this.#announcements.loaded(deck, table);
    }
    if (step.corrected === undefined) {
      this.#announce(step.announced ?? step.returned);
    } else {
      this.#correct(step.corrected);
    }
    this.#watchEnd();
    // The audience waits for the announcement, not for the timer.
    if (this.#detection === table) {
      this.#wakeAt(step.checkAt);
    }
    this.#warnings.checkMuted(table);
    this.#announcements.updateVisibility(table);
    this.#heardDecks?.update(table);
    this.#board?.decksChanged();
  }

  /** The play on air ends when all decks have stopped or are empty: another deck may run unheard, but is no proof. */
  #watchEnd(): void {
    const table = this.#detection;
    const { featured } = table;
    const now = this.#tools.clock.monotonic();
    const running = [...table.decks.values()].filter(
      (deck) => runsNow(deck.transport) && isPresent(deck, table, now),
    );
    const onAir = running.filter(
      (one) => featured !== undefined && one.loaded.play === featured && isReachable(one, table),
    );
    // A device that came back repeats all values first.
    const deck = onAir.find(({ loaded }) => !loaded.unsettled);
    if (this.#end.hasEnded && featured !== undefined && deck !== undefined) {
      this.#announce({ play: featured, deck: deck.id });
    }
    const isEmpty = areEmpty(table);
    if (running.length > 0 && !isEmpty) {
      this.#hasRun = true;
      this.#hasPlayed ||= deck !== undefined;
      if (deck !== undefined || !this.#hasPlayed) {
        this.#end.plays();
      } else if (onAir.length === 0) {
        this.#end.doubted();
      }
    } else if (this.#hasRun) {
      this.#end.stopped(isEmpty ? undefined : STOPPED_AFTER_MS);
    }
  }

  #wakeAt(checkAt: number | undefined): void {
    if (checkAt === this.#wakesAt) {
      return;
    }
    this.#wakeTimer.cancel();
    this.#wakesAt = checkAt;
    if (checkAt !== undefined) {
      this.#wakeTimer.set(checkAt - this.#tools.clock.monotonic(), () => {
        this.#wakesAt = undefined;
        this.#wake();
      });
    }
  }

  #wake(): void {
    this.#advance(advanceTime(this.#detection, this.#tools.clock.monotonic(), this.#rule));
  }

  #correct({ play, deck: id, mistake }: Correction): void {
    const table = this.#detection;
    const deck = table.decks.get(id);
    if (deck !== undefined) {
      this.#tools.log.info('correcting the track on air', { deck: labelOf(deck, table) });
      this.#announcements.transition(play, deck, table, mistake === undefined ? {} : { mistake });
    }
  }

  #announce(played: PlayedOn | undefined): void {
    const table = this.#detection;
    const deck = played && table.decks.get(played.deck);
    if (played === undefined || deck === undefined) {
      return;
    }
    const { play: playId } = played;
    this.#announcements.transition(playId, deck, table);
    this.#warnings.checkLevels(table);
    const { clock, log } = this.#tools;
    const reason = explain(deck, table, clock.monotonic(), this.#rule);
    log.debug('a deck leads', { deck: labelOf(deck, table), playId, reason });
  }
}

/** All devices that are not off are connected, and have reported since that no track is loaded: nothing can play. */
function areEmpty({ decks, devices }: Detection): boolean {
  const isEmpty = [...decks.values()].flatMap(({ device: id, loaded: { songLoaded, songLoadedAt = 0 } }) => {
    const { since = 0, lostAt } = devices.get(id) ?? {};
    return lostAt === Number.NEGATIVE_INFINITY
      ? []
      : [lostAt === undefined && songLoaded === false && songLoadedAt >= since];
  });
  return isEmpty.length > 0 && !isEmpty.includes(false);
}

/** The operator's choice, else the rule's. */
function leadingDeck({ decks, featured, putOnAir: chosen, leading }: Detection): Deck | undefined {
  const byOperator = featured !== undefined && featured === chosen;
  const ofOperator = byOperator
    ? [...decks.values()].find(({ loaded }) => loaded.play === chosen)
    : undefined;
  return ofOperator ?? (leading && decks.get(leading.deck));
}
