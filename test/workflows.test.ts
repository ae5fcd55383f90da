import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Contents, tarGz } from '../scripts/package/archive.js';
import { launchers } from '../scripts/package/contents.js';
import { PLATFORMS } from '../scripts/package/platforms.js';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { FULL_LENGTH } from './support/full-length.ts';
import { httpPeer } from './support/http-peer.ts';
import { EXECUTABLE } from './support/program.ts';
import { runJob, TAG, workflow } from './support/workflow.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { scripts, engines, version, repository } = JSON.parse(read('package.json'));
const PATIENCE_MS = FULL_LENGTH ? 10 * 60_000 : 120_000;

test.each(['ci', 'release'])('the workflow %s only calls what also runs here', (name) => {
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

test('continuous integration begins with the oldest Node that is supported', () => {
  const { linux, elsewhere } = workflow('ci').jobs;
  for (const { strategy } of [linux, elsewhere]) {
    expect(`>=${strategy.matrix.node[0]}`).toBe(engines.node);
  }
});

test('a release starts the archive of every platform', () => {
  const started = workflow('release').jobs.start.strategy.matrix.include;
  expect(started.map(({ platform }: { platform: string }) => platform)).toEqual(Object.keys(PLATFORMS));
});

test('the notes of a release are this version’s part of the changelog, and its tag has to agree', () => {
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

/** What npm has of a release: the libraries that are not private, and the program. */
const PUBLISHED = [
  ...readdirSync(join(ROOT, 'packages'))
    .map((name) => JSON.parse(read(`packages/${name}/package.json`)))
    .filter((manifest) => manifest.private !== true)
    .map((manifest): string => manifest.name),
  'deckcast',
];

/** What the job that packages hands on: here with an archive that borrows Node and the program. */
async function downloaded(): Promise<string> {
  const folder = await testFolder();
  const packages = join(folder, 'release');
  symlinkSync(join(ROOT, 'scripts'), join(folder, 'scripts'));
  if (FULL_LENGTH) {
    cpSync(join(ROOT, 'release'), packages, { recursive: true });
  } else {
    mkdirSync(packages);
    const name = `deckcast-${version}`;
    const script = `#!/bin/sh\nshift\nexec '${process.execPath}' '${EXECUTABLE}' "$@"\n`;
    const [x64] = Object.values(PLATFORMS);
    const program: Contents = new Map([
      ...(x64 === undefined ? [] : launchers(x64)),
      ['lib/node', { bytes: Buffer.from(script), executable: true }],
    ]);
    const inside = (prefix: string, files: Contents) =>
      tarGz(new Map([...files].map(([path, file]) => [`${prefix}/${path}`, file])), 1);
    writeFileSync(join(packages, `${name}-linux-x64.tar.gz`), inside(`${name}-linux-x64`, program));
    for (const published of PUBLISHED) {
      const description = Buffer.from(JSON.stringify({ name: published, version }));
      const npmPackage = new Map([['package.json', { bytes: description, executable: false }]]);
      const file = `${published.replace('@', '').replace('/', '-')}-${version}.tgz`;
      writeFileSync(join(packages, file), inside('package', npmPackage));
    }
    execFileSync('sh', ['-c', 'sha256sum * > SHA256SUMS'], { cwd: packages });
  }
  writeFileSync(join(packages, 'notes.md'), '### Fixed\n');
  return folder;
}

describe('the steps of a release', () => {
  test(
    'start the unpacked archive',
    async () => {
      const folder = await downloaded();
      const said = await runJob('start', { folder, values: { 'matrix.platform': 'linux-x64' } });
      expect(said.at(-1)).toMatch(/^Build info: \{.+\}\nit runs\n/);
    },
    PATIENCE_MS,
  );

  test(
    'publish the libraries and the program, and a page with every file',
    async () => {
      const folder = await downloaded();
      const files = readdirSync(join(folder, 'release')).filter((name) => name !== 'notes.md');
      const registry = await httpPeer(() => ({ status: 404, json: { error: 'not found' } }));
      // GitHub's program needs GitHub: this one says what it was asked.
      const programs = await testFolder();
      writeFileSync(join(programs, 'gh'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
      const said = await runJob('publish', {
        folder,
        values: { 'github.token': 'x' },
        env: {
          PATH: `${programs}:${process.env.PATH}`,
          npm_config_registry: registry.url,
          npm_config_dry_run: 'true',
        },
      });
      const published = [...said.join('').matchAll(/^\+ (\S+)$/gm)].map(([, name]) => name);
      expect(published.toSorted()).toEqual(PUBLISHED.map((name) => `${name}@${version}`).sort());
      expect(published.indexOf(`@deckcast/wire-kit@${version}`)).toBe(0);
      expect(said.at(-1)?.trim().split('\n')).toEqual([
        'release',
        'create',
        TAG,
        ...files.map((name) => `release/${name}`),
        ...['--verify-tag', '--title', TAG, '--notes-file', 'notes.md'],
      ]);
    },
    PATIENCE_MS,
  );
});

test('a start that fails is reported at once, with what the program said', async () => {
  const launcher = join(await testFolder(), 'deckcast');
  const script =
    '#!/bin/sh\n[ "$1" = version ] && echo "Build info: {" || { echo no libraries >&2; exit 3; }\n';
  writeFileSync(launcher, script, { mode: 0o755 });
  const smoke = spawnSync(process.execPath, [join(ROOT, 'scripts/smoke.js'), launcher], { encoding: 'utf8' });
  expect(smoke.status).toBe(1);
  expect(smoke.stderr).toContain('it ended with 3\nno libraries\n');
});
