/** Immutable state of the decks of all devices. Times are monotonic milliseconds. */
import { type PlayId, TRACK_FIELDS, type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import type { OnAirEvidence, SureEvidence } from './by-ear.ts';
import type { LabeledDevice } from './label.ts';

export type DeviceId = string;

/** `<device>/<number>`. */
export type DeckId = string;

export interface Detection {
  readonly source: string;
  /** Prefix of play ids. */
  readonly series: string;
  readonly devices: ReadonlyMap<DeviceId, Device>;
  readonly decks: ReadonlyMap<DeckId, Deck>;
  readonly plays: ReadonlyMap<PlayId, DeckPlay>;
  /** Leader, or the last one. */
  readonly leading?: Leader | undefined;
  /** Announced or corrected last. */
  readonly featured?: PlayId | undefined;
  /** Last choice of the operator, whether or not the rule agreed. */
  readonly putOnAir?: PlayId | undefined;
  /** Levels of playing decks are unknown, so their starts decided. */
  readonly withoutLevels: boolean;
  /** Playing decks' levels must be reported first. */
  readonly waitsForLevels: boolean;
  /** Latest first; see `afterTried`. */
  readonly replaced: readonly ReplacedPlay[];
  readonly room?: Room | undefined;
  readonly onAirEvidence?: OnAirEvidence | undefined;
  readonly sureEvidence?: SureEvidence | undefined;
  readonly playsMade: number;
}

/** Exists while sound of the room arrives. */
export interface Room {
  /** Undefined while a deck is heard. */
  readonly unheardSince: number | undefined;
}

export interface Leader {
  readonly deck: DeckId;
  readonly play: PlayId | undefined;
  /** Start of the run that made it lead. */
  readonly startedAt: number | undefined;
}

/** Left the air for a play that the program counts, but that the DJ may only have tried. */
export interface ReplacedPlay {
  readonly play: DeckPlay;
  /** Play on its deck since, whose id differs for an operator's choice. */
  readonly loadedAs: PlayId;
  readonly isChoice: boolean;
  readonly at: number;
}

export interface PlayedOn {
  readonly play: PlayId;
  readonly deck: DeckId;
}

export interface Device extends LabeledDevice {
  readonly id: DeviceId;
  /** Empty while unknown. */
  readonly name: string;
  /** Connection, or first event. */
  readonly since: number;
  readonly lostAt?: number | undefined;
  /** Set if the device has a mixer that reports only changes of levels. */
  readonly levels?: 'as they change' | undefined;
  /** Keyed by deck number, from 1. May include decks that the device lacks. */
  readonly strips: ReadonlyMap<number, ChannelStrip>;
}

/** Controls of a deck outside of the player. */
export interface ChannelStrip {
  /** Loudness for the audience, 0 to 1, crossfader included. Mixers that report only "on air" give 1 or 0. */
  readonly level?: number | undefined;
  /** Last change of `level` or `fader`. */
  readonly levelAt?: number | undefined;
  /** Own fader, 0 to 1, without the crossfader. */
  readonly fader?: number | undefined;
  /** Loudness of its track in the room, 0 to 1; absent if not compared with sound. */
  readonly heardLevel?: number | undefined;
  readonly doubles?: DeckId | undefined;
  /** `#rrggbb` or `#aarrggbb`. */
  readonly color?: string | undefined;
}

export interface Deck {
  readonly id: DeckId;
  readonly device: DeviceId;
  /** Counts from 1. */
  readonly number: number;
  readonly transport: DeckTransport;
  readonly loaded: LoadedTrack;
  readonly masterSince?: number | undefined;
  readonly lostLeadAt?: number | undefined;
  /** Set while it plays with an open fader but a silent level. */
  readonly mutedSince?: number | undefined;
}

export interface DeckTransport {
  readonly engaged?: boolean | undefined;
  /** A hand on the platter stops it too. */
  readonly running?: boolean | undefined;
  /** Last report of either. */
  readonly reportedAt?: number | undefined;
  readonly startedAt?: number | undefined;
  readonly stop?: {
    readonly at: number;
    /** Even if the platter stopped first. */
    readonly byButton: boolean;
  };
}

export interface LoadedTrack {
  /** Last reported values; old ones stay until new ones come. */
  readonly tags: Tags;
  readonly songLoaded?: boolean | undefined;
  /** Last report of `songLoaded`. */
  readonly songLoadedAt?: number | undefined;
  /** Absent with a track, and once the deck counts as empty. */
  readonly emptySince?: number | undefined;
  /** Last reported load into the empty deck. */
  readonly loadedAt: number;
  /** Last change that may mean another track. */
  readonly changedAt: number;
  /** Not the previous track's title: it came after the deck was empty. */
  readonly titled: boolean;
  /** Names of the previous track, unless this is the same file. Absent once own names were reported. */
  readonly leftOver?: LeftOver | undefined;
  /** Emptied after a load of `play`, so even the same track is a new load. */
  readonly emptied: boolean;
  /** `tags` changed since their comparison with `play`. */
  readonly unsettled: boolean;
  /** Order among counts, or `COUNTED_EARLIER`, if the program counts the track as played. */
  readonly counted?: number | undefined;
  readonly play?: PlayId | undefined;
  /** Load time of `play`; minus infinity if before the device was connected. */
  readonly playSince: number;
}

/** Counted as played before the source started. */
export const COUNTED_EARLIER = 0;

export interface LeftOver {
  /** `fileOf` the previous track. */
  readonly file: string;
  readonly names: ReadonlySet<NameTag>;
}

export interface Tags extends Track {
  /** Equal on every deck that plays the same file. Empty if unknown. */
  readonly location: string;
}

/** A change may mean another track. */
export type IdentityTag = Exclude<keyof Tags, 'durationMs'>;
export type NameTag = Exclude<IdentityTag, 'location' | 'filename'>;

/** Fields that the file alone doesn't determine. */
export const NAME_TAGS: readonly NameTag[] = TRACK_FIELDS.filter(
  (field) => field !== 'filename' && field !== 'durationMs',
);

/** A load and play. The same track on two decks is one play. */
export interface DeckPlay {
  readonly id: PlayId;
  readonly tags: Tags;
  readonly announced: boolean;
  /** The same load's play before the operator put it on air again. */
  readonly repeats?: PlayId | undefined;
}

/** Identifies the file. */
export function fileOf({ location, filename }: Tags): string {
  return [location, filename].join('\0');
}

export function emptyDetection(source: string, series: string): Detection {
  return {
    source,
    series,
    devices: new Map(),
    decks: new Map(),
    plays: new Map(),
    withoutLevels: false,
    waitsForLevels: false,
    replaced: [],
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
