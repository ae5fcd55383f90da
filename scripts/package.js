// Makes the downloads in `release/`: `npm run package -- linux-x64 windows-x64 …`, or `-- all`. Same commit, same
// bytes. Needs git, tar and npm, and `dpkg-deb` for Debian.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tarGz, zip } from './package/archive.js';
import { doorway, inFolder, programFor } from './package/contents.js';
import { DEBIAN, debianPackage } from './package/debian.js';
import { PLATFORMS } from './package/platforms.js';
import { billOfMaterials } from './package/sbom.js';
import { makeProgram, npm, output, PROGRAM, packLibraries, ROOT } from './package/sources.js';
import { buildVersion } from './version.js';

const PACKAGES = join(ROOT, 'release');
const MOST_BYTES = 100_000_000;

const KINDS = ['npm', 'libraries', ...Object.keys(PLATFORMS), ...Object.keys(DEBIAN)];
const given = process.argv.slice(2);
const wanted = given.includes('all') ? KINDS : given;
const unknown = wanted.filter((kind) => !KINDS.includes(kind));
if (wanted.length === 0 || unknown.length > 0) {
  console.error(
    `${unknown.map((kind) => `${kind}: unknown. `).join('')}Name some of: ${KINDS.join(', ')}, all`,
  );
  process.exit(2);
}
if (output('git', ['status', '--porcelain']) !== '') {
  console.error('Commit first: what is packaged must be possible to make again from its commit.');
  process.exit(1);
}

const version = buildVersion(ROOT);
/** Seconds; of every packaged file. */
const time = Number(output('git', ['log', '-1', '--format=%ct']));
process.env.SOURCE_DATE_EPOCH = String(time);
process.umask(0o022);

rmSync(PACKAGES, { recursive: true, force: true });
mkdirSync(PACKAGES);
makeProgram(version);
/** @type {readonly string[]} the libraries in the bundle, `name@version` */
const bundled = JSON.parse(readFileSync(join(PROGRAM, 'dist', 'bundled.json'), 'utf8'));
for (const kind of wanted) {
  console.log(`making ${kind}`);
  make(kind);
}
rmSync(PROGRAM, { recursive: true });
writeChecksums();

/** @param {string} kind */
function make(kind) {
  const platform = PLATFORMS[kind];
  if (kind === 'npm') {
    npm(['pack', '--ignore-scripts', '--pack-destination', PACKAGES], PROGRAM);
    write(`deckcast-${version}.cdx.json`, billOfMaterials({ version, time, bundled }));
    return;
  }
  if (kind === 'libraries') {
    packLibraries(PACKAGES, version);
    return;
  }
  const debian = DEBIAN[kind];
  if (debian !== undefined) {
    const contents = debianPackage(debian, { version, time, folder: PACKAGES });
    write(`deckcast-${version}-${kind}.cdx.json`, billOfMaterials({ version, time, bundled, contents }));
    return;
  }
  if (platform === undefined) {
    return;
  }
  const name = `deckcast-${version}-${kind}`;
  const contents = programFor(kind, platform, `the archive for ${platform.label}`);
  const files = new Map(inFolder(`${name}/`, [...doorway(platform), ...contents]));
  const isZip = platform.os === 'win32';
  const bytes = isZip ? zip(files, time) : tarGz(files, time);
  if (bytes.length >= MOST_BYTES) {
    throw new Error(`${name} has ${bytes.length} bytes, more than anyone wants to download`);
  }
  write(`${name}${isZip ? '.zip' : '.tar.gz'}`, bytes);
  write(`${name}.cdx.json`, billOfMaterials({ version, time, bundled, contents }));
}

/**
 * @param {string} name
 * @param {string | Uint8Array} content
 */
function write(name, content) {
  writeFileSync(join(PACKAGES, name), content);
}

/** `sha256sum --check` reads it. */
function writeChecksums() {
  const lines = readdirSync(PACKAGES)
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(PACKAGES, name));
      console.log(`${(bytes.length / 1e6).toFixed(1).padStart(6)} MB  ${name}`);
      return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
    });
  write('SHA256SUMS', lines.join(''));
}
