import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ROOT } from './files.ts';

const READ = ['package.json', 'package-lock.json', 'scripts', 'src', 'packages', 'docs'];

export function isStale(made: string, madeFrom: readonly string[]): boolean {
  const at = statSync(made, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return madeFrom.some((path) => changedAt(path) >= at);
}

/** Without build output. Removing a file changes its folder's time. */
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

// Vitest's name.
export function setup(project: TestProject): void {
  build();
  project.onTestsRerun(build);
}
