/**
 * The process that reads SQLite databases which others made. JavaScript, because Node runs it as it stands here, too.
 * It is told `{ path, live, queries: [{ sql, values }] }` and answers `{ opening, results }` or `{ problem, code }`;
 * told `{ close: path }`, it lets the file go and answers `{}`. It ends with the program that started it.
 */
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';

/** Bytes that SQLite may take for all databases together; an honest one needs a few. */
const MAX_HEAP_BYTES = 128 * 1024 * 1024;
/** Milliseconds that another program's write is waited for. */
const BUSY_MS = 100;

/** @typedef {{ database: Database.Database, file: string, opening: string }} Open */
/** @type {Map<string, Open>} */
const open = new Map();
let openings = 0;

process.title = 'deckcast databases';
process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal; the program decides when this one ends.
process.on('SIGINT', () => undefined);
process.on('message', (/** @type {any} */ question) => {
  process.send?.(question.close === undefined ? read(question) : close(question.close));
});

/** @param {{ path: string, live: boolean, queries: { sql: string, values: unknown[] }[] }} question */
function read({ path, live, queries }) {
  try {
    const { database, opening } = opened(path, live);
    return { opening, results: queries.map(({ sql, values }) => database.prepare(sql).all(...values)) };
  } catch (error) {
    // The driver leaves a statement that failed unfinished, with the locks that it holds.
    close(path);
    const { message, code } = /** @type {Error & { code?: unknown }} */ (error);
    return { problem: message, code };
  }
}

/** Another file may have taken the path. */
function opened(/** @type {string} */ path, /** @type {boolean} */ live) {
  const { dev, ino } = statSync(path);
  const file = `${dev} ${ino}`;
  const known = open.get(path);
  if (known?.file === file) {
    return known;
  }
  close(path);
  const database = new Database(address(path, live), { timeout: BUSY_MS });
  openings += 1;
  const now = { database, file, opening: `${process.pid} ${openings}` };
  open.set(path, now);
  database.prepare(`PRAGMA hard_heap_limit = ${MAX_HEAP_BYTES}`).all();
  database.exec('PRAGMA trusted_schema = OFF');
  return now;
}

/** The driver takes no notice of its option `readonly`; SQLite knows what a file's address says. */
function address(/** @type {string} */ path, /** @type {boolean} */ live) {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'ro');
  if (!live) {
    // Nothing beside the file is looked at, whatever journal it uses.
    url.searchParams.set('immutable', '1');
  }
  return url.href;
}

function close(/** @type {string} */ path) {
  open.get(path)?.database.close();
  open.delete(path);
  return {};
}
