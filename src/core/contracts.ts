/**
 * The doors between the parts. Parts of one layer never import each other: they meet here.
 *
 * Rules for every part: `create` and constructors open nothing; `run(signal)` does, and its promise
 * settles only after everything it opened is closed, soon after the signal fires: what is left of the two seconds that
 * a stop may take (`leftToStop` in `app/lifetime.ts`).
 * Rejecting means "this part cannot work"; what that does is said at each contract.
 */

import type { Problem } from './errors.ts';
import type { OptionTable, SettingsOf } from './option.ts';
import type { Tools } from './tools.ts';
import type {
  NativeArt,
  Picture,
  PlayId,
  Publication,
  SetEntry,
  Shown,
  ShownTrack,
  Track,
  Transition,
} from './track.ts';

/** What every configurable part shows to the app: its options, its own checks, and how it is made. */
export interface Part<Options extends OptionTable, Made, Given = Tools> {
  /** Unique in its list; what logs, health and documentation call it. */
  readonly name: string;
  readonly options: Options;
  /** What can be told wrong before the start (one credential of two, two paths that clash). Pure. */
  readonly check?: (settings: SettingsOf<Options>) => readonly Problem[];
  /** Makes the part; undefined when its settings leave it off. Opens nothing. Loads its code lazily. */
  readonly create: (settings: SettingsOf<Options>, tools: Given) => Made | Promise<Made>;
}

// ───────────────────────────────────────────────────────────── sources

/** Where track changes come from. Exactly one `run` in the life of a source. */
export interface Source {
  /** Reports to `listener` until the signal fires. Rejecting ends the program with exit status 1. */
  run(listener: SourceListener, signal: AbortSignal): Promise<void>;
  /** A snapshot for the health page. Cheap; may be called at any time. */
  health(): SourceHealth;
  /** The decks as they stand; absent for sources without decks. */
  decks?(): readonly DeckState[];
  /**
   * The operator's word: the track of this deck (its label) is featured now, whatever the rules say. False when
   * there is no such deck or nothing in it; absent for sources without decks.
   */
  putOnAir?(deck: string): boolean;
  /** Live settings have other values now; absent when each is read anew whenever it counts. */
  settingsChanged?(): void;
  /** Takes a track that another program posted, as parsed JSON; absent for sources that wait for none. */
  accept?(body: unknown): PostResult;
}

/** What became of a posted track; `problem` says what is wrong with it, for whoever posted it. */
export type PostResult = { readonly ok: true } | { readonly ok: false; readonly problem: string };

/** What a source tells. Calls return at once and never throw. */
export interface SourceListener {
  /**
   * A play that leads again after another one comes again with its `playId`: it replaces what is held, and is
   * published only if it never was.
   */
  transition(transition: Transition): void;
  /** The play was hidden or revealed at its source (deck colour changed). */
  visibility(playId: PlayId, hidden: boolean): void;
  /**
   * More is known of a play than when it was told: its names have come at last, or a device's library. A rule that
   * could not meet them before may hide it now. What is on air keeps the names that it was shown with, unless these
   * come within ten seconds.
   */
  namesChanged(playId: PlayId, track: Track): void;
  /** A track was loaded and may be played soon: whatever takes time can begin. */
  loaded(track: Track, nativeArt?: NativeArt): void;
}

export interface SourceHealth {
  /** What it watches, for a person: "2 devices", "~/NowPlaying.txt". */
  readonly watching: string;
  /** Milliseconds since 1970-01-01 UTC; absent while nothing has been heard. */
  readonly lastHeardAt?: number;
  /** Why nothing works, in one sentence; absent when all is well. */
  readonly problem?: string;
  /** Devices or files with their state, for a person. */
  readonly details?: readonly { readonly name: string; readonly state: string }[];
}

/** One player channel as its source knows it. What of it may be shown is the pipeline's to say. */
export interface DeckState {
  /** What a person calls it: "2", "1B". */
  readonly deck: string;
  readonly device: string;
  /** The play that lies on it; absent while there is none, or while its names may still change. */
  readonly play?: PlayId;
  readonly track: Track;
  readonly loaded: boolean;
  readonly playing: boolean;
  /** 0 to 1; absent when the hardware tells nothing. */
  readonly level?: number;
  /** Name of the deck's colour; empty when unknown. */
  readonly color: string;
  readonly featured: boolean;
  /** The deck's colour says that its track must not be shown. */
  readonly hidden: boolean;
  /** One sentence without names: why it leads, or what it waits for. */
  readonly reason: string;
}

/** The same as the operator's page shows it. */
export interface DeckView extends Omit<DeckState, 'play' | 'track' | 'hidden'>, Shown {}

/** A track that waits out its hold, as the operator's page shows it. */
export interface HeldTrack extends Shown {
  readonly deck?: string;
  /** When it will be featured, milliseconds since 1970-01-01 UTC. */
  readonly until: number;
}

// ───────────────────────────────────────────────────────────── enrichment

/** Pictures for a track that may be shown: of a hidden one no service is asked. One call in flight per track; never rejects; bounded by its own time limits. */
export interface Enricher {
  /** Starts whatever takes time; forgets errors. */
  prefetch(track: ShownTrack, nativeArt?: NativeArt): void;
  /** Whatever arrives before the signal fires; at once when there is nothing to wait for. */
  enrich(
    track: ShownTrack,
    nativeArt: NativeArt | undefined,
    signal: AbortSignal,
  ): Enrichment | Promise<Enrichment>;
}

/** A service or a device that pictures were asked of. */
export interface LookupHealth {
  readonly name: string;
  /** Answers so far, "there is none" among them. */
  readonly answered: number;
  /** Milliseconds since 1970-01-01 UTC; absent until then. */
  readonly lastSuccessAt?: number;
  readonly lastError?: string;
  readonly lastErrorAt?: number;
}

export interface Enrichment {
  readonly art?: Picture;
  readonly code?: Picture;
}

// ───────────────────────────────────────────────────────────── sinks

/**
 * What a sink is for decides what reaches it (`shouldDeliver` in `app/delivery-queue.ts`):
 * - `state` shows what is on air now: every publication, but only the newest when it falls behind;
 *   a hidden one as nothing at all.
 * - `record` keeps the set: every publication in order; hidden tracks as `ID`, revealed later.
 * - `message` tells people: each play once, in order, never while hidden, and not before it has a name.
 */
export type SinkKind = 'state' | 'record' | 'message';

/** Where publications go. `publish` is never called twice at once. */
export interface Sink {
  readonly kind: SinkKind;
  /**
   * What waits is worth nothing once something newer has come: of what reaches this sink, only the newest is
   * delivered, and one that is being tried is given up for it. Always so for `state`.
   */
  readonly newestOnly?: true;
  /** Called once at the start, before the first `publish`: starts what would make that one slow. Returns at once. */
  prepare?(): void;
  /**
   * Delivers one publication. The signal fires when its time limit is over or the program stops.
   * Throw an UpstreamError that says whether trying again can help: the fan-out retries with backoff, in
   * order. Any other error drops a message; what `state` and `record` sinks could not take is tried again.
   */
  publish(publication: Publication, signal: AbortSignal): void | Promise<void>;
  /** Milliseconds that one `publish` may take; 10,000 unless told. */
  readonly timeLimitMs?: number;
  /** Milliseconds after which a publication is no longer worth retrying; 60,000 unless told. */
  readonly retryForMs?: number;
  /** Called once after the last `publish`, at the end of the two seconds that a stop may take: a moment, no more. */
  close?(): Promise<void>;
}

export interface SinkHealth {
  readonly name: string;
  /** Publications that wait, the one being delivered included. */
  readonly queued: number;
  readonly delivered: number;
  readonly dropped: number;
  /** Milliseconds since 1970-01-01 UTC; absent until then. */
  readonly lastSuccessAt?: number;
  readonly lastError?: string;
  readonly lastErrorAt?: number;
  /** True while it rests after a refusal that only the user can change (a wrong token). */
  readonly stopped: boolean;
}

/** A set of at least one featured track: one run of the program, or several of which each goes on with the one before. */
export interface StoredSession {
  /** Counts up from set to set. */
  readonly id: number;
  /** When its first track was featured, milliseconds since 1970-01-01 UTC. */
  readonly startedAt: number;
  readonly tracks: number;
}

/** The sessions that were kept, for the API. Rejects with a RunError that says why they cannot be read. */
export interface StoredSessions {
  /** Newest first. */
  list(limit: number): Promise<readonly StoredSession[]>;
  /** The entries of a session in order; none when there is no such session. */
  entries(session: number): Promise<readonly SetEntry[]>;
}

/** The set of an earlier run, which was cut off or restarted a moment ago: this run goes on with it. */
export interface EarlierSet {
  /** Its number in the session store. */
  readonly session: number;
  /** When its first track was featured, milliseconds since 1970-01-01 UTC. */
  readonly startedAt: number;
  /** At least one, in order. */
  readonly entries: readonly SetEntry[];
}

/**
 * The set that this run goes on with; undefined when it begins a set of its own. To be asked when the first track is
 * featured, and not before: that decides it, once for all.
 */
export type GetEarlierSet = () => EarlierSet | undefined;

/** The file of the sessions: for the sink that fills it, and for whoever reads what was kept. */
export interface SessionFile extends StoredSessions {
  /** The set that a run goes on with that starts at this time, milliseconds since 1970-01-01 UTC. */
  toGoOn(now: number): Promise<EarlierSet | undefined>;
  /** Resolves when it is on the disk. Rejects with an UpstreamError. `earlier`: the set that this one goes on with. */
  keep(publication: Publication, earlier: EarlierSet | undefined): Promise<void>;
  /** The set is over. Never rejects. */
  end(): Promise<void>;
  close(): void;
}

/** Where the WebSocket sink puts what browsers see; the HTTP server implements it. Never throws. */
export interface OverlayOutput {
  show(publication: Publication): void;
}

/** What a sink may ask for: the tools of every part, the browsers, and what the app knows and no option says. */
export interface SinkTools extends Tools {
  readonly audience: OverlayOutput;
  /** Without a license, licensed sinks stay off. */
  readonly licensed: boolean;
  /** For sinks that keep the set. */
  readonly earlierSet: GetEarlierSet;
  readonly sessions: SessionFile;
}

/** A sink as the app sees it before it is made; undefined is a sink that its settings leave off. */
export type SinkPart<Options extends OptionTable> = Part<Options, Sink | undefined, SinkTools>;
