import { extname, resolve } from 'node:path';
import type { Problem } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Disk } from '../../core/tools.ts';
import { MAX_BYTES as MAX_SERVED } from '../files.ts';
import { stateOf, type ThemeFile } from './folder.ts';
import { readManifest } from './manifest.ts';

const READABLE = new Set(['.html', '.css', '.js', '.mjs', '.svg', '.json']);
const MOST_READ = 500;
const MAX_READ = 1024 * 1024;

// Addresses that a page loads, without links and XML namespaces.
const REMOTE =
  /(?:\b(?:src|poster|srcset)\s*=\s*["']?|<link\b[^>]*\bhref\s*=\s*["']?|url\(\s*["']?|@import\s+["']|\bfrom\s+["']|\bimport\(?\s*["']|\bfetch\(\s*["'`]|\bnew\s+WebSocket\(\s*["'`])((?:https?:|wss?:)?\/\/[^\s"'`)>]+)/gi;

/** By itself, or in a frame. */
const LISTENING = /\/sdk\/v1\.js|\/ws\b|\/api\/v1\/|\/(overlay|looks)\//;

export interface ThemeReport {
  readonly broken: readonly Problem[];
  readonly doubtful: readonly Problem[];
}

export async function checkTheme(folder: string, disk: Disk): Promise<ThemeReport> {
  const state = await stateOf(folder, disk).catch(() => undefined);
  if (state?.kind !== 'folder') {
    const missing = say(state?.kind === undefined ? 'theme.no-folder' : 'theme.is-a-file');
    const what = state === undefined ? say('theme.disk-silent') : missing;
    return { broken: [{ where: resolve(folder), what }], doubtful: [] };
  }
  const texts = await textsOf(state.files.slice(0, MOST_READ), disk);
  return {
    broken: [...checkManifest(texts), ...checkPage(texts), ...checkListening(texts)],
    doubtful: [...[...texts].flatMap(([name, text]) => checkLinks(name, text)), ...checkSizes(state.files)],
  };
}

function checkManifest(texts: Texts): readonly Problem[] {
  const text = texts.get('theme.json');
  // A theme without a manifest has no options.
  return text === undefined ? [] : readManifest(text).problems;
}

function checkPage(texts: Texts): readonly Problem[] {
  return texts.has('index.html') ? [] : [{ where: 'index.html', what: say('theme.no-page') }];
}

function checkListening(texts: Texts): readonly Problem[] {
  const listens = [...texts.values()].some((text) => LISTENING.test(text));
  const what = say('theme.receives-no-tracks');
  return listens || !texts.has('index.html') ? [] : [{ where: 'index.html', what }];
}

function checkLinks(name: string, text: string): readonly Problem[] {
  return [...text.matchAll(REMOTE)].map(([, address]) => ({
    where: name,
    what: say('theme.loads-from-elsewhere', { address: address ?? '' }),
  }));
}

function checkSizes(files: readonly ThemeFile[]): readonly Problem[] {
  return files
    .filter(({ size }) => size > MAX_SERVED)
    .map(({ name }) => ({
      where: name,
      what: say('theme.too-large', { most: MAX_SERVED / 2 ** 20 }),
    }));
}

type Texts = ReadonlyMap<string, string>;

async function textsOf(files: readonly ThemeFile[], disk: Disk): Promise<Texts> {
  const texts = new Map<string, string>();
  for (const { name, path, size } of files) {
    if (READABLE.has(extname(name).toLowerCase()) && size <= MAX_READ) {
      const bytes = await disk.read(path).catch(() => undefined);
      if (bytes !== undefined) {
        texts.set(name, Buffer.from(bytes).toString());
      }
    }
  }
  return texts;
}
