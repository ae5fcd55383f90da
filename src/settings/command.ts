/** Contract of a command. Each file in `src/commands/` exports one, and the list there names it. */
import type { Problem } from '../core/errors.ts';
import type { OptionEnvironment, OptionTable, SettingsOf } from '../core/option.ts';
import type { Disk, LoggedLine, Tools } from '../core/tools.ts';
import type { ConfigFile } from './file.ts';
import type { Resolution } from './resolve.ts';

/** Entry of the command list: data that help and completion need before the command's code is loaded. */
export interface CommandEntry {
  /** Words of the command: `start`, `streaming setup`. */
  readonly name: string;
  /** One sentence for help; no full stop. */
  readonly summary: string;
  /** Hides the command in help and completion. */
  readonly hidden?: true;
  load(): Promise<Command>;
}

export interface Command<Options extends OptionTable = OptionTable> {
  /** Longer help: purpose and use of the command. Plain text, each paragraph one line. */
  readonly details?: string;
  readonly arguments?: readonly Argument[];
  /** Hint for a command without arguments: where an argument belongs that was given anyway. */
  readonly noArguments?: string;
  /** All flags of the command, including the global ones. */
  readonly options: Options;
  /**
   * Inputs besides the command line. `none`: nothing. `own`: its own options, from the configuration file and the
   * environment. `all`: the same, with a warning for names that no option of any command has.
   */
  readonly configuration: 'none' | 'own' | 'all';
  /** Finds problems beyond single values. Called once before `run`, and at each reload. */
  check?(
    resolution: Resolution<Options>,
    environment: OptionEnvironment,
  ): readonly Problem[] | Promise<readonly Problem[]>;
  /** Runs the command. Called only without problems; throws the errors of `core/errors.ts`. */
  run(context: CommandContext<Options>): Promise<void>;
}

export interface CommandEnvironment extends OptionEnvironment {
  readonly cwd: string;
  /** Reads the configuration file that the user names; default: the program's own disk. */
  readonly disk?: Pick<Disk, 'read'>;
}

export interface Argument {
  /** Name in help: `shell`. */
  readonly name: string;
  readonly required?: true;
  /** Takes all remaining words. Only the last argument may. */
  readonly repeats?: true;
  readonly choices?: readonly string[];
}

export interface CommandContext<Options extends OptionTable = OptionTable> {
  readonly settings: SettingsOf<Options>;
  readonly resolution: Resolution<Options>;
  /** Words after the command's name, checked against its arguments. */
  readonly args: readonly string[];
  /** Path of the configuration file; absent without one. */
  readonly configFile?: string;
  readonly environment: CommandEnvironment;
  /** Writes text to standard output, unchanged. */
  print(text: string): void;
  /** The last few hundred lines of the log, oldest first. */
  logged(): readonly LoggedLine[];
  /** Number of uncaught errors since the start, which are our mistakes and are logged. */
  faults(): number;
  /** Continues the log at the current `log.file`. Rejects with a RunError, and keeps the old file, if that fails. */
  reopenLog(): Promise<void>;
  /**
   * Reads configuration file and environment again, for the same command line. With `file`, returns the result as if
   * that were the configuration file.
   */
  reload(file?: ConfigFile): Promise<Reloaded<Options>>;
  /** Makes a hang-up signal call this instead of ending the program. */
  onHangup(call: () => void): void;
  readonly tools: Tools;
  /** Fires when the program has to stop. */
  readonly signal: AbortSignal;
}

/** Current configuration with all its problems. */
export interface Reloaded<Options extends OptionTable = OptionTable> {
  readonly resolution: Resolution<Options>;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly configFile?: string;
  /** The configuration file exists and is empty, without even a comment. */
  readonly blankFile?: true;
}
