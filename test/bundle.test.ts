import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { ROOT } from './support/files.ts';

/** The files of the bundle that Node reads at every start, whatever the command. */
async function readAtStart(): Promise<string[]> {
  const entry = 'dist/main.js';
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    outdir: join(ROOT, 'dist'),
    external: ['sharp', 'libsql'],
  });
  const found = new Set([entry]);
  for (const path of found) {
    for (const imported of staticImports(path, metafile)) {
      found.add(imported);
    }
  }
  return [...found];
}

function staticImports(path: string, { inputs }: Metafile): string[] {
  const imports = inputs[path]?.imports ?? [];
  return imports
    .filter(({ kind, external }) => kind === 'import-statement' && external !== true)
    .map((imported) => imported.path);
}

test('every start reads the entry, what all commands share, and the bundler’s own few lines', async () => {
  expect(await readAtStart()).toHaveLength(3);
});
