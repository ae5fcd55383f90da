// The Linux archive's program, in Debian's places.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'fflate';
import { debianVersion } from '../version.js';
import { programFor } from './contents.js';
import { PLATFORMS } from './platforms.js';
import { output, PROGRAM, ROOT } from './sources.js';

/** @typedef {import('./archive.js').PackedFile} PackedFile */

/**
 * Debian's name of the processor, and the program's platform.
 * @type {Readonly<Record<string, { arch: string, id: string }>>}
 */
export const DEBIAN = {
  'debian-amd64': { arch: 'amd64', id: 'linux-x64' },
  'debian-arm64': { arch: 'arm64', id: 'linux-arm64' },
};

const FILES = join(ROOT, 'scripts', 'package', 'files');
const DOCUMENTS = 'usr/share/doc/deckcast/';

const COMPLETIONS = {
  bash: 'usr/share/bash-completion/completions/deckcast',
  zsh: 'usr/share/zsh/vendor-completions/_deckcast',
  fish: 'usr/share/fish/vendor_completions.d/deckcast.fish',
};

/**
 * @param {string} version
 * @param {string} arch
 */
export function debianFile(version, arch) {
  return `deckcast_${debianVersion(version)}_${arch}.deb`;
}

/**
 * Makes `deckcast_0.2.0-1_amd64.deb`. Returns its contents.
 * @param {{ arch: string, id: string }} kind
 * @param {{ version: string, time: number, folder: string }} options
 * @returns {import('./archive.js').Contents}
 */
export function debianPackage({ arch, id }, { version, time, folder }) {
  const platform = PLATFORMS[id];
  if (platform === undefined) {
    throw new Error(`${id} is not a platform`);
  }
  const program = programFor(id, platform, 'the Debian package');
  const revision = debianVersion(version);
  const files = new Map([...programFiles(program), ...companions(revision, time)]);
  const tree = mkdtempSync(join(tmpdir(), 'deckcast-deb-'));
  try {
    chmodSync(tree, 0o755);
    for (const [path, content] of [...files, ...description(files, arch, revision)]) {
      put(join(tree, path), content);
    }
    mkdirSync(join(tree, 'usr/bin'));
    symlinkSync('../lib/deckcast/bin/deckcast', join(tree, 'usr/bin/deckcast'));
    const file = join(folder, debianFile(version, arch));
    // The bytes depend on the number of threads.
    output('dpkg-deb', ['--root-owner-group', '--threads-max=1', '-Zxz', '--build', tree, file]);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
  return program;
}

/**
 * @param {import('./archive.js').Contents} program
 * @returns {Iterable<[string, PackedFile]>}
 */
function* programFiles(program) {
  for (const [path, content] of program) {
    if (path.startsWith('licenses/')) {
      yield [`${DOCUMENTS}${path}`, content];
    } else if (!path.startsWith('lib/cache/')) {
      yield [`usr/lib/deckcast/${path}`, content];
    }
  }
}

/**
 * Manual page, completions, service, menu entry, documents.
 * @param {string} revision
 * @param {number} time
 * @returns {Iterable<[string, PackedFile]>}
 */
function* companions(revision, time) {
  yield ['usr/share/man/man1/deckcast.1.gz', gzip(readFileSync(join(ROOT, 'docs/reference/deckcast.1')))];
  for (const [shell, path] of Object.entries(COMPLETIONS)) {
    const script = output('node', [join(PROGRAM, 'bin', 'deckcast.js'), 'completion', shell]);
    yield [path, text(`${script}\n`)];
  }
  yield ['usr/lib/systemd/user/deckcast.service', own('deckcast.service')];
  yield ['usr/share/applications/deckcast.desktop', own('deckcast.desktop')];
  const icon = readFileSync(join(ROOT, 'themes/shared/icon.svg'));
  yield ['usr/share/icons/hicolor/scalable/apps/deckcast.svg', { bytes: icon, executable: false }];
  yield ['usr/share/lintian/overrides/deckcast', own('lintian-overrides')];
  yield [`${DOCUMENTS}copyright`, text(copyright())];
  yield [`${DOCUMENTS}changelog.gz`, gzip(readFileSync(join(ROOT, 'CHANGELOG.md')))];
  yield [`${DOCUMENTS}changelog.Debian.gz`, gzip(Buffer.from(debianChangelog(revision, time)))];
}

/**
 * Control files for dpkg.
 * @param {ReadonlyMap<string, PackedFile>} files
 * @param {string} arch
 * @param {string} revision
 * @returns {Iterable<[string, PackedFile]>}
 */
function* description(files, arch, revision) {
  const size = [...files.values()].reduce((total, { bytes }) => total + Math.ceil(bytes.length / 1024), 0);
  yield [
    'DEBIAN/control',
    text(`Package: deckcast
Version: ${revision}
Section: sound
Priority: optional
Architecture: ${arch}
Maintainer: ${maintainer()}
Installed-Size: ${size}
Depends: libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1
Recommends: xdg-utils
Suggests: playerctl
Description: shows your stream what you are playing
 deckcast watches what a DJ plays on Denon DJ / Engine OS or Pioneer DJ /
 AlphaTheta players, in Traktor, VirtualDJ, Serato and others, or in any media
 player. It decides which track the audience hears, and publishes it to browser
 overlays, files, chat, OSC and webhooks.
 .
 It brings the Node that it was tested with, in a folder of its own.
`),
  ];
  const sums = [...files]
    .map(([path, { bytes }]) => `${createHash('md5').update(bytes).digest('hex')}  ${path}\n`)
    .sort();
  yield ['DEBIAN/md5sums', text(sums.join(''))];
}

/** Variables of Debian's tools, or the commit's author. */
export function maintainer() {
  const { DEBFULLNAME, DEBEMAIL } = process.env;
  return DEBFULLNAME && DEBEMAIL
    ? `${DEBFULLNAME} <${DEBEMAIL}>`
    : output('git', ['log', '-1', '--format=%an <%ae>']);
}

/** Debian's form: lines after a space, empty ones as a dot. */
function copyright() {
  const [, holder = '', terms = ''] =
    /^MIT License\n\nCopyright \(c\) (.+)\n\n([\s\S]+?)\n*$/.exec(
      readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    ) ?? [];
  if (terms === '') {
    throw new Error('LICENSE is not the text that the Debian package expects');
  }
  const license = terms
    .split('\n')
    .map((line) => ` ${line === '' ? '.' : line}\n`)
    .join('');
  return readFileSync(join(FILES, 'debian-copyright'), 'utf8')
    .replace('@HOLDER@', holder)
    .replace('@LICENSE@\n', license);
}

/**
 * @param {string} revision
 * @param {number} time
 */
function debianChangelog(revision, time) {
  const date = new Date(time * 1_000).toUTCString().replace('GMT', '+0000');
  return `deckcast (${revision}) unstable; urgency=medium

  * What changed is in changelog.gz.

 -- ${maintainer()}  ${date}
`;
}

/**
 * @param {string} path
 * @param {PackedFile} content
 */
function put(path, { bytes, executable }) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  writeFileSync(path, bytes);
  chmodSync(path, executable ? 0o755 : 0o644);
}

/**
 * @param {string} content
 * @returns {PackedFile}
 */
function text(content) {
  return { bytes: Buffer.from(content), executable: false };
}

/**
 * @param {string} name
 * @returns {PackedFile}
 */
function own(name) {
  return { bytes: readFileSync(join(FILES, name)), executable: false };
}

/**
 * Omits name and time.
 * @param {Uint8Array} bytes
 * @returns {PackedFile}
 */
function gzip(bytes) {
  return { bytes: gzipSync(bytes, { level: 9, mtime: 0 }), executable: false };
}
