/**
 * `foreign.ts` reads other programs' databases. A prepared statement that finds the database locked stays
 * unfinished in the driver: it keeps its locks, the connection sees stale data, and later writes are never
 * committed. So `exec`, which leaves nothing behind, takes every lock first, and every query is read to its
 * end.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeOf, messageOf } from '../../core/errors.ts';
import { type Change, Driver } from './driver.js';

export type SqliteValue = string | number | bigint | null | Uint8Array;
/** Positional for `?`, named for `@name`. */
export type SqliteValues = readonly SqliteValue[] | Readonly<Record<string, SqliteValue>>;

/** `write` creates a missing file. `read` needs an existing one, which other programs may be writing. */
export type SqliteUse = 'write' | 'read';

/** Throws the driver's errors (`SQLITE_BUSY`, `SQLITE_NOTADB`, …). */
export class SqliteDatabase {
  readonly #driver: InstanceType<typeof Driver>;

  constructor(path: string, use: SqliteUse) {
    try {
      // A wait for a lock would block this thread.
      this.#driver = new Driver(addressOf(path, use), { timeout: 0 });
    } catch (error) {
      const opening = new Error(`the database cannot be opened (${sqliteNumber(error)})`, { cause: error });
      // libsql gives no code here.
      throw Object.assign(opening, { code: 'SQLITE_CANTOPEN' });
    }
  }

  rows(query: string, values: SqliteValues = []): unknown[] {
    return this.#transaction('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1', () =>
      this.#driver.prepare(query).all(values),
    );
  }

  row(query: string, values: SqliteValues = []): unknown {
    return this.rows(query, values)[0];
  }

  /** Committed on return; without effect if it throws. */
  change(statement: string, values: SqliteValues = []): Change {
    return this.#transaction('BEGIN IMMEDIATE', () => this.#driver.prepare(statement).run(values));
  }

  changedRows(statement: string, values: SqliteValues = []): unknown[] {
    return this.#transaction('BEGIN IMMEDIATE', () => this.#driver.prepare(statement).all(values));
  }

  script(statements: string): void {
    this.#transaction('BEGIN IMMEDIATE', () => this.#driver.exec(statements));
  }

  /** Sets what SQLite accepts only outside a transaction: `journal_mode = WAL`. */
  pragma(setting: string): void {
    this.#driver.exec(`PRAGMA ${setting}`);
  }

  /** Holds the file until `close`, or until the process ends. Throws `SQLITE_BUSY` while another process holds it. */
  lock(): void {
    this.#driver.exec('BEGIN EXCLUSIVE');
  }

  close(): void {
    this.#driver.close();
  }

  #transaction<Result>(begin: string, work: () => Result): Result {
    try {
      this.#driver.exec(begin);
      const result = work();
      this.#driver.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk has ended the transaction.
      if (this.#driver.inTransaction) {
        this.#driver.exec('ROLLBACK');
      }
      throw error;
    }
  }
}

/** Another connection holds a lock; a retry can help. */
export function isLocked(error: unknown): boolean {
  return String(codeOf(error)).startsWith('SQLITE_BUSY');
}

/** The driver ignores its option `readonly`; SQLite honors `mode=ro` in a file URI. */
function addressOf(path: string, use: SqliteUse): string {
  if (use === 'write') {
    // The driver would take a relative name for a server address.
    return resolve(path);
  }
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'ro');
  return url.href;
}

/** The driver's message contains the path. */
function sqliteNumber(error: unknown): string {
  const number = /: (\d+)"?\)?$/.exec(messageOf(error))?.[1];
  return number === undefined ? messageOf(error) : `SQLite error ${number}`;
}
