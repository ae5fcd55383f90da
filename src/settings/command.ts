import type { Problem } from '../core/errors.ts';
import type { Files, OptionEnvironment, OptionTable, SettingsOf } from '../core/option.ts';
import type { LoggedLine, Tools } from '../core/tools.ts';
import type { ConfigFile } from './file.ts';
import type { Resolution } from './resolve.ts';

/** Known to help and completion before the command's code loads. */
export interface CommandEntry {
  /** `start`, `streaming setup`. */
  readonly name: string;
  /** Sentence without a full stop. */
  readonly summary: string;
  readonly hidden?: true;
  load(): Promise<Command>;
}

export interface Command<Options extends OptionTable = OptionTable> {
  /** Purpose and use, one line per paragraph. */
  readonly details?: string;
  readonly arguments?: readonly Argument[];
  /** Where an argument belongs, if the command takes none. */
  readonly noArguments?: string;
  /** Includes the global flags. */
  readonly options: Options;
  /**
   * `own`: its options, from the configuration file and the environment. `all`: warns of names that no command's option
   * has.
   */
  readonly configuration: 'none' | 'own' | 'all';
  /** Warns when there is no configuration file. Others log it at level debug. */
  readonly warnsWithoutFile?: true;
  /**
   * Runs despite problems in file and environment, with defaults for the refused values, and despite those that `check`
   * finds; all are in `resolution.problems`.
   */
  readonly explainsProblems?: true;
  /**
   * Runs with what can be read: problems in file and environment are warnings, and lines that break the file's format
   * are left out.
   */
  readonly readsWhatItCan?: true;
  /** Starts without folders that may appear later, or that a slow disk does not show at once; they are warnings. */
  readonly waitsForFolders?: true;
  /** Finds problems beyond single values, before `run` and at each reload. */
  check?(
    resolution: Resolution<Options>,
    environment: OptionEnvironment,
  ): readonly Problem[] | Promise<readonly Problem[]>;
  /** Only without problems. Throws errors of `core/errors.ts`. */
  run(context: CommandContext<Options>): Promise<void>;
}

export interface CommandEnvironment extends OptionEnvironment {
  readonly cwd: string;
  /**
   * Waits longer for an answer than `files`. Reads the file that the user names; default: the program's own disk.
   */
  readonly disk?: Files;
}

export interface Argument {
  readonly name: string;
  readonly required?: true;
  /** Takes all remaining words. */
  readonly repeats?: true;
  readonly choices?: readonly string[];
}

export interface CommandContext<Options extends OptionTable = OptionTable> {
  readonly settings: SettingsOf<Options>;
  readonly resolution: Resolution<Options>;
  /** Words after the command's name, checked. */
  readonly args: readonly string[];
  readonly configFile?: string;
  readonly environment: CommandEnvironment;
  print(text: string): void;
  logged(): readonly LoggedLine[];
  faults(): number;
  /** Rejects with a RunError, and keeps the old file, if `log.file` fails. */
  reopenLog(): Promise<void>;
  /**
   * Reads configuration file and environment again, for the same command line. `file`: configuration to assume instead.
   */
  reload(file?: ConfigFile): Promise<Reloaded<Options>>;
  /** A hang-up then doesn't end the program. */
  onHangup(call: () => void): void;
  readonly tools: Tools;
  readonly signal: AbortSignal;
}

export interface Reloaded<Options extends OptionTable = OptionTable> {
  readonly resolution: Resolution<Options>;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly configFile?: string;
  readonly blankFile?: true;
}
