/** What a command is: one file in `src/commands/` exports one, and the list there names it. */
import type { Problem } from '../core/errors.ts';
import type { OptionEnvironment, OptionTable, SettingsOf } from '../core/option.ts';
import type { LoggedLine, Tools } from '../core/tools.ts';
import type { Resolution } from './resolve.ts';

/** A line of the command list: what help and completion need before the command's code is loaded. */
export interface CommandEntry {
  /** The words that call it: `start`, `streaming setup`. */
  readonly name: string;
  /** One sentence for help; no full stop. */
  readonly summary: string;
  /** Neither help nor completion shows it. */
  readonly hidden?: true;
  load(): Promise<Command>;
}

export interface Command<Options extends OptionTable = OptionTable> {
  /** More than the summary: what it does, how to use it; plain text, each paragraph one line. */
  readonly details?: string;
  readonly arguments?: readonly Argument[];
  /** For a command without arguments: where the word belongs that is given all the same. */
  readonly noArguments?: string;
  /** Every flag that it takes, the global ones included. */
  readonly options: Options;
  /**
   * What it reads beside the command line. `none`: nothing at all. `own`: the values of its own options, from the
   * configuration file and the environment. `all`: the same, and names that belong to no option of any command that
   * reads a configuration are worth a warning.
   */
  readonly configuration: 'none' | 'own' | 'all';
  /** What can be told wrong beyond single values. Pure; called once before `run`, and at each reload. */
  check?(resolution: Resolution<Options>): readonly Problem[];
  /** Does the work. Called only when nothing is wrong; throws the errors of `core/errors.ts`. */
  run(context: CommandContext<Options>): Promise<void>;
}

export interface CommandEnvironment extends OptionEnvironment {
  /** The working directory. */
  readonly cwd: string;
}

/** A word after the command's name. */
export interface Argument {
  /** As help shows it: `shell`. */
  readonly name: string;
  readonly required?: true;
  /** It takes all the words that are left. Only the last argument can. */
  readonly repeats?: true;
  readonly choices?: readonly string[];
}

export interface CommandContext<Options extends OptionTable = OptionTable> {
  readonly settings: SettingsOf<Options>;
  /** The settings with their origins. */
  readonly resolution: Resolution<Options>;
  /** The words after the command's name, checked against its arguments. */
  readonly args: readonly string[];
  /** Path of the configuration file; absent when there is none. */
  readonly configFile?: string;
  readonly environment: CommandEnvironment;
  /** Writes a part of the answer to standard output, as it is. */
  print(text: string): void;
  /** The lines that were logged after the one with this number, oldest first; a few hundred are kept. */
  logAfter(seq: number): readonly LoggedLine[];
  /** Reads configuration file and environment again, for the same command line. */
  reload(): Promise<Reloaded<Options>>;
  /** From now on a hang-up signal does not end the program: it calls this, after the log was opened anew. */
  onHangup(call: () => void): void;
  readonly tools: Tools;
  /** Fires when the program is asked to stop. */
  readonly signal: AbortSignal;
}

/** The configuration as it stands now, with everything that is wrong with it. */
export interface Reloaded<Options extends OptionTable = OptionTable> {
  readonly resolution: Resolution<Options>;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly configFile?: string;
  /** The configuration file is there and holds nothing, not even a comment. */
  readonly blankFile?: true;
}
