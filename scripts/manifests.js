// Fills in manifests for package managers, and adds them to a release's packages as an archive: `node
// scripts/manifests.js release`. Needs package.json's `repository`, whose releases have the packages.
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tarGz } from './package/archive.js';
import { DEBIAN, debianFile, maintainer } from './package/debian.js';
import { PLATFORMS } from './package/platforms.js';
import { filesIn, output, ROOT } from './package/sources.js';
import { buildVersion } from './version.js';

const TEMPLATES = join(ROOT, 'scripts', 'package', 'manifests');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('Name the folder that has the packages.');
    process.exit(2);
  }
  const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  if (repository?.url === undefined) {
    console.error('package.json names no repository: "npm pkg set repository.url=git+https://…"');
    process.exit(1);
  }
  const version = buildVersion(ROOT);
  const time = Number(output('git', ['log', '-1', '--format=%ct']));
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  const texts = manifests({ version, time, sums, home: pageOf(repository.url), maintainer: maintainer() });
  const name = `deckcast-${version}-manifests.tar.gz`;
  const files = Array.from(texts, ([path, text]) => {
    const content = { bytes: Buffer.from(text), executable: false };
    return /** @type {const} */ ([`deckcast-${version}-manifests/${path}`, content]);
  });
  const archive = tarGz(new Map(files), time);
  writeFileSync(join(folder, name), archive);
  const sum = createHash('sha256').update(archive).digest('hex');
  appendFileSync(join(folder, 'SHA256SUMS'), `${sum}  ${name}\n`);
  console.log(`${files.length} files in ${join(folder, name)}`);
}

/**
 * Manifests by path in the archive. Throws if a package is missing.
 * @param {{ version: string, time: number, sums: string, home: string, maintainer: string }} release `time` in seconds;
 * `sums` as in SHA256SUMS; `home`: page of the repository
 * @returns {ReadonlyMap<string, string>}
 */
export function manifests({ version, time, sums, home, maintainer }) {
  const known = new Map(
    sums
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [sum = '', name = ''] = line.split('  ');
        return [name, sum];
      }),
  );
  /** @type {Record<string, string>} */
  const values = {
    VERSION: version,
    DATE: new Date(time * 1_000).toISOString().slice(0, 10),
    HOME: home,
    DOWNLOADS: `${home}/releases/download/v${version}`,
    MAINTAINER: maintainer,
  };
  for (const [id, name] of packages(version)) {
    const sum = known.get(name);
    if (sum === undefined) {
      throw new Error(`SHA256SUMS lacks ${name}, which the manifests name: make all packages first`);
    }
    values[`FILE:${id}`] = name;
    values[`SUM:${id}`] = sum;
  }
  return new Map(
    filesIn(TEMPLATES).map((path) => [
      path,
      filled(path, readFileSync(join(TEMPLATES, path), 'utf8'), values),
    ]),
  );
}

/** @param {string} version @returns {readonly (readonly [id: string, file: string])[]} */
function packages(version) {
  return [
    ...Object.entries(PLATFORMS).map(
      ([id, { os }]) =>
        /** @type {const} */ ([id, `deckcast-${version}-${id}.${os === 'win32' ? 'zip' : 'tar.gz'}`]),
    ),
    ...Object.entries(DEBIAN).map(([id, { arch }]) => /** @type {const} */ ([id, debianFile(version, arch)])),
  ];
}

/**
 * @param {string} path
 * @param {string} template
 * @param {Readonly<Record<string, string>>} values
 */
function filled(path, template, values) {
  return template.replace(/@([A-Z]+(?::[\w-]+)?)@/g, (_, name) => {
    const value = values[name];
    if (value === undefined) {
      throw new Error(`${path} has @${name}@, which no release fills in`);
    }
    return value;
  });
}

/** @param {string} url as in package.json: `git+https://…/deckcast.git` */
function pageOf(url) {
  return url.replace(/^git\+/, '').replace(/\.git$/, '');
}
