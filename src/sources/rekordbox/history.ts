/** rekordbox 6 and 7, as `pyrekordbox` and others describe the database. */
import type { PlayTable } from '../softb/database.ts';

/** More new rows at once are an import. */
const LATEST = 200;

/** A row is added when a track counts as played. Times are UTC texts with milliseconds. */
export const REKORDBOX: PlayTable = {
  tables: {
    djmdSongHistory: ['ContentID', 'created_at', 'rb_local_deleted'],
    djmdContent: [
      'ID',
      'FolderPath',
      'FileNameL',
      'Title',
      'Length',
      'ArtistID',
      'AlbumID',
      'GenreID',
      'LabelID',
      'RemixerID',
      'KeyID',
    ],
    djmdArtist: ['ID', 'Name'],
    djmdAlbum: ['ID', 'Name'],
    djmdGenre: ['ID', 'Name'],
    djmdLabel: ['ID', 'Name'],
    djmdKey: ['ID', 'ScaleName'],
  },
  details: {
    table: 'djmdContent',
    columns: { BPM: 'bpm', Commnt: 'comment', ReleaseYear: 'year' },
  },
  plays: (details) => `SELECT recorded_at, id, artist, title, album, genre, filename, file, seconds,
     bpm / 100.0 AS bpm, key_name AS musical_key, comment, label_name AS label, remixer_name AS remixer, year
   FROM (
     SELECT round((julianday(substr(entry.created_at, 1, 23)) - 2440587.5) * 86400000) AS recorded_at,
       entry.id, artist.Name AS artist, track.Title AS title, album.Name AS album, genre.Name AS genre,
       track.FileNameL AS filename, track.FolderPath AS file, track.Length AS seconds,
       tone.ScaleName AS key_name, company.Name AS label_name, remixer.Name AS remixer_name, ${details}
     FROM (
       SELECT rowid AS id, ContentID, created_at FROM djmdSongHistory
       WHERE COALESCE(rb_local_deleted, 0) = 0 ORDER BY created_at DESC LIMIT ${LATEST}
     ) AS entry
     JOIN djmdContent AS track ON track.ID = entry.ContentID
     LEFT JOIN djmdArtist AS artist ON artist.ID = track.ArtistID
     LEFT JOIN djmdArtist AS remixer ON remixer.ID = track.RemixerID
     LEFT JOIN djmdAlbum AS album ON album.ID = track.AlbumID
     LEFT JOIN djmdGenre AS genre ON genre.ID = track.GenreID
     LEFT JOIN djmdLabel AS company ON company.ID = track.LabelID
     LEFT JOIN djmdKey AS tone ON tone.ID = track.KeyID
   )`,
  // Two decks may count as played at once.
  minGapMs: 0,
};
