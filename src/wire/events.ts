/**
 * What `/api/v1/…` says to browsers and integrators. Fields are only ever added within a version: readers
 * ignore what they do not know.
 */

export const WIRE_VERSION = 1;

/** `idle`: nothing was featured yet. `hidden`: something is, and it is a secret. */
export type OnAirState = 'idle' | 'featured' | 'hidden';

/** A picture of ours: a path on this server, good until about thirty tracks later. */
export interface WirePicture {
  readonly url: string;
}

/** A visible track on air. Text is empty where unknown, never null. */
export interface WireTrack {
  /** Names this play in every message of the run. Says nothing of the track. */
  readonly id: string;
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly genre: string;
  /** 0 when unknown. */
  readonly durationMs: number;
  /** Where the track stands in the set, from 1. */
  readonly position: number;
  /** RFC 3339. */
  readonly startedAt: string;
  /** `HH:MM:SS` from the first featured track to this one. */
  readonly elapsed: string;
  readonly art: WirePicture | null;
  /** Streaming-service code. */
  readonly code: WirePicture | null;
  /** As `--source` spells it. */
  readonly source: string;
  /** What a person calls the deck; null for sources without decks. */
  readonly deck: string | null;
}

/** A track that was or is on air, in the session's list. A hidden one is called `ID`. */
export interface WireHistoryEntry
  extends Pick<
    WireTrack,
    'id' | 'artist' | 'title' | 'genre' | 'durationMs' | 'position' | 'startedAt' | 'elapsed'
  > {
  readonly hidden: boolean;
}

/** The values of a theme's options, as the configuration sets them. */
export interface WireThemeOptions {
  readonly [name: string]: string | number | boolean;
}

/** `GET /api/v1/now`. */
export interface NowMessage {
  readonly v: typeof WIRE_VERSION;
  readonly state: OnAirState;
  /** Null unless the state is `featured`. */
  readonly track: WireTrack | null;
}

/** `GET /api/v1/sessions`: what earlier runs have kept, newest first. */
export interface SessionsMessage {
  readonly v: typeof WIRE_VERSION;
  readonly sessions: readonly WireSession[];
}

export interface WireSession {
  /** For `GET /api/v1/history?session=…`. */
  readonly session: number;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly tracks: number;
}

/** `GET /api/v1/history`: oldest first, the one on air last. With `?session=…` an earlier session. */
export interface HistoryMessage {
  readonly v: typeof WIRE_VERSION;
  readonly tracks: readonly WireHistoryEntry[];
}

/** What every event begins with. */
export interface EventHeader {
  readonly v: typeof WIRE_VERSION;
  /** Changes when the server is started anew; numbers start again then. */
  readonly run: string;
  /** Number of the event in this run. Snapshot and ping carry the number of the last event before them. */
  readonly seq: number;
  /** The server's clock, RFC 3339, so that several pages agree about time. */
  readonly at: string;
}

/** The first message of every connection: all there is to know. */
export interface SnapshotEvent extends EventHeader {
  readonly type: 'snapshot';
  readonly state: OnAirState;
  readonly track: WireTrack | null;
  /** When the track on air was last brought before the audience (featured, revealed, recalled); null when it is not. */
  readonly shownAt: string | null;
  /** Up to five tracks before the one on air, newest first. */
  readonly previous: readonly WireHistoryEntry[];
  readonly themeOptions: WireThemeOptions;
  /** What keeps the custom theme from working, in words; the page shows it. */
  readonly themeProblems: readonly string[];
}

/** A track is on air, and may be shown. */
export interface TrackEvent extends EventHeader {
  readonly type: 'track';
  /** `reveal` and `correction` repeat a play that was on air already. */
  readonly reason: 'track' | 'reveal' | 'correction';
  readonly track: WireTrack;
}

/** A track is on air that nobody may see: show nothing. */
export interface HiddenEvent extends EventHeader {
  readonly type: 'hidden';
  /** Its place in the set, from 1. */
  readonly position: number;
}

/** Show what is on air again, although its time may be over. */
export interface RecallEvent extends EventHeader {
  readonly type: 'recall';
}

/** The selected theme changed, its files or its options: load the page again, or take over the options. */
export interface ReloadEvent extends EventHeader {
  readonly type: 'reload';
  readonly themeOptions: WireThemeOptions;
}

/** Still there. Sent every fifteen seconds; whoever hears nothing for forty connects anew. */
export interface PingEvent extends EventHeader {
  readonly type: 'ping';
}

/** The messages of `/api/v1/events`. */
export type EventMessage = SnapshotEvent | TrackEvent | HiddenEvent | RecallEvent | ReloadEvent | PingEvent;
