import { UpstreamError } from '../../core/errors.ts';
import type { Clock, Disk } from '../../core/tools.ts';
import {
  type Cipher,
  type DatabaseFile,
  ForeignDatabases,
  type ForeignRow,
  plainColumns,
  type Query,
  requireColumns,
} from '../../host/sqlite/foreign.ts';

export type Columns = Readonly<Record<string, ReadonlySet<string>>>;

export interface WatchedTables {
  readonly required: Readonly<Record<string, readonly string[]>>;
  readonly optional?: readonly string[];
}

/**
 * A write through shared memory changes neither size nor time of a file, and causes no event. So the database
 * is asked.
 */
export class WatchedDatabase {
  readonly #file: DatabaseFile;
  readonly #tables: WatchedTables;
  readonly #disk: Disk;
  readonly #closing = new AbortController();
  readonly #databases: ForeignDatabases;
  /** Opening of the file whose tables were checked, and their columns. */
  #checked: { readonly tables: string; readonly columns: Columns } | undefined;
  #version: string | undefined;
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
   * Undefined if nothing was written since the last rows, unless `again`. Throws UpstreamError; `drop` while
   * the database is unusable and unchanged.
   */
  async rows(query: (columns: Columns) => Query, again: boolean): Promise<readonly ForeignRow[] | undefined> {
    // Taken before reading, so that a write meanwhile counts as new.
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

  /** Throws UpstreamError if required columns are missing. */
  async #columns(): Promise<Columns> {
    const { required, optional = [] } = this.#tables;
    const columns = await plainColumns(this.#databases, this.#file, [...Object.keys(required), ...optional]);
    requireColumns(columns, required, 'retry');
    return columns;
  }

  /** Changes with every write that the files show. */
  async #state(): Promise<string> {
    const files = [this.#file.path, `${this.#file.path}-wal`].map((path) =>
      this.#disk.stat(path).catch(() => undefined),
    );
    const states = await Promise.all(files);
    return states.map((file) => file?.mark).join(', ');
  }
}

/** Changes with the tables. */
const SCHEMA_VERSION = { sql: 'PRAGMA schema_version' };
/** Changes with every commit of another connection. */
const DATA_VERSION = { sql: 'PRAGMA data_version' };
