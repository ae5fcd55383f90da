// Inputs of packages: the repository's files, and downloads from the npm registry, cached and verified at each use.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedManifest } from './manifest.js';
import { NODE_VERSION, PLATFORMS } from './platforms.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Unpacked npm package, base of the others. */
export const PROGRAM = join(ROOT, 'release', 'program');
const FETCHED = join(ROOT, 'node_modules', '.cache', 'deckcast-packages');

/**
 * Errors go to the terminal.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} options
 */
export function output(command, args, { cwd = ROOT, env = {} } = {}) {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...env },
  }).trim();
}

/** @param {readonly string[]} args */
export function npm(args, cwd = ROOT) {
  return output('npm', [...args, '--loglevel=error', '--no-audit', '--no-fund'], { cwd });
}

/**
 * Makes PROGRAM in its own folder, out of reach of other builds.
 * @param {string} version
 */
export function makeProgram(version) {
  mkdirSync(PROGRAM, { recursive: true });
  const { files } = publishManifest(join(ROOT, 'package.json'), join(PROGRAM, 'package.json'), version);
  for (const name of files) {
    if (name !== 'dist' && !name.startsWith('!')) {
      cpSync(join(ROOT, name), join(PROGRAM, name), { recursive: true });
    }
  }
  output('node', ['scripts/build.js', relative(ROOT, join(PROGRAM, 'dist'))], {
    env: { DECKCAST_BUILDER: 'release', DECKCAST_REGISTRY: npm(['config', 'get', 'registry']) },
  });
  // npm packs the checkout's file modes.
  for (const path of filesIn(PROGRAM)) {
    const file = join(PROGRAM, path);
    chmodSync(file, readFileSync(file).subarray(0, 2).toString() === '#!' ? 0o755 : 0o644);
  }
}

/** Published packages, after their dependencies. */
export const LIBRARIES = ['wire-kit', 'stagelinq', 'prodjlink', 'simulator'];

/**
 * Returns the original package.json.
 * @param {string} from
 * @param {string} to
 * @param {string} version
 */
function publishManifest(from, to, version) {
  const manifest = JSON.parse(readFileSync(from, 'utf8'));
  writeFileSync(to, `${JSON.stringify(publishedManifest(manifest, version), undefined, 2)}\n`);
  return manifest;
}

/**
 * Builds and packs the libraries elsewhere.
 * @param {string} destination
 * @param {string} version
 */
export function packLibraries(destination, version) {
  const place = join(destination, 'libraries');
  for (const name of ['tsconfig.base.json', 'tsconfig.package.json', ...LIBRARIES.map(folderOf)]) {
    cpSync(join(ROOT, name), join(place, name), {
      recursive: true,
      filter: (path) => !['dist', 'node_modules'].includes(basename(path)),
    });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
  output('npx', ['tsc', '-b', ...LIBRARIES.map((name) => join(folderOf(name), 'tsconfig.build.json'))], {
    cwd: place,
  });
  for (const name of LIBRARIES) {
    const file = join(place, folderOf(name), 'package.json');
    publishManifest(file, file, version);
  }
  for (const path of filesIn(place)) {
    chmodSync(join(place, path), 0o644);
  }
  const folders = LIBRARIES.map((name) => join(place, folderOf(name)));
  npm(['pack', '--ignore-scripts', '--pack-destination', destination, ...folders]);
  rmSync(place, { recursive: true });
}

/** @param {string} library */
function folderOf(library) {
  return join('packages', library);
}

/**
 * Unmodified.
 * @param {import('./platforms.js').Platform} platform
 * @returns {Uint8Array}
 */
export function nodeExecutable({ os, node, integrity }) {
  return fromTarball(fetched(node, integrity), os === 'win32' ? 'bin/node.exe' : 'bin/node');
}

/** The Windows packages lack it. */
export function nodeLicense() {
  const { node, integrity } = PLATFORMS['linux-x64'] ?? {};
  return fromTarball(fetched(String(node), String(integrity)), 'LICENSE');
}

/**
 * Path of an npm package's tarball.
 * @param {string} name
 * @param {string} integrity
 */
function fetched(name, integrity) {
  const path = join(FETCHED, `${name}-${NODE_VERSION}.tgz`);
  if (!existsSync(path)) {
    mkdirSync(FETCHED, { recursive: true });
    console.log(`fetching ${name} ${NODE_VERSION}`);
    npm(['pack', `${name}@${NODE_VERSION}`, '--ignore-scripts', '--pack-destination', FETCHED]);
  }
  const found = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
  if (found !== integrity) {
    throw new Error(
      `${path} is not what it was when this was written: ${found}; delete it to fetch it again`,
    );
  }
  return path;
}

/**
 * @param {string} tarball
 * @param {string} path
 */
function fromTarball(tarball, path) {
  return execFileSync('tar', ['-xzOf', tarball, `package/${path}`], { maxBuffer: 512 * 1024 * 1024 });
}

/**
 * Installs exactly the lock file's libraries outside the bundle, without scripts. Returns the folder with
 * `node_modules`.
 * @param {string} id
 * @param {import('./platforms.js').Platform} platform
 */
export function installedModules(id, { os, cpu }) {
  const folder = join(FETCHED, `modules-${id}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) {
    copyFileSync(join(ROOT, name), join(folder, name));
  }
  const target = [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])];
  npm(['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', ...target], folder);
  return folder;
}

/**
 * Relative paths below a folder, with slashes.
 * @param {string} folder
 * @returns {readonly string[]}
 */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}
