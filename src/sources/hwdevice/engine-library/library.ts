/** Schemas 1.6 (Engine Prime) to 3.x (Engine DJ 4 and 5). */
import type { Track } from '../../../core/track.ts';
import {
  asBytes,
  asNumber,
  bytesOf,
  type DatabaseFile,
  type ForeignDatabases,
  type ForeignRow,
  numberOf,
  plainColumns,
  type Query,
} from '../../../host/sqlite/foreign.ts';
import { fileName, rowPaths, type TrackPath } from './network-path.ts';
import { KEY_OF_TRACK, type Layout, layoutOf, TABLES, TEXTS_OF_TRACK, trackOf, VERSION } from './schema.ts';

export interface LibraryTrack {
  readonly track: Track;
  readonly artId?: number;
}

const MAX_ART_BYTES = 20 * 1024 * 1024;
const ART = `SELECT ${asBytes('albumArt', MAX_ART_BYTES)} FROM AlbumArt WHERE id = ?`;
const INFORMATION = `SELECT ${VERSION.map((part) => asNumber(part)).join(', ')} FROM Information LIMIT 1`;

/**
 * Throws UpstreamError: `retry` for a damaged copy, such as one made during a write; `drop` for an unusable
 * one.
 */
export class EngineLibrary {
  /** `3.0.2`. */
  readonly schema: string;
  readonly #databases: ForeignDatabases;
  readonly #file: DatabaseFile;
  readonly #layout: Layout;

  private constructor(
    databases: ForeignDatabases,
    file: DatabaseFile,
    layout: Layout,
    information: ForeignRow,
  ) {
    this.#databases = databases;
    this.#file = file;
    this.#layout = layout;
    this.schema = VERSION.map((part) => numberOf(information, part)).join('.');
  }

  /** Nothing may write to the copy. Throws UpstreamError (`drop`) unless it is an Engine library. */
  static async open(databases: ForeignDatabases, path: string): Promise<EngineLibrary> {
    const file = { path, live: false };
    try {
      const layout = layoutOf(await plainColumns(databases, file, TABLES));
      const [information] = await rowsOf(databases, file, [{ sql: INFORMATION }]);
      return new EngineLibrary(databases, file, layout, information?.[0] ?? {});
    } catch (error) {
      await databases.close(path);
      throw error;
    }
  }

  async find(path: TrackPath): Promise<LibraryTrack | undefined> {
    const row = path.kind === 'stream' ? await this.#rowOfStream(path.uri) : await this.#rowOfFile(path);
    return row === undefined ? undefined : this.#libraryTrack(row);
  }

  async art(artId: number): Promise<Uint8Array | undefined> {
    if (!this.#layout.artTable) {
      return undefined;
    }
    const [rows] = await this.#query([{ sql: ART, values: [artId] }]);
    const bytes = bytesOf(rows?.[0] ?? {}, 'albumArt');
    return bytes.byteLength > 0 ? bytes : undefined;
  }

  /** Lets the copy be removed. Never rejects. */
  close(): Promise<void> {
    return this.#databases.close(this.#file.path);
  }

  async #rowOfStream(uri: string): Promise<ForeignRow | undefined> {
    const [rows] = await this.#query(this.#rowsWhere('uri', uri));
    return rows?.[0];
  }

  async #rowOfFile(path: Extract<TrackPath, { kind: 'file' }>): Promise<ForeignRow | undefined> {
    const candidates = rowPaths(path).flatMap((candidate) => this.#rowsWhere('path', candidate));
    const answers = await this.#query([...candidates, ...this.#rowsWhere('filename', fileName(path))]);
    const found = answers.slice(0, candidates.length).find((rows) => rows.length > 0);
    if (found !== undefined) {
      return found[0];
    }
    // A name in several folders is ambiguous.
    const sameName = answers[candidates.length] ?? [];
    return sameName.length === 1 ? sameName[0] : undefined;
  }

  /** Engine indexes these columns. Empty if the library lacks the column. */
  #rowsWhere(column: 'path' | 'uri' | 'filename', value: string): readonly Query[] {
    const { columns, selection } = this.#layout;
    return columns.has(column)
      ? [{ sql: `SELECT ${selection} FROM Track WHERE ${column} = ? LIMIT 2`, values: [value] }]
      : [];
  }

  async #libraryTrack(row: ForeignRow): Promise<LibraryTrack> {
    const artId = numberOf(row, 'artId') ?? 0;
    const id = numberOf(row, 'id') ?? 0;
    const { textTable, numberTable } = this.#layout;
    const [texts = []] = textTable ? await this.#query([{ sql: TEXTS_OF_TRACK, values: [id] }]) : [];
    const [keys = []] = numberTable ? await this.#query([{ sql: KEY_OF_TRACK, values: [id] }]) : [];
    return { track: trackOf(row, texts, keys), ...(artId > 0 ? { artId } : {}) };
  }

  #query(queries: readonly Query[]): Promise<readonly (readonly ForeignRow[])[]> {
    return rowsOf(this.#databases, this.#file, queries);
  }
}

async function rowsOf(
  databases: ForeignDatabases,
  file: DatabaseFile,
  queries: readonly Query[],
): Promise<readonly (readonly ForeignRow[])[]> {
  return queries.length === 0 ? [] : (await databases.query(file, queries)).results;
}
