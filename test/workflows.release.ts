/** The packages, made as the workflow of a release makes them. Part of `npm run test:release`. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { LIBRARIES } from '../scripts/package/sources.js';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { runJob } from './support/workflow.ts';

const { version } = packageJson;
const PATIENCE_MS = 10 * 60_000;

test(
  'the steps of a release make packages whose files anyone can read, even where new files are for their owner alone',
  async () => {
    const folder = await checkout();
    const said = await runJob('package', {
      folder,
      change: (step) =>
        // Here everything is installed; `--full-length` has tried all packages but the one from npm before.
        /^(apt-get|npm ci|lintian)/.test(step)
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

/** A copy of what is here, as a runner checks it out of a repository that npm can prove it was built from. */
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
