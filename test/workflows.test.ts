import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PLATFORMS } from '../scripts/package/platforms.js';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const workflow = (name: string) => parse(read(`.github/workflows/${name}.yml`));
const { scripts, engines, version, repository } = JSON.parse(read('package.json'));

test.each(['ci', 'release'])('the workflow %s only calls commands that also run here', (name) => {
  const content = read(`.github/workflows/${name}.yml`);
  const called = [...content.matchAll(/\bnpm run ([\w:]+)/g)].map(([, script = '']) => script);
  expect(called.length).toBeGreaterThan(0);
  expect(called.filter((script) => !(script in scripts))).toEqual([]);
  const files = [...content.matchAll(/(?:node |run: )((?:scripts\/|\.ci\/)[\w./-]+)/g)].map(
    ([, file = '']) => file,
  );
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  const tested = [...content.matchAll(/test:only -- (.+)/g)].flatMap(([, folders = '']) =>
    folders.split(' '),
  );
  expect(tested.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
});

test('continuous integration begins with the oldest supported Node', () => {
  const { linux, elsewhere } = workflow('ci').jobs;
  for (const { strategy } of [linux, elsewhere]) {
    expect(`>=${strategy.matrix.node[0]}`).toBe(engines.node);
  }
});

test('a release starts the archive of every platform', () => {
  const started = workflow('release').jobs.start.strategy.matrix.include;
  expect(started.map(({ platform }: { platform: string }) => platform)).toEqual(Object.keys(PLATFORMS));
});

test('release notes are the changelog section of this version, and the tag must match it', () => {
  const notes = (tag: string) =>
    spawnSync(process.execPath, [join(ROOT, 'scripts/release-notes.js'), tag], { encoding: 'utf8' });
  expect(notes('v99.0.0').stderr).toContain(`the tag is v99.0.0, but package.json says ${version}\n`);
  const { stdout, stderr } = notes(`v${version}`);
  expect(stderr).not.toMatch(/the tag|CHANGELOG|instead of/);
  if (repository === undefined) {
    expect(stderr).toContain('package.json names no repository');
  } else {
    expect(stdout).toContain('### ');
    expect(stdout).not.toMatch(/^## /m);
  }
});

test("a failed start is reported at once, with the program's output", async () => {
  const launcher = join(await testFolder(), 'deckcast');
  const script =
    '#!/bin/sh\n[ "$1" = version ] && echo "Build info: {" || { echo no libraries >&2; exit 3; }\n';
  writeFileSync(launcher, script, { mode: 0o755 });
  const smoke = spawnSync(process.execPath, [join(ROOT, 'scripts/smoke.js'), launcher], { encoding: 'utf8' });
  expect(smoke.status).toBe(1);
  expect(smoke.stderr).toContain('it ended with 3\nno libraries\n');
});

const FORMS = readdirSync(join(ROOT, '.github/ISSUE_TEMPLATE'));

test.each(FORMS)('the issue form %s asks for the report, and names files that exist', (name) => {
  const content = read(`.github/ISSUE_TEMPLATE/${name}`);
  const { body } = parse(content);
  const ids = body.flatMap(({ id }: { id?: string }) => id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  const all = JSON.stringify(body);
  expect(all).toContain('`deckcast doctor --report=report.zip`');
  const files = [...all.matchAll(/docs\/[\w./-]+\.md/g)].map(([file]) => file);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
