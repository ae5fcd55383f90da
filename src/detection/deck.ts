/**
 * The deck table: everything that is known of the decks of all devices, as immutable data. Times are
 * milliseconds on the caller's monotonic clock.
 */
import type { PlayId } from '../core/track.ts';

/** The device's token in hexadecimal. */
export type DeviceId = string;

/** `<device>/<number>`. */
export type DeckId = string;

/** The table, and what detection remembers between two looks at it. */
export interface Detection {
  readonly devices: ReadonlyMap<DeviceId, Device>;
  /** In the order in which they were first heard of. */
  readonly decks: ReadonlyMap<DeckId, Deck>;
  /** The plays that decks hold, and the featured one. */
  readonly plays: ReadonlyMap<PlayId, DeckPlay>;
  /** The deck that leads, or led last while none does, with the play it led with. */
  readonly leading?: Leader;
  /** The play that was announced last. */
  readonly featured?: PlayId;
  /** The play that the operator put on air last, against the rule or not. */
  readonly putOnAir?: PlayId;
  /** The rule found playing decks whose levels nobody tells, and went by their starts instead. */
  readonly withoutLevels: boolean;
  readonly playsMade: number;
}

export interface Leader {
  readonly deck: DeckId;
  readonly play: PlayId | undefined;
  /** When the deck started the run with which it led. */
  readonly startedAt: number | undefined;
}

export interface Device {
  readonly id: DeviceId;
  /** Decks of a stand-alone player are layers: "2A", "2B". */
  readonly role: 'player' | 'all-in-one';
  /** Number that the DJ or the mixer gave it, 1 to 4; every unit leaves the factory as 1. Absent until told. */
  readonly player?: number;
  /** When it was connected, or first heard of. */
  readonly since: number;
  /** Absent while it is connected. */
  readonly lostAt?: number;
  /** One of its decks told an effective level above zero. */
  readonly effectiveLevelSeen: boolean;
  /** Every colour that it told, by who tells it and of which deck: see `color.ts`. */
  readonly colors: ReadonlyMap<string, string>;
  /** The mixer's channels by number, from 1. */
  readonly channels: ReadonlyMap<number, MixerChannel>;
  /** 0 is left, 1 is right. */
  readonly crossfader?: number;
}

export interface MixerChannel {
  /** 0 to 1. */
  readonly fader?: number;
  /** The deck that the channel carries; null: none. Absent: the hardware tells nothing. */
  readonly carries?: DeckId | null;
}

export interface Deck {
  readonly id: DeckId;
  readonly device: DeviceId;
  /** From 1. On stand-alone players 1 is layer A, 2 is layer B. */
  readonly number: number;
  readonly transport: DeckTransport;
  readonly loaded: LoadedTrack;
  /** 0 to 1, crossfader included, as the mixer or the device itself tells it. */
  readonly effectiveLevel?: number;
  /** At which ends the effective level was seen to follow the deck's own fader. */
  readonly followed: { readonly closed: boolean; readonly open: boolean };
  /** Since when it has been tempo master; absent while it isn't. */
  readonly masterSince?: number;
  /** When another deck took the lead from it. */
  readonly lostLeadAt?: number;
  /** Since when it has played with its fader open and a level that counts as gone; absent while it doesn't. */
  readonly mutedSince?: number;
  /** `#aarrggbb`; empty when unknown. */
  readonly color: string;
}

/** Whether a deck runs. */
export interface DeckTransport {
  /** The play button. */
  readonly engaged?: boolean;
  /** The platter: it also stands still while a hand holds it. */
  readonly running?: boolean;
  readonly startedAt?: number;
  /** Absent while it runs. */
  readonly stop?: {
    readonly at: number;
    /** The button was released, be it after the platter stood still. */
    readonly byButton: boolean;
  };
}

/** What lies on a deck. */
export interface LoadedTrack {
  /** What the device says last; it keeps the old values until it says new ones. */
  readonly tags: Tags;
  /** Absent when the device never told. */
  readonly songLoaded?: boolean;
  /** When the device said that nothing is loaded; absent while something is. */
  readonly emptySince?: number;
  /** When the device said last that something was loaded where nothing had been. */
  readonly loadedAt: number;
  /** When it last changed in a way that may mean another track. */
  readonly changedAt: number;
  /** A title has been told since the deck was last empty, so that it can't be the previous track's. */
  readonly titled: boolean;
  /** Names that are still the previous track's, unless this one lies where that lay. Absent once own ones came. */
  readonly leftOver?: LeftOver;
  /** The deck was emptied since `play` was put on it: even the same track would be a load of its own. */
  readonly emptied: boolean;
  /** `tags` have changed since they were last compared with `play`. */
  readonly unsettled: boolean;
  /** The load-and-play that lies on the deck. */
  readonly play?: PlayId;
  /** When `play` was loaded; minus infinity when that was before anybody listened. */
  readonly playSince: number;
}

export interface LeftOver {
  /** Where the previous track lay: its `fullPlaceOf`. */
  readonly place: string;
  /** What has not been told since the deck was emptied. */
  readonly names: ReadonlySet<TextTag>;
}

export interface Tags {
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly genre: string;
  /** Where the track lies: `net://<token of the device that holds it>/<medium>/<path>`; empty when unknown. */
  readonly networkPath: string;
  /** Where the file lies, as the player itself sees it; empty when unknown. */
  readonly file: string;
  /** Where a streamed track comes from; empty for files. */
  readonly uri: string;
  /** In samples on current firmware, in seconds on old ones; 0 when unknown. */
  readonly length: number;
  /** Hz; 0 when unknown. */
  readonly sampleRate: number;
}

/** What tells one track from another. */
export type TextTag = Exclude<keyof Tags, 'length' | 'sampleRate'>;

/** What a place alone does not tell. */
export const NAME_TAGS: readonly TextTag[] = ['title', 'artist', 'album', 'genre'];

/** One load-and-play of a track. The same track on two decks is one play. */
export interface DeckPlay {
  readonly id: PlayId;
  readonly tags: Tags;
  readonly announced: boolean;
}

const NO_TAGS: Tags = {
  artist: '',
  title: '',
  album: '',
  genre: '',
  networkPath: '',
  file: '',
  uri: '',
  length: 0,
  sampleRate: 0,
};

/** Where a track lies, by the first that is known; empty when nothing is. */
export function locationOf({ networkPath, file, uri }: Tags): string {
  return networkPath || file || uri;
}

/** Everything that a device says of the place: another one of any kind is another track. */
export function fullPlaceOf({ networkPath, file, uri }: Tags): string {
  return [networkPath, file, uri].join('\0');
}

export const NOTHING_DETECTED: Detection = {
  devices: new Map(),
  decks: new Map(),
  plays: new Map(),
  withoutLevels: false,
  playsMade: 0,
};

export function deckId(device: DeviceId, number: number): DeckId {
  return `${device}/${number}`;
}

export function newDevice(id: DeviceId, since: number): Device {
  return { id, since, role: 'all-in-one', effectiveLevelSeen: false, colors: new Map(), channels: new Map() };
}

export function newDeck(device: DeviceId, number: number): Deck {
  return {
    id: deckId(device, number),
    device,
    number,
    transport: {},
    loaded: {
      tags: NO_TAGS,
      loadedAt: Number.NEGATIVE_INFINITY,
      changedAt: Number.NEGATIVE_INFINITY,
      titled: false,
      emptied: false,
      unsettled: false,
      playSince: Number.NEGATIVE_INFINITY,
    },
    followed: { closed: false, open: false },
    color: '',
  };
}
