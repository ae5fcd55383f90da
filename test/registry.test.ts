import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commands } from '../src/commands/index.ts';
import type { OptionTable } from '../src/core/option.ts';
import { startOptions } from '../src/operator/options.ts';
import type { Command } from '../src/settings/command.ts';
import { sinkParts } from '../src/sinks/index.ts';
import { sourceParts } from '../src/sources/index.ts';
import { THEMES } from '../src/web/options.ts';
import { filesBelow, ROOT } from './support/files.ts';

/** Exports of the folder's files that have all these keys. */
async function exportsLike<Kind extends object>(folder: string, ...keys: (keyof Kind)[]): Promise<Kind[]> {
  const files = filesBelow(join(ROOT, folder), '.ts').filter((file) => !file.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href)));
  return [...new Set(modules.flatMap((module): unknown[] => Object.values(module)))].filter(
    (value): value is Kind =>
      typeof value === 'object' && value !== null && keys.every((key) => Object.hasOwn(value, key)),
  );
}

interface AnyPart {
  readonly name: string;
  readonly options: object;
  readonly create: unknown;
}

describe('the visible lists', () => {
  test.each([
    ['source', 'src/sources', sourceParts],
    ['sink', 'src/sinks', sinkParts],
  ])('have a line for every %s that exists', async (_, folder, parts) => {
    const existing = await exportsLike<AnyPart>(folder, 'name', 'options', 'create');
    expect(existing.map(({ name }) => name).sort()).toEqual(parts.map(({ name }) => name).sort());
  });

  test('have a line for every command that exists, and load it', async () => {
    const existing = await exportsLike<Command>('src/commands', 'options', 'configuration', 'run');
    const loaded = await Promise.all(commands.map((entry) => entry.load()));
    expect(existing.length).toBeGreaterThan(8);
    expect(existing.filter((command) => !loaded.includes(command))).toEqual([]);
    expect(new Set(loaded).size).toBe(commands.length);
  });

  test('have a folder for every built-in theme, and a theme for every folder', () => {
    const folders = readdirSync(join(ROOT, 'themes')).filter((name) =>
      existsSync(join(ROOT, 'themes', name, 'theme.json')),
    );
    expect(folders.sort()).toEqual([...THEMES].sort());
  });
});

test('no option is declared twice: parts share the declaration', () => {
  const parts: readonly { readonly options: OptionTable }[] = [...sourceParts, ...sinkParts];
  const declared = new Map<string, Set<unknown>>();
  for (const [option, spec] of parts.flatMap(({ options }) => Object.entries(options))) {
    declared.set(option, (declared.get(option) ?? new Set()).add(spec));
  }
  expect([...declared].filter(([, specs]) => specs.size > 1)).toEqual([]);
});

test('no command breaks its help lines itself, because output wraps them', async () => {
  const loaded = await Promise.all(commands.map((entry) => entry.load()));
  const lines = loaded.flatMap(({ details = '' }) => details.split('\n'));
  const broken = lines.filter(
    (line, index) => line.length > 80 && !/^ |[.:]$/.test(line) && lines[index + 1],
  );
  expect(lines.length).toBeGreaterThan(commands.length);
  expect(broken).toEqual([]);
});

test('every option has a description of one sentence', () => {
  for (const [name, { help }] of Object.entries(startOptions)) {
    expect(help, name).toMatch(/^\S.{8,}[^.\s]$/);
  }
});
