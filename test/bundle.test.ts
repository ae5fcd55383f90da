import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from './support/files.ts';

const MAIN = 'dist/main.js';

let importsOf: (file: string, kind: 'import-statement' | 'dynamic-import') => string[];

beforeAll(async () => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [MAIN],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    outdir: join(ROOT, 'dist'),
    external: ['sharp', 'libsql'],
  });
  importsOf = (file, kind) =>
    (metafile.inputs[file]?.imports ?? [])
      .filter((imported) => imported.kind === kind && imported.external !== true)
      .map(({ path }) => path);
});

function readFor(...files: string[]): string[] {
  const found = new Set(files);
  for (const file of found) {
    for (const imported of importsOf(file, 'import-statement')) {
      found.add(imported);
    }
  }
  return [...found];
}

test('every start reads the entry, the shared code of all commands, and the bundler’s own few lines', () => {
  expect(readFor(MAIN)).toHaveLength(3);
});

test('the code of `start` is cut into few files, because each takes Node half a millisecond', () => {
  const isStart = (file: string): boolean => /\bstart-\w+\.js$/.test(file);
  const [command = ''] = readFor(MAIN).flatMap((file) => importsOf(file, 'dynamic-import').filter(isStart));
  const [program = ''] = importsOf(command, 'dynamic-import').filter(isStart);
  expect([command, program]).not.toContain('');
  expect(readFor(MAIN, command, program).length).toBeLessThan(32);
});
