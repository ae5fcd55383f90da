/**
 * The deck table: the state of the decks of all devices, as immutable data. Times are milliseconds on the caller's
 * monotonic clock.
 */
import { type PlayId, TRACK_FIELDS, type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import type { OnAirEvidence, SureEvidence } from './by-ear.ts';
import type { LabeledDevice } from './label.ts';

export type DeviceId = string;

/** `<device>/<number>`. */
export type DeckId = string;

export interface Detection {
  readonly source: string;
  /** Prefix of its play ids. */
  readonly series: string;
  readonly devices: ReadonlyMap<DeviceId, Device>;
  /** Ordered by first event. */
  readonly decks: ReadonlyMap<DeckId, Deck>;
  readonly plays: ReadonlyMap<PlayId, DeckPlay>;
  /** Deck that leads, or the last leader while none does. */
  readonly leading?: Leader | undefined;
  /** Play announced or corrected last. */
  readonly featured?: PlayId | undefined;
  /** Play that the operator put on air last, whether or not the rule agreed. */
  readonly putOnAir?: PlayId | undefined;
  /** Levels of playing decks are unknown, so the rule went by their starts. */
  readonly withoutLevels: boolean;
  /** The rule waits until devices report the levels of playing decks. */
  readonly waitsForLevels: boolean;
  readonly room?: Room | undefined;
  readonly onAirEvidence?: OnAirEvidence | undefined;
  readonly sureEvidence?: SureEvidence | undefined;
  readonly playsMade: number;
}

/** Present while sound of the room arrives. */
export interface Room {
  /** Since when no deck has been heard; undefined while one is. */
  readonly unheardSince: number | undefined;
}

export interface Leader {
  readonly deck: DeckId;
  readonly play: PlayId | undefined;
  /** Start of the run with which it led. */
  readonly startedAt: number | undefined;
}

export interface Device extends LabeledDevice {
  readonly id: DeviceId;
  /** Empty while unknown. */
  readonly name: string;
  /** Time of the connection, or of the first event. */
  readonly since: number;
  readonly lostAt?: number | undefined;
  /**
   * Set if the device has a mixer and reports a level only when it changes. Absent if it reports levels at once, or
   * never.
   */
  readonly levels?: 'as they change' | undefined;
  /** Keyed by deck number, from 1. May include decks that the device lacks. */
  readonly strips: ReadonlyMap<number, ChannelStrip>;
}

/** Deck state that other controls determine. */
export interface ChannelStrip {
  /**
   * Level that the audience hears, 0 to 1, including the crossfader; absent if unknown. Mixers that report only whether a
   * deck is on air give 1 or 0.
   */
  readonly level?: number | undefined;
  /** Time of the last change of `level` or `fader`; absent if never. */
  readonly levelAt?: number | undefined;
  /** Position of the deck's own fader, 0 to 1, without the crossfader; absent if unknown. */
  readonly fader?: number | undefined;
  /** How clearly the room hears the deck's track, 0 to 1; absent if it isn't compared with sound. */
  readonly heardLevel?: number | undefined;
  readonly doubles?: DeckId | undefined;
  /** `#rrggbb` or `#aarrggbb`; absent if unknown. */
  readonly color?: string | undefined;
}

export interface Deck {
  readonly id: DeckId;
  readonly device: DeviceId;
  /** From 1. */
  readonly number: number;
  readonly transport: DeckTransport;
  readonly loaded: LoadedTrack;
  /** Absent while it isn't tempo master. */
  readonly masterSince?: number | undefined;
  /** When another deck took the lead from it. */
  readonly lostLeadAt?: number | undefined;
  /** Since when it plays with an open fader but a silent level; absent otherwise. */
  readonly mutedSince?: number | undefined;
}

export interface DeckTransport {
  readonly engaged?: boolean | undefined;
  /** Platter, which also stops while a hand holds it. */
  readonly running?: boolean | undefined;
  /** Time of the last report of either. */
  readonly reportedAt?: number | undefined;
  readonly startedAt?: number | undefined;
  /** Absent while it runs. */
  readonly stop?: {
    readonly at: number;
    /** The play button was released, even if the platter stopped before. */
    readonly byButton: boolean;
  };
}

export interface LoadedTrack {
  /** Last reported values. Old ones stay until the device reports new ones. */
  readonly tags: Tags;
  /** Absent if never reported. */
  readonly songLoaded?: boolean | undefined;
  /** Time of the last report of `songLoaded`. */
  readonly songLoadedAt?: number | undefined;
  /** Absent while a track is loaded, and once the deck counts as empty. */
  readonly emptySince?: number | undefined;
  /** Time of the last reported load into the empty deck. */
  readonly loadedAt: number;
  /** Time of the last change that may mean another track. */
  readonly changedAt: number;
  /** A title was reported since the deck was empty, so it isn't the previous track's. */
  readonly titled: boolean;
  /** Names left from the previous track, unless this is the same file. Absent once own names were reported. */
  readonly leftOver?: LeftOver | undefined;
  /** The deck was emptied since `play` was loaded, so even the same track is a new load. */
  readonly emptied: boolean;
  /** `tags` changed since they were last compared with `play`. */
  readonly unsettled: boolean;
  /** Position in the order of loads, once the program counts the track as played. */
  readonly counted?: number | undefined;
  readonly play?: PlayId | undefined;
  /** Time at which `play` was loaded; minus infinity if before the device was connected. */
  readonly playSince: number;
}

export interface LeftOver {
  /** `fileOf` the previous track. */
  readonly file: string;
  readonly names: ReadonlySet<NameTag>;
}

/** Reported tags of a deck's track. */
export interface Tags extends Track {
  /** Equal on every deck that plays the same file; only compared. Empty if unknown. */
  readonly location: string;
}

/** Fields whose change may mean another track. */
export type IdentityTag = Exclude<keyof Tags, 'durationMs'>;
export type NameTag = Exclude<IdentityTag, 'location' | 'filename'>;

/** `TRACK_FIELDS` that the file alone doesn't determine. */
export const NAME_TAGS: readonly NameTag[] = TRACK_FIELDS.filter(
  (field) => field !== 'filename' && field !== 'durationMs',
);

/** One load and play of a track. The same track on two decks is one play. */
export interface DeckPlay {
  readonly id: PlayId;
  readonly tags: Tags;
  readonly announced: boolean;
  /** Play of the same load before the operator put it on air again. */
  readonly repeats?: PlayId | undefined;
}

/** Combines the fields that identify the file. */
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
