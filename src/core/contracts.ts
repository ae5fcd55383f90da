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
  /** Shown first. */
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

/** Addresses of this deckcast. */
export interface Reach {
  /** The pages, from this computer: `http://127.0.0.1:9090/`. */
  readonly here: string;
  /** Host name or IP address for other computers on the network. */
  readonly host: string;
  /** OAuth redirect address, for a browser on this computer. */
  readonly callback: string;
}

/** OAuth authorization of a part at its service. */
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
   * notes (`unused` in `core/finding.ts`). It may read files, ask a local program one question, and listen on shared
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
  /** Path of the file with this artist and title. */
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

/** Compares the sound of the room with files. */
export interface RoomHearing {
  /**
   * Calls `changed` four times a second while there is sound. `proposed` files come from the search of the collection
   * and need stronger evidence than `loaded` ones.
   */
  follow(changed: (state: RoomHeard) => void, files?: 'loaded' | 'proposed'): FollowedFiles;
}

export interface FollowedFiles {
  /** Replaces the set of files to listen for. */
  want(paths: ReadonlySet<string>): void;
  close(): void;
}

/** What is heard of the files that are followed. */
export interface RoomHeard {
  /**
   * How clearly each is heard, 0 to 1, by path: the main track near 1, one that it drowns 0. Those that are just read are
   * missing. Undefined while no sound comes.
   */
  readonly levels: ReadonlyMap<string, number> | undefined;
  /** Those with the same recording as another one, which is heard in their place: paths by paths. */
  readonly doubles?: ReadonlyMap<string, string>;
  /** How much of the sound each explains, 0 to 1, by path. */
  readonly shares?: ReadonlyMap<string, number>;
  /** The paths of those that cannot be read. */
  readonly unreadable: ReadonlySet<string>;
}

/** How the app creates a source. */
export type SourcePart<Options extends OptionTable, Made extends Source = Source> = CardedPart<
  Options,
  Made,
  SourceTools
>;

/** A program that broadcasts. */
export interface Broadcast {
  /** Its mount point. */
  readonly mount: string;
  /** As it calls itself: "butt 0.1.37". */
  readonly program: string;
  /** What it says that it sends: `audio/mpeg`; may be empty. */
  readonly contentType: string;
}

/** Gets the audio of programs that broadcast, as they send it. Calls return at once and never throw. */
export interface BroadcastAudio {
  begin(broadcast: Broadcast): BroadcastTap;
}

/** Gets the audio of one broadcast. */
export interface BroadcastTap {
  /**
   * The next bytes, which are only lent. The milliseconds for which no more is needed: what comes meanwhile may come at
   * once, so that the program wakes less often.
   */
  push(bytes: Buffer): number;
  /** The broadcast is over. */
  end(): void;
}

/** The result of posting a track; `problem` says what is wrong with it, for the program that posted it. */
export type PostResult = { readonly ok: true } | { readonly ok: false; readonly problem: string };

/** Receives what a source reports. Calls return at once and never throw. */
export interface SourceListener {
  /**
   * A play that wins again after another one is reported again with the same `playId`: it replaces what is held, and is
   * published only if it never was, or as a correction. `hidden` is what its deck says now. `file`: the path of the track's file on this
   * computer, by which the room is listened to.
   */
  transition(transition: Transition, file?: string): void;
  /** The play was hidden or revealed at its source (deck color changed). */
  visibility(playId: PlayId, hidden: boolean): void;
  /**
   * The names of a play arrived after it was reported: late from the device, or from its library. A hiding rule may
   * match them now. What is on air keeps the names that it was shown with, unless the new ones come within ten seconds;
   * what was shown without any takes them whenever they come.
   * `nativeArt`: of the track with these names; absent when there is none, or none that is new.
   */
  namesChanged(playId: PlayId, track: Track, nativeArt?: NativeArt): void;
  /** The play is over, and no other one follows yet: nothing is on air. */
  offAir(playId: PlayId): void;
  /** A track that was reported before the source started. It may still play, so hearing compares it. Absent without hearing. */
  playedBefore?(transition: Transition, file: string): void;
  /** A track was loaded and may be played soon: slow lookups can begin. */
  loaded(track: Track, nativeArt?: NativeArt): void;
}

/** One player channel as its source knows it. The pipeline decides how much of it may be shown. */
export interface DeckState {
  /** Its label: "2", "1B". */
  readonly deck: string;
  readonly device: string;
  /** The play of the loaded track; absent while there is none, or while its names may still change. */
  readonly play?: PlayId | undefined;
  readonly track: Track;
  readonly loaded: boolean;
  readonly playing: boolean;
  /** 0 to 1; absent when the hardware reports none. */
  readonly level?: number | undefined;
  /** Name of the deck's color; empty when unknown. */
  readonly color: string;
  readonly featured: boolean;
  /** It has been on air in this load, so it is not what comes next. */
  readonly announced: boolean;
  /** The deck's color says that its track must not be shown. */
  readonly hidden: boolean;
  /** One sentence without names: why it leads, or what it waits for. */
  readonly reason: Text;
}

/** A track that is compared with the sound of the room. */
export interface HeardTrack extends Pick<DeckState, 'play' | 'track' | 'hidden'> {
  /** How much of the sound it explains, 0 to 1. */
  readonly share: number;
}

/** The same as the operator's page shows it. */
export interface HeardView extends Pick<HeardTrack, 'share'>, Shown {}

/** The same as the operator's page shows it. */
export interface DeckView extends Omit<DeckState, 'track' | 'hidden'>, Shown {
  /** Undefined while it is not hidden. */
  readonly hiddenBy: HiddenBy | undefined;
}

/** A track that waits out its hold, as the operator's page shows it. */
export interface HeldTrack extends Shown {
  readonly play: PlayId;
  readonly deck?: string;
  /** When it will be featured, milliseconds since 1970-01-01 UTC. */
  readonly until: number;
}

// ───────────────────────────────────────────────────────────── enrichment

/**
 * Finds pictures and the recording code for a track that may be shown; hidden tracks are never looked up. One call in flight per track; never
 * rejects; bounded by its own time limits.
 */
export interface Enricher {
  /** Starts the slow lookups; ignores errors. */
  prefetch(track: ShownTrack, nativeArt?: NativeArt): void;
  /** Resolves to what arrives before the signal fires; at once when there is nothing to wait for. */
  enrich(
    track: ShownTrack,
    nativeArt: NativeArt | undefined,
    signal: AbortSignal,
  ): Enrichment | Promise<Enrichment>;
}

export interface Enrichment {
  readonly art?: Picture;
  readonly code?: Picture;
  /** The recording's ISRC, for a track whose source knows none. */
  readonly isrc?: string;
}

// ───────────────────────────────────────────────────────────── sinks

/**
 * What a sink is for decides what reaches it (`shouldDeliver` in `show/deliver/delivery-queue.ts`).
 *
 * | kind | what it is for | what reaches it |
 * | --- | --- | --- |
 * | `state` | shows what is on air now | every publication, but only the newest when it falls behind; a hidden one as nothing at all |
 * | `record` | keeps the set | every publication in order, hidden tracks as `ID`; also that an earlier play was hidden or revealed |
 * | `message` | notifies people | each play once, in order, never while hidden, and not before it has a name |
 */
export type SinkKind = 'state' | 'record' | 'message';

/** Where publications go. `publish` is never called twice at once. */
export interface Sink {
  readonly kind: SinkKind;
  /**
   * A publication is obsolete once a newer one has come: only the newest is delivered, and a delivery under way is
   * canceled for it. Always the case for `state`.
   */
  readonly newestOnly?: true;
  /** Called once at the start, before the first `publish`: begins slow preparations. Returns at once. */
  prepare?(): void;
  /**
   * Delivers one publication. The signal fires when its time limit is over or the program stops. Throw an UpstreamError
   * that says whether trying again can help: the fan-out retries with backoff, in order. After any other error a
   * message is dropped, and a delivery to a `state` or `record` sink is retried.
   */
  publish(publication: Publication, signal: AbortSignal): void | Promise<void>;
  /**
   * A play is hidden now: for sinks that write names which an earlier `publish` gave them. Called at once, whatever
   * waits; `publish` gets it in its turn. Returns at once.
   */
  hide?(publication: Publication): void;
  /**
   * Reports that an ended play was hidden, may be shown again, or was a mistake: for sinks that name earlier plays on
   * request. A `record` sink without this method gets it by `publish`. `refresh`: viewers may still see a hidden name, so
   * the shown publication is delivered again, or else this one.
   */
  earlier?(publication: Publication): 'refresh' | undefined;
  /** Nothing is on air: for a sink that is no `state` sink, but tells what is on. Returns at once. */
  offAir?(publication: Publication): void;
  /** Rendered form. If a settings change alters it, a `state` sink gets the shown publication again. */
  textOf?(publication: Publication): string;
  /** Live settings, or what a refusal was about, have changed: for sinks that do more than `publish`. */
  settingsChanged?(): void;
  /**
   * Called after a refusal: resolves once its cause may be gone, where the sink can notice that, or with the signal.
   */
  mended?(signal: AbortSignal): Promise<void>;
  /**
   * How many milliseconds later viewers hear the stream than the room: what may be shown is delivered so much later, and
   * not at all when it is hidden meanwhile. Not for `record`.
   */
  delayMs?(): number;
  /** Milliseconds that one `publish` may take; 10,000 by default. */
  readonly timeLimitMs?: number;
  /** Milliseconds after which a publication is no longer worth retrying; 60,000 by default. */
  readonly retryForMs?: number;
  /** What is wrong on the other side, from what it notices anyway; absent where `diagnose` and health say all. */
  findings?(): readonly Finding[];
  /** Called once after the last `publish`, at the end of the two seconds that a stop may take, so it must be quick. */
  close?(): Promise<void>;
}

/** A set of at least one featured track: one run of the program, or several that each continue the one before. */
export interface StoredSession {
  /** Increases from set to set. */
  readonly id: number;
  /** When its first track was featured, milliseconds since 1970-01-01 UTC. */
  readonly startedAt: number;
  readonly tracks: number;
}

/** The stored sessions, for the API. Rejects with a RunError that says why they cannot be read. */
export interface StoredSessions {
  /** Newest first. */
  list(limit: number): Promise<readonly StoredSession[]>;
  /** The entries of a session in order; none when there is no such session. */
  entries(session: number): Promise<readonly SetEntry[]>;
}

/** The set of an earlier run that was cut off or restarted a moment ago: this run continues it. */
export interface EarlierSet {
  /** Its number in the session store. */
  readonly session: number;
  /** Tells it from every other set; absent for one that a version before 0.3 stored. */
  readonly id?: string;
  /** When its first track was featured, milliseconds since 1970-01-01 UTC. */
  readonly startedAt: number;
  /** At least one, in order. */
  readonly entries: readonly SetEntry[];
  /** Absent: no line of it is known to be written. */
  readonly history?: HistoryMark;
  /** It is the set of this run, for a sink that starts in the middle of it. */
  readonly isOfThisRun?: true;
}

/** How far the history file has the set. */
export interface HistoryMark {
  readonly path: string;
  /** Of the entry whose line was written last. */
  readonly position: number;
  /** Of the file after that line, in bytes. */
  readonly size: number;
}

/**
 * The set that this run continues, as it may be shown now; undefined when it begins a new one. It is known before the
 * first publication.
 */
export type GetEarlierSet = () => EarlierSet | undefined;

/** The session file: for the sink that writes it, and for readers of stored sessions. */
export interface SessionFile extends StoredSessions {
  /** The set that a run starting at `now` continues. `now`: milliseconds since 1970-01-01 UTC. */
  resumableSet(now: number): Promise<EarlierSet | undefined>;
  /**
   * Resolves when it is on the disk. Rejects with an UpstreamError. `earlier`: the set that this one continues. `id`: of
   * this set.
   */
  store(publication: Publication, earlier: EarlierSet | undefined, id: string): Promise<void>;
  /** Notes a written line with the set, once that is stored. Never throws. */
  noteHistory(mark: HistoryMark): void;
  /** The set is over. Never rejects. */
  end(): Promise<void>;
  close(): void;
}

/** What the operator sees and does; the pipeline implements it. */
export interface Control {
  /**
   * Hides the track on air on every output, or the one that waits for its pictures; with a position of the set the track
   * that is or was on air there. False when there is none.
   */
  hide(position?: number): boolean;
  /** Whether the track at this position of the set is the one that `reveal`, `hideNextTime` and `edit` change. */
  isOnAir(position: number): boolean;
  /** Shows the same track, whatever hid it. False when there is none. */
  reveal(): boolean;
  /** Features the held track now. */
  skip(): void;
  /**
   * Lists the track on air in the configuration file, so that it is hidden the next time it is played. Resolves with why
   * that cannot be done; undefined when it is.
   */
  hideNextTime(): Promise<string | undefined>;
  /** Corrects the track on air; a field left out stays. False when nothing is on air. */
  edit(names: OperatorNames): boolean;
  /**
   * Features the track of this deck. False when there is no such deck, nothing with a name in it, or another play than
   * the one that is meant. Absent: no decks.
   */
  readonly onAir?: ((deck: string, play?: PlayId) => boolean) | undefined;
  /** Accepts a track that another program posted, as parsed JSON. Absent when no source expects one. */
  readonly track?: ((body: unknown) => PostResult) | undefined;
  /** Accepts what another program says of a deck, `null` when it is empty. Absent when no source expects it. */
  readonly deck?: ((deck: string, report: unknown) => PostResult) | undefined;
  held(): HeldTrack | undefined;
  /** Whether a track is on its way to the outputs, and waits for its pictures. */
  isWaiting(): boolean;
  /** What hides the track on air; undefined while it may be shown. */
  hiddenBy(): HiddenBy | undefined;
  decks(): readonly DeckView[];
  /** What is compared with the sound of the room, while sound comes. */
  audible(): readonly HeardView[];
  /** The last few hundred lines of the log, oldest first. */
  logged(): readonly LoggedLine[];
}

/** What is noted beside the way of a track. Each call returns at once; it decides nothing. */
export interface Tap {
  /** A source has reported a track, whether it counts or not. One track may be reported several times. */
  arrived(transition: Transition): void;
  published(publication: Publication): void;
  /** Every connected page has been sent it. */
  shown(publication: Publication): void;
}

/** Receives what browsers show; the HTTP server implements it. Never throws. */
export interface OverlayOutput {
  show(publication: Publication): void;
  /** A play that is over was hidden, or may be shown again. */
  changeEarlier(publication: Publication): void;
}

/** What a sink may use: the tools of every part, the browsers, and facts that only the app knows. */
export interface SinkTools extends Tools {
  readonly audience: OverlayOutput;
  /** Without a license, licensed sinks stay off. */
  readonly licensed: boolean;
  /** For sinks that record the set. */
  readonly earlierSet: GetEarlierSet;
  /** Of the set of this run. Call it when the first track is featured, and not before. */
  readonly setId: () => string;
  readonly sessions: SessionFile;
}

/** How the app creates a sink; undefined when its settings leave it off. */
export type SinkPart<Options extends OptionTable> = CardedPart<Options, Sink | undefined, SinkTools>;
