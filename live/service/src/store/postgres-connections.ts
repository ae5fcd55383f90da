/** Limits time: each query gets an answer or an error. */
import postgres from 'postgres';
import type { Clock } from '../../../../src/core/tools.ts';
import { within } from '../../../../src/core/waiting.ts';
import { STORE_LIMIT_MS } from './contract.ts';

/** Keep a database busy; many instances share its hundred. */
const CONNECTIONS = 8;
/** Shorter than a query, so that failing connections end by themselves. */
const CONNECT_WITHIN_S = 2;
/** Seconds. The library's default grows to twenty, long after the database is back. */
const CONNECT_AGAIN_AFTER_S = 0.25;
/** Covers all tables: instances that start together wait for each other. */
const TABLES_WITHIN_MS = 15_000;

export type Sql = postgres.Sql<{ bigint: number }>;
/** Rows, and the number affected. */
export type Answer = postgres.RowList<postgres.Row[]>;

export class PostgresConnections {
  readonly #url: string;
  readonly #clock: Clock;
  #sql: Sql;
  /** Server's last answer, monotonic. */
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(url: string, clock: Clock) {
    this.#url = url;
    this.#clock = clock;
    this.#sql = this.#connectAll();
  }

  /** Rejects after `STORE_LIMIT_MS` at the latest, and cancels the query if possible. */
  async run(question: (sql: Sql) => postgres.PendingQuery<postgres.Row[]>): Promise<Answer> {
    const askedAt = this.#clock.monotonic();
    const sql = this.#sql;
    const query = question(sql).execute();
    try {
      const answer = await this.#within(STORE_LIMIT_MS, query);
      this.#answeredAt = this.#clock.monotonic();
      return answer;
    } catch (error) {
      if (error instanceof postgres.PostgresError) {
        this.#answeredAt = this.#clock.monotonic();
      } else if (error instanceof LateError) {
        this.#takeBack(sql, query, askedAt);
      }
      throw error;
    }
  }

  async make(tables: (sql: postgres.TransactionSql<{ bigint: number }>) => Promise<void>): Promise<void> {
    // The library's transactions need a pipeline.
    const sql = this.#connect(1, 1);
    try {
      await this.#within(TABLES_WITHIN_MS, sql.begin(tables));
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  close(): Promise<void> {
    return this.#sql.end({ timeout: 1 });
  }

  #connectAll(): Sql {
    // No pipeline, so that no query waits behind one that waits for a lock.
    return this.#connect(CONNECTIONS, 0);
  }

  /** @param pipeline queries sent on a connection while it works on another */
  #connect(connections: number, pipeline: number): Sql {
    const options = {
      max: connections,
      connect_timeout: CONNECT_WITHIN_S,
      backoff: () => CONNECT_AGAIN_AFTER_S,
      max_pipeline: pipeline,
      // The library would look up array types, unused here, on each new connection, in an unhandled promise whose
      // rejection ends the process.
      fetch_types: false,
      // Times fit into a number until 287396.
      types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
      onnotice: () => undefined,
    };
    return postgres(this.#url, options);
  }

  #takeBack(sql: Sql, query: postgres.PendingQuery<postgres.Row[]>, askedAt: number): void {
    query.catch(() => undefined);
    if (sql === this.#sql && this.#answeredAt < askedAt) {
      // Unanswered connections may be dead; the next queries get new ones.
      this.#sql = this.#connectAll();
      void sql.end({ timeout: 0 }).catch(() => undefined);
    } else {
      cancel(query);
    }
  }

  #within<Result>(ms: number, work: PromiseLike<Result>): Promise<Result> {
    return within({ clock: this.#clock, ms, late: () => new LateError(ms) }, () => work);
  }
}

/** The library's own cancel leaves a promise unhandled, which rejects if the server takes no more connections. */
function cancel(query: object): void {
  const { canceller } = query as { readonly canceller: ((query: object) => Promise<void>) | null };
  canceller?.(query).catch(() => undefined);
}

class LateError extends Error {
  constructor(limitMs: number) {
    super(`PostgreSQL did not answer within ${limitMs / 1_000} s`);
  }
}
