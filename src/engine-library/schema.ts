/** What differs between the versions of the Engine database, and what is read from each. */
import { UpstreamError } from '../core/errors.ts';
import { asNumber, asText, type ForeignRow, numberOf, textOf } from '../core/foreign-row.ts';
import type { Track } from '../core/track.ts';

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
    asNumber('id'),
    ...(columns.has(artId) ? [asNumber(artId, 'artId')] : []),
    ...(columns.has('length') ? [asNumber('length')] : []),
    ...['path', 'filename', 'title', 'artist', 'album', 'genre']
      .filter((name) => columns.has(name))
      .map(asText),
  ];
  return { columns, selection: selection.join(', '), textTable };
}

/** `texts` are the track's rows of `MetaData`, where there is such a table. */
export function trackOf(row: ForeignRow, texts: readonly ForeignRow[]): Track {
  const text = (name: keyof typeof TEXT_TYPES): string => {
    const own = texts.find(({ type }) => type === TEXT_TYPES[name]);
    return own === undefined ? textOf(row, name) : textOf(own, 'text');
  };
  const length = numberOf(row, 'length') ?? 0;
  const path = textOf(row, 'path');
  return {
    title: text('title'),
    artist: text('artist'),
    album: text('album'),
    genre: text('genre'),
    filename: textOf(row, 'filename') || path.slice(path.lastIndexOf('/') + 1),
    durationMs: length > 0 ? Math.round(length * 1000) : 0,
  };
}
