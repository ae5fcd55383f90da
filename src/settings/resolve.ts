/** Default < configuration file < environment < flag. */
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../core/errors.ts';
import { say } from '../core/message.ts';
import {
  type Files,
  type Kind,
  type OptionEnvironment,
  type OptionSpec,
  type OptionTable,
  type Parsed,
  Secret,
  type SettingsOf,
  UserPath,
} from '../core/option.ts';
import type { GivenFlag } from './arguments.ts';
import { describeUnknown, type FileEntries, fileEntries, inLineOrder, located } from './entries.ts';
import type { ConfigFile } from './file.ts';
import {
  ENVIRONMENT_PREFIX,
  environmentName,
  NameIndex,
  type RemovedOptions,
  unknownOption,
} from './names.ts';
import { userPath } from './places.ts';

export interface ResolveInputs {
  readonly environment: OptionEnvironment;
  readonly given?: readonly GivenFlag[];
  readonly file?: ConfigFile | undefined;
  /** The table and `otherNames` hold every option: other names in file or environment are mistakes. */
  readonly complete?: boolean;
  /** Options that a complete table lacks. Called only for an unknown name. */
  readonly otherNames?: () => Promise<readonly string[]>;
  readonly removed?: RemovedOptions;
}

export interface Origin {
  readonly from: 'default' | 'file' | 'environment' | 'flag';
  /** `--osc.port`, `DECKCAST_OSC_PORT`, `conf.yaml: osc.port`; empty for a default. */
  readonly place: string;
}

export interface Resolution<Table extends OptionTable = OptionTable> {
  /** Refused options have their default. */
  readonly settings: SettingsOf<Table>;
  readonly origins: { readonly [Name in keyof Table]: Origin };
  readonly problems: readonly Problem[];
  /** Files and folders that may appear later, beside the problems. `settings` has their paths. */
  readonly missing: readonly Problem[];
  /** Files that were not read, `unknown`, and values that are probably mistakes. */
  readonly warnings: readonly Problem[];
  /** Names in file and environment that no option has. */
  readonly unknown: readonly Problem[];
  readonly refused: ReadonlySet<string>;
  readonly configFile?: string;
}

/** Collects the user's mistakes instead of rejecting. */
export async function resolve<Table extends OptionTable>(
  table: Table,
  inputs: ResolveInputs,
): Promise<Resolution<Table>> {
  const entries = inputs.file === undefined ? NO_ENTRIES : fileEntries(table, inputs.file);
  const settings: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  const problems: Problem[] = [...(inputs.file?.problems ?? []), ...entries.problems];
  const missing: Problem[] = [];
  const doubts: Problem[] = [];
  const refused = new Set<string>();

  for (const [name, spec] of Object.entries(table)) {
    const { origin, where = origin.place, read } = choose(name, spec, entries, inputs);
    const parsed = await read();
    if (origin.from !== 'file') {
      doubts.push(...(await overriddenMistake(name, spec, entries, inputs)));
    }
    const value = parsed.ok ? parsed.value : parsed.later;
    if (!parsed.ok) {
      (value === undefined ? problems : missing).push({ where, what: parsed.problem });
    }
    if (parsed.ok && parsed.doubt !== undefined) {
      doubts.push({ where, what: parsed.doubt });
    }
    if (!parsed.ok && value === undefined) {
      refused.add(name);
    }
    settings[name] = refused.has(name) ? defaultOf(spec, inputs.environment) : value;
    origins[name] = origin;
  }

  const unknown = inputs.complete
    ? await located(await unknownNames(table, entries, inputs), inputs.file)
    : [];
  return {
    // The loop visits the table's names, with values of their kinds.
    settings: settings as SettingsOf<Table>,
    origins: origins as { [Name in keyof Table]: Origin },
    problems: await located(problems, inputs.file),
    missing: await located(missing, inputs.file),
    warnings: [
      ...passedOver(inputs.file),
      ...inLineOrder([...unknown, ...(await located(doubts, inputs.file))], inputs.file?.path),
    ],
    unknown,
    refused,
    ...(inputs.file && { configFile: inputs.file.path }),
  };
}

const NO_ENTRIES: FileEntries = { byOption: new Map(), problems: [], unknown: [] };

interface Choice {
  readonly origin: Origin;
  readonly where?: string;
  read(): Parsed<unknown> | Promise<Parsed<unknown>>;
}

/** A wrong value in the file would refuse the next start without the flag or variable. */
async function overriddenMistake(
  name: string,
  { kind }: OptionSpec<unknown>,
  entries: FileEntries,
  { environment, file }: ResolveInputs,
): Promise<readonly Problem[]> {
  const entry = entries.byOption.get(name);
  const parsed = entry && (await kind.fromFile(entry.value, environment.files));
  return entry === undefined || parsed === undefined || parsed.ok || parsed.later !== undefined
    ? []
    : [
        {
          where: fullPlace({ from: 'file', place: `${file?.label ?? ''}: ${entry.key}` }, file?.path),
          what: parsed.problem,
        },
      ];
}

function choose(
  name: string,
  spec: OptionSpec<unknown>,
  entries: FileEntries,
  inputs: ResolveInputs,
): Choice {
  const { kind } = spec;
  const { files } = inputs.environment;
  const flags = (inputs.given ?? []).filter((given) => given.name === name);
  if (flags.length > 0) {
    const where = flagPlace(name, kind, flags.map(({ text }) => text).join(','));
    return { origin: { from: 'flag', place: `--${name}` }, where, read: () => readFlags(kind, flags, files) };
  }
  const variable = environmentName(name);
  const text = inputs.environment.env[variable];
  // Scripts and container files use empty variables for "not set".
  if (text !== undefined && text !== '' && !kind.fileOnly) {
    return { origin: { from: 'environment', place: variable }, read: () => kind.parse(text, files) };
  }
  const entry = entries.byOption.get(name);
  if (entry !== undefined) {
    const origin = { from: 'file', place: `${inputs.file?.label ?? ''}: ${entry.key}` } as const;
    const where = fullPlace(origin, inputs.file?.path);
    return { origin, where, read: () => kind.fromFile(entry.value, files) };
  }
  return {
    origin: { from: 'default', place: '' },
    read: () => ({ ok: true, value: defaultOf(spec, inputs.environment) }),
  };
}

/** Place with the file's folder, for problems. */
export function fullPlace({ from, place }: Origin, configFile = ''): string {
  return from === 'file' ? `${configFile}${place.slice(basename(configFile).length)}` : place;
}

/** Omits a secret's value. */
export function flagPlace(name: string, kind: Kind<unknown>, text: string): string {
  return (kind.secret || kind.mayHoldPassword ? `--${name}` : `--${name}=${text}`).slice(0, 100);
}

async function readFlags(
  kind: Kind<unknown>,
  flags: readonly GivenFlag[],
  files: Files | undefined,
): Promise<Parsed<unknown>> {
  const { merge } = kind;
  const counting = merge === undefined ? flags.slice(-1) : flags;
  const values = await Promise.all(counting.map(({ text }) => kind.parse(text, files)));
  return values.reduce((before, next) =>
    before.ok && next.ok && merge
      ? { ok: true, value: merge(before.value, next.value) }
      : before.ok
        ? next
        : before,
  );
}

export function defaultOf<T>(spec: OptionSpec<T>, environment: OptionEnvironment): T {
  // Only paths have such a default.
  return spec.default instanceof UserPath ? (userPath(spec.default, environment) as T) : spec.default;
}

async function unknownNames(
  table: OptionTable,
  { unknown }: FileEntries,
  { environment, file, otherNames, removed }: ResolveInputs,
): Promise<readonly Problem[]> {
  const own = Object.keys(table);
  const variables = unknownVariables(new NameIndex(own), Object.keys(environment.env));
  if (unknown.length === 0 && variables.length === 0) {
    return [];
  }
  const names = new NameIndex([...own, ...((await otherNames?.()) ?? [])], removed);
  const keys = unknown.filter((key) => names.find(key) === undefined);
  return [
    ...describeUnknown(keys, names, file?.path ?? ''),
    ...unknownVariables(names, variables).map((variable) => {
      const name = variable.slice(ENVIRONMENT_PREFIX.length);
      return {
        where: variable,
        what: names.whyRemoved(name) ?? unknownOption(names.meant(name).map(environmentName)),
      };
    }),
  ];
}

function unknownVariables(names: NameIndex, variables: readonly string[]): readonly string[] {
  return variables
    .filter((variable) => variable.startsWith(ENVIRONMENT_PREFIX))
    .filter((variable) => names.find(variable.slice(ENVIRONMENT_PREFIX.length)) === undefined);
}

function passedOver(file: ConfigFile | undefined): readonly Problem[] {
  return (file?.passedOver ?? []).map((path) => ({
    where: path,
    what: say('settings.file-passed-over', { path: file?.path ?? '' }),
  }));
}

export interface LiveChange {
  readonly changed: readonly string[];
  /** Differ, and need a restart. */
  readonly needRestart: readonly string[];
}

/**
 * Takes over live values of a newer resolution of the table, without problems, in the settings object that parts hold.
 */
export function applyLive<Table extends OptionTable>(
  table: Table,
  current: Resolution<Table>,
  next: Resolution<Table>,
): LiveChange {
  const changed: string[] = [];
  const needRestart: string[] = [];
  // `resolve` made a plain object, which only this module writes.
  const settings = current.settings as Record<string, unknown>;
  const origins = current.origins as Record<string, Origin>;
  for (const [name, spec] of Object.entries(table)) {
    const value: unknown = next.settings[name];
    const origin = next.origins[name];
    const same = isSame(settings[name], value);
    const isLive =
      spec.live === 'while set' ? !isEmpty(settings[name]) && !isEmpty(value) : spec.live === true;
    if (same || isLive) {
      settings[name] = value;
      if (origin !== undefined) {
        origins[name] = origin;
      }
    }
    if (!same) {
      (isLive ? changed : needRestart).push(name);
    }
  }
  return { changed, needRestart };
}

/** Takes over other values, for restarting parts. Returns a function that restores the old ones. */
export function takeOver(current: Resolution, next: Resolution, names: readonly string[]): () => void {
  const settings = current.settings as Record<string, unknown>;
  const origins = current.origins as Record<string, Origin | undefined>;
  const old = names.map((name) => [name, settings[name], origins[name]] as const);
  for (const name of names) {
    settings[name] = next.settings[name];
    origins[name] = next.origins[name];
  }
  return () => {
    for (const [name, value, origin] of old) {
      settings[name] = value;
      origins[name] = origin;
    }
  };
}

function isEmpty(value: unknown): boolean {
  return value instanceof Secret ? value.isEmpty : value === '';
}

/** Whether a file sets any option. */
export function isFromFile({ origins }: Pick<Resolution, 'origins'>): boolean {
  return Object.values(origins).some(({ from }) => from === 'file');
}

export function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Secret && other instanceof Secret
    ? one.reveal() === other.reveal()
    : isDeepStrictEqual(one, other);
}
