/** A name belongs to the medium it was read from; inserting a medium again makes it another one. */

import {
  EXPORT_OF_SLOT,
  LIBRARY,
  type LinkDevice,
  MEDIUM,
  type MediaAnswer,
  type PlayerStatus,
  SLOT,
  TRACK_TYPE,
} from '@deckcast/prodjlink';
import { evictOldest } from '../../core/evict.ts';
import type { SourceHealth } from '../../core/health.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { type NativeArt, UNKNOWN_TRACK } from '../../core/track.ts';
import { pause } from '../../core/waiting.ts';
import { type Tags, type TrackLibrary, trackOf } from '../../decks/index.ts';
import {
  EXPORT_LIBRARY,
  ExportLibrary,
  type ExportLibraryOptions,
  type LibraryFormat,
  type MediumProblem,
} from './export-library.ts';
import { MediaPictures } from './media-pictures.ts';
import {
  arrive,
  empty,
  forgetLibrary,
  forgetMedium,
  forgetShared,
  isWatched,
  locationOf,
  type MediaSlot,
  nameOf,
  newSlot,
  querySlot,
  type TrackKey,
} from './media-slot.ts';
import { tagsOf, tagsOfRow } from './media-tags.ts';
import { isLocked, isReadable, libraryOf, type PlayerLibrary, type PlayerModel } from './models.ts';
import { LOCKED_FIRST_LIBRARY, LOCKED_ONE_LIBRARY } from './one-library.ts';
import type { LookedUpTrack } from './player-database.ts';
import type { TrackRef } from './player-deck.ts';
import type { PlayerPeers } from './player-peers.ts';
import { SeenPlayers } from './seen-players.ts';

export interface MediaOptions {
  readonly peers: PlayerPeers;
  /** Absent without the key. */
  readonly oneLibraries?: LibraryFormat | undefined;
  /**
   * Undefined if the database must not be queried or would not answer, null until deckcast is announced.
   * Absent: never query databases.
   */
  readonly databaseNumberFor?: ((device: LinkDevice) => number | null | undefined) | undefined;
  /** Returns false if the query was not sent. An answer arrives at `mediumAnswered`. */
  readonly queryMedium?: (device: LinkDevice, slot: number) => boolean;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export interface MediaReceiver {
  named(tags: Tags): void;
  isLoaded(location: string): boolean;
}

interface KnownTrack {
  readonly key: TrackKey;
  tags: Tags;
  art?: NativeArt;
  /** The player with its medium was not seen yet, so its database could not be queried. */
  awaitsHolder?: boolean;
}

type NewLibrary = Omit<ExportLibraryOptions, 'formats' | 'onStale' | 'clock' | 'log' | 'signal'>;

const MAX_TRACKS = 512;
/** Replacing a stick takes longer. */
const SWAP_MS = 3_000;
/** DJs load several tracks while browsing, so only one that stays causes queries. */
const STAYS_MS = 1_000;
/** Track types with ids that are unique on a medium; audio CDs reuse theirs. */
const QUERYABLE: readonly number[] = [TRACK_TYPE.rekordbox, TRACK_TYPE.file, TRACK_TYPE.streaming];

export class Media implements TrackLibrary {
  readonly #options: MediaOptions;
  readonly #slots = new Map<string, MediaSlot>();
  readonly #tracks = new Map<string, KnownTrack>();
  readonly #pictures: MediaPictures;
  readonly #seen = new SeenPlayers();
  readonly #computers = new Map<number, LinkDevice>();
  #unwatchedLoads = 0;
  #receiver: MediaReceiver | undefined;

  readonly trackOf = trackOf;

  constructor(options: MediaOptions) {
    this.#options = options;
    this.#pictures = new MediaPictures(options);
  }

  reportTo(receiver: MediaReceiver): void {
    this.#receiver = receiver;
  }

  artOf({ location }: Tags): NativeArt | undefined {
    return this.#tracks.get(location)?.art;
  }

  health(): NonNullable<SourceHealth['details']> {
    return [...this.#slots.values()].flatMap((slot) => {
      const { library } = slot.medium;
      return library === undefined ? [] : [{ name: nameOf(slot), state: library.state }];
    });
  }

  problems(): readonly MediumProblem[] {
    const libraries = new Set([...this.#slots.values()].flatMap(({ medium }) => medium.library ?? []));
    return [...libraries].flatMap(({ problem }) => problem ?? []);
  }

  status(device: LinkDevice, { sd, usb, firmware }: PlayerStatus, at: number): void {
    if (this.#seen.sharesNumber(device)) {
      this.forget(device);
    } else if (at > (this.#seen.lastSeen(device) ?? at) + SWAP_MS) {
      this.forget(device, true);
    }
    this.#seen.note(device, at, firmware);
    // A track cannot be traced to one of two players with the same number.
    if (!this.#seen.sharesNumber(device)) {
      this.#slotIs(device, SLOT.sd, sd === MEDIUM.mounted);
      this.#slotIs(device, SLOT.usb, usb === MEDIUM.mounted);
    }
  }

  /** @param mayReturn it was only silent, so its media may be the same */
  forget(device: LinkDevice, mayReturn = false): void {
    this.#seen.forget(device);
    for (const slot of this.#slots.values()) {
      if (slot.player === device.number && slot.mounted !== undefined) {
        forgetMedium(slot, mayReturn);
      }
    }
  }

  /**
   * The library was forgotten while the player was silent, or the player was not seen before. The deck still
   * plays, so the medium is unchanged; otherwise it would be empty or in an emergency loop. @param by player
   * that loaded the track
   */
  seekAgain(ref: TrackRef, location: string, by: LinkDevice): void {
    const slot = this.#slots.get(slotKey(ref.player, ref.slot));
    if (slot === undefined) {
      return;
    }
    this.#askHolder(location, slot, by);
    const reader = this.#readerOf(by);
    const { library: read } = slot.medium;
    const library = ref.type === TRACK_TYPE.rekordbox && read?.reader === reader ? read : undefined;
    for (let generation = slot.oldestPossibleGeneration; generation < slot.generation; generation += 1) {
      const key: TrackKey = { ...ref, generation, library: reader ?? 'other' };
      if (locationOf(key) === location && !slot.medium.soughtAgain.has(location)) {
        this.#seekInSlot({ key, tags: { ...UNKNOWN_TRACK, location } }, slot, library, by);
      }
    }
  }

  #askHolder(location: string, slot: MediaSlot, by: LinkDevice): void {
    const track = this.#tracks.get(location);
    if (track?.awaitsHolder !== true || this.#isUnseen(track.key.player)) {
      return;
    }
    track.awaitsHolder = false;
    const isSameMedium = track.key.generation === slot.generation || !isWatched(slot.slot);
    if (isSameMedium && this.#isQueryable(track.key, by)) {
      void this.#queryDatabase(track);
    }
  }

  #seekInSlot(track: KnownTrack, slot: MediaSlot, library: ExportLibrary | undefined, by: LinkDevice): void {
    const { location } = track.tags;
    if (library === undefined && !(slot.mounted === true && this.#isQueryable(track.key, by))) {
      return;
    }
    slot.medium.soughtAgain.add(location);
    this.#tracks.set(location, track);
    if (library === undefined) {
      void this.#queryDatabase(track);
    } else {
      void this.#lookUp(track, slot, library);
    }
  }

  modelOf(device: LinkDevice): PlayerModel & LinkDevice {
    return { ...device, firmware: this.#seen.firmwareOf(device) };
  }

  /** Files or the database can be read. */
  canName(device: LinkDevice): boolean {
    return this.#canRead(device) || this.#canQuery(device);
  }

  needsKey(device: LinkDevice): boolean {
    const { oneLibraries, peers } = this.#options;
    return (
      isLocked(this.modelOf(device), oneLibraries !== undefined) &&
      !this.#canQuery(device) &&
      peers.of(device) !== undefined
    );
  }

  #canRead(device: LinkDevice): boolean {
    return isReadable(this.modelOf(device), this.#options.oneLibraries !== undefined);
  }

  #canQuery(device: LinkDevice): boolean {
    return this.#options.databaseNumberFor?.(device) !== undefined;
  }

  #readerOf(device: LinkDevice): PlayerLibrary | undefined {
    return libraryOf(this.modelOf(device));
  }

  computer(device: LinkDevice, isThere: boolean): void {
    this.#computers.delete(device.number);
    if (isThere) {
      this.#computers.set(device.number, device);
    }
    empty(this.#slotAt(device.number, SLOT.collection));
  }

  /** A different answer means another or changed medium. */
  mediumAnswered(
    device: LinkDevice,
    { slot: number, library, mediumName, created, tracks, playlists }: MediaAnswer,
  ): void {
    const slot = this.#slots.get(slotKey(device.number, number));
    if (slot?.mounted !== true) {
      return;
    }
    if (library === LIBRARY.none) {
      slot.medium.library?.markAbsent();
    }
    const answer = JSON.stringify([library, mediumName, created, tracks, playlists]);
    if (slot.medium.answer !== undefined && slot.medium.answer !== answer) {
      forgetShared(this.#slots.values(), slot);
    } else {
      slot.medium.answer = answer;
    }
  }

  /**
   * The rest of the tags follows by `MediaReceiver.named`. @param by player that loaded the track @param
   * isSettled its medium is still in the slot
   */
  describe(ref: TrackRef, by: LinkDevice, isSettled: boolean): Tags {
    const slot = this.#slotAt(ref.player, ref.slot);
    const generation = isWatched(ref.slot) ? slot.generation : ++this.#unwatchedLoads;
    const reader = this.#readerOf(by);
    const key: TrackKey = { ...ref, generation, library: isSettled ? (reader ?? 'other') : 'unknown' };
    const location = locationOf(key);
    const known = this.#tracks.get(location);
    if (known !== undefined) {
      return known.tags;
    }
    const tags = { ...UNKNOWN_TRACK, location };
    const { library } = slot.medium;
    const awaitsHolder = this.#isUnseen(ref.player);
    const isInFiles =
      this.#canRead(by) && ref.type === TRACK_TYPE.rekordbox && EXPORT_OF_SLOT[ref.slot] !== undefined;
    if (isSettled && (isInFiles || awaitsHolder || this.#isQueryable(ref, by))) {
      const track: KnownTrack = { key, tags };
      this.#tracks.set(location, track);
      evictOldest(this.#tracks, MAX_TRACKS);
      if (!isInFiles && awaitsHolder) {
        track.awaitsHolder = true;
      } else if (!isInFiles) {
        void this.#queryDatabase(track);
      } else if (library !== undefined && library.reader === reader) {
        void this.#lookUp(track, slot, library);
      }
    }
    return tags;
  }

  close(): void {
    for (const { medium } of this.#slots.values()) {
      medium.library?.close();
    }
  }

  #slotIs(device: LinkDevice, number: number, mounted: boolean): void {
    const slot = this.#slotAt(device.number, number);
    if (mounted && slot.mounted !== true) {
      this.#mount(device, slot);
    } else if (!mounted && slot.mounted !== false) {
      forgetShared(this.#slots.values(), slot);
      slot.mounted = false;
    } else if (slot.medium.query === 'due') {
      this.#queryMedium(device, slot);
    }
  }

  #mount(device: LinkDevice, slot: MediaSlot): void {
    slot.mounted = true;
    const exported = EXPORT_OF_SLOT[slot.slot];
    const { peers, clock } = this.#options;
    const peer = peers.of(device);
    const reader = this.#readerOf(device);
    peer?.database.reset();
    if (exported === undefined || peer === undefined || reader === undefined || !this.#canRead(device)) {
      return;
    }
    const { files } = peer;
    const waitMs = arrive(slot, clock.monotonic());
    const shared = this.#sharedLibrary(device, slot.slot);
    const isOnlyWay = !this.#canQuery(device);
    const library =
      shared?.share() ?? this.#newLibrary({ files, reader, exported, name: nameOf(slot), waitMs, isOnlyWay });
    slot.medium.library = library;
    if (waitMs === 0 && shared === undefined) {
      this.#queryMedium(device, slot);
    }
    for (const track of this.#tracks.values()) {
      const { key } = track;
      const isHere =
        key.player === slot.player && key.slot === slot.slot && key.generation === slot.generation;
      if (isHere && key.library === reader && key.type === TRACK_TYPE.rekordbox) {
        void this.#lookUp(track, slot, library);
      }
    }
  }

  /** Players of an all-in-one share an address and report all media. */
  #sharedLibrary(device: LinkDevice, number: number): ExportLibrary | undefined {
    return this.#seen
      .beside(device)
      .flatMap((other) => this.#slots.get(slotKey(other.number, number))?.medium.library ?? [])[0];
  }

  #newLibrary(options: NewLibrary): ExportLibrary {
    const { oneLibraries, clock, log, signal } = this.#options;
    const library: ExportLibrary = new ExportLibrary({
      ...options,
      formats: formatsFor(options.reader, oneLibraries),
      onStale: () => forgetLibrary(this.#slots.values(), library),
      ...{ clock, log, signal },
    });
    return library;
  }

  #queryMedium(device: LinkDevice, slot: MediaSlot): void {
    const { clock, queryMedium } = this.#options;
    querySlot(slot, clock.monotonic(), () => queryMedium?.(device, slot.slot) !== false);
  }

  async #lookUp(track: KnownTrack, slot: MediaSlot, library: ExportLibrary): Promise<void> {
    const found = await library.track(track.key.id);
    if (!this.#isCurrent(track)) {
      return;
    }
    if (found === undefined) {
      const holder = this.#holderOf(track.key.player);
      if (holder !== undefined && slot.medium.library === library) {
        this.#queryMedium(holder, slot);
      }
      await this.#queryDatabase(track);
      return;
    }
    const tags = tagsOf(found.row, track.tags.location);
    const art = found.art && this.#pictures.of({ ref: track.key, tags, slot, library, art: found.art });
    this.#learn(track, tags, art);
    // Reading a picture takes longer than publishing the track.
    art?.(this.#options.signal).catch(() => undefined);
  }

  /** The database of the medium's player knows this id and would answer. */
  #isQueryable({ player, type }: TrackRef, by: LinkDevice): boolean {
    const holder = this.#holderOf(player);
    if (holder === undefined || !this.#canQuery(holder) || this.#options.peers.of(holder) === undefined) {
      return false;
    }
    const reader = this.#readerOf(by);
    // Ids of a player that reads another library may name other tracks.
    const isSameLibrary =
      holder.key === by.key ||
      holder.role === 'rekordbox' ||
      (reader !== undefined && reader === this.#readerOf(holder));
    return QUERYABLE.includes(type) && isSameLibrary;
  }

  /** Last resort; depends on setting and model. */
  async #queryDatabase(track: KnownTrack): Promise<void> {
    const { key } = track;
    const { location } = track.tags;
    const { databaseNumberFor, peers, clock, signal } = this.#options;
    const holder = this.#holderOf(key.player);
    const peer = holder && peers.of(holder);
    const slot = this.#slotAt(key.player, key.slot);
    const { generation } = slot;
    const isWanted = (): boolean => this.#receiver?.isLoaded(location) === true && !signal.aborted;
    let found: LookedUpTrack | undefined;
    if (holder !== undefined && peer !== undefined && this.#canQuery(holder)) {
      let asNumber: number | null | undefined;
      do {
        await pause(clock, STAYS_MS, signal);
        asNumber = databaseNumberFor?.(holder);
      } while (asNumber === null && isWanted());
      if (typeof asNumber === 'number') {
        found = await peer.database.track(holder, asNumber, key, isWanted, signal);
      }
    }
    if (!this.#isCurrent(track)) {
      return;
    }
    if (found?.track.title === undefined || slot.generation !== generation) {
      // Lets the next load try again.
      this.#tracks.delete(location);
      return;
    }
    const { picture } = found;
    this.#learn(
      track,
      tagsOfRow(found.track, location),
      picture === undefined ? undefined : async () => picture,
    );
  }

  #isUnseen(player: number): boolean {
    return this.#seen.withNumber(player).length === 0 && !this.#computers.has(player);
  }

  /** False once the track was forgotten or looked up again. */
  #isCurrent(track: KnownTrack): boolean {
    return this.#tracks.get(track.tags.location) === track;
  }

  #learn(track: KnownTrack, tags: Tags, art: NativeArt | undefined): void {
    track.tags = tags;
    if (art !== undefined) {
      track.art = art;
    }
    this.#receiver?.named(tags);
  }

  /** Undefined unless exactly one device has the number. */
  #holderOf(number: number): LinkDevice | undefined {
    const [holder, another] = this.#seen.withNumber(number);
    return another === undefined ? (holder ?? this.#computers.get(number)) : undefined;
  }

  #slotAt(player: number, number: number): MediaSlot {
    const key = slotKey(player, number);
    const slot = this.#slots.get(key) ?? newSlot(player, number);
    this.#slots.set(key, slot);
    return slot;
  }
}

function slotKey(player: number, slot: number): string {
  return `${player}/${slot}`;
}

/**
 * Formats to try on such a player's medium, in order.
 * @param oneLibraries absent without the key
 */
function formatsFor(
  reader: PlayerLibrary,
  oneLibraries: LibraryFormat | undefined,
): ExportLibraryOptions['formats'] {
  switch (reader) {
    case 'export':
      // Without `export.pdb`, ids can only come from OneLibrary.
      return [EXPORT_LIBRARY, oneLibraries ?? LOCKED_ONE_LIBRARY];
    case 'one':
      return [oneLibraries ?? LOCKED_ONE_LIBRARY];
    case 'one-first':
      return [oneLibraries ?? LOCKED_FIRST_LIBRARY, EXPORT_LIBRARY];
  }
}
