import type { Problem } from '../core/errors.ts';
import type { OptionEnvironment, OptionTable, SettingsOf } from '../core/option.ts';
import type { Disk, LoggedLine, Tools } from '../core/tools.ts';
import type { ConfigFile } from './file.ts';
import type { Resolution } from './resolve.ts';

/** Data that help and completion need before the command's code is loaded. */
export interface CommandEntry {
  /** `start`, `streaming setup`. */
  readonly name: string;
  /** One sentence; no full stop. */
  readonly summary: string;
  readonly hidden?: true;
  load(): Promise<Command>;
}

export interface Command<Options extends OptionTable = OptionTable> {
  /** Purpose and use, for longer help. Each paragraph is one line. */
  readonly details?: string;
  readonly arguments?: readonly Argument[];
  /** Says where an argument belongs, for a command without arguments. */
  readonly noArguments?: string;
  /** Includes the global flags. */
  readonly options: Options;
  /**
   * `none`: nothing. `own`: its own options, from the configuration file and the environment. `all`: the same, with a
   * warning for names that no option of any command has.
   */
  readonly configuration: 'none' | 'own' | 'all';
  /** Finds problems beyond single values. Called once before `run`, and at each reload. */
  check?(
    resolution: Resolution<Options>,
    environment: OptionEnvironment,
  ): readonly Problem[] | Promise<readonly Problem[]>;
  /** Called only without problems; throws the errors of `core/errors.ts`. */
  run(context: CommandContext<Options>): Promise<void>;
}

export interface CommandEnvironment extends OptionEnvironment {
  readonly cwd: string;
  /** Reads the configuration file that the user names; default: the program's own disk. */
  readonly disk?: Pick<Disk, 'read'>;
}

export interface Argument {
  readonly name: string;
  readonly required?: true;
  /** Only the last argument may take all remaining words. */
  readonly repeats?: true;
  readonly choices?: readonly string[];
}

export interface CommandContext<Options extends OptionTable = OptionTable> {
  readonly settings: SettingsOf<Options>;
  readonly resolution: Resolution<Options>;
  /** Words after the command's name, checked against its arguments. */
  readonly args: readonly string[];
  readonly configFile?: string;
  readonly environment: CommandEnvironment;
  print(text: string): void;
  logged(): readonly LoggedLine[];
  faults(): number;
  /** Rejects with a RunError, and keeps the old file, if the current `log.file` fails. */
  reopenLog(): Promise<void>;
  /**
   * Reads configuration file and environment again, for the same command line. `file`: the configuration to assume
   * instead.
   */
  reload(file?: ConfigFile): Promise<Reloaded<Options>>;
  /** A hang-up signal calls this instead of ending the program. */
  onHangup(call: () => void): void;
  readonly tools: Tools;
  readonly signal: AbortSignal;
}

export interface Reloaded<Options extends OptionTable = OptionTable> {
  readonly resolution: Resolution<Options>;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly configFile?: string;
  /** Empty, without even a comment. */
  readonly blankFile?: true;
}
