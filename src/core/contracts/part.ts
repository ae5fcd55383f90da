/**
 * Contracts between parts. Parts of one layer never import each other.
 *
 * Every part:
 * - opens nothing in `create` and constructors, only in `run(signal)`;
 * - settles `run` once all that it opened is closed, within the two seconds of a stop (`leftToStop` in
 * `host/lifetime.ts`);
 * - rejects `run` if it cannot work.
 */

import type { Problem } from '../errors.ts';
import type { Finding } from '../finding.ts';
import type { Text } from '../message.ts';
import type { OptionTable, SettingsOf } from '../option.ts';
import type { SetupStep } from '../setup-step.ts';
import type { Tools } from '../tools.ts';

export interface Part<Options extends OptionTable, Made, Given = Tools> {
  /** Unique among its kind. Appears in logs, health and docs. */
  readonly name: string;
  readonly options: Options;
  /** Validates combinations of options. Pure. */
  readonly check?: (settings: SettingsOf<Options>) => readonly Problem[];
  /** Would the part work in a set? Publishes nothing and disturbs no device. */
  readonly diagnose?: (
    settings: SettingsOf<Options>,
    tools: DiagnoseTools,
    signal: AbortSignal,
  ) => Promise<readonly Finding[]>;
  /** Loads the part's code. Undefined if the settings switch it off. */
  readonly create: (settings: SettingsOf<Options>, tools: Given) => Made | Promise<Made>;
}

/** `diagnose`, health and findings give its state. */
export interface Card<Settings> {
  readonly title: string;
  /** Title while the settings choose one of several programs; undefined for `title`. */
  readonly titleNow?: (settings: Settings) => string | undefined;
  readonly about: Text;
  /** Its receiver never answers, so nobody knows whether it takes what is sent. */
  readonly isUnanswered?: true;
  readonly settings?: Titles<Settings> & { readonly group: SettingsGroup };
  /** Options of others, below the steps. */
  readonly more?: readonly OthersOption[];
  /** Options that a change in the steps saves along, because using this card implies them. Pure. */
  readonly implied?: (settings: Settings) => Readonly<Record<string, string>>;
  /** Ordered; ends when the first track arrives. Pure. */
  readonly steps: (
    settings: Settings,
    reach: Reach,
  ) => readonly (SetupStep & { readonly set?: readonly (keyof Settings | OthersOption)[] })[];
}

/** Option of another part that a card shows. */
type OthersOption = `hear.${string}` | 'chat.command';

/** Titles of options on the settings page; at most 45 characters. */
export interface Titles<Settings> {
  readonly common?: { readonly [Name in keyof Settings]?: string };
  /** Shown on request, or once set. */
  readonly rest?: { readonly [Name in keyof Settings]?: string };
}

export type SettingsGroup =
  | 'Overlay'
  | 'What you play with'
  | 'Denon DJ'
  | 'Pioneer DJ'
  | 'DJ software'
  | 'Media players'
  | 'Listening to the room'
  | 'My controller'
  | 'Hiding tracks'
  | 'Names and covers'
  | 'Files'
  | 'Chat and Twitch'
  | 'Page for everybody'
  | 'Web radio'
  | 'Lights and video'
  | 'Other programs'
  | 'Reports'
  | 'This program';

export interface Reach {
  /** `http://127.0.0.1:9090/`. */
  readonly here: string;
  /** Host name or IP address, for other computers. */
  readonly host: string;
  /** OAuth redirect address, for a browser on this computer. */
  readonly callback: string;
}

export interface PartAuthorization<Settings> {
  /** Undefined until it is given. Rejects if that cannot be determined. */
  givenBy(settings: Settings, tools: Tools): Promise<{ readonly account?: string | undefined } | undefined>;
  /** Rejects with a RunError that names the missing setting. */
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
  readonly page: URL;
  /** Random; the service repeats it in its answer. */
  readonly state: string;
  /** `answer`: query of the redirect. Rejects with an error for users. */
  finish(answer: URLSearchParams, signal: AbortSignal): Promise<void>;
}

/** The user enters the code on any device while we poll the service. */
export interface CodeAuthorization {
  readonly page: URL;
  readonly code: string;
  /** Resolves, once the user agrees, to settings to save, by option. Rejects with an error for users. */
  given(signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
}

export interface CardedPart<Options extends OptionTable, Made, Given = Tools>
  extends Part<Options, Made, Given> {
  readonly card: Card<SettingsOf<Options>>;
  readonly authorization?: PartAuthorization<SettingsOf<Options>>;
}

export interface DiagnoseTools extends Tools {
  /**
   * False for a source that `--source` does not name. It only reports signs that the user could choose it
   * (`notWatched` in `core/finding.ts`): it may read files, ask a local program one question, and listen on
   * shared ports for `listenMs`, but not send to the network, hold a port, or report problems.
   */
  readonly chosen: boolean;
  /** The running deckcast holds its own ports and asks sources for findings. */
  readonly running: boolean;
  /** Longest time to listen for announcements of devices; 0: don't listen. */
  readonly listenMs: number;
  /** Licensed features stay off without it. */
  readonly licensed: boolean;
}
