import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HELPER_PROCESSES } from '../scripts/helper-processes.js';
import { ROOT } from './support/files.ts';

interface Packed {
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

/** Files that `npm publish` would upload from this tree. */
function packed(): Packed {
  const flags = ['--dry-run', '--json', '--ignore-scripts', '--offline', '--loglevel=error'];
  return JSON.parse(execFileSync('npm', ['pack', ...flags], { cwd: ROOT, encoding: 'utf8' }))[0];
}

/** Every kind of file that an installed deckcast needs. All others must not be packed. */
const NEEDED: readonly RegExp[] = [
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
  /^bin\/(deckcast\.js|package\.json)$/,
  new RegExp(`^dist/(main|${Object.keys(HELPER_PROCESSES).join('|')})\\.js(\\.map)?$`),
  // Chunks loaded on demand: `name-HASH.js`.
  /^dist\/[A-Za-z0-9_.-]+-[0-9A-Z]{8}\.js(\.map)?$/,
  // Scripts for PowerShell.
  /^dist\/windows\/[a-z-]+\.ps1$/,
  /^dist\/(quick-answers\.cjs(\.map)?|THIRD-PARTY\.txt|(build|bundled)\.json|help-pages\.json)$/,
  // The guides with their pictures and files.
  /^dist\/help\/([a-z0-9-]+\.html|conf\.sample\.(yaml|toml)|[a-z-]+\.(json|mjs|companionconfig)|images\/([a-z]+\/)?[a-z-]+\.(png|webp))$/,
  /^dashboard\/([a-z-]+\/)*[a-z0-9-]+\.(js|css|html|svg|png|ttf|webmanifest)$/,
  /^dashboard\/lit\/lit-html-LICENSE\.txt$/,
  /^texts\/(((pages|options|english)\/)?[a-z]+\.json|format\.js)$/,
  /^themes\/([a-z0-9-]+\/)+[a-z0-9-]+\.(js|css|html|svg|webp)$/,
  /^themes\/[a-z]+\/theme\.json$/,
  /^themes\/shared\/[a-z-]+\/[a-z0-9-]+(\.woff2|-LICENSE\.txt)$/,
];

test('the npm package contains exactly the files that it needs', () => {
  const { files, size } = packed();
  const paths = files.map(({ path }) => path);
  expect(paths.filter((path) => !NEEDED.some((kind) => kind.test(path)))).toEqual([]);
  expect(NEEDED.filter((kind) => !paths.some((path) => kind.test(path)))).toEqual([]);
  // A source map without its code, or code without a map, is left from another build.
  expect(
    paths.filter(
      (path) => path.startsWith('dist/') && path.endsWith('.js') && !paths.includes(`${path}.map`),
    ),
  ).toEqual([]);
  expect(size).toBeLessThan(5_500_000);
});

test('installation runs no script, and a release has provenance', () => {
  const { scripts, publishConfig, dependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
  expect(publishConfig).toEqual({ access: 'public', provenance: true });
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const runtime = Object.entries<{ dev?: true; hasInstallScript?: true }>(packages).filter(
    ([, { dev }]) => dev !== true,
  );
  expect(
    Object.keys(dependencies).every((name) => runtime.some(([path]) => path === `node_modules/${name}`)),
  ).toBe(true);
  expect(runtime.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
});
