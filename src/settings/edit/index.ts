/**
 * Changes YAML, JSON or TOML text and keeps the rest: comments, order, unknown entries. Reads each change back; if it
 * would touch anything else, or the format is only read, the answer says what to edit (`docs/decisions/settings.md`).
 */
import { isDeepStrictEqual } from 'node:util';
import { MAX_DEPTH, type ReadFormat } from '../formats/format.ts';
import { FORMATS } from '../formats/index.ts';
import { FORMAT_NAMES, type FormatName } from '../formats/names.ts';
import { fold } from '../names.ts';
import {
  type Assign,
  dotenvLine,
  hclLine,
  iniLine,
  lineSetting,
  propertiesLine,
  writtenLines,
} from './by-hand.ts';
import { type Change, type Editor, type FileValue, listText, names, type Placed } from './editor.ts';

export type { Change, FileValue };

export interface ByHand {
  readonly option: string;
  /** Line to change or remove, from 1, or above a new one; 0 is the top. */
  readonly line: number;
  readonly do: 'add' | 'change' | 'remove';
  /** Absent for a removal, and if the format cannot hold the value. */
  readonly written?: string;
}

export type Edited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly byHand: ByHand };

const EDITORS: Partial<Readonly<Record<FormatName, () => Promise<Editor>>>> = {
  json: async () => (await import('./json.ts')).jsonEditor,
  toml: async () => (await import('./toml.ts')).tomlEditor,
  yaml: async () => (await import('./yaml.ts')).yamlEditor,
};

const LINES: Readonly<Partial<Record<FormatName, Assign>>> = {
  dotenv: dotenvLine,
  hcl: hclLine,
  ini: iniLine,
  properties: propertiesLine,
};

interface Format {
  readonly name: FormatName;
  readonly read: ReadFormat;
  /** Absent if only read. */
  readonly editor: Editor | undefined;
}

/** Readers take an empty file for one being written. */
export const EMPTY_FILE = '# Settings of deckcast\n';

export function isEditable(extension: string): boolean {
  const name = FORMAT_NAMES.get(extension);
  return name !== undefined && EDITORS[name] !== undefined;
}

/**
 * Makes changes in order, up to the first that the user has to make. `text`: without mistakes. Throws for an unknown
 * extension.
 */
export async function editText(extension: string, text: string, changes: readonly Change[]): Promise<Edited> {
  const format = await formatOf(extension);
  let edited = text;
  for (const change of changes) {
    const next = make(edited, change, format);
    if (!next.ok) {
      return next;
    }
    edited = next.text;
  }
  return { ok: true, text: edited.trim() === '' && text.trim() !== '' ? EMPTY_FILE : edited };
}

/** Lines from 1 by folded name; none for a file that nests too deep for the parsers, which recurse. */
export async function settingLines(extension: string, text: string): Promise<ReadonlyMap<string, number>> {
  const { editor } = await formatOf(extension);
  if (editor === undefined) {
    return new Map(writtenLines(text).map(({ key, line }) => [key, line]));
  }
  const placed = locate(editor, text);
  const lines = new Map<string, number>();
  let line = 1;
  let lineStart = 0;
  for (const { key, start } of placed.toSorted((one, other) => one.start - other.start)) {
    let end = text.indexOf('\n', lineStart);
    while (end !== -1 && end < start) {
      line += 1;
      lineStart = end + 1;
      end = text.indexOf('\n', lineStart);
    }
    lines.set(fold(key), line);
  }
  return lines;
}

function locate(editor: Editor, text: string): readonly Placed[] {
  try {
    return editor.locate(text);
  } catch (error) {
    if (error instanceof RangeError) {
      return [];
    }
    throw error;
  }
}

async function formatOf(extension: string): Promise<Format> {
  const name = FORMAT_NAMES.get(extension);
  const read = await FORMATS.get(extension)?.();
  if (name === undefined || read === undefined) {
    throw new TypeError(`no configuration file ends in .${extension}`);
  }
  return { name, read, editor: await EDITORS[name]?.() };
}

function make(text: string, change: Change, { name, read, editor }: Format): Edited {
  const before = leavesOf(read, text);
  const exists = [...(before?.keys() ?? [])].some((key) => names(change, key));
  if (!exists && change.value === undefined) {
    return { ok: true, text };
  }
  const instruction = {
    option: change.name,
    do: exists ? (change.value === undefined ? 'remove' : 'change') : 'add',
  } as const;
  if (editor === undefined) {
    const found = exists
      ? lineSetting(text, change.name)
      : { line: lastTopLevelLine(name, text), name: change.name };
    const entry = entryOf(name, change, found.name, read);
    const written = entry === undefined ? {} : { written: entry };
    return { ok: false, byHand: { ...instruction, line: found.line, ...written } };
  }
  const { text: edited, line, written } = editor.propose(text, change);
  const after = leavesOf(read, edited);
  if (before !== undefined && after !== undefined && isExactly(change, before, after)) {
    return { ok: true, text: edited };
  }
  const isHeld = after !== undefined && written !== undefined && isRight(change, after);
  return { ok: false, byHand: { ...instruction, line, ...(isHeld && { written }) } };
}

/**
 * Undefined for a removal, and if the format cannot hold the value.
 * @param shortName name below the setting's section
 */
function entryOf(
  format: FormatName,
  { value, ...rest }: Change,
  shortName: string,
  read: ReadFormat,
): string | undefined {
  const lineOf = LINES[format];
  if (value === undefined || lineOf === undefined) {
    return undefined;
  }
  const change = { ...rest, value };
  const leaves = leavesOf(read, lineOf(change));
  return leaves !== undefined && isRight(change, leaves) ? lineOf({ ...change, name: shortName }) : undefined;
}

/** INI's top level ends at the first section. */
function lastTopLevelLine(name: FormatName, text: string): number {
  const [top = ''] = name === 'ini' ? text.split(/^\s*\[/m, 1) : [text];
  return top.trim() === '' ? 0 : top.trimEnd().split('\n').length;
}

function isExactly(change: Change, before: Leaves, after: Leaves): boolean {
  const others = (leaves: Leaves) => new Map([...leaves].filter(([key]) => !names(change, key)));
  return isRight(change, after) && isDeepStrictEqual(others(before), others(after));
}

function isRight(change: Change, after: Leaves): boolean {
  const [leaf, another] = [...after].filter(([key]) => names(change, key)).map(([, value]) => value);
  return change.value === undefined
    ? leaf === undefined
    : leaf !== undefined && another === undefined && reads(leaf, change.value);
}

function reads(leaf: unknown, value: FileValue): boolean {
  if (typeof value !== 'object') {
    return !Array.isArray(leaf) && String(leaf) === String(value);
  }
  return Array.isArray(leaf)
    ? isDeepStrictEqual(leaf.map(String), [...value])
    : String(leaf) === listText(value);
}

type Leaves = ReadonlyMap<string, unknown>;

/** Undefined if unparsable or nested too deep. */
function leavesOf(read: ReadFormat, text: string): Leaves | undefined {
  const leaves = new Map<string, unknown>();
  const walk = (node: unknown, key: string, depth: number): void => {
    if (typeof node === 'object' && node !== null && !Array.isArray(node) && !(node instanceof Date)) {
      if (depth > MAX_DEPTH) {
        throw new RangeError('sections nest too deep');
      }
      for (const [part, inner] of Object.entries(node)) {
        walk(inner, key === '' ? part : `${key}.${part}`, depth + 1);
      }
    } else if (node !== null && node !== undefined) {
      leaves.set(key, node);
    }
  };
  try {
    walk(text.trim() === '' ? {} : read(text), '', 0);
    return leaves;
  } catch {
    return undefined;
  }
}
