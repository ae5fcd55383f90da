/** Before the first test: `dist/` is what the sources say, so that no test runs a program of yesterday. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ROOT } from './files.ts';

/** What `scripts/build.js` reads. */
const READ = ['package.json', 'package-lock.json', 'scripts', 'src', 'packages', 'docs'];

/** Whether something was made before the last change of what it is made from; paths are files or folders. */
export function isStale(made: string, madeFrom: readonly string[]): boolean {
  const at = statSync(made, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return madeFrom.some((path) => changedAt(path) >= at);
}

/** Of a folder the last change in it, but in what is built there; a file that is gone has changed the folder that it was in. */
function changedAt(path: string): number {
  const stat = statSync(path);
  const inside = stat.isDirectory()
    ? readdirSync(path).map((name) => (name === 'dist' ? 0 : changedAt(join(path, name))))
    : [];
  return Math.max(stat.mtimeMs, ...inside);
}

function build(): void {
  const from = READ.map((path) => join(ROOT, path));
  if (isStale(join(ROOT, 'dist', 'main.js'), from)) {
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.js')], { stdio: 'inherit' });
  }
}

// Vitest takes its set-up from here, by this name.
export function setup(project: TestProject): void {
  build();
  project.onTestsRerun(build);
}
