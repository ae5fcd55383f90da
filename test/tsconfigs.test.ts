import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, ROOT } from './support/files.ts';

const TSC = join(ROOT, 'node_modules', '.bin', 'tsc');

/** The folders that `npm run typecheck` checks. */
const PROJECTS = [
  ...JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.typecheck.matchAll(/tsc -p (\S+)/g),
].map(([, project]) => project);

/** Files that a project lists. Resolving their imports would take as long as a type check. */
function filesOf(project: string): string[] {
  const config = execFileSync(TSC, ['-p', project, '--showConfig'], { cwd: ROOT, encoding: 'utf8' });
  return JSON.parse(config).files.map((file: string) => join(project, file));
}

test('every source file belongs to a tsconfig and so is type-checked', () => {
  const checked = new Set(PROJECTS.flatMap(filesOf));
  const folders = [
    'src',
    'packages',
    'test',
    'bench',
    'scripts',
    'themes',
    'dashboard',
    'live/service/src',
    'live/extension',
  ];
  const files = folders.flatMap((folder) =>
    ['.ts', '.js']
      .flatMap((ending) => filesBelow(join(ROOT, folder), ending))
      .map((file) => relative(ROOT, file)),
  );
  expect(files.length).toBeGreaterThan(20);
  // A library, which brings its own types.
  const vendored = ['dashboard/lit/lit-html.js'];
  expect(files.filter((file) => !checked.has(file))).toEqual(vendored);
});
