import { evictOldest } from '../../core/evict.ts';
import type { Clock } from '../../core/tools.ts';
import type { NativeArt } from '../../core/track.ts';
import { pause, unlessAborted } from '../../core/waiting.ts';
import type { Tags } from '../../decks/index.ts';
import type { ExportLibrary } from './export-library.ts';
import type { MediaSlot } from './media-slot.ts';
import { tagsOf } from './media-tags.ts';
import type { TrackRef } from './player-deck.ts';

export interface SoughtPicture {
  readonly ref: TrackRef;
  readonly tags: Tags;
  readonly slot: MediaSlot;
  readonly library: ExportLibrary;
  readonly art: NativeArt;
}

/** Current and previous tracks of six players. */
const MAX_PICTURES = 16;
/** Players report their slots several times within this time. */
const REPORTED_MS = 1_000;

export class MediaPictures {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  /** Keyed by location. */
  readonly #pictures = new Map<string, Promise<Uint8Array | undefined>>();

  constructor({ clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal }) {
    this.#clock = clock;
    this.#signal = signal;
  }

  /** Cached, unless the read failed. */
  of(sought: SoughtPicture): NativeArt {
    const { location } = sought.tags;
    return async (wanted) => {
      const reading = this.#pictures.get(location) ?? this.#read(sought);
      this.#pictures.set(location, reading);
      evictOldest(this.#pictures, MAX_PICTURES);
      reading.catch(() => this.#pictures.delete(location));
      return await unlessAborted(reading, wanted);
    };
  }

  async #read(sought: SoughtPicture): Promise<Uint8Array | undefined> {
    try {
      return await sought.art(this.#signal);
    } catch (error) {
      const again = await this.#findAgain(sought);
      if (again === undefined) {
        throw error;
      }
      return await this.#read(again);
    }
  }

  /** Looks in the library that replaced a forgotten one, if it lists the same track under the same id. */
  async #findAgain(sought: SoughtPicture): Promise<SoughtPicture | undefined> {
    const { ref, tags, slot } = sought;
    if (slot.mounted === undefined) {
      await pause(this.#clock, REPORTED_MS, this.#signal);
    }
    const { library } = slot.medium;
    if (library === undefined || library === sought.library) {
      return undefined;
    }
    const found = await library.track(ref.id);
    if (found === undefined) {
      return await this.#findAgain({ ...sought, library });
    }
    const { row, art } = found;
    return art !== undefined && isSameTrack(tagsOf(row, tags.location), tags)
      ? { ...sought, library, art }
      : undefined;
  }
}

/** Compares fields that half-read libraries have. */
function isSameTrack(one: Tags, other: Tags): boolean {
  const { title, artist, filename, durationMs } = one;
  return (
    title !== '' &&
    title === other.title &&
    artist === other.artist &&
    filename === other.filename &&
    durationMs === other.durationMs
  );
}
