/**
 * Helper process that reads other programs' SQLite databases. JavaScript, because Node also runs it
 * unbundled. Answers `{ path, live, queries: [{ sql, values }] }` with `{ opening, results }` or `{ problem,
 * code }`. With `cipher: { key, copy }`, the file is encrypted and a plain copy is read; large files take
 * several requests, answered `{ unfinished: true }`. `{ close: path }` closes a file or copy and is answered
 * `{}`.
 */
import { closeSync, constants, openSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { answerRequests } from '../helper-process/answer-requests.js';
import { DecryptedCopy } from './decrypted-copy.js';
import { Driver } from './driver.js';

/** SQLite's limit for all databases; a normal one needs a few million. */
const MAX_HEAP_BYTES = 128 * 1024 * 1024;
const BUSY_MS = 100;

/** @typedef {{ database: InstanceType<typeof Driver>, file: string, opening: string }} Open */
/** @type {Map<string, Open>} */
const open = new Map();
let openings = 0;
/** @type {Map<string, { key: string, copy: DecryptedCopy }>} */
const copies = new Map();

answerRequests('deckcast databases', (/** @type {any} */ request) =>
  request.close === undefined ? read(request) : forget(request.close),
);

/**
 * @param {{ path: string, live: boolean, cipher?: { key: string, copy: string }, queries: { sql: string, values: import('./driver.js').Values }[] }} request
 */
function read({ path, live, cipher, queries }) {
  const file = cipher?.copy ?? path;
  try {
    if (cipher !== undefined && !refreshed(path, cipher)) {
      return { unfinished: true };
    }
    const { database, opening } = opened(file, live && cipher === undefined);
    return { opening, results: queries.map(({ sql, values }) => database.prepare(sql).all(values)) };
  } catch (error) {
    // The driver doesn't finalize a failed statement, which would keep its locks.
    close(file);
    const { message, code } = /** @type {Error & { code?: unknown }} */ (unreadable(path) ?? error);
    return { problem: message, code };
  }
}

/** Why the system refuses the file: drivers say only that they cannot open it. */
function unreadable(/** @type {string} */ path) {
  try {
    closeSync(openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)));
    return undefined;
  } catch (error) {
    return error;
  }
}

/** False: call again. */
function refreshed(/** @type {string} */ path, /** @type {{ key: string, copy: string }} */ { key, copy }) {
  const known = copies.get(copy);
  const current = known?.key === key ? known : { key, copy: new DecryptedCopy(path, copy, key) };
  copies.set(copy, current);
  const { unfinished, changed } = current.copy.refresh();
  if (changed || unfinished) {
    // SQLite's cache is stale.
    close(copy);
  }
  return !unfinished;
}

function opened(/** @type {string} */ path, /** @type {boolean} */ live) {
  const { dev, ino } = statSync(path);
  const file = `${dev} ${ino}`;
  const current = open.get(path);
  if (current?.file === file) {
    return current;
  }
  close(path);
  const database = new Driver(address(path, live), { timeout: BUSY_MS });
  openings += 1;
  const entry = { database, file, opening: `${process.pid} ${openings}` };
  open.set(path, entry);
  database.prepare(`PRAGMA hard_heap_limit = ${MAX_HEAP_BYTES}`).all([]);
  database.exec('PRAGMA trusted_schema = OFF');
  return entry;
}

/** The driver ignores its option `readonly`; SQLite obeys the query of a file URL. */
function address(/** @type {string} */ path, /** @type {boolean} */ live) {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'ro');
  if (!live) {
    // Ignores journals.
    url.searchParams.set('immutable', '1');
  }
  return url.href;
}

function forget(/** @type {string} */ path) {
  copies.delete(path);
  close(path);
  return {};
}

function close(/** @type {string} */ path) {
  open.get(path)?.database.close();
  open.delete(path);
}
