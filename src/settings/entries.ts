/** Files may nest, dot or mix names, in any case. */
import type { Problem } from '../core/errors.ts';
import { say, type Text } from '../core/message.ts';
import type { OptionTable } from '../core/option.ts';
import { type ConfigFile, extensionOf } from './file.ts';
import { fold, NameIndex, unknownOption } from './names.ts';

export interface FileEntry {
  /** Spelled as in the file, with sections. */
  readonly key: string;
  readonly value: unknown;
}

export interface FileEntries {
  readonly byOption: ReadonlyMap<string, FileEntry>;
  readonly problems: readonly Problem[];
  /** Spelled as in the file. */
  readonly unknown: readonly string[];
}

const MAX_DEPTH = 32;
/** Another program's file would fill the screen. */
const MAX_UNKNOWN = 20;

const SET_TWICE = say('format.set-twice');

export function fileEntries(table: OptionTable, file: ConfigFile): FileEntries {
  const names = new NameIndex(Object.keys(table));
  const maps = Object.keys(table).filter((name) => table[name]?.kind.fileOnly);
  const byOption = new Map<string, FileEntry>();
  const problems: Problem[] = [];
  const unknown: string[] = [];
  const report = (key: string, what: Text) => problems.push({ where: `${file.path}: ${shown(key)}`, what });

  function walk(node: unknown, key: string, parents: readonly unknown[]): void {
    const name = names.find(key);
    const map = maps.find((candidate) => fold(`${key}.`).startsWith(fold(`${candidate}.`)));
    if (node === null || node === undefined) {
      return; // Null counts as absent: the default applies.
    }
    if (isSection(node) && (name === undefined || map !== undefined || hasNamesBelow(table, name))) {
      if (parents.includes(node)) {
        report(key, say('settings.section-in-itself'));
      } else if (parents.length >= MAX_DEPTH) {
        report(key, say('format.too-deep', { most: MAX_DEPTH }));
      } else {
        for (const [part, inner] of Object.entries(node)) {
          walk(inner, key === '' ? part : `${key}.${part}`, [...parents, node]);
        }
      }
    } else if (map !== undefined && name === undefined) {
      addToMap(map, key, node);
    } else if (name !== undefined) {
      add(name, key, node);
    } else {
      unknown.push(key);
    }
  }

  function add(name: string, key: string, value: unknown): void {
    const before = byOption.get(name);
    if (before === undefined) {
      byOption.set(name, { key, value });
    } else {
      report(
        key,
        key === before.key ? SET_TWICE : say('settings.set-twice-also-as', { name: shown(before.key) }),
      );
    }
  }

  /** Adds to a map option's nested section. */
  function addToMap(name: string, key: string, value: unknown): void {
    const entry = byOption.get(name) ?? { key: name, value: Object.create(null) };
    byOption.set(name, entry);
    const path = key.slice(name.length + 1).split('.');
    const last = path.pop() ?? '';
    let section: unknown = entry.value;
    if (path.length >= MAX_DEPTH) {
      report(key, say('format.too-deep', { most: MAX_DEPTH }));
      return;
    }
    for (const part of path) {
      section = innerSection(section, part);
    }
    if (isSection(section) && section[last] === undefined) {
      section[last] = value;
    } else {
      report(key, SET_TWICE);
    }
  }

  walk(file.tree, '', []);
  return { byOption, problems, unknown };
}

/** Longer names begin with this one, so a section may hold them. */
function hasNamesBelow(table: OptionTable, name: string): boolean {
  return Object.keys(table).some((other) => other.startsWith(`${name}.`));
}

export function describeUnknown(keys: readonly string[], names: NameIndex, path: string): readonly Problem[] {
  const described = keys.slice(0, MAX_UNKNOWN).map((key) => ({
    where: `${path}: ${shown(key)}`,
    what: names.whyRemoved(key) ?? unknownOption(names.meant(key)),
  }));
  const more = keys.length - described.length;
  return more === 0
    ? described
    : [...described, { where: path, what: say('settings.more-unknown-options', { count: more }) }];
}

/** Adds their lines to places in the file, and sorts by them. */
export async function located(
  problems: readonly Problem[],
  file: ConfigFile | undefined,
): Promise<readonly Problem[]> {
  const start = `${file?.path}: `;
  if (file?.text === undefined || !problems.some(({ where }) => where.startsWith(start))) {
    return problems;
  }
  const { settingLines } = await import('./edit/index.ts');
  const found = [...(await settingLines(extensionOf(file.path), file.text))];
  const lines = new Map(found.map(([key, line]) => [fold(shown(key)), line]));
  // The lines of a section are those of its values.
  const lineOf = (key: string) => lines.get(key) ?? found.find(([one]) => one.startsWith(`${key}.`))?.[1];
  const placed = problems.map((problem) => {
    const key = problem.where.startsWith(start) ? problem.where.slice(start.length) : undefined;
    const line = key === undefined ? undefined : lineOf(fold(key));
    return line === undefined ? problem : { ...problem, where: `${file.path}:${line}: ${key}` };
  });
  return inLineOrder(placed, file.path);
}

/** Places in the file by their lines, before all others. */
export function inLineOrder(problems: readonly Problem[], path = ''): readonly Problem[] {
  const lineOf = ({ where }: Problem): number =>
    where.startsWith(`${path}:`)
      ? Number.parseInt(where.slice(path.length + 1), 10) || 0
      : Number.MAX_SAFE_INTEGER;
  return problems.toSorted((one, other) => lineOf(one) - lineOf(other));
}

/** Undoes `located`. */
export function withoutLine(where: string, path = ''): string {
  return where.startsWith(path) ? path + where.slice(path.length).replace(/^:\d+(?=: )/, '') : where;
}

function shown(key: string): string {
  const text = key.length > 80 ? `${key.slice(0, 77)}...` : key;
  return /^[^\s\p{C}]+$/u.test(text) ? text : JSON.stringify(text);
}

type Section = Record<string, unknown>;

function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Undefined if a value has the name. */
function innerSection(section: unknown, name: string): unknown {
  if (!isSection(section)) {
    return undefined;
  }
  const inner = section[name] ?? Object.create(null);
  section[name] = inner;
  return inner;
}
