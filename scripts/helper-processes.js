// Every helper process is a file beside the bundle.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Entries by name without `.js`. They share no code with the program. */
export const HELPER_PROCESSES = {
  'session-process': 'src/sets/session-process.ts',
  'file-process': 'src/host/disk/file-process.js',
  'picture-process': 'src/show/pictures/images/picture-process.js',
  'share-process': 'src/sets/page/share-process.js',
  'database-process': 'src/host/sqlite/database-process.js',
  'describe-process': 'src/hearing/describe-process.ts',
  'judge-process': 'src/hearing/judge-process.ts',
  'collect-process': 'src/hearing/collection/collect-process.ts',
  'search-process': 'src/hearing/collection/search-process.ts',
  'recording-process': 'src/hearing/recording/recording-process.ts',
  'decode-process': 'src/hearing/decode/decode-process.ts',
};

/**
 * Below `node_modules`, where they find their libraries.
 * @param {string} folder
 */
export async function buildHelperProcesses(folder) {
  await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: HELPER_PROCESSES,
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  });
}
