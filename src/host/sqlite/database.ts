/**
 * The only access to the SQLite driver, for databases of our own; `foreign.ts` reads those of other programs. A
 * prepared statement that finds the database locked is left unfinished by the driver: it keeps its locks, the
 * connection sees nothing newer, and later writes are never committed. So every lock is taken by `exec`, which leaves
 * nothing behind, before a prepared statement runs, and every query is read to its end.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeOf, messageOf } from '../../core/errors.ts';
import { type Change, Driver } from './driver.js';

export type SqliteValue = string | number | bigint | null | Uint8Array;
/** For `?` in order, or for `@name` by name. */
export type SqliteValues = readonly SqliteValue[] | Readonly<Record<string, SqliteValue>>;

/**
 * `write` creates the file where there is none. `read` never writes and needs an existing file; other programs may
 * write to it meanwhile.
 */
export type SqliteUse = 'write' | 'read';

/** One connection. Its errors are the driver's (`code`: `SQLITE_BUSY`, `SQLITE_NOTADB`, …). */
export class SqliteDatabase {
  readonly #driver: InstanceType<typeof Driver>;

  /** `waitMs`: how long to wait, blocking this thread, for another connection's lock before failing. */
  constructor(path: string, use: SqliteUse, waitMs = 0) {
    try {
      this.#driver = new Driver(addressOf(path, use), { timeout: waitMs });
    } catch (error) {
      throw new Error(`the database cannot be opened (${sqliteNumber(error)})`, { cause: error });
    }
  }

  /** The rows of a query, from one snapshot. */
  rows(query: string, values: SqliteValues = []): unknown[] {
    return this.#transaction('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1', () =>
      this.#driver.prepare(query).all(values),
    );
  }

  /** The first row of a query; undefined when it has none. */
  row(query: string, values: SqliteValues = []): unknown {
    return this.rows(query, values)[0];
  }

  /** Runs one statement that writes. It is committed when this returns, and has done nothing when this throws. */
  change(statement: string, values: SqliteValues = []): Change {
    return this.#transaction('BEGIN IMMEDIATE', () => this.#driver.prepare(statement).run(values));
  }

  /** As `change`, for a statement with RETURNING: its rows. */
  changedRows(statement: string, values: SqliteValues = []): unknown[] {
    return this.#transaction('BEGIN IMMEDIATE', () => this.#driver.prepare(statement).all(values));
  }

  /** Runs statements without values, all or none of them. */
  script(statements: string): void {
    this.#transaction('BEGIN IMMEDIATE', () => this.#driver.exec(statements));
  }

  /** Sets what SQLite accepts only outside of a transaction: `journal_mode = WAL`. */
  pragma(setting: string): void {
    this.#driver.exec(`PRAGMA ${setting}`);
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
      // A full disk has ended the transaction already.
      if (this.#driver.inTransaction) {
        this.#driver.exec('ROLLBACK');
      }
      throw error;
    }
  }
}

/** Whether another connection has the database locked, so that a retry can help. */
export function isLocked(error: unknown): boolean {
  return String(codeOf(error)).startsWith('SQLITE_BUSY');
}

/** The driver ignores its option `readonly`; SQLite honors `mode=ro` in a file URI. */
function addressOf(path: string, use: SqliteUse): string {
  if (use === 'write') {
    // Absolute, so that the driver does not take a file name for a server's address.
    return resolve(path);
  }
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'ro');
  return url.href;
}

/** The driver's message contains the path, and SQLite's error as a number. */
function sqliteNumber(error: unknown): string {
  const number = /: (\d+)"?\)?$/.exec(messageOf(error))?.[1];
  return number === undefined ? messageOf(error) : `SQLite error ${number}`;
}
