// What the licenses of bundled libraries require: their names, copyright lines and terms, beside the bundle.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENSE_FILE = /^(licen[sc]e|copying|notice)([.-]|$)/i;

/**
 * The text of THIRD-PARTY.txt.
 * @param {Iterable<string>} inputs paths of every file in the bundle, from the repository's root
 * @param {string} root
 */
export function thirdParty(inputs, root) {
  const sections = foldersOf(inputs).map((folder) => sectionOf(join(root, folder)));
  return `deckcast contains these libraries, under these terms.\n\n${sections.join('\n')}`;
}

/**
 * The same libraries for programs, as `name@version`.
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
 * The folders of the packages that these files belong to, sorted.
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

/** @param {string} folder */
function packageOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** @param {string} folder of an installed package */
function sectionOf(folder) {
  const { name, version, license, author } = packageOf(folder);
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
  // A package without a license text is listed with the license's name.
  const by = typeof author === 'object' ? author?.name : author;
  const terms =
    files.length > 0
      ? files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
      : [`License: ${license}`, ...(by ? [`Author: ${by}`] : [])].join('\n');
  return `${'-'.repeat(72)}\n${name} ${version} (${license})\n\n${terms}\n`;
}
