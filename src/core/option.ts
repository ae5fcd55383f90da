/**
 * One setting, declared once beside the part that owns it. The flag, the configuration key, the environment variable,
 * help, completion, the reference page, redaction and the TypeScript type all come from it.
 *
 * `settings/` resolves options; it knows none of them by name.
 */

import { inspect } from 'node:util';
import type { Text } from './message.ts';
import type { FileInfo } from './tools.ts';

/** The result of parsing: the value, or what is wrong with it ("a port is 1 to 65535"). */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Text };

/** How the text of a setting becomes a value. `settings/kinds.ts` has them all. */
export interface Kind<T> {
  /** The type as help shows it: `string`, `uint`, `duration`, `strings`; empty for a bool. */
  readonly type: string;
  /** A bool flag needs no value: `--log.line`. */
  readonly standsAlone?: true;
  /**
   * From a flag or an environment variable. May load code (the regular-expression engine) or read a file, hence the
   * promise.
   */
  parse(text: string, files?: Files): Parsed<T> | Promise<Parsed<T>>;
  /** From a configuration file's own types (number, boolean, list, text, section). */
  fromFile(value: unknown, files?: Files): Parsed<T> | Promise<Parsed<T>>;
  /** For display: as the user would write it, without secrets. Only a default can be parsed again. */
  print(value: T): string;
  /** Combines a repeated flag with the earlier value; without this the last one wins. */
  merge?(earlier: T, later: T): T;
  /** Only a configuration file can set it: no flag, no environment variable. */
  readonly fileOnly?: true;
  /** Every allowed value, for errors and completion. */
  readonly choices?: readonly string[];
  /** Other words for a choice, which become that choice: `mixxx` for `softb`. */
  readonly choiceAliases?: Readonly<Record<string, string>>;
  /** What people call a choice, where the word itself says too little to them. */
  readonly choiceTitles?: Readonly<Record<string, string>>;
  /** Several of `choices`, in an order. */
  readonly several?: true;
  /** The numbers that are allowed, both included; absent where the value is not a number. */
  readonly range?: Range;
  /** What the text is, where a form can help to write it. */
  readonly format?: 'address' | 'color' | 'regex' | 'url';
  /** The value is a path: completion offers file names. */
  readonly path?: 'file' | 'directory';
  /** Of a path: the program writes there. */
  readonly isWritten?: true;
  /** `print` never shows the value. */
  readonly secret?: true;
  /** A password may be part of the value: no error repeats it, and `print` leaves it out. */
  readonly mayHoldPassword?: true;
}

/** Whole numbers. */
export interface Range {
  readonly min: number;
  /** Absent when any number is small enough. */
  readonly max?: number;
  /** What is counted: `seconds`. */
  readonly unit?: string;
}

/** How parsing accesses the disk; when absent, the process does it itself. */
export interface Files {
  stat(path: string): Promise<Pick<FileInfo, 'kind'> | undefined>;
  read(path: string): Promise<Uint8Array | undefined>;
  /** The path without links; rejects where nothing is. */
  realpath(path: string): Promise<string>;
}

/** What a default may depend on. */
export interface OptionEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The per-user configuration directory of the tool. */
  readonly configDir: string;
  readonly files?: Files;
}

export interface OptionSpec<T> {
  readonly kind: Kind<T>;
  readonly default: T | UserPath;
  /** One sentence for help; no full stop. */
  readonly help: string;
  /** What else people call it, for a search: words in lower case. */
  readonly words?: string;
  /**
   * It can change while the program runs: the part reads it at each use. `while set`: it also switches its part on, so
   * adding or removing it makes that start again.
   */
  readonly live?: true | 'while set';
  /**
   * Of a path that is written in a set: what follows when it cannot be, such as "the CUE sheet is not written". It is
   * tried out before a set.
   */
  readonly without?: Text;
  /** Of a path that is written: other files that are written, or moved, with it. They belong to no other option. */
  readonly more?: (path: string) => readonly string[];
  /**
   * Of an address that the program connects to: the options whose secrets go there, or the files with them; none for an
   * address that gets none, or holds its own. Another computer changes the address only together with these.
   */
  readonly sends?: readonly string[];
  /** Where help and the reference list it. */
  readonly group: OptionGroup;
}

export type OptionGroup =
  | 'Source and discovery'
  | 'Metadata processing'
  | 'Sinks'
  | 'Enrichment'
  | 'Global flags'
  | 'Command flags';

// Each entry has its own type; the table only needs each to be consistent in itself.
// biome-ignore lint/suspicious/noExplicitAny: a table holds options of every type, and `unknown` would reject them.
export type OptionTable = Readonly<Record<string, OptionSpec<any>>>;

type ValueOf<Spec> = Spec extends OptionSpec<infer T> ? T : never;

declare const stale: unique symbol;

/** No value has this type. */
interface Stale {
  readonly [stale]: never;
}

/** The value of a live option, which may be another one at the next use: not a `T`, so that no copy of it is kept. */
export type Live<T> = T | Stale;

/** The resolved values of a table, by option name. Live options change in place. */
export type SettingsOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly live: unknown }
    ? Live<ValueOf<Table[Name]>>
    : ValueOf<Table[Name]>;
};

/** The value that a live option has now. Call it at each use. */
export function readLive<Settings, Name extends keyof Settings>(
  settings: Settings,
  name: Name,
): Exclude<Settings[Name], Stale> {
  return settings[name] as Exclude<Settings[Name], Stale>;
}

/** As a part declares it: the group is that of its table, unless it names one. */
// biome-ignore lint/suspicious/noExplicitAny: as for `OptionTable`.
type Declared = Omit<OptionSpec<any>, 'group'> & { readonly group?: OptionGroup };

type InGroup<Table> = { readonly [Name in keyof Table]: Table[Name] & Pick<OptionSpec<unknown>, 'group'> };

/** Keeps the literal names, so that a misspelled key does not compile. */
export function defineOptions<const Table extends Readonly<Record<string, Declared>>>(
  group: OptionGroup,
  table: Table,
): InGroup<Table> {
  // One of another table stays the same option.
  const options = Object.entries(table).map(([name, option]) => [
    name,
    option.group === undefined ? { group, ...option } : option,
  ]);
  // The same names, each with what was declared for it.
  return Object.fromEntries(options) as InGroup<Table>;
}

/**
 * A default that is a path below one of the user's folders (`settings/places.ts`). Only data, as help is written into a
 * file when the program is built, for another user.
 */
export class UserPath {
  readonly folder: UserFolder;
  readonly name: string;

  constructor(folder: UserFolder, name: string) {
    this.folder = folder;
    this.name = name;
  }
}

/** For what can be made again, for settings, and for what is to be kept. */
type UserFolder = 'cache' | 'config' | 'data';

/** A value that prints as `***` everywhere. Reveal it only where it is sent. */
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
