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

test('every way to import a module is found, and no comment or text is mistaken for one', async () => {
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

test('a program that is not installed is named by each test that calls it', () => {
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

/** Files of this project that a text names: by a path, or a source file by its name. Others' examples have none of both. */
const NAMED_FILE =
  /(?<![\w./*…<>${}:-])(?:(?:[\w.-]+\/)+[\w.-]*\w\.(?:ts|js|mjs|md|json|css|html|sh|yml)|[\w-][\w.-]*\.(?:ts|mjs))(?![\w*/])/g;
const SOURCES = ['src', 'packages', 'test', 'scripts', 'bench', 'dashboard', 'themes', 'live'].flatMap(
  (folder) =>
    ['.ts', '.js', '.mjs', '.css', '.html'].flatMap((ending) => filesBelow(join(ROOT, folder), ending)),
);

/** From the root, from beside the file, or as the end of one file's path, as people write them. */
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
