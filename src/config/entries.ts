/** Which settings a configuration file's tree holds: nested, dotted and mixed names, in any case. */
import type { Problem } from '../core/errors.ts';
import type { OptionTable } from '../core/option.ts';
import type { ConfigFile } from './file.ts';
import { fold, NameIndex, suggestion } from './names.ts';

export interface FileEntry {
  /** The name as the file spells it, its sections included. */
  readonly key: string;
  readonly value: unknown;
}

export interface FileEntries {
  /** By the option's own name. */
  readonly byOption: ReadonlyMap<string, FileEntry>;
  readonly problems: readonly Problem[];
  /** Names that no option has. */
  readonly unknown: readonly Problem[];
}

const MAX_DEPTH = 32;
/** A file of another program would fill the screen. */
const MAX_UNKNOWN = 20;

export function fileEntries(table: OptionTable, file: ConfigFile): FileEntries {
  const names = new NameIndex(Object.keys(table));
  const sections = Object.keys(table).filter((name) => table[name]?.kind.fileOnly);
  const byOption = new Map<string, FileEntry>();
  const problems: Problem[] = [];
  const unknown: string[] = [];

  function walk(node: unknown, key: string, depth: number): void {
    if (node === null || node === undefined) {
      return; // As if it were not there: the default holds.
    }
    const name = names.find(key) ?? '';
    const section = sections.find((candidate) => fold(key).startsWith(`${fold(candidate)}.`));
    if (name !== '' && !(isSection(node) && hasNamesBelow(table, name))) {
      add(name, key, node);
    } else if (section !== undefined) {
      const path = key.slice(section.length + 1).split('.');
      add(
        section,
        section,
        path.reduceRight<unknown>((inner, part) => ({ [part]: inner }), node),
      );
    } else if (isSection(node) && depth < MAX_DEPTH) {
      for (const [part, inner] of Object.entries(node)) {
        walk(inner, key === '' ? part : `${key}.${part}`, depth + 1);
      }
    } else if (isSection(node)) {
      problems.push({
        where: `${file.label}: ${shown(key)}`,
        what: `sections nest at most ${MAX_DEPTH} deep`,
      });
    } else {
      unknown.push(key);
    }
  }

  function add(name: string, key: string, value: unknown): void {
    const before = byOption.get(name);
    if (before === undefined) {
      byOption.set(name, { key, value });
    } else if (table[name]?.kind.fileOnly && isSection(before.value) && isSection(value)) {
      byOption.set(name, { key, value: merged(before.value, value) });
    } else {
      const where = `${file.label}: ${shown(key)}`;
      problems.push({
        where,
        what: key === before.key ? 'set twice' : `set twice, also as ${shown(before.key)}`,
      });
    }
  }

  walk(file.tree, '', 0);
  return { byOption, problems, unknown: describeUnknown(unknown, names, file.label) };
}

/** An option's name may begin another's; a section there holds the longer ones. */
function hasNamesBelow(table: OptionTable, name: string): boolean {
  return Object.keys(table).some((other) => other.startsWith(`${name}.`));
}

function describeUnknown(keys: readonly string[], names: NameIndex, label: string): readonly Problem[] {
  const described = keys.slice(0, MAX_UNKNOWN).map((key) => ({
    where: `${label}: ${shown(key)}`,
    what: `no option has this name${suggestion(names.nearest(key))}`,
  }));
  const more = keys.length - described.length;
  return more === 0
    ? described
    : [...described, { where: label, what: `${more} more names belong to no option` }];
}

/** A name as one line of printable text. */
function shown(key: string): string {
  const text = key.length > 80 ? `${key.slice(0, 77)}...` : key;
  return /^[^\s\p{C}]+$/u.test(text) ? text : JSON.stringify(text);
}

type Section = Readonly<Record<string, unknown>>;

function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function merged(first: Section, second: Section): Section {
  const entries = new Map(Object.entries(first));
  for (const [name, value] of Object.entries(second)) {
    const before = entries.get(name);
    entries.set(name, isSection(before) && isSection(value) ? merged(before, value) : value);
  }
  return Object.fromEntries(entries);
}
