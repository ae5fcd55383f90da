import type { SourceListener } from '../core/contracts/source.ts';
import { readLive } from '../core/option.ts';
import type { Clock } from '../core/tools.ts';
import type { PlayId, Transition } from '../core/track.ts';
import {
  colorName,
  colorOf,
  type Deck,
  type Detection,
  isSettled,
  labelOf,
  type Tags,
  tagsOn,
} from './detection/index.ts';
import type { DeckSettings } from './options.ts';
import type { TrackLibrary } from './track-library.ts';

export interface AnnouncementsOptions {
  readonly settings: Pick<DeckSettings, 'hide.color'>;
  readonly library: TrackLibrary;
  readonly fileOf: ((tags: Tags) => string | undefined) | undefined;
  readonly listener: SourceListener;
  readonly clock: Clock;
}

export class Announcements {
  readonly #options: AnnouncementsOptions;
  /** Visibility that the listener knows, of plays on decks and the featured one. */
  readonly #hidden = new Map<PlayId, boolean>();

  constructor(options: AnnouncementsOptions) {
    this.#options = options;
  }

  /**
   * A device that was away may report a cleared color before another track, so a hidden track stays hidden
   * until all values have been reported.
   */
  isHidden(deck: Deck, table: Detection): boolean {
    const { loaded } = deck;
    const wasHidden = loaded.play !== undefined && this.#hidden.get(loaded.play) === true;
    const color = readLive(this.#options.settings, 'hide.color');
    const isColored = color !== '' && colorName(colorOf(deck, table)) === color;
    return isColored || (wasHidden && !isSettled(loaded));
  }

  loaded(deck: Deck, table: Detection): void {
    const { listener, library } = this.#options;
    const { play } = deck.loaded;
    if (play !== undefined && this.#hidden.has(play)) {
      // Announced before; the deck that loads it now may know missing names.
      this.namesChanged(play, table);
    } else if (!this.isHidden(deck, table)) {
      const tags = tagsOn(deck, table);
      listener.loaded(library.trackOf(tags), library.artOf(tags));
    }
  }

  /** Announces the play that leads on this deck. */
  transition(playId: PlayId, deck: Deck, table: Detection, correction?: Transition['correction']): void {
    const { listener, library, fileOf, clock } = this.#options;
    const tags = tagsOn(deck, table);
    const hidden = this.isHidden(deck, table);
    this.#hidden.set(playId, hidden);
    listener.transition({
      playId,
      track: library.trackOf(tags),
      source: table.source,
      deck: labelOf(deck, table),
      at: clock.now(),
      hidden,
      nativeArt: library.artOf(tags),
      file: fileOf?.(tags),
      ...(correction && { correction }),
    });
  }

  offAir(playId: PlayId): void {
    this.#options.listener.offAir(playId);
  }

  /** Passes on names that came after the announcement. */
  namesChanged(id: PlayId, table: Detection): void {
    const { listener, library } = this.#options;
    const decks = [...table.decks.values()].filter(({ loaded }) => loaded.play === id && isSettled(loaded));
    const deck = decks.find((one) => one.id === table.leading?.deck) ?? decks[0];
    const tags = deck === undefined ? table.plays.get(id)?.tags : tagsOn(deck, table);
    if (tags === undefined) {
      return;
    }
    if (this.#hidden.has(id)) {
      listener.namesChanged(id, library.trackOf(tags), library.artOf(tags));
    } else if (deck !== undefined) {
      this.loaded(deck, table);
    }
  }

  /** If several decks have the track, the leading one's color counts, or all while another track leads. */
  updateVisibility(table: Detection): void {
    const now = new Map<PlayId, boolean>();
    const leading = table.leading && table.decks.get(table.leading.deck);
    for (const deck of table.decks.values()) {
      const { play } = deck.loaded;
      if (play !== undefined && this.#hidden.has(play)) {
        const counted = leading?.loaded.play === play ? leading : deck;
        now.set(play, now.get(play) !== false && this.isHidden(counted, table));
      }
    }
    for (const play of this.#hidden.keys()) {
      if (!now.has(play) && play !== table.featured) {
        this.#hidden.delete(play);
      }
    }
    for (const [play, hidden] of now) {
      if (this.#hidden.get(play) !== hidden) {
        this.#hidden.set(play, hidden);
        this.#options.listener.visibility(play, hidden);
      }
    }
  }
}
