/** Databases of other programs and devices, read in a helper process. */

import { textOf as reasonOf, systemReasonOf, UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Secret } from '../../core/option.ts';
import type { Clock } from '../../core/tools.ts';
import { HelperFailure, HelperProcess } from '../helper-process/index.ts';
import { type ForeignRow, foreignRow, textOf } from './foreign-row.ts';

export { asBytes, asNumber, asText, bytesOf, type ForeignRow, numberOf, textOf } from './foreign-row.ts';

/** Normal databases need a few milliseconds. */
const TIME_LIMIT_MS = 10_000;
const OUT_OF_MEMORY = 'SQLITE_NOMEM';
const WRONG_KEY = 'WRONG_KEY';
/** A request reads 16 MiB, and all again after a checkpoint. */
const MAX_UNFINISHED = 2_000;

export interface DatabaseFile {
  readonly path: string;
  /** False: nothing else writes, so journals are ignored. */
  readonly live: boolean;
  readonly cipher?: Cipher;
}

export interface Cipher {
  /** Format of `PRAGMA key`. */
  readonly key: Secret;
  /** Path for the private plain copy, which the caller removes after `close`. */
  readonly copy: string;
}

export interface Query {
  readonly sql: string;
  readonly values?: readonly (string | number)[] | Readonly<Record<string, string | number>>;
}

export interface QueryAnswer {
  /** Changes when the file is reopened, perhaps with other tables. */
  readonly opening: string;
  readonly results: readonly (readonly ForeignRow[])[];
}

export class ForeignDatabases {
  readonly #process: HelperProcess;

  constructor(clock: Clock, closing: AbortSignal) {
    const script = new URL('./database-process.js', import.meta.url);
    this.#process = new HelperProcess({ script, timeLimitMs: TIME_LIMIT_MS, clock, closing });
  }

  start(): void {
    this.#process.start();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Throws UpstreamError: `retry` if locked or half written, `drop` for a database that exceeds time or
   * memory or crashes the process, because it would do so again.
   */
  async query({ path, live, cipher }: DatabaseFile, queries: readonly Query[]): Promise<QueryAnswer> {
    const question = {
      path,
      live,
      ...(cipher === undefined ? {} : { cipher: { key: cipher.key.reveal(), copy: cipher.copy } }),
      queries: queries.map(({ sql, values = [] }) => ({ sql, values })),
    };
    let answer = await this.#answer(question);
    for (let count = 0; isUnfinished(answer) && count < MAX_UNFINISHED; count++) {
      answer = await this.#answer(question);
    }
    if (typeof answer === 'object' && answer !== null && 'results' in answer && 'opening' in answer) {
      const { results } = answer;
      const rows = Array.isArray(results) ? results.map(rowsOf) : [];
      return { opening: String(answer.opening), results: queries.map((_, index) => rows[index] ?? []) };
    }
    throw problemOf(answer, path);
  }

  /** Lets the file be removed. Never rejects. */
  async close(path: string): Promise<void> {
    if (this.#process.pid !== undefined) {
      await this.#process.request({ close: path }).catch(() => undefined);
    }
  }

  /** Retries once if something else ended the process, such as a lack of memory. */
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

/** Views, virtual tables and computed columns could compute forever, so they are skipped. */
export async function plainColumns<Table extends string>(
  databases: ForeignDatabases,
  file: DatabaseFile,
  tables: readonly Table[],
): Promise<Readonly<Record<Table, ReadonlySet<string>>>> {
  const queries = tables.map((table) => ({ sql: PLAIN_COLUMNS, values: [table] }));
  const { results } = await databases.query(file, queries);
  const columns = tables.map((table, index) => [
    table,
    new Set(results[index]?.map((row) => textOf(row, 'name'))),
  ]);
  return Object.fromEntries(columns);
}

/** Throws UpstreamError with `advice` if a table or column is missing. */
export function requireColumns(
  columns: Readonly<Record<string, ReadonlySet<string>>>,
  required: Readonly<Record<string, readonly string[]>>,
  advice: UpstreamError['advice'],
): void {
  for (const [table, needed] of Object.entries(required)) {
    const missing = needed.filter((column) => !columns[table]?.has(column));
    if (missing.length > 0) {
      throw new UpstreamError(say('database.no-table', { table, columns: missing.join(', ') }), advice);
    }
  }
}

const PLAIN_COLUMNS = `
  SELECT CAST(columns.name AS BLOB) AS name
  FROM pragma_table_list(?) AS tables JOIN pragma_table_xinfo(tables.name, 'main') AS columns
  WHERE tables.schema = 'main' AND tables.type = 'table' AND columns.hidden = 0`;

function rowsOf(rows: unknown): readonly ForeignRow[] {
  return Array.isArray(rows) ? rows.map(foreignRow) : [];
}

function isUnfinished(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'unfinished' in answer;
}

function problemOf(answer: unknown, path: string): UpstreamError {
  if (isUnfinished(answer)) {
    return new UpstreamError(say('database.written-all-the-time'), 'retry');
  }
  const given = typeof answer === 'object' && answer !== null ? answer : {};
  const problem = 'problem' in given ? String(given.problem) : say('database.no-answer');
  switch ('code' in given ? given.code : undefined) {
    case OUT_OF_MEMORY:
      return new UpstreamError(say('database.too-much-memory'), 'drop');
    case WRONG_KEY:
      return new UpstreamError(problem, 'drop');
    default: {
      const error = Object.assign(new Error(), { ...given, path });
      return new UpstreamError(systemReasonOf(error) === undefined ? problem : reasonOf(error), 'retry');
    }
  }
}

function failureOf({ reason, status }: HelperFailure): UpstreamError {
  switch (reason) {
    case 'not-started':
      return new UpstreamError(say('database.reader-does-not-start'), 'retry');
    case 'overtime':
      return new UpstreamError(say('database.takes-longer', { seconds: TIME_LIMIT_MS / 1_000 }), 'drop');
    case 'ended':
      return status === undefined
        ? new UpstreamError(say('database.crashes-reader'), 'drop')
        : new UpstreamError(say('database.reader-ended', { status }), 'drop');
    case 'closing':
      return new UpstreamError(say('database.stopping'), 'retry');
  }
}
