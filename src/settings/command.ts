/** What a command is: one file in `src/commands/` exports one, and the list there names it. */
import type { Problem } from '../core/errors.ts';
import type { OptionEnvironment, OptionTable, SettingsOf } from '../core/option.ts';
import type { Disk, LoggedLine, Tools } from '../core/tools.ts';
import type { ConfigFile } from './file.ts';
import type { Resolution } from './resolve.ts';

/** A line of the command list: what help and completion need before the command's code is loaded. */
export interface CommandEntry {
  /** The words of the command: `start`, `streaming setup`. */
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
  /** For a command without arguments: a hint where an argument given anyway belongs. */
  readonly noArguments?: string;
  /** Every flag of the command, including the global ones. */
  readonly options: Options;
  /**
   * What it reads besides the command line. `none`: nothing. `own`: its own options, from the configuration file and
   * the environment. `all`: the same, with a warning for names that no option of any command has.
   */
  readonly configuration: 'none' | 'own' | 'all';
  /** Finds problems beyond single values. Called once before `run`, and at each reload. */
  check?(
    resolution: Resolution<Options>,
    environment: OptionEnvironment,
  ): readonly Problem[] | Promise<readonly Problem[]>;
  /** Does the work. Called only when nothing is wrong; throws the errors of `core/errors.ts`. */
  run(context: CommandContext<Options>): Promise<void>;
}

export interface CommandEnvironment extends OptionEnvironment {
  /** The working directory. */
  readonly cwd: string;
  /** Where the configuration file lies that the user names; by default the program's own disk. */
  readonly disk?: Pick<Disk, 'read'>;
}

/** A word after the command's name. */
export interface Argument {
  /** As help shows it: `shell`. */
  readonly name: string;
  readonly required?: true;
  /** It takes all remaining words. Only the last argument may. */
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
  /** Writes text to standard output, unchanged. */
  print(text: string): void;
  /** The last few hundred lines of the log, oldest first. */
  logged(): readonly LoggedLine[];
  /** How many errors nobody caught since the start: mistakes of our own, which are logged. */
  faults(): number;
  /** The log goes on where `log.file` says now. Rejects with a RunError, and stays where it is, when that cannot be. */
  reopenLog(): Promise<void>;
  /**
   * Reads configuration file and environment again, for the same command line; with a file, what they would be if it
   * were the configuration file.
   */
  reload(file?: ConfigFile): Promise<Reloaded<Options>>;
  /** From now on a hang-up signal calls this instead of ending the program. */
  onHangup(call: () => void): void;
  readonly tools: Tools;
  /** Fires when the program has to stop. */
  readonly signal: AbortSignal;
}

/** The current configuration, with all its problems. */
export interface Reloaded<Options extends OptionTable = OptionTable> {
  readonly resolution: Resolution<Options>;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly configFile?: string;
  /** The configuration file exists and is empty, without even a comment. */
  readonly blankFile?: true;
}
