import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { Problem } from '../core/errors.ts';
import { say, type Text } from '../core/message.ts';
import type { Files, Kind, OptionTable } from '../core/option.ts';
import type { Change, FileValue } from './edit/index.ts';
import { fileEntries } from './entries.ts';
import type { ConfigFile } from './file.ts';
import type { SettingsMap } from './kinds.ts';
import { NameIndex, unknownOption } from './names.ts';
import { flagPlace, isSame, type Origin } from './resolve.ts';
import { withPasswords } from './stored-passwords.ts';

export interface OptionProblem extends Problem {
  readonly option: string;
}

export interface WantedSettings {
  /** Text is parsed like a flag's, other values like a configuration file's. */
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset: readonly string[];
}

export interface ChangeInputs {
  readonly file: ConfigFile | undefined;
  readonly origins: Readonly<Record<string, Origin>>;
  /** Values in effect. The file may take over one that a flag or a variable sets. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly files: Files | undefined;
  /** The caller is on this computer, and may name programs, files and folders. */
  readonly isHere: boolean;
}

/** Names the configuration file, so it cannot be set in it. */
export const FILE_OPTION = 'conf';
export const HERE_ONLY = say('settings.changed-here-only');

/** Suggesting names takes time, and nothing is saved before all are corrected. */
const MOST_PROBLEMS = 100;

/** Problems as on the command line, at most a hundred. */
export async function readChanges(
  table: OptionTable,
  { set, unset }: WantedSettings,
  inputs: ChangeInputs,
): Promise<{ readonly changes: readonly Change[]; readonly problems: readonly OptionProblem[] }> {
  const changes: Change[] = [];
  const problems: OptionProblem[] = [];
  const entries = inputs.file && fileEntries(table, inputs.file).byOption;

  const names = new NameIndex(Object.keys(table));
  const requested: readonly (readonly [string, unknown])[] = [
    ...Array.from(new Set(unset), (name): [string, undefined] => [name, undefined]),
    ...Object.entries(set),
  ];
  for (const [name, given] of requested) {
    if (problems.length === MOST_PROBLEMS) {
      break;
    }
    const kind = Object.hasOwn(table, name) ? table[name]?.kind : undefined;
    const obstacle = kind === undefined ? unknownName(names, name) : obstacleTo(name, kind, inputs);
    if (kind === undefined || obstacle !== undefined) {
      problems.push({ option: name, where: `--${name}`, what: obstacle ?? '' });
      continue;
    }
    const before = entries?.get(name)?.value;
    if (given === undefined && isSetAtStart(name, inputs)) {
      problems.push({ option: name, where: `--${name}`, what: say('settings.set-at-start') });
      continue;
    }
    if (given === undefined) {
      changes.push(...(kind.fileOnly ? mapChanges(name, before, {}) : [{ name, value: undefined }]));
      continue;
    }
    const { meant, unknown } = await withPasswords(kind, given, inputs.settings?.[name]);
    if (unknown !== undefined) {
      const what = say('settings.address-changed-without-password', { address: unknown });
      problems.push({ option: name, where: `--${name}`, what });
      continue;
    }
    const wanted = meant === inputs.settings?.[name] ? meant : inFull(kind, meant);
    const isText = typeof wanted === 'string';
    const parsed = await (isText ? kind.parse(wanted, inputs.files) : kind.fromFile(wanted, inputs.files));
    if (!parsed.ok) {
      problems.push({ option: name, where: flagPlace(name, kind, textOf(given)), what: parsed.problem });
    } else if (isSetAtStart(name, inputs) && !isSame(parsed.value, inputs.settings?.[name])) {
      problems.push({ option: name, where: `--${name}`, what: say('settings.set-at-start') });
    } else if (kind.fileOnly) {
      changes.push(...mapChanges(name, before, parsed.value));
    } else {
      changes.push({ name, value: fileValue(kind, wanted, parsed.value) });
    }
  }
  return { changes, problems };
}

/** The home directory begins relative paths: a page shows no working directory, and an update may delete that. */
export function inFull({ path, type, mayHoldPassword }: Kind<unknown>, given: unknown): unknown {
  const isPath = path !== undefined && type === 'string' && mayHoldPassword === undefined;
  return isPath && typeof given === 'string' && !/^(~|$)/.test(given) && !isAbsolute(given)
    ? resolve(homedir(), given)
    : given;
}

function unknownName(names: NameIndex, name: string): Text {
  return unknownOption(names.meant(name).map((meant) => `--${meant}`));
}

function obstacleTo(name: string, { path }: Kind<unknown>, { isHere }: ChangeInputs): Text | undefined {
  if (name === FILE_OPTION) {
    return say('settings.not-in-a-file');
  }
  if (path !== undefined && !isHere) {
    return HERE_ONLY;
  }
  return undefined;
}

function isSetAtStart(name: string, { origins }: ChangeInputs): boolean {
  const { from } = origins[name] ?? {};
  return from === 'flag' || from === 'environment';
}

/** Typed if the file's types can express it, otherwise the given text. */
function fileValue(kind: Kind<unknown>, given: unknown, value: unknown): FileValue {
  if (typeof value === 'boolean' || typeof value === 'number') {
    // Milliseconds; the text has a unit.
    return kind.type === 'duration' ? textOf(given) : value;
  }
  return Array.isArray(value) ? value.map(String) : textOf(given);
}

function textOf(given: unknown): string {
  return typeof given === 'object' ? JSON.stringify(given) : String(given);
}

function mapChanges(name: string, before: unknown, after: SettingsMap): readonly Change[] {
  const old = mapValues(name, before);
  const wanted = mapValues(name, after);
  const removed = [...old.keys()].filter((key) => !wanted.has(key));
  const set = [...wanted].filter(([key, value]) => String(old.get(key)) !== String(value));
  return [
    ...removed.map((key) => ({ name: key, value: undefined, exact: true as const })),
    ...set.map(([key, value]) => ({ name: key, value, exact: true as const })),
  ];
}

function mapValues(name: string, node: unknown): ReadonlyMap<string, string | number | boolean> {
  if (typeof node === 'object' && node !== null) {
    return new Map(Object.entries(node).flatMap(([part, inner]) => [...mapValues(`${name}.${part}`, inner)]));
  }
  return node === undefined ? new Map() : new Map([[name, node as string | number | boolean]]);
}
