// Zips the live extension's front end for the upload: npm run live:extension -- --url=https://live.example
// --client-id=ID
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { zipSync } from 'fflate';
import { extensionFiles } from './extension-files.js';

const USAGE =
  'usage: npm run live:extension -- --url=https://ADDRESS-OF-THE-BACKEND --client-id=ID [--out=FILE.zip]';
/** Constant time: same content, same file. Zip's earliest. */
const EPOCH = new Date(1980, 0, 1);

try {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({ options: { url: text, 'client-id': text, out: text } });
  const { url, 'client-id': clientId, out } = values;
  if (!url || !clientId) {
    throw new Error('--url and --client-id are needed');
  }
  const file = out ?? fileURLToPath(new URL('../../live/extension/dist/deckcast-live.zip', import.meta.url));
  const files = extensionFiles({ url, clientId });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, zipSync(Object.fromEntries(files), { level: 9, mtime: EPOCH }));
  console.log(`${file}: ${files.size} files.`);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 2;
}
