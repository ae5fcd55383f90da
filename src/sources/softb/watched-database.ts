/** A DJ program's SQLite database, looked at while the program writes it. */
import { UpstreamError } from '../../core/errors.ts';
import type { Clock, Disk } from '../../core/tools.ts';
import {
  type Cipher,
  type DatabaseFile,
  ForeignDatabases,
  type ForeignRow,
  plainColumns,
  type Query,
} from '../../host/sqlite/foreign.ts';

/** The stored columns of each table; none of one that is missing. */
export type Columns = Readonly<Record<string, ReadonlySet<string>>>;

export interface WatchedTables {
  /** Columns without which the database cannot be used, by table. */
  readonly required: Readonly<Record<string, readonly string[]>>;
  /** Tables that a version of the program may lack. */
  readonly optional?: readonly string[];
}

/**
 * Asks the database itself whether anything was written: what is written through memory changes neither the size nor the
 * time of a file, and no event reports it.
 */
export class WatchedDatabase {
  readonly #file: DatabaseFile;
  readonly #tables: WatchedTables;
  readonly #disk: Disk;
  readonly #closing = new AbortController();
  readonly #databases: ForeignDatabases;
  /** The opening of the file whose tables were checked, and their columns. */
  #checked: { readonly tables: string; readonly columns: Columns } | undefined;
  /** The version that was read last. */
  #version: string | undefined;
  /** The state of the file in which it cannot be used. */
  #refused: { readonly state: string; readonly error: UpstreamError } | undefined;

  constructor(
    path: string,
    tables: WatchedTables,
    tools: { readonly clock: Clock; readonly disk: Disk },
    cipher?: Cipher,
  ) {
    this.#file = { path, live: true, ...(cipher && { cipher }) };
    this.#tables = tables;
    this.#disk = tools.disk;
    this.#databases = new ForeignDatabases(tools.clock, this.#closing.signal);
  }

  /**
   * The rows of a query, which is made for the columns that are there. Undefined when nothing was written since the last
   * rows, unless they are wanted `again`. Throws UpstreamError: `drop` for a database that cannot be used, as long as
   * nobody changes it.
   */
  async rows(query: (columns: Columns) => Query, again: boolean): Promise<readonly ForeignRow[] | undefined> {
    // Before it is read: what is written meanwhile is for the next time.
    const state = await this.#state();
    if (this.#refused?.state === state) {
      throw this.#refused.error;
    }
    try {
      return await this.#read(query, again);
    } catch (error) {
      if (error instanceof UpstreamError && error.advice === 'drop') {
        this.#refused = { state, error };
      }
      throw error;
    }
  }

  close(): void {
    this.#closing.abort(new Error('the record is closed'));
  }

  async #read(
    query: (columns: Columns) => Query,
    again: boolean,
  ): Promise<readonly ForeignRow[] | undefined> {
    const { opening, results } = await this.#databases.query(this.#file, [SCHEMA_VERSION, DATA_VERSION]);
    const [schemaVersion, dataVersion] = results.map((rows) => JSON.stringify(rows));
    const tables = `${opening} ${schemaVersion}`;
    if (tables !== this.#checked?.tables) {
      this.#checked = { tables, columns: await this.#columns() };
    }
    const version = `${opening} ${dataVersion}`;
    if (!again && version === this.#version) {
      return undefined;
    }
    const answer = await this.#databases.query(this.#file, [query(this.#checked.columns)]);
    this.#version = version;
    return answer.results[0] ?? [];
  }

  /** Throws UpstreamError for a database with another schema. */
  async #columns(): Promise<Columns> {
    const { required, optional = [] } = this.#tables;
    const columns = await plainColumns(this.#databases, this.#file, [...Object.keys(required), ...optional]);
    for (const [table, needed] of Object.entries(required)) {
      const missing = needed.filter((column) => !columns[table]?.has(column));
      if (missing.length > 0) {
        throw new UpstreamError(
          `the database has no table ${table} with the columns ${missing.join(', ')}`,
          'retry',
        );
      }
    }
    return columns;
  }

  /** Changes with every write to the database that the files show. */
  async #state(): Promise<string> {
    const files = [this.#file.path, `${this.#file.path}-wal`].map((path) =>
      this.#disk.stat(path).catch(() => undefined),
    );
    const states = await Promise.all(files);
    return states.map((file) => file?.mark).join(', ');
  }
}

/** Changes with every change of the tables. */
const SCHEMA_VERSION = { sql: 'PRAGMA schema_version' };
/** Changes with every commit of another connection. */
const DATA_VERSION = { sql: 'PRAGMA data_version' };
