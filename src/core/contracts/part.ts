/**
 * Contracts between parts. Parts of one layer never import each other.
 *
 * Rules for every part:
 * - `create` and constructors open nothing; `run(signal)` does.
 * - `run` settles after everything it opened is closed, within the two seconds that a stop may take (`leftToStop` in
 *   `host/lifetime.ts`).
 * - `run` rejects if the part cannot work.
 */

import type { Problem } from '../errors.ts';
import type { Finding } from '../finding.ts';
import type { Text } from '../message.ts';
import type { OptionTable, SettingsOf } from '../option.ts';
import type { SetupStep } from '../setup-step.ts';
import type { Tools } from '../tools.ts';

export interface Part<Options extends OptionTable, Made, Given = Tools> {
  /** Unique among parts of its kind. Appears in logs, health and docs. */
  readonly name: string;
  readonly options: Options;
  /** Validates combinations of options. Pure. */
  readonly check?: (settings: SettingsOf<Options>) => readonly Problem[];
  /** Checks whether the part would work in a set, without publishing anything or disturbing a device. */
  readonly diagnose?: (
    settings: SettingsOf<Options>,
    tools: DiagnoseTools,
    signal: AbortSignal,
  ) => Promise<readonly Finding[]>;
  /** Loads the part's code. Returns undefined if the settings switch it off. */
  readonly create: (settings: SettingsOf<Options>, tools: Given) => Made | Promise<Made>;
}

/** A part's card on the set-up page. Its state comes from `diagnose`, health and findings; its fields from the options. */
export interface Card<Settings> {
  readonly title: string;
  readonly about: Text;
  /** Shared options are listed with one of their parts. */
  readonly settings?: Titles<Settings> & { readonly group: SettingsGroup };
  /** Steps until the first track arrives, in order. They may also set `hear.*` options. Pure. */
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
  /** Address on this computer: `http://127.0.0.1:9090/`. */
  readonly here: string;
  /** Host name or IP address for other computers. */
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
  readonly page: URL;
  /** Random; the service repeats it in its answer. */
  readonly state: string;
  /** Stores the tokens. `answer`: query of the redirect. Rejects with an error for users. */
  finish(answer: URLSearchParams, signal: AbortSignal): Promise<void>;
}

/** Device code flow: the user enters a code on any device while we poll the service. */
export interface CodeAuthorization {
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
  /** Maximum time to listen for announcements of devices; 0: don't listen. */
  readonly listenMs: number;
  /** Licensed features stay off without it. */
  readonly licensed: boolean;
}
