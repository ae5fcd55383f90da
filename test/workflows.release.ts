/** Runs the steps of the release workflow. Part of `npm run test:release`. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import { LIBRARIES } from '../scripts/package/sources.js';
import { buildVersion } from '../scripts/version.js';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { httpPeer } from './support/http-peer.ts';
import { tool } from './support/judge.ts';

const { version } = packageJson;
const TAG = `v${version}`;
const RELEASE = parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8'));
const PATIENCE_MS = 10 * 60_000;

test(
  'the release steps make packages that every user can read, even with a strict umask',
  async () => {
    const folder = await checkout();
    const said = await runJob('package', {
      folder,
      change: (step) =>
        // Everything is installed here, and `--full-length` has tried all packages but npm's before; manifests need them.
        /^(apt-get|npm ci|lintian|node scripts\/(library-sources|manifests))/.test(step)
          ? undefined
          : `umask 077\n${step.replace('package -- all', 'package -- npm libraries')}`,
    });
    expect(said.join('')).toContain('making npm');
    const libraries = LIBRARIES.map((name) => `deckcast-${name}-${version}.tgz`);
    const packages = readdirSync(join(folder, 'release')).sort();
    expect(packages).toEqual([
      'SHA256SUMS',
      `deckcast-${version}.cdx.json`,
      `deckcast-${version}.tgz`,
      ...libraries.toSorted(),
      'notes.md',
    ]);
    const listed = [`deckcast-${version}.tgz`, ...libraries].flatMap((archive) =>
      execFileSync('tar', ['-tvzf', join(folder, 'release', archive)], { encoding: 'utf8' })
        .trim()
        .split('\n'),
    );
    const odd = listed.filter((line) => !line.startsWith('-rw-r--r-- '));
    expect(listed.length).toBeGreaterThan(200);
    expect(odd.map((line) => line.replace(/ .* /, ' '))).toEqual(['-rwxr-xr-x package/bin/deckcast.js']);
  },
  PATIENCE_MS,
);

/** Version of the packages that were made before these tests. */
const PACKED = buildVersion(ROOT);

/** Packages that npm gets in a release: the public libraries and the program. */
const PUBLISHED = [
  ...readdirSync(join(ROOT, 'packages'))
    .map((name) => JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')))
    .filter((manifest) => manifest.private !== true)
    .map((manifest): string => manifest.name),
  'deckcast',
];

/** Artifacts of the packaging job. */
async function downloaded(): Promise<string> {
  const folder = await testFolder();
  const packages = join(folder, 'release');
  symlinkSync(join(ROOT, 'scripts'), join(folder, 'scripts'));
  cpSync(join(ROOT, 'release'), packages, { recursive: true });
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
    'make a draft with every file, publish the libraries and the program, and then the page',
    async () => {
      const { said, files, asked } = await published([]);
      const names = publishedIn(said);
      expect(names.toSorted()).toEqual(PUBLISHED.map((name) => `${name}@${PACKED}`).sort());
      expect(names.indexOf(`@deckcast/wire-kit@${PACKED}`)).toBe(0);
      expect(asked).toEqual([
        `release view ${TAG}`,
        `release create ${TAG} --draft --verify-tag --title ${TAG} --notes-file notes.md`,
        `release upload ${TAG} ${files.map((name) => `release/${name}`).join(' ')} --clobber`,
        `release edit ${TAG} --draft=false`,
      ]);
    },
    PATIENCE_MS,
  );

  test(
    'resume a failed run: keep the page that exists, and publish only missing packages',
    async () => {
      const { said, asked } = await published(['@deckcast/wire-kit', '@deckcast/stagelinq'], {
        hasPage: true,
      });
      expect(publishedIn(said)).toEqual(
        ['@deckcast/prodjlink', '@deckcast/simulator', 'deckcast'].map((name) => `${name}@${PACKED}`),
      );
      expect(said.join('')).toContain(`@deckcast/wire-kit@${PACKED} is published already`);
      expect(asked.map((line) => line.split(' ')[1])).toEqual(['view', 'upload', 'edit']);
    },
    PATIENCE_MS,
  );

  /** Runs the publishing job with a registry that has these packages already. */
  async function published(present: readonly string[], { hasPage = false } = {}) {
    const folder = await downloaded();
    const files = readdirSync(join(folder, 'release')).filter((name) => name !== 'notes.md');
    const registry = await httpPeer(({ path }) => {
      const name = decodeURIComponent(path.slice(1));
      const versions = { [PACKED]: { name, version: PACKED, dist: {} } };
      return present.includes(name)
        ? { json: { name, versions, 'dist-tags': { latest: PACKED } } }
        : { status: 404, json: { error: 'not found' } };
    });
    // Replaces GitHub's program, which needs GitHub, with one that records its arguments.
    const programs = await testFolder();
    const script = `#!/bin/sh\necho "$*" >> "$0.asked"\n[ "$2" != view ] || exit ${hasPage ? 0 : 1}\n`;
    writeFileSync(join(programs, 'gh'), script, { mode: 0o755 });
    const said = await runJob('publish', {
      folder,
      values: { 'github.token': 'x' },
      env: {
        PATH: `${programs}:${process.env.PATH}`,
        npm_config_registry: registry.url,
        npm_config_dry_run: 'true',
      },
    });
    const asked = readFileSync(join(programs, 'gh.asked'), 'utf8').trim().split('\n');
    return { said, files, asked };
  }

  function publishedIn(said: readonly string[]): string[] {
    return [...said.join('').matchAll(/^\+ (\S+)$/gm)].map(([, name = '']) => name);
  }
});

/** Commits a copy of the tree, as a runner checks it out of a repository that npm can verify. */
async function checkout(): Promise<string> {
  const [copy, folder] = [join(await testFolder(), 'copy'), join(await testFolder(), 'checkout')];
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@localhost', '-C', copy, ...args]);
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  for (const path of listed
    .toString()
    .split('\0')
    .filter((name) => existsSync(join(ROOT, name)) && name !== '')) {
    cpSync(join(ROOT, path), join(copy, path));
  }
  for (const folder of ['.', ...LIBRARIES.map((name) => join('packages', name))]) {
    const file = join(copy, folder, 'package.json');
    const description = JSON.parse(readFileSync(file, 'utf8'));
    const repository = { type: 'git', url: 'git+https://git.example/deckcast.git' };
    writeFileSync(file, `${JSON.stringify({ ...description, repository })}\n`);
  }
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message=all');
  execFileSync('sh', ['-c', 'umask 077 && exec git clone --quiet "$1" "$2"', 'sh', copy, folder]);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n');
  return folder;
}

interface JobRun {
  readonly folder: string;
  /** Values for the workflow's expressions. */
  readonly values?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Changes a step for this machine; undefined skips it. */
  readonly change?: (step: string) => string | undefined;
}

/** Runs the steps of a job one after the other, like a Linux runner. Returns their output. */
async function runJob(job: string, { folder, values = {}, env = {}, change = (step) => step }: JobRun) {
  const temporary = await testFolder();
  const steps: readonly { readonly run?: string; readonly if?: string }[] = RELEASE.jobs[job].steps;
  const commands = steps
    .filter((step) => step.if !== "runner.os == 'Windows'")
    .flatMap(({ run }) => (run === undefined ? [] : (change(run) ?? [])))
    .map((run) => run.replace(/\$\{\{ (.+?) \}\}/g, (_, name: string) => values[name] ?? ''));
  const outputs: string[] = [];
  for (const command of commands) {
    const child = spawn(tool('bash'), ['-ec', command], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: temporary,
        RUNNER_TEMP: temporary,
        GITHUB_REF_NAME: TAG,
        // A step may mistake a name for a repository; nothing must be fetched from there.
        GIT_ALLOW_PROTOCOL: 'none',
        ...env,
      },
    });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    const said = `${stdout}${stderr}`;
    expect(status, `${command}\n${said}`).toBe(0);
    outputs.push(said);
  }
  return outputs;
}
