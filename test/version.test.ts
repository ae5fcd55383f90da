import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildVersion, debianVersion } from '../scripts/version.js';
import { testFolder } from './support/folder.ts';

describe('the version of a build', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await testFolder();
    write('0.2.0');
  });

  function write(version: string, more: object = {}): void {
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'x', version, ...more }, undefined, 2),
    );
  }

  function git(...args: readonly string[]): string {
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@localhost'];
    return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  }

  function commit(): void {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=some');
  }

  test('is that of package.json without git', () => {
    expect(buildVersion(folder)).toBe('0.2.0');
  });

  test('is that of package.json for the commit that sets it', () => {
    git('init', '--quiet');
    commit();
    expect(buildVersion(folder)).toBe('0.2.0');
    commit();
    write('0.3.0');
    commit();
    expect(buildVersion(folder)).toBe('0.3.0');
  });

  test('counts the commits since then, before the next minor version', () => {
    git('init', '--quiet');
    write('0.2.0', { license: 'MIT' });
    commit();
    commit();
    write('0.2.0', { license: 'ISC' });
    commit();
    expect(buildVersion(folder)).toBe(`0.3.0-dev.2+${git('rev-parse', '--short=7', 'HEAD')}`);
  });

  test('is that of the tag where a fix came between the version and its tag', () => {
    git('init', '--quiet');
    commit();
    commit();
    git('tag', 'v0.2.0');
    expect(buildVersion(folder)).toBe('0.2.0');
  });
});

test.each([
  ['0.2.0', '0.3.0-dev.1+4f2a09c'],
  ['0.3.0-dev.9+ffffff0', '0.3.0-dev.10+4f2a09c'],
  ['0.3.0-dev.999+4f2a09c', '0.3.0'],
])('apt updates %s to %s', (older, newer) => {
  const args = ['--compare-versions', debianVersion(older), 'lt', debianVersion(newer)];
  expect(spawnSync('dpkg', args).status).toBe(0);
});
