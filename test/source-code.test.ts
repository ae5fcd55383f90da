import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LARGE_PROGRAMS, PROGRAMS } from '../scripts/programs.js';
import { filesBelow, ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { tool } from './support/judge.ts';
import { commentsOf, importsOf } from './support/source-code.ts';

async function fileOf(code: string): Promise<string> {
  const file = join(await testFolder(), 'code.ts');
  await writeFile(file, code);
  return file;
}

test('every kind of import is found, and none in comments or strings', async () => {
  const file = await fileOf(`
    import 'bare';
    import one, { two } from 'named';
    import type { Three } from 'types';
    export * from 'all';
    export { four } from 'some';
    export const five = () => import('lazy');
    export type Six = import('inline').Six;
    // import 'comment'; from 'comment'
    export const seven = "import x from 'text'" + one + two;
    export type { Three };
  `);
  expect(importsOf(file)).toEqual(['bare', 'named', 'types', 'all', 'some', 'lazy', 'inline']);
});

test('every test names the programs that it calls, if they may be missing', () => {
  const names = Object.keys({ ...PROGRAMS, ...LARGE_PROGRAMS }).filter((name) => !name.startsWith('/'));
  const called = new RegExp(`(?:spawn|exec|run)\\w*\\)?\\(\\s*'(?:${names.join('|')})'`);
  const unasked = ['src', 'packages', 'test']
    .flatMap((folder) => filesBelow(join(ROOT, folder), '.ts'))
    .filter((path) => called.test(readFileSync(path, 'utf8')));
  expect(unasked).toEqual([]);
  vi.stubEnv('PATH', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => tool('qmlscene')).toThrow('this test needs qmlscene: apt-get install qmlscene');
});

/** File names of this project in a text: a path, or the name of a source file. Excludes examples with placeholders. */
const NAMED_FILE =
  /(?<![\w./*…<>${}:-])(?:(?:[\w.-]+\/)+[\w.-]*\w\.(?:ts|js|mjs|md|json|css|html|sh|yml)|[\w-][\w.-]*\.(?:ts|mjs))(?![\w*/])/g;
const SOURCES = ['src', 'packages', 'test', 'scripts', 'bench', 'dashboard', 'themes', 'live'].flatMap(
  (folder) =>
    ['.ts', '.js', '.mjs', '.css', '.html'].flatMap((ending) => filesBelow(join(ROOT, folder), ending)),
);

/** Resolves a name from the root, from beside the file, or as the unique end of a path. */
const isThere = (name: string, file: string): boolean =>
  [ROOT, dirname(file)].some((folder) => existsSync(join(folder, name))) ||
  SOURCES.some((path) => path.endsWith(`/${name}`));

test('a comment names no file that does not exist', () => {
  const lost = SOURCES.filter((path) => /\.(ts|js|mjs)$/.test(path)).flatMap((path) =>
    commentsOf(path).flatMap((comment) =>
      [...comment.replace(/\bhttps?:\S+/g, '').matchAll(NAMED_FILE)]
        .map(([name]) => name)
        .filter((name) => !isThere(name, path))
        .map((name) => `${path.slice(ROOT.length)}: ${name}`),
    ),
  );
  expect(lost).toEqual([]);
});
