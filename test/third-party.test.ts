import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { archiveSource } from '../scripts/library-sources.js';
import { SOURCE_OFFERED } from '../scripts/third-party/compiled.js';
import { thirdParty } from '../scripts/third-party/notices.js';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';

/** Creates installed packages: files by their paths below `node_modules`. */
async function installed(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await testFolder();
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'node_modules', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

const manifest = (name: string, more: object = {}): string =>
  JSON.stringify({ name, version: '1.0.0', license: 'MIT', ...more });

describe('THIRD-PARTY.txt', () => {
  test('names every library in the bundle once, with its license', () => {
    const text = thirdParty(
      [
        'src/main.ts',
        'node_modules/ws/wrapper.mjs',
        'node_modules/ws/lib/sender.js',
        '(disabled):node_modules/@hono/node-server/dist/index.mjs',
      ],
      [],
      ROOT,
    );
    expect(
      [...text.matchAll(/^-+\n(\S+) [\d.]+ \((.+)\)$/gm)].map(([, name, license]) => [name, license]),
    ).toEqual([
      ['@hono/node-server', 'MIT'],
      ['ws', 'MIT'],
    ]);
    expect(text.match(/Permission is hereby granted/g)).toHaveLength(2);
  });

  test('names libraries compiled into a WebAssembly module, with copyright, source and license text', () => {
    const text = thirdParty(
      ['node_modules/opus-decoder/src/EmscriptenWasm.js'],
      ['mpg123-decoder', 'sharp'],
      ROOT,
    );
    expect(text).toMatch(/Compiled into it: libopus [\d.]+ \(BSD-3-Clause\)\n {2}Copyright 2001-/);
    expect(text).toMatch(/Compiled into it: libmpg123 [\d.]+ \(LGPL-2\.1-only\)\n.*\n {2}Source code: http/);
    expect(text).toContain('Compiled into it: vips (LGPL-3.0-or-later)');
    expect(text).toMatch(/^LGPL-2\.1-only\n\n\s+GNU LESSER GENERAL PUBLIC LICENSE\n\s+Version 2\.1/m);
    expect(text).toMatch(/^GPL-3\.0-or-later\n\n\s+GNU GENERAL PUBLIC LICENSE\n\s+Version 3/m);
    expect(text).toContain('Neither the name of the copyright holder');
  });

  test('repeats the terms of a package under MIT that has no license file', async () => {
    const root = await installed({
      'bare/package.json': manifest('bare', { author: 'Ada <ada@localhost>' }),
      'bare/index.js': '',
    });
    const text = thirdParty(['node_modules/bare/index.js'], [], root);
    expect(text).toContain('Copyright (c) Ada <ada@localhost>\n\nPermission is hereby granted');
  });

  test.each([
    ['WebAssembly in the bundle', 'index.js', 'WebAssembly.compile(code)', 'bundle'],
    ['WebAssembly beside it', 'lib/index.cjs', 'WebAssembly.compile(code)', 'beside'],
    ['a native module beside it', 'build/odd.node', '', 'beside'],
    ['a native library beside it', 'lib/libodd.so.3.1', '', 'beside'],
  ])('is refused for %s that has no entry', async (_, file, text, place) => {
    const root = await installed({ 'odd/package.json': manifest('odd'), [`odd/${file}`]: text });
    const inputs = place === 'bundle' ? [`node_modules/odd/${file}`] : [];
    expect(() => thirdParty(inputs, place === 'beside' ? ['odd'] : [], root)).toThrow(
      `node_modules/odd/${file} is compiled code`,
    );
  });

  test('is refused for an indirect dependency without an entry', async () => {
    const root = await installed({
      'one/package.json': manifest('one', { optionalDependencies: { odd: '*', elsewhere: '*' } }),
      'odd/package.json': manifest('odd'),
      'odd/odd.wasm': '',
    });
    expect(() => thirdParty([], ['one'], root)).toThrow('node_modules/odd/odd.wasm is compiled code');
  });

  test('is refused while the bundle has a library that users must be able to replace', async () => {
    const root = await installed({
      'free/package.json': manifest('free', { license: 'LGPL-3.0-or-later' }),
      'free/index.js': '',
      'mpg123-decoder/index.js': '',
      'mpg123-decoder/package.json': manifest('mpg123-decoder'),
    });
    expect(() => thirdParty(['node_modules/free/index.js'], [], root)).toThrow('free is under LGPL-3.0');
    expect(() => thirdParty(['node_modules/mpg123-decoder/index.js'], [], root)).toThrow(
      'mpg123-decoder is under LGPL-2.1-only',
    );
  });
});

test('offered source code is of one commit, and libmpg123 includes the build files of its decoder', () => {
  expect(SOURCE_OFFERED.map(({ name }) => name)).toEqual(['libmpg123', 'wasm-audio-decoders']);
  for (const { source, commit } of SOURCE_OFFERED) {
    expect(source).toMatch(/^https:\/\//);
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
  }
});

test('the archive of a library’s source code has the files of its commit', async () => {
  const [origin, folder] = [await testFolder(), await testFolder()];
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args], {
      cwd: origin,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  writeFileSync(join(origin, 'synth.c'), 'int main;\n');
  git('add', '--all');
  git('commit', '--quiet', '--message=all');
  const archive = archiveSource(
    { name: 'libx', license: 'LGPL-2.1-only', source: origin, commit: git('rev-parse', 'HEAD') },
    folder,
  );
  expect(execFileSync('tar', ['-xzOf', archive, 'libx/synth.c'], { encoding: 'utf8' })).toBe('int main;\n');
});
