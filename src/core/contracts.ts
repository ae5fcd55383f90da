/**
 * Contracts between parts. Parts of one layer never import each other.
 *
 * Rules for every part:
 * - `create` and constructors open nothing; `run(signal)` does.
 * - `run` settles after everything it opened is closed, within the two seconds that a stop may take (`leftToStop` in
 *   `host/lifetime.ts`).
 * - `run` rejects if the part cannot work.
 */

import type { Problem } from './errors.ts';
import type { Finding } from './finding.ts';
import type { LookupHealth, SinkHealth, SourceHealth } from './health.ts';
import type { HiddenBy } from './hidden-by.ts';
import type { LoggedLine } from './logged-line.ts';
import type { Text } from './message.ts';
import type { OptionTable, Secret, SettingsOf } from './option.ts';
import type { SetupStep } from './setup-step.ts';
import type { Tools } from './tools.ts';
import type {
  NativeArt,
  OperatorNames,
  Picture,
  PlayId,
  Publication,
  SetEntry,
  Shown,
  ShownTrack,
  Track,
  Transition,
} from './track.ts';

export type { HiddenBy, LookupHealth, SinkHealth, SourceHealth };

export interface Part<Options extends OptionTable, Made, Given = Tools> {
  /** Unique among parts of its kind. Appears in logs, health and docs. */
  readonly name: string;
  readonly options: Options;
  /** Validates combinations of options, such as one of two credentials, or clashing paths. Pure. */
  readonly check?: (settings: SettingsOf<Options>) => readonly Problem[];
  /** Checks whether the part would work in a set, without publishing anything or disturbing a device. */
  readonly diagnose?: (
    settings: SettingsOf<Options>,
    tools: DiagnoseTools,
    signal: AbortSignal,
  ) => Promise<readonly Finding[]>;
  /** Loads the part's code and creates it. Returns undefined if the settings switch it off. */
  readonly create: (settings: SettingsOf<Options>, tools: Given) => Made | Promise<Made>;
}

/** A part's card on the set-up page. Its state comes from `diagnose`, health and findings; its fields from the options. */
export interface Card<Settings> {
  /** Product name: "Serato DJ or Mixxx". */
  readonly title: string;
  /** Explains the part to a newcomer, in one sentence. */
  readonly about: Text;
  /** Titles on the settings page. Shared options are listed with one of their parts. */
  readonly settings?: Titles<Settings> & { readonly group: SettingsGroup };
  /** Steps for the user until the first track arrives, in order. They may also set `hear.*` options. Pure. */
  readonly steps: (
    settings: Settings,
    reach: Reach,
  ) => readonly (SetupStep & { readonly set?: readonly (keyof Settings | `hear.${string}`)[] })[];
}

/** Plain titles of options on the settings page; at most 45 characters. */
export interface Titles<Settings> {
  readonly common?: { readonly [Name in keyof Settings]?: string };
  /** Shown on request, or once set. */
  readonly rest?: { readonly [Name in keyof Settings]?: string };
}

/** Groups of the settings page, one per task. */
export type SettingsGroup =
  | 'Overlay'
  | 'What you play with'
  | 'Denon DJ'
  | 'Pioneer DJ'
  | 'DJ software'
  | 'Media players'
  | 'Listening to the room'
  | 'Hiding tracks'
  | 'Names and covers'
  | 'Files'
  | 'Chat and Twitch'
  | 'Page for everybody'
  | 'Web radio'
  | 'Other programs'
  | 'Reports'
  | 'This program';

export interface Reach {
  /** The pages, from this computer: `http://127.0.0.1:9090/`. */
  readonly here: string;
  /** Host name or IP address for other computers on the network. */
  readonly host: string;
  /** OAuth redirect address, for a browser on this computer. */
  readonly callback: string;
}

export interface PartAuthorization<Settings> {
  /** Rejects if that cannot be determined. */
  isGiven(settings: Settings, tools: Tools): Promise<boolean>;
  /** Rejects with a RunError that names the missing setting. `callback`: see `Reach`. */
  request(
    settings: Settings,
    tools: Tools,
    callback: string,
    signal: AbortSignal,
  ): Promise<PendingAuthorization>;
}

export type PendingAuthorization = ReturningAuthorization | CodeAuthorization;

/** Authorization code flow: the service redirects the browser back to us. */
export interface ReturningAuthorization {
  /** The service's page. */
  readonly page: URL;
  /** Random; repeated in the service's answer. */
  readonly state: string;
  /** Stores the tokens. `answer`: query of the redirect. Rejects with an error for users. */
  finish(answer: URLSearchParams, signal: AbortSignal): Promise<void>;
}

/** Device code flow: the user enters a code on any device while we poll the service. */
export interface CodeAuthorization {
  /** The service's page. */
  readonly page: URL;
  readonly code: string;
  /** Stores the tokens once the user agrees. Resolves with settings to save, by option. Rejects with an error for users. */
  given(signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
}

export interface CardedPart<Options extends OptionTable, Made, Given = Tools>
  extends Part<Options, Made, Given> {
  readonly card: Card<SettingsOf<Options>>;
  readonly authorization?: PartAuthorization<SettingsOf<Options>>;
}

export interface DiagnoseTools extends Tools {
  /**
   * False for a source that `--source` does not name. Such a source only reports signs that the user could choose it, as
   * notes (`notWatched` in `core/finding.ts`). It may read files, ask a local program one question, and listen on shared
   * ports for `listenMs`. It must not send to the network, hold a port, or report problems.
   */
  readonly chosen: boolean;
  /** True in a running deckcast, which holds its own ports and has findings from its running sources. */
  readonly running: boolean;
  /** Maximum milliseconds to listen for announcements of devices. 0: don't listen. */
  readonly listenMs: number;
  /** Licensed features stay off without it. */
  readonly licensed: boolean;
}

// ───────────────────────────────────────────────────────────── sources

/** Reports track changes. `run` is called exactly once. */
export interface Source {
  /** Reports to `listener` until the signal fires. If it rejects, the program exits with status 1. */
  run(listener: SourceListener, signal: AbortSignal): Promise<void>;
  /** Cheap; called at any time. */
  health(): SourceHealth;
  /** Problems visible in the data it receives. Absent if `diagnose` finds them all. */
  findings?(): Promise<readonly Finding[]>;
  /** Recording of the last minutes, with tracks, computers and addresses masked. Undefined if nothing was received. */
  recent?(): Promise<string | undefined>;
  /** Absent for sources without decks. Undefined while the followed program reports none. */
  decks?(): readonly DeckState[] | undefined;
  /** Tracks being compared with the sound of the room, while there is sound. */
  audible?(): readonly HeardTrack[];
  /**
   * Features the deck's track on the operator's request, overriding the detection. `deck`: its label. Returns false if
   * there is no such deck, its track has no name, or it holds another play than `play`.
   */
  putOnAir?(deck: string, play?: PlayId): boolean;
  /** Called when live settings changed. Absent if the source reads them at each use. */
  settingsChanged?(): void;
  /** Accepts a posted track. `body`: parsed JSON, not validated. */
  accept?(body: unknown): PostResult;
  /** Accepts the state of a deck. `report`: parsed JSON, not validated; `null` for an empty deck. */
  acceptDeck?(deck: string, report: unknown): PostResult;
}

export interface SourceTools extends Tools {
  readonly broadcastAudio?: BroadcastAudio;
  readonly hearing?: RoomHearing;
  readonly collection?: HeardCollection;
}

/** Searches the DJ's collection (`--hear.library`) for the sound of the room. */
export interface HeardCollection {
  /**
   * Calls `found` with candidates, likeliest first, every few seconds while there is sound; with none if nothing matches.
   * `RoomHearing` has to confirm them. Searches less often while `isAlone()` is true, that is while one candidate
   * explains most of the sound. Returns a function that stops the search.
   */
  follow(found: (tracks: readonly CollectionTrack[]) => void, isAlone: () => boolean): () => void;
  fileOf(track: Track): string | undefined;
}

/** Programs whose library can be the collection. */
export type LibraryProgram = 'mixxx' | 'serato' | 'engine';

/** A track list to read: the library of a local program, or the one that rekordbox wrote on a stick. */
export type TrackList =
  | { readonly program: LibraryProgram }
  | {
      readonly folder: string;
      /** Key of OneLibrary; may be empty. */
      readonly key: Secret;
    };

export interface CollectionTrack {
  readonly path: string;
  readonly track: Track;
}

export interface RoomHearing {
  /**
   * Calls `changed` four times a second while there is sound. `proposed` files come from the search of the collection
   * and need stronger evidence than `loaded` ones.
   */
  follow(changed: (state: RoomHeard) => void, files?: 'loaded' | 'proposed'): FollowedFiles;
}

export interface FollowedFiles {
  want(paths: ReadonlySet<string>): void;
  close(): void;
}

export interface RoomHeard {
  /**
   * Level of each file by path, 0 to 1: near 1 for the main track, 0 for one that it drowns out. Files that are still
   * being read are missing. Undefined while there is no sound.
   */
  readonly levels: ReadonlyMap<string, number> | undefined;
  /** Files with the same recording as another file, which is followed in their place: path to path. */
  readonly doubles?: ReadonlyMap<string, string>;
  /** Share of the sound that each file explains, 0 to 1, by path. */
  readonly shares?: ReadonlyMap<string, number>;
  readonly unreadable: ReadonlySet<string>;
}

export type SourcePart<Options extends OptionTable, Made extends Source = Source> = CardedPart<
  Options,
  Made,
  SourceTools
>;

export interface Broadcast {
  readonly mount: string;
  /** Name that the program gives itself: "butt 0.1.37". */
  readonly program: string;
  /** Content type that the program declares: `audio/mpeg`; may be empty. */
  readonly contentType: string;
}

/** Receives the encoded audio of broadcasts. Calls return at once and never throw. */
export interface BroadcastAudio {
  begin(broadcast: Broadcast): BroadcastTap;
}

export interface BroadcastTap {
  /** Takes borrowed bytes. Returns how many milliseconds the caller may buffer before the next call. */
  push(bytes: Buffer): number;
  end(): void;
}

/** `problem`: for the program that posted the track. */
export type PostResult = { readonly ok: true } | { readonly ok: false; readonly problem: string };

export interface SourceListener {
  /**
   * Reports a track, or one that leads again, with the same `playId`: it then replaces the held one and is published
   * only if it never was, or as a correction. `hidden`: what its deck says now. `file`: path on this computer, for
   * listening to the room.
   */
  transition(transition: Transition, file?: string): void;
  /** Reports that the deck's color now hides or reveals the play. */
  visibility(playId: PlayId, hidden: boolean): void;
  /**
   * Reports names that arrived late, from the device or its library. Hiding rules may match them now. A track on air
   * keeps the names it was shown with, unless the new ones arrive within ten seconds; one shown without names takes
   * them at any time. `nativeArt`: absent if there is no art or no new one.
   */
  namesChanged(playId: PlayId, track: Track, nativeArt?: NativeArt): void;
  /** Reports that the play ended and nothing is on air. */
  offAir(playId: PlayId): void;
  /** Reports a track from before the source's start. It may still be playing, so hearing compares it. Absent without hearing. */
  playedBefore?(transition: Transition, file: string): void;
  /** Reports a loaded track, so that slow lookups can begin. */
  loaded(track: Track, nativeArt?: NativeArt): void;
}

/** One player channel as its source reports it. The pipeline masks it for views. */
export interface DeckState {
  /** Label: "2", "1B". */
  readonly deck: string;
  readonly device: string;
  /** Play of the loaded track; absent without a track, or while its names may still change. */
  readonly play?: PlayId | undefined;
  readonly track: Track;
  readonly loaded: boolean;
  readonly playing: boolean;
  /** 0 to 1; absent if the hardware reports none. */
  readonly level?: number | undefined;
  readonly color: string;
  readonly featured: boolean;
  /** Has been on air since it was loaded, so it is not the next track. */
  readonly announced: boolean;
  /** Hidden by the deck's color. */
  readonly hidden: boolean;
  /** Why the deck leads, or what it waits for. One sentence without names. */
  readonly reason: Text;
}

/** A track being compared with the sound of the room. */
export interface HeardTrack extends Pick<DeckState, 'play' | 'track' | 'hidden'> {
  readonly share: number;
}

export interface HeardView extends Pick<HeardTrack, 'share'>, Shown {}

export interface DeckView extends Omit<DeckState, 'track' | 'hidden'>, Shown {
  readonly hiddenBy: HiddenBy | undefined;
}

/** A track in its hold, masked for the operator's page. */
export interface HeldTrack extends Shown {
  readonly play: PlayId;
  readonly deck?: string;
  /** When it will be featured, milliseconds since 1970-01-01 UTC. */
  readonly until: number;
}

// ───────────────────────────────────────────────────────────── enrichment

/**
 * Finds pictures and the recording code for tracks that may be shown; hidden tracks are never looked up. Makes one call
 * per track at a time, never rejects, and limits its own time.
 */
export interface Enricher {
  prefetch(track: ShownTrack, nativeArt?: NativeArt): void;
  /** Resolves to what arrives before the signal fires. Returns synchronously if nothing has to be awaited. */
  enrich(
    track: ShownTrack,
    nativeArt: NativeArt | undefined,
    signal: AbortSignal,
  ): Enrichment | Promise<Enrichment>;
}

export interface Enrichment {
  readonly art?: Picture;
  readonly code?: Picture;
  /** ISRC of the recording, if the source reported none. */
  readonly isrc?: string;
}

// ───────────────────────────────────────────────────────────── sinks

/**
 * The kind of a sink selects its publications (`shouldDeliver` in `show/deliver/delivery-queue.ts`).
 *
 * | kind | purpose | publications |
 * | --- | --- | --- |
 * | `state` | shows the track on air | all, but only the newest when it falls behind; hidden ones as empty |
 * | `record` | keeps the set | all in order, hidden tracks as `ID`; also hides and reveals of earlier plays |
 * | `message` | notifies people | each play once, in order, never while hidden or unnamed |
 */
export type SinkKind = 'state' | 'record' | 'message';

/** Destination of publications. `publish` calls never overlap. */
export interface Sink {
  readonly kind: SinkKind;
  /** Delivers only the newest publication and cancels a delivery in progress for it. Always so for `state`. */
  readonly newestOnly?: true;
  /** Starts slow preparations. Called once, before the first `publish`; returns at once. */
  prepare?(): void;
  /**
   * Delivers one publication. The signal fires at the time limit or when the program stops. Throws an UpstreamError
   * that says whether a retry can help; the queue then retries with backoff, in order. After any other error a message
   * is dropped and a `state` or `record` delivery is retried.
   */
  publish(publication: Publication, signal: AbortSignal): void | Promise<void>;
  /**
   * Reports a hide at once, before queued publications: for sinks that write names later than `publish` gave them.
   * `publish` gets the hide in its turn. Returns at once.
   */
  hide?(publication: Publication): void;
  /**
   * Reports that an ended play was hidden, may be shown again, or was a mistake: for sinks that name earlier plays on
   * request. A `record` sink without this method gets it by `publish`. `refresh`: viewers may still see a hidden name, so
   * the shown publication is delivered again, or else this one.
   */
  earlier?(publication: Publication): 'refresh' | undefined;
  offAir?(publication: Publication): void;
  /** Rendered form. If a settings change alters it, a `state` sink gets the shown publication again. */
  rendered?(publication: Publication): string;
  /** Reports changed live settings, or that the cause of a refusal may be fixed. */
  settingsChanged?(): void;
  /**
   * Called after a refusal, if the sink can notice that the cause is fixed. Resolves then, or when the signal fires.
   */
  mended?(signal: AbortSignal): Promise<void>;
  /**
   * How many milliseconds viewers hear the stream later than the room. Publications are held that long, and never
   * delivered if hidden meanwhile. Not for `record`.
   */
  delayMs?(): number;
  /** Maximum milliseconds for one `publish`; 10,000 by default. */
  readonly timeLimitMs?: number;
  /** Milliseconds after which retrying a publication is pointless; 60,000 by default. */
  readonly retryForMs?: number;
  /**
   * Problems of the other side that the sink notices while it works. Absent if `diagnose` and health report them all.
   */
  findings?(): readonly Finding[];
  /** Closes the sink, quickly: it is called at the end of the two seconds that a stop may take. */
  close?(): Promise<void>;
}

/** A set with at least one featured track: one run of the program, or several that continue each other. */
export interface StoredSession {
  readonly id: number;
  /** When its first track was featured, milliseconds since 1970-01-01 UTC. */
  readonly startedAt: number;
  readonly tracks: number;
}

/** Reads stored sessions for the API. Rejects with a RunError that gives the reason. */
export interface StoredSessions {
  list(limit: number): Promise<readonly StoredSession[]>;
  /** Entries of a session in order; empty if there is no such session. */
  entries(session: number): Promise<readonly SetEntry[]>;
}

/** Set of an earlier run that crashed or was restarted recently, continued by this run. */
export interface EarlierSet {
  readonly session: number;
  /** Unique id; absent from sets that a version before 0.3 stored. */
  readonly id?: string;
  /** When its first track was featured, milliseconds since 1970-01-01 UTC. */
  readonly startedAt: number;
  readonly entries: readonly SetEntry[];
  /** Absent if no line is known to be written. */
  readonly history?: HistoryMark;
  /** Set for a sink that starts in the middle of this run's own set. */
  readonly isOfThisRun?: true;
}

export interface HistoryMark {
  readonly path: string;
  readonly position: number;
  /** File size after that line, in bytes. */
  readonly size: number;
}

/**
 * Returns the set that this run continues, masked as of now; undefined for a new set. Known before the first
 * publication.
 */
export type GetEarlierSet = () => EarlierSet | undefined;

/** Session file, for the sink that writes it and for readers of stored sessions. */
export interface SessionFile extends StoredSessions {
  /** Finds the set that a run starting at `now` (milliseconds since 1970-01-01 UTC) continues. */
  resumableSet(now: number): Promise<EarlierSet | undefined>;
  /**
   * Resolves when the publication is on the disk. Rejects with an UpstreamError. `earlier`: the set to continue. `id`:
   * of this set.
   */
  store(publication: Publication, earlier: EarlierSet | undefined, id: string): Promise<void>;
  /** Stores the mark with the set. Never throws. */
  noteHistory(mark: HistoryMark): void;
  /** Marks the set as ended. Never rejects. */
  end(): Promise<void>;
  close(): void;
}

/** Operator's view and commands, implemented by the pipeline. */
export interface Control {
  /**
   * Hides the track on air, or the one that waits for its pictures, on every output; with a position, the track there.
   * Returns false without one.
   */
  hide(position?: number): boolean;
  /** Returns whether `reveal`, `hideNextTime` and `edit` act on the track at this position. */
  isOnAir(position: number): boolean;
  /** Reveals the track on air, regardless of the hide's origin. Returns false without one. */
  reveal(): boolean;
  skip(): void;
  /**
   * Adds the track on air to `--hide.tracks` in the configuration file, for its next play. Resolves with an error text,
   * or undefined on success.
   */
  hideNextTime(): Promise<string | undefined>;
  /** Corrects the track on air; omitted fields stay. Returns false if nothing is on air. */
  edit(names: OperatorNames): boolean;
  /**
   * Features the deck's track. Returns false if there is no such deck, its track has no name, or it holds another play
   * than `play`. Absent without decks.
   */
  readonly onAir?: ((deck: string, play?: PlayId) => boolean) | undefined;
  /** Accepts a track that another program posted, as parsed JSON. Absent if no source expects one. */
  readonly track?: ((body: unknown) => PostResult) | undefined;
  /** Accepts another program's report of a deck, `null` for an empty one. Absent if no source expects it. */
  readonly deck?: ((deck: string, report: unknown) => PostResult) | undefined;
  held(): HeldTrack | undefined;
  /** Returns whether a track waits for its pictures before it is published. */
  isWaiting(): boolean;
  /** Undefined if the track on air may be shown. */
  hiddenBy(): HiddenBy | undefined;
  decks(): readonly DeckView[];
  /** Tracks being compared with the sound of the room, while there is sound. */
  audible(): readonly HeardView[];
  /** Last few hundred log lines, oldest first. */
  logged(): readonly LoggedLine[];
}

/** Observes tracks on their way, for recordings and measurements. Calls return at once and decide nothing. */
export interface Tap {
  /** Reports a track from a source, whether it counts or not. A track may be reported several times. */
  arrived(transition: Transition): void;
  published(publication: Publication): void;
  /** Reports that every connected page was sent the publication. */
  shown(publication: Publication): void;
}

/** Sends publications to browsers; implemented by the HTTP server. Never throws. */
export interface OverlayOutput {
  show(publication: Publication): void;
  /** Reports that an ended play was hidden or may be shown again. */
  changeEarlier(publication: Publication): void;
}

export interface SinkTools extends Tools {
  readonly audience: OverlayOutput;
  /** Licensed sinks stay off without it. */
  readonly licensed: boolean;
  readonly earlierSet: GetEarlierSet;
  /** Id of this run's set. Call it when the first track is featured, not before. */
  readonly setId: () => string;
  readonly sessions: SessionFile;
}

/** `create` returns undefined if the settings switch the sink off. */
export type SinkPart<Options extends OptionTable> = CardedPart<Options, Sink | undefined, SinkTools>;
