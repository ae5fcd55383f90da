/** Reads SQLite databases that other programs or devices made, in a process of its own that can be ended. */
import { UpstreamError } from '../core/errors.ts';
import type { Clock } from '../core/tools.ts';
import { HelperFailure, HelperProcess } from '../helper-process/index.ts';
import { type ForeignRow, foreignRow, textOf } from './foreign-row.ts';

export { asBytes, asNumber, asText, bytesOf, type ForeignRow, numberOf, textOf } from './foreign-row.ts';

/** Milliseconds for what is asked at once; an honest database takes a few. */
const TIME_LIMIT_MS = 10_000;
/** The memory that SQLite may have is used up. */
const OUT_OF_MEMORY = 'SQLITE_NOMEM';

export interface DatabaseFile {
  readonly path: string;
  /** Another program writes to it meanwhile; otherwise nobody does, and nothing beside the file is looked at. */
  readonly live: boolean;
}

export interface Query {
  /** With columns that are asked for as `foreign-row.ts` says. */
  readonly sql: string;
  readonly values?: readonly (string | number | Readonly<Record<string, string | number>>)[];
}

export interface QueryAnswer {
  /** Changes whenever the file was opened again: what was known of its tables may be over. */
  readonly opening: string;
  /** The rows of each query. */
  readonly results: readonly (readonly ForeignRow[])[];
}

export class ForeignDatabases {
  readonly #process: HelperProcess;

  /** The process ends when `closing` fires. */
  constructor(clock: Clock, closing: AbortSignal) {
    const script = new URL('./database-process.js', import.meta.url);
    this.#process = new HelperProcess({ script, timeLimitMs: TIME_LIMIT_MS, clock, closing });
  }

  /** Starts the process, so that the first question need not wait for it. */
  start(): void {
    this.#process.start();
  }

  /** Of the process that reads; undefined while there is none. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Throws UpstreamError: `retry` for what may pass (the file is locked, or half written), `drop` for a database that
   * takes too long, or too much memory, or ends the process: asking again would do the same.
   */
  async ask({ path, live }: DatabaseFile, queries: readonly Query[]): Promise<QueryAnswer> {
    const question = { path, live, queries: queries.map(({ sql, values = [] }) => ({ sql, values })) };
    const answer = await this.#answer(question);
    if (typeof answer === 'object' && answer !== null && 'results' in answer && 'opening' in answer) {
      const { results } = answer;
      const rows = Array.isArray(results) ? results.map(rowsOf) : [];
      return { opening: String(answer.opening), results: queries.map((_, index) => rows[index] ?? []) };
    }
    throw problemOf(answer);
  }

  /** Lets the file go, so that it can be removed. Never rejects. */
  async close(path: string): Promise<void> {
    if (this.#process.pid !== undefined) {
      await this.#process.request({ close: path }).catch(() => undefined);
    }
  }

  /** A process that something else ended, the system for want of memory, is no fault of the database. */
  async #answer(question: object, again = true): Promise<unknown> {
    try {
      return await this.#process.request(question);
    } catch (error) {
      if (error instanceof HelperFailure && error.reason === 'ended' && again) {
        return this.#answer(question, false);
      }
      throw error instanceof HelperFailure ? failureOf(error) : error;
    }
  }
}

/**
 * The columns of these tables that cost no more than what they hold: no view's, no virtual table's, none that is
 * computed. Those could compute without end. By the table's name as it is given here; none for a table that is
 * missing or no plain one.
 */
export async function plainColumns<Table extends string>(
  databases: ForeignDatabases,
  file: DatabaseFile,
  tables: readonly Table[],
): Promise<Readonly<Record<Table, ReadonlySet<string>>>> {
  const queries = tables.map((table) => ({ sql: PLAIN_COLUMNS, values: [table] }));
  const { results } = await databases.ask(file, queries);
  const columns = tables.map((table, index) => [
    table,
    new Set(results[index]?.map((row) => textOf(row, 'name'))),
  ]);
  return Object.fromEntries(columns);
}

const PLAIN_COLUMNS = `
  SELECT CAST(columns.name AS BLOB) AS name
  FROM pragma_table_list(?) AS tables JOIN pragma_table_xinfo(tables.name, 'main') AS columns
  WHERE tables.schema = 'main' AND tables.type = 'table' AND columns.hidden = 0`;

function rowsOf(rows: unknown): readonly ForeignRow[] {
  return Array.isArray(rows) ? rows.map(foreignRow) : [];
}

function problemOf(answer: unknown): UpstreamError {
  const given = typeof answer === 'object' && answer !== null ? answer : {};
  const problem = 'problem' in given ? String(given.problem) : 'no answer';
  return 'code' in given && given.code === OUT_OF_MEMORY
    ? new UpstreamError('reading it takes too much memory', 'drop')
    : new UpstreamError(problem, 'retry');
}

function failureOf({ reason, status }: HelperFailure): UpstreamError {
  switch (reason) {
    case 'overtime':
      return new UpstreamError(`reading it takes longer than ${TIME_LIMIT_MS / 1_000} seconds`, 'drop');
    case 'ended':
      return status === undefined
        ? new UpstreamError('reading it ends the process that reads databases', 'drop')
        : new UpstreamError(
            `the process that reads databases ended with status ${status}: is the package libsql installed?`,
            'drop',
          );
    case 'closing':
      return new UpstreamError('the program stops', 'retry');
  }
}
