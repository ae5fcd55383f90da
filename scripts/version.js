// Version of a build: package.json's for the commit that sets it or has its tag; later builds precede the next minor
// version. `0.4.0-dev.17+4f2a09c` is 17 commits after the one that set 0.3.0.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Package.json's version without git, as in an unpacked source archive.
 * @param {string} root folder of the checkout
 * @returns {string}
 */
export function buildVersion(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  /** @param {readonly string[]} args */
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    if (git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)) {
      return version;
    }
    const set = git('log', '-1', '--format=%H', '-G^  "version":', '--', 'package.json');
    const commits = set === '' ? 0 : Number(git('rev-list', '--count', `${set}..HEAD`));
    return commits === 0
      ? version
      : developmentVersion(version, commits, git('rev-parse', '--short=7', 'HEAD'));
  } catch {
    return version;
  }
}

/**
 * @param {string} version of the last release
 * @param {number} commits since then
 * @param {string} hash
 */
export function developmentVersion(version, commits, hash) {
  const [major, minor] = version.split('.');
  return `${major}.${Number(minor) + 1}.0-dev.${commits}+${hash}`;
}

/**
 * Debian sorts only a tilde before its release.
 * @param {string} version
 */
export function debianVersion(version) {
  return `${version.replace('-', '~')}-1`;
}
