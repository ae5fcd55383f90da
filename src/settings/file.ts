/** The first configuration file wins; files are not merged. */
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { codeOf, type Problem, textOf } from '../core/errors.ts';
import { Message, say, type TextId } from '../core/message.ts';
import type { Disk } from '../core/tools.ts';
import { FormatError } from './formats/format.ts';
import { FORMATS } from './formats/index.ts';
import { configFilePaths } from './places.ts';

/** Lines that a partial reading may leave out. */
const MOST_LEFT_OUT = 20;
export const MAX_FILE_BYTES = 1024 * 1024;

/** Starts faster than a disk process. */
const OWN_DISK: Pick<Disk, 'read'> = {
  read: (path, most = Number.POSITIVE_INFINITY) => buffer(createReadStream(path, { end: most - 1 })),
};

export interface ConfigFile {
  readonly path: string;
  /** Base name. */
  readonly label: string;
  /** Sections and scalars; empty if unreadable. */
  readonly tree: unknown;
  /** Absent if the format is broken. */
  readonly text?: string;
  /** Lacks even a comment. */
  readonly blank?: true;
  readonly problems: readonly Problem[];
  readonly passedOver: readonly string[];
}

/** First by the order of directories. */
export async function findConfigFile(
  directories: readonly string[],
  inPart = false,
): Promise<ConfigFile | undefined> {
  const found: string[] = [];
  for (const path of configFilePaths(directories)) {
    if (await exists(path)) {
      found.push(path);
    }
  }
  const [first, ...passedOver] = found;
  return first === undefined ? undefined : { ...(await readConfigFile(first, OWN_DISK, inPart)), passedOver };
}

/**
 * Errors, also of an unresponsive disk, become `problems`.
 *
 * @param inPart  the tree then has what is left without the lines that break the format
 */
export async function readConfigFile(
  given: string,
  disk: Pick<Disk, 'read'> = OWN_DISK,
  inPart = false,
): Promise<ConfigFile> {
  const path = resolve(given);
  const label = basename(path);
  const file = { path, label, passedOver: [] };
  try {
    const { error, ...read } = await readTree(path, disk, inPart);
    return { ...file, ...read, problems: error === undefined ? [] : [await problemOf(error, path)] };
  } catch (error) {
    return { ...file, tree: {}, problems: [await problemOf(error, path)] };
  }
}

export async function readConfigContent(path: string, content: Uint8Array): Promise<ConfigFile> {
  return readConfigFile(path, { read: async () => content });
}

export function extensionOf(path: string): string {
  return (extname(path) || basename(path)).replace(/^\./, '').toLowerCase();
}

interface ReadTree extends Pick<ConfigFile, 'tree' | 'text' | 'blank'> {
  /** The first line that was left out. */
  readonly error?: FormatError | undefined;
}

async function readTree(path: string, disk: Pick<Disk, 'read'>, inPart: boolean): Promise<ReadTree> {
  const bytes = await disk.read(path, MAX_FILE_BYTES + 1);
  const load = FORMATS.get(extensionOf(path));
  if (load === undefined) {
    const endings = Array.from(FORMATS.keys(), (name) => `.${name}`).join(', ');
    throw new FormatError(say('format.endings', { endings }));
  }
  if (bytes === undefined) {
    throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
  }
  if (bytes.length > MAX_FILE_BYTES) {
    throw new FormatError(say('format.too-large'));
  }
  const text = decode(bytes);
  const read = await load();
  if (text.trim() === '') {
    return { tree: {}, blank: true };
  }
  const { tree, error } = readLines(read, text, inPart ? MOST_LEFT_OUT : 0);
  if (tree !== null && (typeof tree !== 'object' || Array.isArray(tree))) {
    throw new FormatError(say('format.names-with-values'));
  }
  return { tree: tree ?? {}, error, ...(error === undefined && { text }) };
}

function readLines(
  read: (text: string) => unknown,
  text: string,
  most: number,
): Pick<ReadTree, 'tree' | 'error'> {
  const lines = text.split('\n');
  let first: FormatError | undefined;
  for (let left = most; ; left -= 1) {
    try {
      return { tree: read(lines.join('\n')), error: first };
    } catch (error) {
      if (left === 0 || !(error instanceof FormatError) || error.line === undefined) {
        throw first ?? error;
      }
      first ??= error;
      lines[error.line - 1] = '';
    }
  }
}

/** A link that leads nowhere counts: its settings must not give way to defaults. */
async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new FormatError(say('format.utf-16'));
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [before = ''] = new TextDecoder().decode(bytes).split('\ufffd', 1);
    throw new FormatError(say('format.not-utf-8'), before.split('\n').length);
  }
  const control = /[^\P{Cc}\t\n\r\f]/u.exec(text);
  if (control !== null) {
    throw new FormatError(say('format.control-characters'), text.slice(0, control.index).split('\n').length);
  }
  return text;
}

async function problemOf(error: unknown, path: string): Promise<Problem> {
  if (error instanceof FormatError) {
    return { where: error.line === undefined ? path : `${path}:${error.line}`, what: error.text };
  }
  const code = codeOf(error);
  const known = WHY_UNREADABLE[code === 'ENOENT' && (await exists(path)) ? 'ELOOP' : String(code)];
  return {
    where: path,
    what: known === undefined ? say('settings.file-unreadable', { reason: textOf(error) }) : say(known),
  };
}

/** Correcting lines does not help. */
export function isUnreadable({ what }: Problem): boolean {
  const ids = [...Object.values(WHY_UNREADABLE), 'settings.file-unreadable'];
  return what instanceof Message && ids.includes(what.id);
}

const WHY_UNREADABLE: Readonly<Record<string, TextId>> = {
  EACCES: 'settings.file-forbidden',
  EPERM: 'settings.file-forbidden',
  EISDIR: 'settings.file-is-folder',
  ELOOP: 'settings.file-link-leads-nowhere',
  ENOENT: 'settings.file-missing',
};
