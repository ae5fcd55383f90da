/**
 * Changes settings in the text of a configuration file and leaves the rest of it as it is: comments, order, and whatever
 * else stands there. Each change is proved by reading the result again; one that would touch anything else is not made,
 * and the answer says what a person would have to edit instead (`docs/decisions/settings.md`).
 */
import { isDeepStrictEqual } from 'node:util';
import { MAX_DEPTH, type ReadFormat } from '../formats/format.ts';
import { FORMATS } from '../formats/index.ts';
import { FORMAT_NAMES, type FormatName } from '../formats/names.ts';
import { fold } from '../names.ts';
import { type Change, type Editor, type FileValue, listText, names } from './editor.ts';

export type { Change, FileValue };

/** What a person has to do, because the file cannot be changed without touching more than the setting. */
export interface ByHand {
  readonly option: string;
  /** The line, from 1, to change or remove, or below which to add one; 0 is the top of the file. */
  readonly line: number;
  readonly do: 'add' | 'change' | 'remove';
  /** What to write there; absent to remove, and for a value that the format cannot hold. */
  readonly written?: string;
}

export type Edited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly byHand: ByHand };

const EDITORS: Readonly<Record<FormatName, () => Promise<Editor>>> = {
  json: async () => (await import('./json.ts')).jsonEditor,
  toml: async () => (await import('./toml.ts')).tomlEditor,
  yaml: async () => (await import('./yaml.ts')).yamlEditor,
  properties: async () => (await import('./plain.ts')).propertiesEditor,
  hcl: async () => (await import('./hcl.ts')).hclEditor,
  dotenv: async () => (await import('./plain.ts')).dotenvEditor,
  ini: async () => (await import('./plain.ts')).iniEditor,
};

/** Makes the changes, in their order. `text` is a file of this format without mistakes. Throws for no such format. */
export async function editText(extension: string, text: string, changes: readonly Change[]): Promise<Edited> {
  const { read, editor } = await formatOf(extension);
  let edited = text;
  for (const change of changes) {
    const next = make(edited, change, read, editor);
    if (!next.ok) {
      return next;
    }
    edited = next.text;
  }
  // A file without anything in it counts as one that an editor is writing at the moment.
  return { ok: true, text: edited.trim() === '' && text.trim() !== '' ? '# Settings of deckcast\n' : edited };
}

/** The line of each setting, from 1, by its folded name. `text` is a file of this format without mistakes. */
export async function settingLines(extension: string, text: string): Promise<ReadonlyMap<string, number>> {
  const { editor } = await formatOf(extension);
  const lines = new Map<string, number>();
  let line = 1;
  let lineStart = 0;
  for (const { key, start } of editor.locate(text).toSorted((one, other) => one.start - other.start)) {
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

async function formatOf(extension: string): Promise<{ readonly read: ReadFormat; readonly editor: Editor }> {
  const name = FORMAT_NAMES.get(extension);
  const [read, editor] = await Promise.all([FORMATS.get(extension)?.(), name && EDITORS[name]()]);
  if (read === undefined || editor === undefined) {
    throw new TypeError(`no configuration file ends in .${extension}`);
  }
  return { read, editor };
}

function make(text: string, change: Change, read: ReadFormat, editor: Editor): Edited {
  const before = leavesOf(read, text);
  const existed = [...(before?.keys() ?? [])].some((key) => names(change, key));
  if (!existed && change.value === undefined) {
    return { ok: true, text };
  }
  let byHand: ByHand | undefined;
  for (const candidate of editor.candidates(text, change)) {
    const after = leavesOf(read, candidate.text);
    if (before !== undefined && after !== undefined && isExactly(change, before, after)) {
      return { ok: true, text: candidate.text };
    }
    const action = existed ? (change.value === undefined ? 'remove' : 'change') : 'add';
    byHand ??= {
      option: change.name,
      line: candidate.line,
      do: action,
      ...(after !== undefined && isRight(change, after) && { written: candidate.written }),
    };
  }
  return { ok: false, byHand: byHand ?? { option: change.name, line: 0, do: existed ? 'change' : 'add' } };
}

/** Whether this change, and nothing else, leads from one to the other. */
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

/** Every value of the file by its full name. */
type Leaves = ReadonlyMap<string, unknown>;

/** Undefined when the text is not a file of this format, or one that nests without end. */
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
