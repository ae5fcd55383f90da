/**
 * The deck table: everything that is known of the decks of all devices, as immutable data. Times are
 * milliseconds on the caller's monotonic clock.
 */
import { type PlayId, type Track, UNKNOWN_TRACK } from '../core/track.ts';
import type { LabelStyle } from './label.ts';

/** As its source calls it; unique within the source. */
export type DeviceId = string;

/** `<device>/<number>`. */
export type DeckId = string;

/** The table of one source, and what detection remembers of what it decided before. */
export interface Detection {
  /** As `--source` spells it; plays are named after it. */
  readonly source: string;
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
  /** The rule found playing decks whose levels are unknown, and went by their starts instead. */
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
  /** What a person calls it; empty until told. */
  readonly name: string;
  readonly labels: LabelStyle;
  /** Number that the DJ gave it; absent until told. */
  readonly player?: number;
  /** When it was connected, or first heard of. */
  readonly since: number;
  /** Absent while it is connected. */
  readonly lostAt?: number;
  /** By number of the deck, from 1. They are told of decks, too, that the device has not. */
  readonly strips: ReadonlyMap<number, ChannelStrip>;
}

/** What is told about a deck from outside it. */
export interface ChannelStrip {
  /** How loud the audience hears the deck, 0 to 1, crossfader included; absent when nobody tells. */
  readonly level?: number;
  /** Where the deck's own fader stands, 0 to 1, whatever the crossfader does; absent when nobody tells. */
  readonly fader?: number;
  /** `#rrggbb` or `#aarrggbb`; absent when nobody tells. */
  readonly color?: string;
}

export interface Deck {
  readonly id: DeckId;
  readonly device: DeviceId;
  /** From 1. */
  readonly number: number;
  readonly transport: DeckTransport;
  readonly loaded: LoadedTrack;
  /** Since when it has been tempo master; absent while it isn't. */
  readonly masterSince?: number;
  /** When another deck took the lead from it. */
  readonly lostLeadAt?: number;
  /** Since when it has played with its fader open and a level that counts as gone; absent while it doesn't. */
  readonly mutedSince?: number;
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

/** What is loaded on a deck. */
export interface LoadedTrack {
  /** What was told last; old values stay until new ones are told. */
  readonly tags: Tags;
  /** Absent when it was never told. */
  readonly songLoaded?: boolean;
  /** When it was told that nothing is loaded; absent while something is. */
  readonly emptySince?: number;
  /** When it was last told that something was loaded where nothing had been. */
  readonly loadedAt: number;
  /** When it last changed in a way that may mean another track. */
  readonly changedAt: number;
  /** A title has been told since the deck was last empty, so that it can't be the previous track's. */
  readonly titled: boolean;
  /** Names that are still the previous track's, unless this one is the same file. Absent once own ones came. */
  readonly leftOver?: LeftOver;
  /** The deck was emptied since `play` was put on it: even the same track would be a load of its own. */
  readonly emptied: boolean;
  /** `tags` have changed since they were last compared with `play`. */
  readonly unsettled: boolean;
  /** The load-and-play that is on the deck. */
  readonly play?: PlayId;
  /** When `play` was loaded; minus infinity when that was before anybody listened. */
  readonly playSince: number;
}

export interface LeftOver {
  /** The previous track's `fileOf`. */
  readonly file: string;
  /** What has not been told since the deck was emptied. */
  readonly names: ReadonlySet<TextTag>;
}

/** What a deck tells of its track. */
export interface Tags extends Track {
  /** Where the track lies: equal for every deck that plays the same file, and only ever compared. Empty when unknown. */
  readonly location: string;
}

/** What tells one track from another. */
export type TextTag = Exclude<keyof Tags, 'durationMs'>;

/** What a file alone does not tell. */
export const NAME_TAGS: readonly TextTag[] = ['title', 'artist', 'album', 'genre'];

/** One load-and-play of a track. The same track on two decks is one play. */
export interface DeckPlay {
  readonly id: PlayId;
  readonly tags: Tags;
  readonly announced: boolean;
}

/** Everything that is told of the file: another one of any kind is another track. */
export function fileOf({ location, filename }: Tags): string {
  return [location, filename].join('\0');
}

/** The table of a source before anything is told. */
export function emptyDetection(source: string): Detection {
  return {
    source,
    devices: new Map(),
    decks: new Map(),
    plays: new Map(),
    withoutLevels: false,
    playsMade: 0,
  };
}

export function deckId(device: DeviceId, number: number): DeckId {
  return `${device}/${number}`;
}

export function newDevice(id: DeviceId, since: number): Device {
  return { id, since, name: '', labels: 'number', strips: new Map() };
}

export function newDeck(device: DeviceId, number: number): Deck {
  return {
    id: deckId(device, number),
    device,
    number,
    transport: {},
    loaded: {
      tags: { ...UNKNOWN_TRACK, location: '' },
      loadedAt: Number.NEGATIVE_INFINITY,
      changedAt: Number.NEGATIVE_INFINITY,
      titled: false,
      emptied: false,
      unsettled: false,
      playSince: Number.NEGATIVE_INFINITY,
    },
  };
}
