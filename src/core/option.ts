/**
 * A setting is declared once, beside the part that owns it. The flag, the configuration key, the environment variable,
 * help, completion, the reference page, redaction and the TypeScript type all come from it.
 *
 * `settings/` resolves options; it knows none of them by name.
 */

import { inspect } from 'node:util';
import type { Text } from './message.ts';
import type { FileInfo } from './tools.ts';

/** Result of parsing: the value, or what is wrong with it ("a port is 1 to 65535"). */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Text };

/** Parses and prints values of one type. `settings/kinds.ts` lists them all. */
export interface Kind<T> {
  /** Type shown in help: `string`, `uint`, `duration`, `strings`; empty for a bool. */
  readonly type: string;
  /** Set for a bool, whose flag needs no value: `--log.line`. */
  readonly standsAlone?: true;
  /**
   * Parses a flag or an environment variable. May load code (the regular-expression engine) or read a file, hence the
   * promise.
   */
  parse(text: string, files?: Files): Parsed<T> | Promise<Parsed<T>>;
  /** Converts a value of a configuration file (number, boolean, list, text, section). */
  fromFile(value: unknown, files?: Files): Parsed<T> | Promise<Parsed<T>>;
  /** Formats the value as the user would write it, without secrets. Only a default can be parsed again. */
  print(value: T): string;
  /** Combines a repeated flag with the earlier value. Without it, the last one wins. */
  merge?(earlier: T, later: T): T;
  /** Accepted only in a configuration file: no flag, no environment variable. */
  readonly fileOnly?: true;
  readonly choices?: readonly string[];
  /** Synonyms of choices: `mixxx` for `softb`. */
  readonly choiceAliases?: Readonly<Record<string, string>>;
  /** Names of choices that users know, where the value itself says too little. */
  readonly choiceTitles?: Readonly<Record<string, string>>;
  /** The value is an ordered list of `choices`. */
  readonly several?: true;
  /** Allowed numbers, inclusive; absent if the value is not a number. */
  readonly range?: Range;
  /** Format of the text, for forms that help to write it. */
  readonly format?: 'address' | 'color' | 'regex' | 'url';
  /** The value is a path, so completion offers file names. */
  readonly path?: 'file' | 'directory';
  readonly isWritten?: true;
  /** Secret: `print` never shows it. */
  readonly secret?: true;
  /** The value may contain a password: errors don't repeat it and `print` omits it. */
  readonly mayHoldPassword?: true;
}

export interface Range {
  readonly min: number;
  readonly max?: number;
  readonly unit?: string;
}

export interface Files {
  stat(path: string): Promise<Pick<FileInfo, 'kind'> | undefined>;
  read(path: string): Promise<Uint8Array | undefined>;
  /** Resolves links; rejects if the path does not exist. */
  realpath(path: string): Promise<string>;
}

export interface OptionEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program's configuration folder of this user. */
  readonly configDir: string;
  readonly files?: Files;
}

export interface OptionSpec<T> {
  readonly kind: Kind<T>;
  readonly default: T | UserPath;
  /** One sentence without a full stop. */
  readonly help: string;
  /** Synonyms for the search, in lower case. */
  readonly words?: string;
  /**
   * May change while the program runs: the part reads it at each use. `while set`: it also switches the part on, so
   * adding or removing it restarts the part.
   */
  readonly live?: true | 'while set';
  /**
   * Consequence if this path cannot be written, such as "the CUE sheet is not written". The path is tested before a
   * set.
   */
  readonly without?: Text;
  /** Other files written or moved with this path. They belong to no other option. */
  readonly more?: (path: string) => readonly string[];
  /**
   * Options whose secrets (or files with secrets) go to this address. Empty if the address gets none or contains its
   * own. A client on another computer may change the address only together with these.
   */
  readonly sends?: readonly string[];
  readonly group: OptionGroup;
}

export type OptionGroup =
  | 'Source and discovery'
  | 'Metadata processing'
  | 'Sinks'
  | 'Enrichment'
  | 'Global flags'
  | 'Command flags';

// Entries have different types; the table only requires each entry to be consistent.
// biome-ignore lint/suspicious/noExplicitAny: a table holds options of every type, and `unknown` would reject them.
export type OptionTable = Readonly<Record<string, OptionSpec<any>>>;

type ValueOf<Spec> = Spec extends OptionSpec<infer T> ? T : never;

declare const stale: unique symbol;

/** No value has this type. */
interface Stale {
  readonly [stale]: never;
}

/** Value of a live option. Not assignable to `T`, so that no part keeps a copy that settings changes don't reach. */
export type Live<T> = T | Stale;

/** Resolved values by option name. Live options change in place. */
export type SettingsOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly live: unknown }
    ? Live<ValueOf<Table[Name]>>
    : ValueOf<Table[Name]>;
};

/** Current value of a live option. Call it at each use. */
export function readLive<Settings, Name extends keyof Settings>(
  settings: Settings,
  name: Name,
): Exclude<Settings[Name], Stale> {
  return settings[name] as Exclude<Settings[Name], Stale>;
}

/** Declaration in a part. The group defaults to that of the table. */
// biome-ignore lint/suspicious/noExplicitAny: as for `OptionTable`.
type Declared = Omit<OptionSpec<any>, 'group'> & { readonly group?: OptionGroup };

type InGroup<Table> = { readonly [Name in keyof Table]: Table[Name] & Pick<OptionSpec<unknown>, 'group'> };

/** Keeps the literal names, so that a misspelled key does not compile. */
export function defineOptions<const Table extends Readonly<Record<string, Declared>>>(
  group: OptionGroup,
  table: Table,
): InGroup<Table> {
  // An option taken from another table keeps its identity.
  const options = Object.entries(table).map(([name, option]) => [
    name,
    option.group === undefined ? { group, ...option } : option,
  ]);
  // Only the entries changed, so the keys are those of the table.
  return Object.fromEntries(options) as InGroup<Table>;
}

/**
 * Default path below one of the user's folders (`settings/places.ts`). Resolved late, because help is written into a file
 * when the program is built, for another user.
 */
export class UserPath {
  readonly folder: UserFolder;
  readonly name: string;

  constructor(folder: UserFolder, name: string) {
    this.folder = folder;
    this.name = name;
  }
}

/** `cache`: data that can be made again. `data`: data to keep. */
type UserFolder = 'cache' | 'config' | 'data';

/** Prints as `***` everywhere. Reveal the value only where it is sent. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  get isEmpty(): boolean {
    return this.#value === '';
  }

  toString(): string {
    return '***';
  }

  toJSON(): string {
    return '***';
  }

  [inspect.custom](): string {
    return '***';
  }
}
