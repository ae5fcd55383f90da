/** What is wrong with a theme's folder, before the audience finds out. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Problem } from '../../core/errors.ts';
import { readManifest } from './manifest.ts';

const READABLE = new Set(['.html', '.css', '.js', '.mjs', '.svg', '.json']);
const MAX_FILES = 500;
const MAX_BYTES = 1024 * 1024;

// Addresses that a page loads from elsewhere; links that a person may click, and XML namespaces, are none.
const REMOTE =
  /(?:\b(?:src|poster|srcset)\s*=\s*["']?|<link\b[^>]*\bhref\s*=\s*["']?|url\(\s*["']?|@import\s+["']|\bfrom\s+["']|\bimport\(?\s*["']|\bfetch\(\s*["'`]|\bnew\s+WebSocket\(\s*["'`])((?:https?:|wss?:)?\/\/[^\s"'`)>]+)/gi;

export interface ThemeReport {
  /** The theme cannot be shown as it is meant. */
  readonly broken: readonly Problem[];
  /** It can, but not everywhere or not for long. */
  readonly doubtful: readonly Problem[];
}

export async function checkTheme(folder: string): Promise<ThemeReport> {
  const about = await stat(folder).catch(() => undefined);
  if (about?.isDirectory() !== true) {
    const what = about === undefined ? 'there is no such folder' : 'a theme is a folder, not a file';
    return { broken: [{ where: folder, what }], doubtful: [] };
  }
  const files = await readFiles(folder);
  return {
    broken: [...checkManifest(files), ...checkPage(files)],
    doubtful: [...checkListening(files), ...[...files].flatMap(([name, text]) => checkLinks(name, text))],
  };
}

function checkManifest(files: Files): readonly Problem[] {
  const text = files.get('theme.json');
  // A folder without one is a theme too; it just has no options.
  return text === undefined ? [] : readManifest(text).problems;
}

function checkPage(files: Files): readonly Problem[] {
  return files.has('index.html') ? [] : [{ where: 'index.html', what: 'the page of the theme is missing' }];
}

function checkListening(files: Files): readonly Problem[] {
  const listens = [...files.values()].some((text) => /\/sdk\/v1\.js|\/ws\b|\/api\/v1\//.test(text));
  const what = 'nothing here listens: add <script type="module" src="/sdk/v1.js"></script>';
  return listens || !files.has('index.html') ? [] : [{ where: 'index.html', what }];
}

function checkLinks(name: string, text: string): readonly Problem[] {
  return [...text.matchAll(REMOTE)].map(([, address]) => ({
    where: name,
    what: `loads ${address} from elsewhere: put it into the folder, so that the theme works without the internet`,
  }));
}

/** Texts of the folder by name, with slashes. */
type Files = ReadonlyMap<string, string>;

async function readFiles(folder: string): Promise<Files> {
  // A folder that vanishes while it is read is empty.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile() && READABLE.has(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .slice(0, MAX_FILES);
  const files = new Map<string, string>();
  for (const path of paths) {
    const text = await readText(path);
    if (text !== undefined) {
      files.set(relative(folder, path).split(sep).join('/'), text);
    }
  }
  return files;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).size > MAX_BYTES ? undefined : await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
