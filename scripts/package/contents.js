// Contents of an archive, by path in its folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf } from './executable.js';
import { filesIn, installedModules, nodeExecutable, nodeLicense, npm, PROGRAM, ROOT } from './sources.js';

/** @typedef {import('./archive.js').PackedFile} PackedFile */
/** @typedef {import('./platforms.js').Platform} Platform */

const FILES = join(ROOT, 'scripts', 'package', 'files');
const NATIVE_LIBRARY = /\.(node|dll|dylib|so(\.[\d.]+)?|exe)$/;

/**
 * Launchers, Node, the bundle, and libraries outside it.
 * @param {string} id
 * @param {Platform} platform
 * @param {string} origin of this copy, for `deckcast doctor`
 */
export function programFor(id, platform, origin) {
  const contents = new Map([
    ...launchers(platform),
    ...inFolder('lib/', bundle(origin)),
    ...inFolder('lib/node_modules/', libraries(installedModules(id, platform), platform)),
    ['lib/cache/README.txt', text('Node keeps the compiled program here, so that it starts sooner.\n')],
    [`lib/node${extension(platform)}`, { bytes: nodeExecutable(platform), executable: true }],
    ['licenses/deckcast.txt', file(join(ROOT, 'LICENSE'))],
    ['licenses/Node.txt', { bytes: nodeLicense(), executable: false }],
    ['licenses/libraries.txt', file(join(PROGRAM, 'dist', 'THIRD-PARTY.txt'))],
  ]);
  refuseOtherPlatforms(contents, platform);
  return contents;
}

/** @param {Platform} platform */
function extension({ os }) {
  return os === 'win32' ? '.exe' : '';
}

/**
 * Files for users who just unpacked an archive.
 * @param {Platform} platform
 * @returns {Iterable<[string, PackedFile]>}
 */
export function* doorway({ os }) {
  if (os === 'win32') {
    yield ['README.txt', windowsText('README-windows.txt')];
    yield ['Start deckcast.cmd', windowsText('start.cmd')];
  } else if (os === 'darwin') {
    yield ['README.txt', file(join(FILES, 'README-macos.txt'))];
    yield ['Start deckcast.command', file(join(FILES, 'start.command'))];
  } else {
    yield ['README.txt', file(join(FILES, 'README-linux.txt'))];
    yield ['Start deckcast.desktop', { ...file(join(FILES, 'start.desktop')), executable: true }];
  }
}

/**
 * @param {Platform} platform
 * @returns {Iterable<[string, PackedFile]>}
 */
export function* launchers({ os }) {
  if (os === 'win32') {
    yield ['bin/deckcast.cmd', windowsText('deckcast.cmd')];
    return;
  }
  yield ['bin/deckcast', file(join(FILES, 'deckcast.sh'))];
  if (os === 'linux') {
    yield ['bin/start-deckcast', file(join(FILES, 'start-deckcast.sh'))];
  }
}

/**
 * Files of the npm package. Its package.json keeps only fields that a running program reads.
 * @param {string} origin
 * @returns {Iterable<[string, PackedFile]>}
 */
function* bundle(origin) {
  const [{ files }] = JSON.parse(npm(['pack', '--dry-run', '--json', '--ignore-scripts'], PROGRAM));
  for (const { path } of files) {
    if (/^(bin|dist|themes|dashboard|texts)\//.test(path)) {
      yield [path, file(join(PROGRAM, path))];
    }
  }
  const { name, version, license, type } = JSON.parse(readFileSync(join(PROGRAM, 'package.json'), 'utf8'));
  yield [
    'package.json',
    text(`${JSON.stringify({ name, version, license, type, packagedAs: origin }, undefined, 2)}\n`),
  ];
}

/**
 * Omits native code for another C library or processor.
 * @param {string} folder
 * @param {Platform} platform
 * @returns {Iterable<[string, PackedFile]>}
 */
function* libraries(folder, { natives, label }) {
  const modules = join(folder, 'node_modules');
  const paths = filesIn(modules);
  for (const name of natives) {
    if (!paths.includes(`${name}/package.json`)) {
      throw new Error(`${name} is missing from the packages for ${label}: npm skips what it cannot fetch`);
    }
  }
  for (const path of paths) {
    const [, native] = /^(@(?:img\/sharp|libsql\/)[^/]*(?:\/[^/]+)?)\//.exec(path) ?? [];
    const isNeeded = native === undefined || natives.some((name) => path.startsWith(`${name}/`));
    if (isNeeded && !path.startsWith('.')) {
      yield [path, file(join(modules, path))];
    }
  }
}

/**
 * Native code for another platform would fail only there.
 * @param {ReadonlyMap<string, PackedFile>} contents
 * @param {Platform} platform
 */
export function refuseOtherPlatforms(contents, { executable, label }) {
  for (const [path, { bytes }] of contents) {
    const kind = kindOf(bytes);
    if (kind === undefined ? NATIVE_LIBRARY.test(path) : kind !== executable) {
      throw new Error(`${path} is ${kind ?? 'no native code'}, which does not run on ${label}`);
    }
  }
}

/**
 * @param {string} folder
 * @param {Iterable<[string, PackedFile]>} files
 * @returns {[string, PackedFile][]}
 */
export function inFolder(folder, files) {
  return Array.from(files, ([path, content]) => [`${folder}${path}`, content]);
}

/**
 * @param {string} content
 * @returns {PackedFile}
 */
function text(content) {
  return { bytes: Buffer.from(content), executable: false };
}

/**
 * Shell scripts are executable on any file system; Node scripts are run by the Node beside them.
 * @param {string} path
 * @returns {PackedFile}
 */
function file(path) {
  const bytes = readFileSync(path);
  return { bytes, executable: bytes.subarray(0, 9).toString() === '#!/bin/sh' };
}

/**
 * CRLF for Windows' own programs.
 * @param {string} name
 * @returns {PackedFile}
 */
function windowsText(name) {
  return text(readFileSync(join(FILES, name), 'utf8').replaceAll('\n', '\r\n'));
}
