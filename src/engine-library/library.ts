/** Reads a copy of a device's Engine database: schemas 1.6 (Engine Prime) to 3.x (Engine DJ 4 and 5). */
import { existsSync } from 'node:fs';
import { messageOf, UpstreamError } from '../core/errors.ts';
import {
  asNumber,
  asText,
  bytesOf,
  type ForeignRow,
  foreignRow,
  numberOf,
  textOf,
} from '../core/foreign-row.ts';
import type { Track } from '../core/track.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { fileName, rowPaths, type TrackPath } from './network-path.ts';
import { type Layout, layoutOf, trackOf } from './schema.ts';

/** A track of a library. */
export interface LibraryTrack {
  readonly track: Track;
  /** Row of its picture, for `art`; absent when it has none. */
  readonly artId?: number;
}

export class EngineLibrary {
  /** Tells libraries apart, whatever the medium is called; empty when the library has none. */
  readonly uuid: string;
  /** `3.0.2` */
  readonly schema: string;
  readonly #database: SqliteDatabase;
  readonly #layout: Layout;

  private constructor(database: SqliteDatabase, layout: Layout) {
    this.#database = database;
    this.#layout = layout;
    const version = ['schemaVersionMajor', 'schemaVersionMinor', 'schemaVersionPatch'];
    const selection = [asText('uuid'), ...version.map((part) => asNumber(part))].join(', ');
    const information = foreignRow(database.row(`SELECT ${selection} FROM Information LIMIT 1`));
    this.uuid = textOf(information, 'uuid');
    this.schema = version.map((part) => numberOf(information, part)).join('.');
  }

  /**
   * Opens a copy that nobody writes to. Throws UpstreamError: `retry` for a copy that is damaged, because it may
   * have been taken while the device was writing; `drop` for a database of another program.
   */
  static async open(path: string): Promise<EngineLibrary> {
    if (!existsSync(path)) {
      throw new UpstreamError(`there is no library at ${path}`, 'drop');
    }
    const { SqliteDatabase } = await import('../sqlite/database.ts');
    return reading(() => {
      // Nothing beside the file is looked at or written, whatever journal the device uses.
      const database = new SqliteDatabase(path, 'immutable');
      try {
        refuseViews(database);
        return new EngineLibrary(
          database,
          layoutOf((table) => columnsOf(database, table)),
        );
      } catch (error) {
        database.close();
        throw error;
      }
    });
  }

  /** The track that a device calls by this path; undefined when the library does not know it. */
  find(path: TrackPath): LibraryTrack | undefined {
    return reading(() => {
      const row = path.kind === 'stream' ? this.#rowOf('uri', path.uri) : this.#rowOfFile(path);
      return row === undefined ? undefined : this.#libraryTrack(row);
    });
  }

  /** The bytes of a picture, as the library keeps them; undefined when the row has none. */
  art(artId: number): Uint8Array | undefined {
    return reading(() => {
      const query = `SELECT ${asText('albumArt')} FROM AlbumArt WHERE id = ?`;
      const bytes = bytesOf(foreignRow(this.#database.row(query, [artId])), 'albumArt');
      return bytes.byteLength > 0 ? bytes : undefined;
    });
  }

  close(): void {
    this.#database.close();
  }

  #rowOfFile(path: Extract<TrackPath, { kind: 'file' }>): ForeignRow | undefined {
    for (const candidate of rowPaths(path)) {
      const row = this.#rowOf('path', candidate);
      if (row !== undefined) {
        return row;
      }
    }
    // The same name in several folders tells nothing.
    const sameName = this.#rowsOf('filename', fileName(path));
    return sameName.length === 1 ? sameName[0] : undefined;
  }

  #rowOf(column: 'path' | 'uri', value: string): ForeignRow | undefined {
    return this.#rowsOf(column, value)[0];
  }

  /** Engine keeps an index on each of these columns. */
  #rowsOf(column: 'path' | 'uri' | 'filename', value: string): ForeignRow[] {
    if (!this.#layout.columns.has(column)) {
      return [];
    }
    const query = `SELECT ${this.#layout.selection} FROM Track WHERE ${column} = ? LIMIT 2`;
    return this.#database.rows(query, [value]).map(foreignRow);
  }

  #libraryTrack(row: ForeignRow): LibraryTrack {
    const artId = numberOf(row, 'artId') ?? 0;
    const texts = this.#layout.textTable
      ? this.#database
          .rows(`SELECT ${asNumber('type')}, ${asText('text')} FROM MetaData WHERE id = ?`, [
            numberOf(row, 'id') ?? 0,
          ])
          .map(foreignRow)
      : [];
    return { track: trackOf(row, texts), ...(artId > 0 ? { artId } : {}) };
  }
}

/** A failure of SQLite, as an error that says whether another copy may be better. */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UpstreamError) {
      throw error;
    }
    throw new UpstreamError(`the library cannot be read: ${messageOf(error)}`, 'retry', { cause: error });
  }
}

/** Engine's are tables, which cost what they hold. A view could be made to compute for ever, and nothing ends that. */
function refuseViews(database: SqliteDatabase): void {
  const query = `SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND type <> 'table'
    AND lower(name) IN ('track', 'metadata', 'albumart', 'information')`;
  if (database.rows(query).length > 0) {
    throw new UpstreamError('this database is no Engine library', 'drop');
  }
}

function columnsOf(database: SqliteDatabase, table: string): Set<string> {
  const columns = database
    .rows(`SELECT ${asText('name')} FROM pragma_table_info(?)`, [table])
    .map(foreignRow);
  return new Set(columns.map((column) => textOf(column, 'name')));
}
