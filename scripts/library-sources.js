// Fetches the source code to offer beside the archives (docs/decisions/building.md), an archive per library: `node
// scripts/library-sources.js release`. Needs git and the network.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SOURCE_OFFERED } from './third-party/compiled.js';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('Name the folder for the archives.');
    process.exit(2);
  }
  for (const part of SOURCE_OFFERED) {
    console.log(archiveSource(part, folder));
  }
}

/**
 * Returns the path of the archive.
 * @param {import('./third-party/compiled.js').Part} part with a commit
 * @param {string} folder
 */
export function archiveSource({ name, source, commit = '' }, folder) {
  const archive = resolve(folder, `${name}-${commit.slice(0, 12)}-source.tar.gz`);
  const copy = mkdtempSync(join(tmpdir(), 'deckcast-source-'));
  /** @param {readonly string[]} args */
  const git = (...args) => execFileSync('git', args, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    git('init', '--quiet');
    git('fetch', '--quiet', '--depth=1', source, commit);
    git('archive', `--prefix=${name}/`, `--output=${archive}`, 'FETCH_HEAD');
  } finally {
    rmSync(copy, { recursive: true });
  }
  return archive;
}
