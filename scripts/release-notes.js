// Prints this version's section of the changelog for the release page: `node scripts/release-notes.js v0.2.0`. Fails if
// the tag, package.json, CHANGELOG.md and the guides disagree, or npm could not prove the place of a build.
import { readFileSync } from 'node:fs';
import { LIBRARIES } from './package/sources.js';

/** @param {string} file */
const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(read('package.json'));
const published = ['package.json', ...LIBRARIES.map((name) => `packages/${name}/package.json`)];
const notes = notesOf(read('CHANGELOG.md'), version);
const problems = [
  ...(tag === `v${version}` ? [] : [`the tag is ${tag || 'missing'}, but package.json says ${version}`]),
  ...(notes === undefined ? [`CHANGELOG.md has no section "## ${version} - <date>"`] : []),
  ...published.flatMap((file) => problemsOf(file, JSON.parse(read(file)))),
  ...['docs/guide/install.md', 'docs/platforms.md'].flatMap((file) => staleNumbersIn(file, read(file))),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(notes);

/**
 * @param {string} file
 * @param {{ version: string, repository?: object, dependencies?: Record<string, string> }} manifest
 */
function problemsOf(file, { version: own, repository, dependencies = {} }) {
  const needed = Object.entries(dependencies).filter(([name]) => name.startsWith('@deckcast/'));
  return [
    ...[['its version', own], ...needed]
      .filter(([, other]) => other !== version)
      .map(([what, other]) => `${file}: ${what} is ${other} instead of ${version}`),
    ...(repository === undefined
      ? [
          `${file} names no repository, which npm compares with the place of the build: "npm pkg set repository.url=…"`,
        ]
      : []),
  ];
}

/**
 * File names of other versions in a guide, and the version that a page was written for.
 * @param {string} file
 * @param {string} text
 */
function staleNumbersIn(file, text) {
  const named = [...text.matchAll(/\bdeckcast[-_](\d+\.\d+\.\d+)|^What was tried .* for (\d+\.\d+\.\d+)/gm)];
  const stale = new Set(named.map(([, archive, tried]) => archive ?? tried).filter((one) => one !== version));
  return [...stale].map((one) => `${file} still says ${one}`);
}

/**
 * Section without its heading; undefined if missing.
 * @param {string} changelog
 * @param {string} version
 */
function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => /^(\S+) - \d{4}-\d\d-\d\d\n/.exec(text)?.[1] === version);
  return section?.slice(section.indexOf('\n')).trim();
}
