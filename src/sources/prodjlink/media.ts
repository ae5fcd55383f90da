/**
 * What the players' media hold: names and pictures of tracks. A name belongs to the very medium that it was read from:
 * each time that a medium comes, it is another one.
 */
import { evictOldest } from '../../core/evict.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { type NativeArt, UNKNOWN_TRACK } from '../../core/track.ts';
import {
  EXPORT_OF_SLOT,
  type LinkDevice,
  MEDIUM,
  type PlayerStatus,
  SLOT,
  TRACK_TYPE,
} from '../../prodjlink/index.ts';
import type { RekordboxTrack } from '../../rekordbox-library/index.ts';
import { type Tags, type TrackLibrary, trackOf } from '../decks/index.ts';
import { ExportLibrary } from './export-library.ts';
import { readsExport } from './models.ts';
import type { TrackRef } from './player-deck.ts';
import type { PlayerPeers } from './player-peers.ts';

export interface MediaOptions {
  readonly peers: PlayerPeers;
  /** Names of a loaded track have come. */
  readonly onNames: (tags: Tags) => void;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** A slot of a player, by `<number>/<slot>`. */
interface Slot {
  /** Counts the media that were in it. */
  generation: number;
  /** Undefined: not told yet. */
  mounted: boolean | undefined;
  library?: ExportLibrary;
}

interface HeardPlayer {
  readonly device: LinkDevice;
  /** Milliseconds, monotonic. */
  readonly at: number;
}

/** Loaded tracks that are remembered. */
const MAX_TRACKS = 512;
/** Nobody pulls a stick and puts in another one within so many milliseconds. */
const SWAP_MS = 3_000;

const SLOT_NAMES: Readonly<Record<number, string>> = { [SLOT.sd]: 'SD', [SLOT.usb]: 'USB' };

export class Media implements TrackLibrary {
  readonly #options: MediaOptions;
  readonly #slots = new Map<string, Slot>();
  /** By location. */
  readonly #tracks = new Map<string, { tags: Tags; art?: NativeArt }>();
  readonly #heard = new Map<string, HeardPlayer>();

  readonly trackOf = trackOf;

  constructor(options: MediaOptions) {
    this.#options = options;
  }

  artOf({ location }: Tags): NativeArt | undefined {
    return this.#tracks.get(location)?.art;
  }

  /** For a person, by medium. */
  health(): readonly { readonly name: string; readonly state: string }[] {
    return [...this.#slots].flatMap(([place, { library }]) =>
      library === undefined ? [] : [{ name: nameOf(place), state: library.state }],
    );
  }

  /** What a player says of its own slots. */
  hear(device: LinkDevice, { sd, usb }: PlayerStatus, at: number): void {
    const before = this.#heard.get(device.key)?.at ?? at;
    if (at > before + SWAP_MS || this.#sharesNumber(device)) {
      this.forget(device);
    }
    this.#heard.set(device.key, { device, at });
    // Of two players with one number, nobody can tell from which of them a track is.
    if (!this.#sharesNumber(device)) {
      this.#slotIs(device, SLOT.sd, sd === MEDIUM.mounted);
      this.#slotIs(device, SLOT.usb, usb === MEDIUM.mounted);
    }
  }

  /** The player has gone, or another one may be in its place: what it holds is unknown. */
  forget(device: LinkDevice): void {
    this.#heard.delete(device.key);
    for (const [place, slot] of this.#slots) {
      if (place.startsWith(`${device.number}/`) && slot.mounted !== undefined) {
        empty(slot);
        slot.mounted = undefined;
      }
    }
  }

  /**
   * What is known of a track that a player has loaded just now; more may come.
   * @param isSure the id is one of the medium that is in that slot now, in its `export.pdb`
   */
  describe(ref: TrackRef, isSure: boolean): Tags {
    const place = `${ref.player}/${ref.slot}`;
    const slot = this.#slotAt(place);
    const location = `${place}.${slot.generation}${isSure ? '' : '?'}/${ref.type}/${ref.id}`;
    const known = this.#tracks.get(location);
    if (known !== undefined) {
      return known.tags;
    }
    const tags = { ...UNKNOWN_TRACK, location };
    if (isSure && ref.type === TRACK_TYPE.rekordbox) {
      this.#tracks.set(location, { tags });
      evictOldest(this.#tracks, MAX_TRACKS);
      if (slot.library !== undefined) {
        void this.#lookUp(slot.library, location, ref.id);
      }
    }
    return tags;
  }

  close(): void {
    for (const { library } of this.#slots.values()) {
      library?.close();
    }
  }

  #sharesNumber({ key, number }: LinkDevice): boolean {
    return [...this.#heard.values()].some(({ device }) => device.number === number && device.key !== key);
  }

  #slotIs(device: LinkDevice, number: number, mounted: boolean): void {
    const place = `${device.number}/${number}`;
    const slot = this.#slotAt(place);
    if (mounted === slot.mounted) {
      return;
    }
    slot.mounted = mounted;
    if (!mounted) {
      empty(slot);
      return;
    }
    const exported = EXPORT_OF_SLOT[number];
    const { peers, clock, log, signal } = this.#options;
    const peer = peers.of(device);
    if (exported === undefined || peer === undefined || !readsExport(device.name)) {
      return;
    }
    const onStale = (): void => {
      empty(slot);
      // It is read again when its player tells of it again.
      slot.mounted = undefined;
    };
    const library = new ExportLibrary({
      ...peer,
      exported,
      name: nameOf(place),
      onStale,
      clock,
      log,
      signal,
    });
    slot.library = library;
    const prefix = `${place}.${slot.generation}/${TRACK_TYPE.rekordbox}/`;
    for (const location of this.#tracks.keys()) {
      if (location.startsWith(prefix)) {
        void this.#lookUp(library, location, Number(location.slice(prefix.length)));
      }
    }
  }

  async #lookUp(library: ExportLibrary, location: string, id: number): Promise<void> {
    const found = await library.track(id);
    const entry = this.#tracks.get(location);
    if (entry === undefined) {
      return;
    }
    if (found === undefined) {
      // The next time that it is loaded, it may be known.
      this.#tracks.delete(location);
      return;
    }
    entry.tags = tagsOf(found, location);
    const path = found.artworkPath;
    if (path !== undefined) {
      entry.art = (signal) => library.art(path, signal);
    }
    this.#options.onNames(entry.tags);
  }

  #slotAt(place: string): Slot {
    const slot = this.#slots.get(place) ?? { generation: 0, mounted: undefined };
    this.#slots.set(place, slot);
    return slot;
  }
}

/** Whatever is in it from now on is another medium. */
function empty(slot: Slot): void {
  slot.generation += 1;
  slot.library?.close();
  delete slot.library;
}

function nameOf(place: string): string {
  const [player = '', slot = ''] = place.split('/');
  return `${SLOT_NAMES[Number(slot)] ?? 'medium'} of player ${player}`;
}

function tagsOf(track: RekordboxTrack, location: string): Tags {
  const { title = '', artist = '', album = '', genre = '', fileName = '', duration = 0 } = track;
  return { title, artist, album, genre, filename: fileName, durationMs: duration * 1_000, location };
}
