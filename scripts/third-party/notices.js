// Notices that licenses require: names, copyright lines and terms of libraries in the bundle, beside it, and compiled
// into those.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isCopyleft, partsOf } from './compiled.js';

const TEXTS = new URL('texts/', import.meta.url);
const LICENSE_FILE = /^(licen[sc]e|copying|notice)([.-]|$)/i;
const NATIVE_FILE = /\.(node|wasm|dll|dylib|so(\.[\d.]+)?)$/;
const SCRIPT = /\.[cm]?js$/;
const RULE = '-'.repeat(72);

/**
 * Text of THIRD-PARTY.txt. Throws on compiled code without an entry in `compiled.js`, and on a bundled library that
 * users must be able to replace.
 * @param {Iterable<string>} inputs paths of every file in the bundle, from the repository's root
 * @param {readonly string[]} beside names of the packages that are installed beside the bundle
 * @param {string} root
 */
export function thirdParty(inputs, beside, root) {
  // esbuild marks files that it empties.
  const paths = [...inputs].map((path) => path.replace(/^\(disabled\):/, ''));
  const bundled = foldersOf(paths);
  refuseUnnamedCode(
    paths.map((path) => ({ path, name: nameIn(path) })),
    root,
  );
  refuseCopyleft(bundled.map((folder) => packageOf(join(root, folder))));
  const separate = closure(beside, root);
  refuseUnnamedCode(
    separate.flatMap((name) =>
      filesIn(join(root, 'node_modules', name)).map((path) => ({
        path: `node_modules/${name}/${path}`,
        name,
      })),
    ),
    root,
  );
  const sections = [
    'deckcast contains these libraries, under these terms.\n',
    ...bundled.map((folder) => sectionOf(join(root, folder))),
    `${RULE}\nThe libraries that follow are no part of deckcast's own files. Each is in a folder of its own below\nnode_modules, which you may replace by a version that you changed.\n`,
    ...separate.map((name) => sectionOf(join(root, 'node_modules', name))),
  ];
  const licenses = new Set(
    [...bundled.map((folder) => packageOf(join(root, folder)).name), ...separate].flatMap((name) =>
      (partsOf(name) ?? []).flatMap(({ license }) => license.split(/ (?:AND|OR) /)),
    ),
  );
  // The LGPL extends the GPL.
  licenses.add('GPL-3.0-or-later');
  return `${sections.join('\n')}${[...licenses].sort().map(licenseText).join('')}`;
}

/**
 * `name@version`, for programs.
 * @param {Iterable<string>} inputs
 * @param {string} root
 */
export function bundledLibraries(inputs, root) {
  return foldersOf(inputs).map((folder) => {
    const { name, version } = packageOf(join(root, folder));
    return `${name}@${version}`;
  });
}

/**
 * Sorted folders of these files' packages.
 * @param {Iterable<string>} inputs
 */
function foldersOf(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const folder = /(?<=^|:)[^:]*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];
    if (folder !== undefined) {
      folders.add(folder);
    }
  }
  return [...folders].sort();
}

/** Undefined for deckcast's own files. @param {string} path */
function nameIn(path) {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

/**
 * Sorted, with all installed dependencies.
 * @param {readonly string[]} names
 * @param {string} root
 * @returns {string[]}
 */
function closure(names, root) {
  const found = new Set(names);
  for (const name of found) {
    const { dependencies, optionalDependencies } = packageOf(join(root, 'node_modules', name));
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (isFolder(join(root, 'node_modules', needed))) {
        found.add(needed);
      }
    }
  }
  return [...found].sort();
}

/**
 * @param {readonly { path: string, name: string | undefined }[]} files
 * @param {string} root
 */
function refuseUnnamedCode(files, root) {
  for (const { path, name } of files) {
    if (name !== undefined && partsOf(name) === undefined && isCompiled(join(root, path))) {
      throw new Error(
        `${path} is compiled code: scripts/third-party/compiled.js has to say which libraries are in ${name}`,
      );
    }
  }
}

/** @param {string} file */
function isCompiled(file) {
  return NATIVE_FILE.test(file) || (SCRIPT.test(file) && /\bWebAssembly\b/.test(readFileSync(file, 'utf8')));
}

/** @param {readonly { name: string, license?: string }[]} packages in the bundle */
function refuseCopyleft(packages) {
  for (const { name, license = '' } of packages) {
    const terms = [license, ...(partsOf(name) ?? []).map((part) => part.license)].find(isCopyleft);
    if (terms !== undefined) {
      throw new Error(
        `${name} is under ${terms}, so users have to be able to replace it: make it one of "dependencies" in package.json`,
      );
    }
  }
}

/** @param {string} folder */
function packageOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** @param {string} folder of an installed package */
function sectionOf(folder) {
  const { name, version, license, author } = packageOf(folder);
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
  const by = typeof author === 'object' ? author?.name : author;
  const terms =
    files.length > 0
      ? files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
      : [
          `License: ${license}`,
          ...(by ? [`Copyright (c) ${by}`] : []),
          ...(license === 'MIT' ? ['', readFileSync(new URL('MIT.txt', TEXTS), 'utf8').trim()] : []),
        ].join('\n');
  const parts = (partsOf(name) ?? []).map(partText);
  return `${RULE}\n${name} ${version} (${license})\n\n${terms}\n${parts.join('')}`;
}

/** @param {import('./compiled.js').Part} part */
function partText({ name, version, license, copyright = [], source, commit }) {
  return `\nCompiled into it: ${[name, version].filter(Boolean).join(' ')} (${license})
${copyright.map((line) => `  ${line}\n`).join('')}  Source code: ${source}${commit === undefined ? '' : `, commit ${commit}`}\n`;
}

/** @param {string} license SPDX identifier */
function licenseText(license) {
  const file = new URL(`${license}.txt`, TEXTS);
  return isFile(file) ? `\n${RULE}\n${license}\n\n${readFileSync(file, 'utf8').trimEnd()}\n` : '';
}

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    isFile(join(folder, path)),
  );
}

/** @param {string | URL} path */
function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** @param {string} path */
function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
