/** Manifests for package managers, as a release fills them in. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { manifests } from '../scripts/manifests.js';
import { DEBIAN, debianFile } from '../scripts/package/debian.js';
import { PLATFORMS } from '../scripts/package/platforms.js';
import { testFolder } from './support/folder.ts';
import { tool } from './support/judge.ts';

const VERSION = '0.3.0';
const HOME = 'https://git.example/deckcast/deckcast';
const FILES = [
  ...Object.entries(PLATFORMS).map(
    ([id, { os }]) => `deckcast-${VERSION}-${id}.${os === 'win32' ? 'zip' : 'tar.gz'}`,
  ),
  ...Object.values(DEBIAN).map(({ arch }) => debianFile(VERSION, arch)),
];
const sumOf = (name: string) => createHash('sha256').update(name).digest('hex');

function filled(files: readonly string[] = FILES): ReadonlyMap<string, string> {
  const sums = files.map((name) => `${sumOf(name)}  ${name}\n`).join('');
  return manifests({
    version: VERSION,
    time: 1_795_900_000,
    sums,
    home: HOME,
    maintainer: 'A <a@localhost>',
  });
}

const text = (path: string): string => filled().get(path) ?? '';

test('every file of a release is named beside its own checksum, and no other one', () => {
  const named = new Set<string>();
  for (const [path, content] of filled()) {
    const found = [...content.matchAll(/\/releases\/download\/v0\.3\.0\/([\w.~-]+)/g)].map(
      ([, name = '']) => name,
    );
    const sums = [...content.matchAll(/\b[0-9a-f]{64}\b/g)].map(([sum]) => sum);
    expect([path, sums.toSorted()]).toEqual([path, found.map(sumOf).sort()]);
    for (const name of found) {
      named.add(name);
      // The Dockerfile has the checksum first.
      const near = content.split(name).map((part, at) => (at === 0 ? part.slice(-400) : part.slice(0, 200)));
      expect([path, near.some((part) => part.includes(sumOf(name)))]).toEqual([path, true]);
    }
  }
  expect([...named].sort()).toEqual(FILES.toSorted());
});

test('a package that was not made is named', () => {
  expect(() => filled(FILES.slice(1))).toThrow(
    `SHA256SUMS lacks ${FILES[0]}, which the manifests name: make all packages first`,
  );
});

test('the manifests for Windows are in the forms that winget and Scoop read', () => {
  const kinds = ['', '.installer', '.locale.en-US'].map((part) =>
    parse(text(`winget/deckcast.deckcast${part}.yaml`)),
  );
  expect(kinds.map(({ ManifestType }) => ManifestType)).toEqual(['version', 'installer', 'defaultLocale']);
  expect(
    new Set(kinds.map(({ PackageIdentifier, PackageVersion }) => `${PackageIdentifier} ${PackageVersion}`)),
  ).toEqual(new Set([`deckcast.deckcast ${VERSION}`]));
  const { bin, architecture } = JSON.parse(text('scoop/deckcast.json'));
  expect([bin, Object.keys(architecture)]).toEqual(['bin\\deckcast.cmd', ['64bit', 'arm64']]);
});

test('the container has the network of its host, a read-only root, and a user without rights', () => {
  const { deckcast } = parse(text('docker/compose.yaml')).services;
  expect(deckcast).toMatchObject({ network_mode: 'host', read_only: true, cap_drop: ['ALL'] });
  expect(/^USER (.*)$/m.exec(text('docker/Dockerfile'))?.[1]).toBe('10001');
});

test('a shell reads the PKGBUILD as .SRCINFO says', async () => {
  const file = join(await testFolder(), 'PKGBUILD');
  writeFileSync(file, text('aur/PKGBUILD'));
  const list = [
    'pkgdesc pkgver pkgrel url arch license depends optdepends provides conflicts options',
    'source_x86_64 sha256sums_x86_64 source_aarch64 sha256sums_aarch64',
  ].join(' ');
  const script = `. "$1"; for name in ${list}; do declare -n values=$name; for value in "\${values[@]}"; do printf '\\t%s = %s\\n' $name "$value"; done; done`;
  const said = execFileSync(tool('bash'), ['-euc', script, 'bash', file], { encoding: 'utf8' });
  expect(`pkgbase = deckcast-bin\n${said}\npkgname = deckcast-bin\n`).toBe(text('aur/.SRCINFO'));
});
