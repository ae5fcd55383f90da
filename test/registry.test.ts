import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startOptions } from '../src/app/options.ts';
import { commands } from '../src/commands/index.ts';
import { THEMES } from '../src/server/options.ts';
import { sinkParts } from '../src/sinks/index.ts';
import { sourceParts } from '../src/sources/index.ts';
import { filesBelow, ROOT } from './support/files.ts';

/** The files of a folder that export something of this type, by what they export. */
function exportsOfType(folder: string, type: RegExp): string[] {
  return filesBelow(join(ROOT, folder), '.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const found = readFileSync(file, 'utf8').matchAll(/^export const (\w+): (.+?) = /gm);
      return [...found].filter((match) => type.test(match[2] ?? '')).map((match) => match[1] ?? '');
    });
}

describe('the visible lists', () => {
  test('have a line for every source that exists', () => {
    const list = readFileSync(join(ROOT, 'src/sources/index.ts'), 'utf8');
    const sources = exportsOfType('src/sources', /^Part<.*Source>$/);
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((name) => !new RegExp(`\\b${name},`).test(list))).toEqual([]);
    expect(sourceParts).toHaveLength(sources.length);
  });

  test('have a line for every sink that exists', () => {
    const list = readFileSync(join(ROOT, 'src/sinks/index.ts'), 'utf8');
    const sinks = exportsOfType('src/sinks', /^SinkPart</);
    expect(sinks.length).toBeGreaterThan(5);
    expect(sinks.filter((name) => !new RegExp(`\\b${name},`).test(list))).toEqual([]);
    expect(sinkParts).toHaveLength(sinks.length);
  });

  test('have a line for every command that exists, and load it', async () => {
    const list = readFileSync(join(ROOT, 'src/commands/index.ts'), 'utf8');
    const files = filesBelow(join(ROOT, 'src/commands'), '.ts')
      .filter((file) => /^export const \w+: (Ctl)?Command\b/m.test(readFileSync(file, 'utf8')))
      .map((file) => basename(file));
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((file) => !list.includes(`import('./${file}')`))).toEqual([]);
    const loaded = await Promise.all(commands.map((entry) => entry.load()));
    expect(new Set(loaded).size).toBe(commands.length);
  });

  test('have a folder for every built-in theme, and a theme for every folder', () => {
    const folders = readdirSync(join(ROOT, 'themes')).filter((name) =>
      existsSync(join(ROOT, 'themes', name, 'theme.json')),
    );
    expect(folders.sort()).toEqual([...THEMES].sort());
  });

  test('name every part once', () => {
    for (const parts of [sourceParts, sinkParts]) {
      const names = parts.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

test('no option is declared by two parts', () => {
  const tables = [...sourceParts, ...sinkParts].map(({ name, options }) => ({
    name,
    options: Object.keys(options),
  }));
  const owners = new Map<string, string[]>();
  for (const { name, options } of tables) {
    for (const option of options) {
      owners.set(option, [...(owners.get(option) ?? []), name]);
    }
  }
  // Parts that speak to the same outside address share its table (`config/shared.ts`).
  const twice = [...owners].filter(([option, names]) => names.length > 1 && !/_url$|\.url$/.test(option));
  expect(twice).toEqual([]);
});

test('no command breaks the lines of its help: they are wrapped where they are shown', async () => {
  const loaded = await Promise.all(commands.map((entry) => entry.load()));
  const lines = loaded.flatMap(({ details = '' }) => details.split('\n'));
  const broken = lines.filter(
    (line, index) => line.length > 80 && !/^ |[.:]$/.test(line) && lines[index + 1],
  );
  expect(lines.length).toBeGreaterThan(commands.length);
  expect(broken).toEqual([]);
});

test('every option says in one sentence what it is for', () => {
  for (const [name, { help }] of Object.entries(startOptions)) {
    expect(help, name).toMatch(/^\S.{8,}[^.\s]$/);
  }
});
