import { UpstreamError } from '../../../core/errors.ts';
import { say } from '../../../core/message.ts';
import { plausibleBpm, plausibleIsrc, plausibleYear } from '../../../core/plausible.ts';
import type { Track } from '../../../core/track.ts';
import { asNumber, asText, type ForeignRow, numberOf, textOf } from '../../../host/sqlite/foreign.ts';

export interface Layout {
  /** Columns of `Track`. */
  readonly columns: ReadonlySet<string>;
  /** Columns of `Track`, named alike for all versions. */
  readonly selection: string;
  /** Engine 1 has names in `MetaData`. */
  readonly textTable: boolean;
  /** Engine 1 has the key in `MetaDataInteger`. */
  readonly numberTable: boolean;
  readonly artTable: boolean;
}

export const TABLES = ['Information', 'Track', 'MetaData', 'MetaDataInteger', 'AlbumArt'] as const;
export const VERSION = ['schemaVersionMajor', 'schemaVersionMinor', 'schemaVersionPatch'] as const;

/** Row types of Engine 1. */
const TEXT_TYPES = { title: 1, artist: 2, album: 3, genre: 4, comment: 5, label: 6 } as const;
const KEY_TYPE = 4;

export const TEXTS_OF_TRACK = `SELECT ${asNumber('type')}, ${asText('text')} FROM MetaData
  WHERE id = ? AND type IN (${Object.values(TEXT_TYPES).join(', ')}) LIMIT ${Object.keys(TEXT_TYPES).length}`;

export const KEY_OF_TRACK = `SELECT ${asNumber('value', 'key')} FROM MetaDataInteger
  WHERE id = ? AND type = ${KEY_TYPE} LIMIT 1`;

/** Engine's numbers: circle of fifths from C major. */
const KEYS = [
  ...['C', 'Am', 'G', 'Em', 'D', 'Bm', 'A', 'F#m', 'E', 'C#m', 'B', 'G#m'],
  ...['F#', 'Ebm', 'Db', 'Bbm', 'Ab', 'Fm', 'Eb', 'Cm', 'Bb', 'Gm', 'F', 'Dm'],
];

/**
 * Derived from the columns, so that unknown versions work. Throws UpstreamError (`drop`) unless it is an
 * Engine library.
 */
export function layoutOf(tables: Readonly<Record<(typeof TABLES)[number], ReadonlySet<string>>>): Layout {
  const has = (table: (typeof TABLES)[number], ...names: string[]): boolean =>
    names.every((name) => tables[table].has(name));
  const columns = tables.Track;
  const textTable = !columns.has('title') && has('MetaData', 'id', 'type', 'text');
  const named = columns.has('title') || textTable;
  if (!named || !has('Track', 'id', 'path') || !has('Information', 'uuid', ...VERSION)) {
    throw new UpstreamError(say('hwdevice.no-engine-library'), 'drop');
  }
  const artId = columns.has('albumArtId') ? 'albumArtId' : 'idAlbumArt';
  const selection = [
    asNumber('id'),
    ...(columns.has(artId) ? [asNumber(artId, 'artId')] : []),
    ...['length', 'bpm', 'bpmAnalyzed', 'year', 'key']
      .filter((name) => columns.has(name))
      .map((name) => asNumber(name)),
    ...['path', 'filename', 'title', 'artist', 'album', 'genre', 'label', 'remixer', 'comment', 'isrc']
      .filter((name) => columns.has(name))
      .map(asText),
  ];
  return {
    columns,
    selection: selection.join(', '),
    textTable,
    numberTable: !columns.has('key') && has('MetaDataInteger', 'id', 'type', 'value'),
    artTable: has('AlbumArt', 'id', 'albumArt'),
  };
}

/**
 * @param texts rows of `MetaData`, Engine 1
 * @param keys rows of `MetaDataInteger`, Engine 1
 */
export function trackOf(row: ForeignRow, texts: readonly ForeignRow[], keys: readonly ForeignRow[]): Track {
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
    label: text('label'),
    remixer: textOf(row, 'remixer'),
    comment: text('comment'),
    key: keyOf(row, keys[0]),
    bpm: plausibleBpm(numberOf(row, 'bpmAnalyzed') || numberOf(row, 'bpm')),
    year: plausibleYear(numberOf(row, 'year')),
    isrc: plausibleIsrc(textOf(row, 'isrc')),
    filename: textOf(row, 'filename') || path.slice(path.lastIndexOf('/') + 1),
    durationMs: length > 0 ? Math.round(length * 1000) : 0,
  };
}

/** Engine 1 counts from 1, C major last, so 0 means none there. */
function keyOf(row: ForeignRow, own: ForeignRow | undefined): string {
  const number = own === undefined ? numberOf(row, 'key') : numberOf(own, 'key') || undefined;
  return number === undefined || number > KEYS.length ? '' : (KEYS[number % KEYS.length] ?? '');
}
