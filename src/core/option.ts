/**
 * Declared once, by its part: flag, configuration key, environment variable, help, completion, reference,
 * redaction and type come from that. `settings/` knows no option by name.
 */

import { inspect } from 'node:util';
import type { Text } from './message.ts';
import type { FileInfo } from './tools.ts';

export type Parsed<T> =
  | Accepted<T>
  /** `later`: value to use once its folder appears, for example on a disk that is connected later. */
  | (Refused & { readonly later?: T });

export interface Accepted<T> {
  readonly ok: true;
  readonly value: T;
  /** Why the value is probably a mistake. */
  readonly doubt?: Text;
}

export interface Refused {
  readonly ok: false;
  readonly problem: Text;
}

export interface Kind<T> {
  /** Shown in help: `string`, `uint`, `duration`, `strings`; empty for a bool. */
  readonly type: string;
  /** The flag needs no value: `--log.line`. */
  readonly standsAlone?: true;
  /** May load code (the regular-expression engine) or read a file. */
  parse(text: string, files?: Files): Parsed<T> | Promise<Parsed<T>>;
  /** `value`: number, boolean, list, text or section. */
  fromFile(value: unknown, files?: Files): Parsed<T> | Promise<Parsed<T>>;
  /** Written as by the user, without secrets. Only a default can be parsed again. */
  print(value: T): string;
  /** Combines repeated flags; without it, the last one wins. */
  merge?(earlier: T, later: T): T;
  /** No flag, no environment variable. */
  readonly fileOnly?: true;
  readonly choices?: readonly string[];
  /** Synonyms of choices: `mixxx` for `softb`. */
  readonly choiceAliases?: Readonly<Record<string, string>>;
  /** Set if a choice's value says too little. */
  readonly choiceTitles?: Readonly<Record<string, string>>;
  readonly several?: true;
  /** Inclusive; absent unless a number. */
  readonly range?: Range;
  readonly format?: 'address' | 'color' | 'regex' | 'url';
  /** Files that completion offers. */
  readonly path?: 'file' | 'directory';
  readonly isWritten?: true;
  readonly secret?: true;
  /** Omitted from errors and by `print`: the name and password in addresses, or their path and query, too. */
  readonly mayHoldPassword?: 'name' | 'path';
}

export interface Range {
  readonly min: number;
  readonly max?: number;
  readonly unit?: string;
}

export interface Files {
  stat(path: string): Promise<Pick<FileInfo, 'kind'> | undefined>;
  read(path: string): Promise<Uint8Array | undefined>;
  /** Rejects if the path does not exist. */
  realpath(path: string): Promise<string>;
}

export interface OptionEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly configDir: string;
  readonly files?: Files;
}

export interface OptionSpec<T> {
  readonly kind: Kind<T>;
  readonly default: T | UserPath;
  /** A sentence without a full stop. */
  readonly help: string;
  /** Synonyms for the search, in lower case. */
  readonly words?: string;
  /** A value, for options without a telling default. */
  readonly example?: string;
  /**
   * Read at each use, so that it may change while the program runs. `while set`: adding or removing it
   * restarts the part.
   */
  readonly live?: true | 'while set';
  /** Consequence if this path cannot be written: "the CUE sheet is not written". */
  readonly without?: Text;
  /** Further files written or moved with this path. */
  readonly more?: (path: string) => readonly string[];
  /**
   * Options whose secrets (or files with secrets) go to this address. A client on another computer may change
   * the address only together with these.
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

// biome-ignore lint/suspicious/noExplicitAny: a table holds options of every type, and `unknown` would reject them.
export type OptionTable = Readonly<Record<string, OptionSpec<any>>>;

type ValueOf<Spec> = Spec extends OptionSpec<infer T> ? T : never;

declare const stale: unique symbol;

/** No value has this type. */
interface Stale {
  readonly [stale]: never;
}

/** Not assignable to `T`, so that no part keeps a copy that settings changes don't reach. */
export type Live<T> = T | Stale;

/** Live options change in place. */
export type SettingsOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly live: unknown }
    ? Live<ValueOf<Table[Name]>>
    : ValueOf<Table[Name]>;
};

export function readLive<Settings, Name extends keyof Settings>(
  settings: Settings,
  name: Name,
): Exclude<Settings[Name], Stale> {
  return settings[name] as Exclude<Settings[Name], Stale>;
}

// biome-ignore lint/suspicious/noExplicitAny: as for `OptionTable`.
type Declared = Omit<OptionSpec<any>, 'group'> & { readonly group?: OptionGroup };

type InGroup<Table> = { readonly [Name in keyof Table]: Table[Name] & Pick<OptionSpec<unknown>, 'group'> };

/** Keeps literal names, so that a misspelled key does not compile. `group`: default for the table. */
export function defineOptions<const Table extends Readonly<Record<string, Declared>>>(
  group: OptionGroup,
  table: Table,
): InGroup<Table> {
  // An option taken from another table keeps its identity.
  const options = Object.entries(table).map(([name, option]) => [
    name,
    option.group === undefined ? { group, ...option } : option,
  ]);
  return Object.fromEntries(options) as InGroup<Table>;
}

/** Default below a user's folder (`settings/places.ts`), resolved late: help is built for another user. */
export class UserPath {
  readonly folder: UserFolder;
  readonly name: string;

  constructor(folder: UserFolder, name: string) {
    this.folder = folder;
    this.name = name;
  }
}

/** `cache`: can be made again. */
type UserFolder = 'cache' | 'config' | 'data';

/** Prints as `***`. Reveal it only where it is sent. */
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
