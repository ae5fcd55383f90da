import type { HiddenBy } from '../../core/hidden-by.ts';

/**
 * Messages of `/api/v1/…` for browsers and integrators. Within a version fields are only added: readers ignore unknown
 * ones.
 */

export const WIRE_VERSION = 1;

/** `idle`: nothing is on air. `hidden`: the featured track must not be shown. */
export type OnAirState = 'idle' | 'featured' | 'hidden';

/** Picture: a path on this server, valid until about thirty tracks later. */
export interface WirePicture {
  readonly url: string;
  /** Color of the cover (`#rrggbb`) that is legible on black; absent if the cover has none. */
  readonly accent?: string;
}

/** Visible track on air. Unknown text is empty, never null. */
export interface WireTrack {
  /** Identifies this play in every message of the run. Reveals nothing about the track. */
  readonly id: string;
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly genre: string;
  readonly label: string;
  readonly remixer: string;
  readonly comment: string;
  /** Musical key as the source writes it: `Am`, `8A`, `1m`. */
  readonly key: string;
  /** Beats a minute, as stored with the track, to two decimals; 0 when unknown. */
  readonly bpm: number;
  /** 0 when unknown. */
  readonly year: number;
  /** ISRC of the recording, twelve letters and digits. */
  readonly isrc: string;
  /** 0 when unknown. */
  readonly durationMs: number;
  /** Position in the set, from 1. */
  readonly position: number;
  /** RFC 3339. */
  readonly startedAt: string;
  /** `HH:MM:SS` from the first featured track to this one. */
  readonly elapsed: string;
  readonly art: WirePicture | null;
  /** Streaming-service code. */
  readonly code: WirePicture | null;
  /** Name in `--source`. */
  readonly source: string;
  /** Label of the deck; null for sources without decks. */
  readonly deck: string | null;
}

/** Track that is or was on air, in the session's history. A hidden one is called `ID`. */
export interface WireHistoryEntry extends Omit<WireTrack, 'art' | 'code' | 'source' | 'deck'> {
  readonly hidden: boolean;
  /** RFC 3339; absent if only the next track tells. */
  readonly endedAt?: string;
  /** Milliseconds of stops after which it went on; absent without. */
  readonly silentMs?: number;
  /**
   * Who hides the track, if known. One heard in a recording may be hidden because an earlier set hid it (`earlier`), or
   * because the recorded set hid what it played at this time (`same-time`).
   */
  readonly hiddenBy?: HiddenBy | 'earlier' | 'same-time';
  /** Set for a track heard in a recording whose name should be checked. */
  readonly unsure?: true;
  /** Seconds into the recording's file (`GET /api/v1/recording/sound`) at which the track begins. */
  readonly soundFrom?: number;
}

/** Values of a theme's options in the configuration. */
export interface WireThemeOptions {
  readonly [name: string]: string | number | boolean;
}

export interface WireEnd {
  /** RFC 3339: when the track on air ended, which stays until the next one; absent while it plays. */
  readonly endedAt?: string;
}

/** `GET /api/v1/now`. `set`: see `EventHeader`. */
export interface NowMessage extends WireEnd {
  readonly v: typeof WIRE_VERSION;
  readonly set: string;
  readonly state: OnAirState;
  /** Null unless the state is `featured`. */
  readonly track: WireTrack | null;
}

/** `GET /api/v1/sessions`: the stored sessions, newest first. */
export interface SessionsMessage {
  readonly v: typeof WIRE_VERSION;
  readonly sessions: readonly WireSession[];
}

export interface WireSession {
  /** Id for `GET /api/v1/history?session=…`. */
  readonly session: number;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly tracks: number;
  /** File names of the recording in which the set was heard. */
  readonly recording?: string;
}

/** `GET /api/v1/history`: oldest first, the track on air last. With `?session=…` an earlier session. */
export interface HistoryMessage {
  readonly v: typeof WIRE_VERSION;
  /** Id of the running set, see `EventHeader`; absent from an earlier session. */
  readonly set?: string;
  readonly tracks: readonly WireHistoryEntry[];
  /** With `?removed=1`: tracks that the operator removed; they keep their positions. */
  readonly removed?: readonly WireHistoryEntry[];
}

/** `GET /api/v1/history/json`, and the output of `deckcast export --format=json`. */
export interface SetFile {
  readonly tracks: readonly SetFileTrack[];
}

/** Unknown texts are empty and unknown numbers 0. A hidden track is called `ID`, without any other information. */
export interface SetFileTrack {
  /** Position in the set, from 1. */
  readonly position: number;
  /** `HH:MM:SS` from the first track to this one. */
  readonly start: string;
  /** Same time as `start`, in milliseconds. */
  readonly start_ms: number;
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly genre: string;
  /** File name without folder. */
  readonly filename: string;
  /** Whole seconds. */
  readonly duration: number;
  /** Time when the track was featured, RFC 3339. */
  readonly timestamp: string;
  readonly label: string;
  readonly remixer: string;
  readonly comment: string;
  /** Key in the source's notation. */
  readonly key: string;
  readonly bpm: number;
  readonly year: number;
  readonly isrc: string;
  readonly hidden: boolean;
}

/** Fields of every event. */
export interface EventHeader {
  readonly v: typeof WIRE_VERSION;
  /** Changes when the server restarts; `seq` then starts again. */
  readonly run: string;
  /** Id of the running set, to which positions belong. It stays if deckcast restarts and continues the set. */
  readonly set: string;
  /** Number of the event in this run. Snapshot and ping carry the number of the last event before them. */
  readonly seq: number;
  /** The server's clock, RFC 3339, so that several pages agree about time. */
  readonly at: string;
}

/** First message of every connection: the complete state. */
export interface SnapshotEvent extends EventHeader, WireEnd {
  readonly type: 'snapshot';
  readonly state: OnAirState;
  /** Position in the set, from 1, of the track on air, even if hidden; null if none is on air. */
  readonly position: number | null;
  readonly track: WireTrack | null;
  /** Time when the track on air was last shown (featured, revealed, recalled); null if none is. */
  readonly shownAt: string | null;
  /** Up to five tracks before the one on air, newest first. */
  readonly previous: readonly WireHistoryEntry[];
  readonly themeOptions: WireThemeOptions;
  /** Problems of the custom theme; the page shows them. */
  readonly themeProblems: readonly string[];
}

/** A visible track is on air. */
export interface TrackEvent extends EventHeader, WireEnd {
  readonly type: 'track';
  /** `reveal` and `correction` repeat a play that was on air already. */
  readonly reason: 'track' | 'reveal' | 'correction';
  readonly track: WireTrack;
  /** Up to five tracks before it, newest first. */
  readonly previous: readonly WireHistoryEntry[];
}

/** The track on air must not be shown, or none is on air: show nothing. */
export interface HiddenEvent extends EventHeader, WireEnd {
  readonly type: 'hidden';
  /** Position in the set, from 1; of the last track on air if none is now. */
  readonly position: number;
  /** Nothing is on air. */
  readonly offAir?: true;
  /** Up to five tracks before it, newest first. */
  readonly previous: readonly WireHistoryEntry[];
}

/** A track before the one on air was hidden, or may be shown again, or the one on air ended or goes on. It stays. */
export interface PreviousEvent extends EventHeader, WireEnd {
  readonly type: 'previous';
  /** Up to five tracks before the one on air, newest first. */
  readonly previous: readonly WireHistoryEntry[];
}

/** Show the track on air again, even after its display time. */
export interface RecallEvent extends EventHeader {
  readonly type: 'recall';
}

/** The selected theme, its files or its options changed: reload the page, or apply the options. */
export interface ReloadEvent extends EventHeader {
  readonly type: 'reload';
  readonly themeOptions: WireThemeOptions;
}

/** A saved look changed: a page that its address led to asks there again. */
export interface LooksEvent extends EventHeader {
  readonly type: 'looks';
}

/** The server listens at another port, too, and leaves the one before. Behind a proxy, clients keep their address. */
export interface MovedEvent extends EventHeader {
  readonly type: 'moved';
  readonly from: number;
  readonly to: number;
}

/** Sent every fifteen seconds; a client that receives nothing for forty reconnects. */
export interface PingEvent extends EventHeader {
  readonly type: 'ping';
}

/** Messages of `/api/v1/events`. */
export type EventMessage =
  | SnapshotEvent
  | TrackEvent
  | HiddenEvent
  | PreviousEvent
  | RecallEvent
  | ReloadEvent
  | LooksEvent
  | MovedEvent
  | PingEvent;
