import type { DeckState, SourceListener } from '../../core/contracts.ts';
import type { Tools } from '../../core/tools.ts';
import type { NativeArt, PlayId, Track, Transition } from '../../core/track.ts';
import {
  advanceTime,
  colorName,
  type Deck,
  type DeckEvent,
  type DeckId,
  type Detection,
  type DetectionStep,
  type DeviceId,
  detect,
  explain,
  isSettled,
  labelOf,
  longMuted,
  NOTHING_DETECTED,
  putOnAir,
  type Rule,
  type Tags,
  tagsOn,
} from '../../detection/index.ts';
import { deckViews } from './deck-views.ts';

/** What is known of a deck's track beside what the deck says. */
interface Known {
  /** The track, with the blanks filled that the deck left. */
  trackOf(tags: Tags): Track;
  /** Fetches the art that its device holds; undefined when the track can have none. One function for one track. */
  artOf(tags: Tags): NativeArt | undefined;
}

export interface DeckWatchOptions {
  readonly rule: Rule;
  /** Name of the colour that hides a deck's tracks; empty for none. Asked at each use. */
  readonly hidingColor: () => string;
  readonly known: Known;
  readonly listener: SourceListener;
  readonly tools: Pick<Tools, 'clock' | 'log'>;
}

/** Keeps the deck table, wakes detection when time alone decides, and tells the listener what it found. */
export class DeckWatch {
  readonly #options: DeckWatchOptions;
  #detection: Detection = NOTHING_DETECTED;
  #cancel: (() => void) | undefined;
  #checkAt: number | undefined;
  /** Whether the listener knows a play as hidden; plays that still lie on a deck, and the featured one. */
  readonly #told = new Map<PlayId, boolean>();
  #warnedOfLevels = false;
  #warnedOfMuted = false;
  readonly #warnedNumbers = new Set<number>();

  constructor(options: DeckWatchOptions) {
    this.#options = options;
  }

  tell(event: DeckEvent): void {
    const { rule, tools } = this.#options;
    const step = detect(this.#detection, event, tools.clock.monotonic(), rule);
    if (step === undefined) {
      return;
    }
    this.#take(step);
    if (event.kind === 'player') {
      this.#warnSameNumber(event.player);
    }
  }

  /** `nameOf` gives a device's name. */
  views(nameOf: (device: DeviceId) => string): readonly DeckState[] {
    const { rule, known, tools } = this.#options;
    return deckViews(this.#detection, {
      at: tools.clock.monotonic(),
      rule,
      nameOf,
      trackOf: (tags) => known.trackOf(tags),
      isHidden: (deck) => this.#isHidden(deck),
    });
  }

  /** Features the deck with this label; false when there is none, or nothing known in it. */
  onAir(label: string): boolean {
    const table = this.#detection;
    const deck = [...table.decks.values()].find((one) => labelOf(one, table) === label);
    const put = deck === undefined ? undefined : putOnAir(table, deck.id);
    if (put === undefined) {
      return false;
    }
    this.#detection = put.detection;
    if (put.announced !== undefined) {
      this.#announce(put.announced.play, put.announced.deck);
    }
    return true;
  }

  /** Another threshold or hiding colour decides anew. */
  settingsChanged(): void {
    this.#wake();
    this.#tellVisibility();
  }

  /** More may be known of the tracks than when they were told. */
  learned(): void {
    for (const play of this.#detection.plays.keys()) {
      this.#tellNames(play);
    }
  }

  stop(): void {
    this.#cancel?.();
  }

  #take(step: DetectionStep): void {
    const before = this.#detection;
    this.#detection = step.detection;
    this.#wakeAt(step.checkAt);
    for (const { id, loaded } of step.detection.decks.values()) {
      const hasSettled = before.decks.get(id)?.loaded.unsettled === true && !loaded.unsettled;
      if (hasSettled && loaded.play !== undefined && !step.loaded.includes(id)) {
        this.#tellNames(loaded.play);
      }
    }
    this.#report(step);
    this.#warnOfMuted();
    // A deck's colour may have changed, the deck that leads, or the deck on which a play lies.
    this.#tellVisibility();
  }

  #wakeAt(checkAt: number | undefined): void {
    if (checkAt === this.#checkAt) {
      return;
    }
    this.#cancel?.();
    this.#checkAt = checkAt;
    const { clock } = this.#options.tools;
    this.#cancel =
      checkAt === undefined
        ? undefined
        : clock.after(checkAt - clock.monotonic(), () => {
            this.#checkAt = undefined;
            this.#wake();
          });
  }

  #wake(): void {
    const { rule, tools } = this.#options;
    this.#take(advanceTime(this.#detection, tools.clock.monotonic(), rule));
  }

  #report({ loaded, announced, returned }: DetectionStep): void {
    for (const deck of loaded.flatMap((id) => this.#detection.decks.get(id) ?? [])) {
      this.#tellLoaded(deck);
    }
    const leads = announced ?? returned;
    if (leads !== undefined) {
      this.#announce(leads.play, leads.deck);
    }
  }

  #tellLoaded(deck: Deck): void {
    const { listener, known } = this.#options;
    if (!this.#isHidden(deck)) {
      const tags = tagsOn(deck, this.#detection);
      listener.loaded(known.trackOf(tags), known.artOf(tags));
    }
  }

  /** The names of a play may come, or change, after it was told. */
  #tellNames(id: PlayId): void {
    const table = this.#detection;
    const { listener, known } = this.#options;
    const decks = [...table.decks.values()].filter(({ loaded }) => loaded.play === id && isSettled(loaded));
    // Of a track on two decks, the one that leads tells the names.
    const deck = decks.find((one) => one.id === table.leading?.deck) ?? decks[0];
    const tags = deck === undefined ? table.plays.get(id)?.tags : tagsOn(deck, table);
    if (tags === undefined) {
      return;
    }
    if (this.#told.has(id)) {
      listener.namesChanged(id, known.trackOf(tags));
    } else if (deck !== undefined) {
      this.#tellLoaded(deck);
    }
  }

  #announce(playId: PlayId, id: DeckId): void {
    const deck = this.#detection.decks.get(id);
    if (deck === undefined) {
      return;
    }
    const { listener, known, rule, tools } = this.#options;
    const tags = tagsOn(deck, this.#detection);
    const hidden = this.#isHidden(deck);
    const label = labelOf(deck, this.#detection);
    const nativeArt = known.artOf(tags);
    this.#told.set(playId, hidden);
    const transition: Transition = {
      playId,
      track: known.trackOf(tags),
      source: 'hwdevice',
      deck: label,
      at: tools.clock.now(),
      hidden,
      ...(nativeArt === undefined ? {} : { nativeArt }),
    };
    listener.transition(transition);
    this.#warnWithoutLevels();
    const reason = explain(deck, this.#detection, tools.clock.monotonic(), rule);
    tools.log.debug('a deck leads', { deck: label, playId, reason });
  }

  #warnWithoutLevels(): void {
    if (this.#detection.withoutLevels && !this.#warnedOfLevels) {
      this.#warnedOfLevels = true;
      this.#options.tools.log.warn('no mixer tells how loud the decks are, so the first one started leads', {
        hint: 'for a mixer that is not from the same maker try --detection.algorithm=altlead',
      });
    }
  }

  /** Without a word, a show whose levels mean something else than we think would stay silent. */
  #warnOfMuted(): void {
    const { rule, tools } = this.#options;
    const muted = this.#warnedOfMuted ? undefined : longMuted(this.#detection, tools.clock.monotonic(), rule);
    if (muted !== undefined) {
      this.#warnedOfMuted = true;
      tools.log.warn('a deck plays with an open fader, but its level counts as silent', {
        ...muted,
        hint: 'if the audience hears it, --detection.crossfader=off goes by the fader alone',
      });
    }
  }

  #warnSameNumber(player: number): void {
    const devices = [...this.#detection.devices.values()];
    const same = devices.filter(
      (device) => device.role === 'player' && device.player === player && device.lostAt === undefined,
    );
    if (same.length > 1 && !this.#warnedNumbers.has(player)) {
      this.#warnedNumbers.add(player);
      this.#options.tools.log.warn('two players have the same number, so their decks have the same names', {
        player,
        hint: 'give each player its own number in its preferences',
      });
    }
  }

  #isHidden(deck: Deck): boolean {
    const color = this.#options.hidingColor();
    return color !== '' && colorName(deck.color) === color;
  }

  /** A play on two decks has the colour of the one that leads. */
  #tellVisibility(): void {
    const { decks, leading, featured } = this.#detection;
    const now = new Map<PlayId, boolean>();
    for (const deck of decks.values()) {
      const { play } = deck.loaded;
      if (play !== undefined && this.#told.has(play) && (deck.id === leading?.deck || !now.has(play))) {
        now.set(play, this.#isHidden(deck));
      }
    }
    for (const play of this.#told.keys()) {
      if (!now.has(play) && play !== featured) {
        this.#told.delete(play);
      }
    }
    for (const [play, hidden] of now) {
      if (this.#told.get(play) !== hidden) {
        this.#told.set(play, hidden);
        this.#options.listener.visibility(play, hidden);
      }
    }
  }
}
