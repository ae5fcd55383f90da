/** What differs between the versions of the Engine database, and what is read from each. */
import { UpstreamError } from '../core/errors.ts';
import type { Track } from '../core/track.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface Layout {
  readonly columns: ReadonlySet<string>;
  /** What is read from `Track`, each under one name for all versions; for `SELECT`. */
  readonly selection: string;
  /** Engine 1 keeps names in a table of their own. */
  readonly textTable: boolean;
}

/** Types of the rows of Engine 1's `MetaData`. */
const TEXT_TYPES = { title: 1, artist: 2, album: 3, genre: 4 } as const;

/** Finds the layout by the columns that are there, which holds for versions that nobody has seen yet. */
export function layoutOf(columnsOf: (table: string) => ReadonlySet<string>): Layout {
  const columns = columnsOf('Track');
  const texts = columnsOf('MetaData');
  const textTable = !columns.has('title') && texts.has('text');
  if (!columns.has('path') || (!columns.has('title') && !textTable)) {
    throw new UpstreamError('this database is no Engine library', 'drop');
  }
  const artId = columns.has('albumArtId') ? 'albumArtId' : 'idAlbumArt';
  const selection = [
    asNumber('id', 'id'),
    ...(columns.has(artId) ? [asNumber(artId, 'artId')] : []),
    ...(columns.has('length') ? [asNumber('length', 'length')] : []),
    ...['path', 'filename', 'title', 'artist', 'album', 'genre']
      .filter((name) => columns.has(name))
      .map(asText),
  ];
  return { columns, selection: selection.join(', '), textTable };
}

/** `texts` are the track's rows of `MetaData`, where there is such a table. */
export function trackOf(row: Row, texts: readonly Row[]): Track {
  const text = (name: keyof typeof TEXT_TYPES): string => {
    const own = texts.find(({ type }) => type === TEXT_TYPES[name]);
    return own === undefined ? textOf(row, name) : textOf(own, 'text');
  };
  const { length } = row;
  const path = textOf(row, 'path');
  return {
    title: text('title'),
    artist: text('artist'),
    album: text('album'),
    genre: text('genre'),
    filename: textOf(row, 'filename') || path.slice(path.lastIndexOf('/') + 1),
    durationMs: typeof length === 'number' && length > 0 ? Math.round(length * 1000) : 0,
  };
}

/**
 * How a text is asked for: as bytes, for `textOf`. The driver ends the whole process over a text that is no
 * UTF-8, and nothing keeps such texts out of a library: old tags come in every encoding.
 */
export function asText(column: string): string {
  return `CAST(${column} AS BLOB) AS ${column}`;
}

/** How a number is asked for: never as a text, for the same reason. */
export function asNumber(column: string, name: string): string {
  return `CAST(${column} AS INTEGER) AS ${name}`;
}

/** The text of a column that was asked for with `asText`; empty for everything else. */
export function textOf(row: Row, column: string): string {
  return new TextDecoder().decode(bytesOf(row, column));
}

/** The bytes of a column; none for everything else. The driver has two forms for them. */
export function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof ArrayBuffer) {
    return new Uint8Array(value);
  }
  return value instanceof Uint8Array ? value : new Uint8Array();
}
