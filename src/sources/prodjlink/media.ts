/**
 * What the players' media hold: names and pictures of tracks. A name belongs to the medium that it was read from; a
 * medium that is inserted again counts as another one.
 */

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
import type { PlayerPeer, PlayerPeers } from './player-peers.ts';
import { SeenPlayers } from './seen-players.ts';

export interface MediaOptions {
  readonly peers: PlayerPeers;
  /** Reads newer libraries of media; absent without their key. */
  readonly oneLibraries?: LibraryFormat | undefined;
  /**
   * The number to present to the database of a device: undefined where it must not be queried, or would not answer; null
   * while we are not announced. Absent: databases are not queried.
   */
  readonly databaseNumberFor?: ((device: LinkDevice) => number | null | undefined) | undefined;
  /** Queries what is in a slot of a player; the answer goes to `mediumAnswered`, or never comes. False: not sent. */
  readonly queryMedium?: (device: LinkDevice, slot: number) => boolean;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** The decks, which load what is on the media. */
export interface MediaReceiver {
  /** Names of a loaded track have arrived. */
  named(tags: Tags): void;
  /** Whether any deck holds the track at this location now. */
  isLoaded(location: string): boolean;
}

interface KnownTrack {
  readonly key: TrackKey;
  tags: Tags;
  art?: NativeArt;
  /** It was loaded before the player of its medium was heard, whose database is to be queried. */
  waitsForHolder?: boolean;
}

type NewMedium = Pick<ExportLibraryOptions, 'reader' | 'exported' | 'name' | 'waitMs' | 'isOnlyWay'> & {
  readonly peer: PlayerPeer;
};

/** Loaded tracks that are remembered. */
const MAX_TRACKS = 512;
/** Replacing a stick takes longer than this many milliseconds. */
const SWAP_MS = 3_000;
/** A DJ who looks for a track loads several: a database is queried about one that stays for this many milliseconds. */
const STAYS_MS = 1_000;
/** Kinds of tracks that a database knows by numbers which name one track while their medium is there; another CD has the same. */
const QUERYABLE: readonly number[] = [TRACK_TYPE.rekordbox, TRACK_TYPE.file, TRACK_TYPE.streaming];

export class Media implements TrackLibrary {
  readonly #options: MediaOptions;
  /** By player and slot. */
  readonly #slots = new Map<number, Map<number, MediaSlot>>();
  /** By location. */
  readonly #tracks = new Map<string, KnownTrack>();
  readonly #pictures: MediaPictures;
  readonly #seen = new SeenPlayers();
  /** Computers with rekordbox, by their numbers. */
  readonly #computers = new Map<number, LinkDevice>();
  /** Loads from slots of which no player reports what is in them. */
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

  /** For a person, by medium. */
  health(): NonNullable<SourceHealth['details']> {
    return this.#allSlots().flatMap((slot) =>
      slot.library === undefined ? [] : [{ name: nameOf(slot), state: slot.library.state }],
    );
  }

  /** Media whose tracks have no names. */
  problems(): readonly MediumProblem[] {
    const libraries = new Set(this.#allSlots().flatMap(({ library }) => library ?? []));
    return [...libraries].flatMap(({ problem }) => problem ?? []);
  }

  /** A player reports its own slots. */
  status(device: LinkDevice, { sd, usb, firmware }: PlayerStatus, at: number): void {
    if (this.#seen.sharesNumber(device)) {
      this.forget(device);
    } else if (at > (this.#seen.lastSeen(device) ?? at) + SWAP_MS) {
      this.#forgetUnseen(device);
    }
    this.#seen.note(device, at, firmware);
    // With two players of one number, it is unknown which of them a track is from.
    if (!this.#seen.sharesNumber(device)) {
      this.#slotIs(device, SLOT.sd, sd === MEDIUM.mounted);
      this.#slotIs(device, SLOT.usb, usb === MEDIUM.mounted);
    }
  }

  /** The player has gone, or another one may be in its place: what it holds is unknown. */
  forget(device: LinkDevice): void {
    this.#seen.forget(device);
    for (const slot of this.#slotsOf(device)) {
      if (slot.mounted !== undefined) {
        forgetMedium(slot);
      }
    }
  }

  /**
   * A deck holds this track without a name, and plays it from its medium: it is looked for once more where the library
   * was forgotten only because its player had been silent. Had another stick come meanwhile, the deck would be empty or
   * in an emergency loop. A player that was not heard when the track was loaded from it is asked now.
   * @param by the player that holds it
   */
  seekAgain(ref: TrackRef, location: string, by: LinkDevice): void {
    const slot = this.#slots.get(ref.player)?.get(ref.slot);
    if (slot === undefined) {
      return;
    }
    this.#askHolder(location, slot, by);
    const reader = this.#readerOf(by);
    const library =
      ref.type === TRACK_TYPE.rekordbox && slot.library?.reader === reader ? slot.library : undefined;
    for (let generation = slot.sameSince; generation < slot.generation; generation += 1) {
      const key: TrackKey = { ...ref, generation, library: reader ?? 'other' };
      if (locationOf(key) === location && !slot.soughtAgain.has(location)) {
        this.#seekInSlot({ key, tags: { ...UNKNOWN_TRACK, location } }, slot, library, by);
      }
    }
  }

  /** The player of the medium may have been heard since the track was loaded. */
  #askHolder(location: string, slot: MediaSlot, by: LinkDevice): void {
    const track = this.#tracks.get(location);
    if (track?.waitsForHolder !== true || this.#isUnheard(track.key.player)) {
      return;
    }
    track.waitsForHolder = false;
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
    slot.soughtAgain.add(location);
    this.#tracks.set(location, track);
    if (library === undefined) {
      void this.#queryDatabase(track);
    } else {
      void this.#lookUp(slot, library, location);
    }
  }

  /** The player, with the firmware that it reports. */
  modelOf(device: LinkDevice): PlayerModel & LinkDevice {
    return { ...device, firmware: this.#seen.firmwareOf(device) };
  }

  /** Whether names of tracks on this player's own media can be known at all. */
  canName(device: LinkDevice): boolean {
    return this.#canRead(device) || this.#canQuery(device);
  }

  /** Whether they can be known by the key of its library alone, which is not given. */
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

  /** Whether its database may be queried, and answers us, once we are announced. */
  #canQuery(device: LinkDevice): boolean {
    return this.#options.databaseNumberFor?.(device) !== undefined;
  }

  #readerOf(device: LinkDevice): PlayerLibrary | undefined {
    return libraryOf(this.modelOf(device));
  }

  /** A computer with rekordbox came, or went: what its collection holds is unknown. */
  computer(device: LinkDevice, isThere: boolean): void {
    this.#computers.delete(device.number);
    if (isThere) {
      this.#computers.set(device.number, device);
    }
    empty(this.#slotAt(device.number, SLOT.collection));
  }

  /** A player answers what is in one of its slots. */
  mediumAnswered(
    device: LinkDevice,
    { slot: number, library, mediumName, created, tracks, playlists }: MediaAnswer,
  ): void {
    const slot = this.#slots.get(device.number)?.get(number);
    if (slot?.mounted !== true) {
      return;
    }
    if (library === LIBRARY.none) {
      slot.library?.notThere();
    }
    const answer = JSON.stringify([library, mediumName, created, tracks, playlists]);
    if (slot.answer !== undefined && slot.answer !== answer) {
      forgetShared(this.#allSlots(), slot);
    } else {
      slot.answer = answer;
    }
  }

  /**
   * What is known of a track that a player has loaded just now; more may come.
   * @param by the player that has loaded it
   * @param isSettled the medium that it was loaded from is the one that is there now
   */
  describe(ref: TrackRef, by: LinkDevice, isSettled: boolean): Tags {
    const slot = this.#slotAt(ref.player, ref.slot);
    const generation = isWatched(ref.slot) ? slot.generation : ++this.#unwatchedLoads;
    const kind = this.#readerOf(by);
    const library = isSettled ? (kind ?? 'other') : 'unknown';
    const key: TrackKey = { ...ref, generation, library };
    const location = locationOf(key);
    const known = this.#tracks.get(location);
    if (known !== undefined) {
      return known.tags;
    }
    const tags = { ...UNKNOWN_TRACK, location };
    const waitsForHolder = this.#isUnheard(ref.player);
    const isInFiles =
      this.#canRead(by) && ref.type === TRACK_TYPE.rekordbox && EXPORT_OF_SLOT[ref.slot] !== undefined;
    if (isSettled && (isInFiles || waitsForHolder || this.#isQueryable(ref, by))) {
      const track: KnownTrack = { key, tags };
      this.#tracks.set(location, track);
      evictOldest(this.#tracks, MAX_TRACKS);
      if (!isInFiles && waitsForHolder) {
        track.waitsForHolder = true;
      } else if (!isInFiles) {
        void this.#queryDatabase(track);
      } else if (slot.library !== undefined && slot.library.reader === kind) {
        void this.#lookUp(slot, slot.library, location);
      }
    }
    return tags;
  }

  close(): void {
    for (const { library } of this.#allSlots()) {
      library?.close();
    }
  }

  /** It was silent: another medium may have come, and none was seen to leave. */
  #forgetUnseen(device: LinkDevice): void {
    const before = this.#slotsOf(device).map((slot) => ({ slot, since: slot.sameSince }));
    this.forget(device);
    for (const { slot, since } of before) {
      slot.sameSince = since;
    }
  }

  #slotIs(device: LinkDevice, number: number, mounted: boolean): void {
    const slot = this.#slotAt(device.number, number);
    if (mounted === slot.mounted) {
      if (slot.isQueryDue) {
        this.#queryMedium(device, number, slot);
      }
      return;
    }
    slot.mounted = mounted;
    if (!mounted) {
      forgetShared(this.#allSlots(), slot);
      slot.mounted = false;
      return;
    }
    const exported = EXPORT_OF_SLOT[number];
    const { peers, clock } = this.#options;
    const peer = peers.of(device);
    const reader = this.#readerOf(device);
    peer?.database.reset();
    if (exported === undefined || peer === undefined || reader === undefined || !this.#canRead(device)) {
      return;
    }
    const waitMs = arrive(slot, clock.monotonic());
    const shared = this.#sharedLibrary(device, number);
    const library =
      shared?.share() ??
      this.#newLibrary({
        ...{ peer, reader, exported, waitMs },
        name: nameOf(slot),
        isOnlyWay: !this.#canQuery(device),
      });
    slot.library = library;
    if (waitMs === 0 && shared === undefined) {
      this.#queryMedium(device, number, slot);
    }
    for (const [location, { key }] of this.#tracks) {
      const isHere =
        key.player === slot.player && key.slot === slot.slot && key.generation === slot.generation;
      if (isHere && key.library === reader && key.type === TRACK_TYPE.rekordbox) {
        void this.#lookUp(slot, library, location);
      }
    }
  }

  /** The players of an all-in-one are at one address, and each reports the media: a medium is read once. */
  #sharedLibrary(device: LinkDevice, number: number): ExportLibrary | undefined {
    const slots = this.#seen.beside(device).map((other) => this.#slots.get(other.number)?.get(number));
    return slots.find((slot) => slot?.library !== undefined)?.library;
  }

  #newLibrary({ peer, ...medium }: NewMedium): ExportLibrary {
    const { oneLibraries, clock, log, signal } = this.#options;
    const library: ExportLibrary = new ExportLibrary({
      ...medium,
      formats: formatsFor(medium.reader, oneLibraries),
      files: peer.files,
      onStale: () => forgetLibrary(this.#allSlots(), library),
      ...{ clock, log, signal },
    });
    return library;
  }

  #queryMedium(device: LinkDevice, number: number, slot: MediaSlot): void {
    const { clock, queryMedium } = this.#options;
    querySlot(slot, clock.monotonic(), () => queryMedium?.(device, number) !== false);
  }

  async #lookUp(slot: MediaSlot, library: ExportLibrary, location: string): Promise<void> {
    const track = this.#tracks.get(location);
    if (track === undefined) {
      return;
    }
    const found = await library.track(track.key.id);
    if (!this.#isCurrent(track)) {
      return;
    }
    if (found === undefined) {
      const holder = this.#holderOf(track.key.player);
      if (holder !== undefined && slot.library === library) {
        this.#queryMedium(holder, track.key.slot, slot);
      }
      await this.#queryDatabase(track);
      return;
    }
    const tags = tagsOf(found.row, location);
    const art = found.art && this.#pictures.of({ ref: track.key, tags, slot, library, art: found.art });
    this.#learn(track, tags, art);
    // Before it is wanted: reading it takes longer than publishing the track.
    art?.(this.#options.signal).catch(() => undefined);
  }

  /** Whether the database of the medium's player knows the track by this number, and would answer us. */
  #isQueryable({ player, type }: TrackRef, by: LinkDevice): boolean {
    const holder = this.#holderOf(player);
    if (holder === undefined || !this.#canQuery(holder) || this.#options.peers.of(holder) === undefined) {
      return false;
    }
    const reader = this.#readerOf(by);
    // The numbers of a player that reads another library may be other tracks there.
    const isSameLibrary =
      holder.key === by.key ||
      holder.role === 'rekordbox' ||
      (reader !== undefined && reader === this.#readerOf(holder));
    return QUERYABLE.includes(type) && isSameLibrary;
  }

  /** The last resort, where the setting and the model allow it. */
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
      // The next time that it is loaded, it may be known.
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

  /** Whether no device with this number has been heard. */
  #isUnheard(player: number): boolean {
    return this.#seen.withNumber(player).length === 0 && !this.#computers.has(player);
  }

  /** Whether it was neither forgotten nor looked for once more meanwhile. */
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

  /** The one device with this number; undefined where there is none, or another with the same. */
  #holderOf(number: number): LinkDevice | undefined {
    const [holder, another] = this.#seen.withNumber(number);
    return another === undefined ? (holder ?? this.#computers.get(number)) : undefined;
  }

  #slotAt(player: number, number: number): MediaSlot {
    const slots = this.#slots.get(player) ?? new Map<number, MediaSlot>();
    const slot = slots.get(number) ?? newSlot(player, number);
    this.#slots.set(player, slots.set(number, slot));
    return slot;
  }

  #slotsOf({ number }: LinkDevice): readonly MediaSlot[] {
    return [...(this.#slots.get(number)?.values() ?? [])];
  }

  #allSlots(): readonly MediaSlot[] {
    return [...this.#slots.values()].flatMap((slots) => [...slots.values()]);
  }
}

/** What is looked for on the medium of such a player, in this order. `oneLibraries`: absent without their key. */
function formatsFor(
  reader: PlayerLibrary,
  oneLibraries: LibraryFormat | undefined,
): ExportLibraryOptions['formats'] {
  switch (reader) {
    case 'export':
      // On a medium without the older library, all numbers are of the newer one.
      return [EXPORT_LIBRARY, oneLibraries ?? LOCKED_ONE_LIBRARY];
    case 'one':
      return [oneLibraries ?? LOCKED_ONE_LIBRARY];
    case 'one-first':
      return [oneLibraries ?? LOCKED_FIRST_LIBRARY, EXPORT_LIBRARY];
  }
}
