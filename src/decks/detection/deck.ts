/**
 * The deck table: the state of the decks of all devices, as immutable data. Times are milliseconds on the caller's
 * monotonic clock.
 */
import { type PlayId, TRACK_FIELDS, type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import type { OnAirEvidence, SureEvidence } from './by-ear.ts';
import type { LabeledDevice } from './label.ts';

/** The source's id of a device; unique within the source. */
export type DeviceId = string;

/** `<device>/<number>`. */
export type DeckId = string;

/** The table of one source, and earlier decisions of the detection. */
export interface Detection {
  /** As `--source` spells it. */
  readonly source: string;
  /** What the ids of its plays begin with. */
  readonly series: string;
  readonly devices: ReadonlyMap<DeviceId, Device>;
  /** In the order of their first event. */
  readonly decks: ReadonlyMap<DeckId, Deck>;
  /** The plays of loaded tracks, and the featured one. */
  readonly plays: ReadonlyMap<PlayId, DeckPlay>;
  /** The deck that leads, or the last leader while none does, with its play. */
  readonly leading?: Leader | undefined;
  /** The play that was announced last. */
  readonly featured?: PlayId | undefined;
  /** The play that the operator put on air last, against the rule or not. */
  readonly putOnAir?: PlayId | undefined;
  /** The rule found playing decks whose levels are unknown, and went by their starts instead. */
  readonly withoutLevels: boolean;
  /** Nobody can say which of the playing decks is heard before levels are told. */
  readonly waitsForLevels: boolean;
  /** Absent while no sound of the room arrives. */
  readonly room?: Room | undefined;
  /** Evidence about `featured`; absent before the first play. */
  readonly onAirEvidence?: OnAirEvidence | undefined;
  /** Evidence for a correction by ear. */
  readonly sureEvidence?: SureEvidence | undefined;
  readonly playsMade: number;
}

/** The sound of the room arrives. */
export interface Room {
  /** Since when no deck has been heard; undefined while one is. */
  readonly unheardSince: number | undefined;
}

export interface Leader {
  readonly deck: DeckId;
  readonly play: PlayId | undefined;
  /** When the deck started the run with which it led. */
  readonly startedAt: number | undefined;
}

export interface Device extends LabeledDevice {
  readonly id: DeviceId;
  /** Its name; empty while unknown. */
  readonly name: string;
  /** When it was connected, or of its first event. */
  readonly since: number;
  /** Absent while it is connected. */
  readonly lostAt?: number | undefined;
  /** It has a mixer, and tells a level only when that changes; absent where levels are told at once, or never. */
  readonly levels?: 'as they change' | undefined;
  /** By number of the deck, from 1. They may exist for decks that the device lacks. */
  readonly strips: ReadonlyMap<number, ChannelStrip>;
}

/** State of a deck that other controls determine. */
export interface ChannelStrip {
  /** How loud the audience hears the deck, 0 to 1, including the crossfader; absent when unknown. */
  readonly level?: number | undefined;
  /** Position of the deck's own fader, 0 to 1, without the crossfader; absent when unknown. */
  readonly fader?: number | undefined;
  /** How clearly the deck's track is heard in the sound of the room, 0 to 1; absent when nobody listens. */
  readonly heardLevel?: number | undefined;
  /** The deck with the same recording that is heard in its place. */
  readonly doubles?: DeckId | undefined;
  /** `#rrggbb` or `#aarrggbb`; absent when unknown. */
  readonly color?: string | undefined;
}

export interface Deck {
  readonly id: DeckId;
  readonly device: DeviceId;
  /** From 1. */
  readonly number: number;
  readonly transport: DeckTransport;
  readonly loaded: LoadedTrack;
  /** Since when it has been tempo master; absent while it isn't. */
  readonly masterSince?: number | undefined;
  /** When another deck took the lead from it. */
  readonly lostLeadAt?: number | undefined;
  /** Since when it has played with its fader open and a level that counts as gone; absent while it doesn't. */
  readonly mutedSince?: number | undefined;
}

/** Whether a deck runs. */
export interface DeckTransport {
  /** The play button. */
  readonly engaged?: boolean | undefined;
  /** The platter: it also stands still while a hand holds it. */
  readonly running?: boolean | undefined;
  /** When either was last reported. */
  readonly reportedAt?: number | undefined;
  readonly startedAt?: number | undefined;
  /** Absent while it runs. */
  readonly stop?: {
    readonly at: number;
    /** The button was released, even if the platter stood still before that. */
    readonly byButton: boolean;
  };
}

/** What is loaded on a deck. */
export interface LoadedTrack {
  /** The last reported values; old ones stay until new ones are reported. */
  readonly tags: Tags;
  /** Absent when it was never reported. */
  readonly songLoaded?: boolean | undefined;
  /** When that was last reported. */
  readonly songLoadedAt?: number | undefined;
  /** When its track was unloaded; absent while something is loaded, and once the deck counts as empty. */
  readonly emptySince?: number | undefined;
  /** When a load into the empty deck was last reported. */
  readonly loadedAt: number;
  /** When it last changed in a way that may mean another track. */
  readonly changedAt: number;
  /** A title was reported since the deck was last empty, so it is not the previous track's. */
  readonly titled: boolean;
  /** Names that are still the previous track's, unless this one is the same file. Absent once own ones came. */
  readonly leftOver?: LeftOver | undefined;
  /** The deck was emptied since `play` was loaded: even the same track would be a new load. */
  readonly emptied: boolean;
  /** `tags` have changed since they were last compared with `play`. */
  readonly unsettled: boolean;
  /** Its place in the order of loads, once its program counts it as played. */
  readonly counted?: number | undefined;
  /** The play of the loaded track. */
  readonly play?: PlayId | undefined;
  /** When `play` was loaded; minus infinity when that was before the device was connected. */
  readonly playSince: number;
}

export interface LeftOver {
  /** The previous track's `fileOf`. */
  readonly file: string;
  /** What has not been reported since the deck was emptied. */
  readonly names: ReadonlySet<NameTag>;
}

/** What a deck reports about its track. */
export interface Tags extends Track {
  /** Location of the track: equal for every deck that plays the same file, and only compared. Empty when unknown. */
  readonly location: string;
}

/** The fields whose change may mean another track. */
export type IdentityTag = Exclude<keyof Tags, 'durationMs'>;
export type NameTag = Exclude<IdentityTag, 'location' | 'filename'>;

/** What a file alone does not show: every field of a track that the two types above leave. */
export const NAME_TAGS: readonly NameTag[] = TRACK_FIELDS.filter(
  (field) => field !== 'filename' && field !== 'durationMs',
);

/** One load-and-play of a track. The same track on two decks is one play. */
export interface DeckPlay {
  readonly id: PlayId;
  readonly tags: Tags;
  readonly announced: boolean;
  /** The play of the same load before the operator put it on air once more. */
  readonly repeats?: PlayId | undefined;
}

/** All reported fields of the file: a difference in any means another track. */
export function fileOf({ location, filename }: Tags): string {
  return [location, filename].join('\0');
}

/** The table of a source before any event. */
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
