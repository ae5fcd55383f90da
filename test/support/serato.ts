/** Files of Serato DJ: sessions byte by byte (2 and 3), and history tables of its database (4). */

export interface SeratoEntry {
  readonly row: number;
  readonly artist?: string;
  readonly title?: string;
  readonly path?: string;
  readonly length?: string;
  readonly label?: string;
  readonly remixer?: string;
  readonly comment?: string;
  readonly year?: string;
  readonly key?: string;
  /** Seconds since 1970-01-01 UTC. */
  readonly start: number;
  readonly deck?: number;
  readonly played: boolean;
  /** Seconds on the deck, which Serato writes when the track leaves it. */
  readonly playtime?: number;
  /** Windows writes times in eight bytes. */
  readonly longTimes?: boolean;
}

function chunk(tag: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from(tag, 'latin1'), size, content]);
}

function field(id: number, value: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(id, 0);
  head.writeUInt32BE(value.length, 4);
  return Buffer.concat([head, value]);
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`, 'utf16le').swap16();
}

function longNumber(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** First chunk of the file. */
export const SESSION_HEAD: Buffer = chunk('vrsn', text('1.0/Serato Scratch LIVE Review').subarray(0, -2));

/** An entry. Serato appends it again at each change. */
export function sessionEntry(entry: SeratoEntry): Buffer {
  const time = entry.longTimes ? longNumber : number;
  const fields = [
    field(1, number(entry.row)),
    field(2, text(entry.path ?? `Music/${entry.title ?? ''}.mp3`)),
    field(6, text(entry.title ?? '')),
    field(7, text(entry.artist ?? '')),
    field(10, text(entry.length ?? '05:21.00')),
    field(15, number(128)),
    field(17, text(entry.comment ?? '')),
    field(20, text(entry.remixer ?? '')),
    field(21, text(entry.label ?? '')),
    field(23, text(entry.year ?? '')),
    field(28, time(entry.start)),
    field(31, number(entry.deck ?? 1)),
    ...(entry.playtime === undefined ? [] : [field(45, number(entry.playtime))]),
    field(48, number(7)),
    field(50, Buffer.from([entry.played ? 1 : 0])),
    field(51, text(entry.key ?? '')),
    field(53, time(entry.start)),
  ];
  return chunk('oent', chunk('adat', Buffer.concat(fields)));
}

/** Tables of `master.sqlite` that hold plays: columns of Serato DJ Pro 4.0.6, without triggers. */
export const SERATO_4_SCHEMA = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE history_session (
    id INTEGER PRIMARY KEY AUTOINCREMENT, start_time INTEGER NOT NULL DEFAULT (strftime('%s', 'now')),
    end_time INTEGER, notes TEXT, composer TEXT, label TEXT, comment TEXT, grouping TEXT, key TEXT, year TEXT, name TEXT
  );
  CREATE TABLE location (id INTEGER PRIMARY KEY, path TEXT, uuid BLOB, revision INT NOT NULL DEFAULT 0);
  CREATE TABLE connection (location_id INTEGER, database_uri TEXT);
  CREATE TABLE history_entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT, location_id INTEGER, portable_id TEXT NOT NULL DEFAULT '',
    file_name TEXT DEFAULT NULL, artist TEXT NOT NULL DEFAULT '', comments TEXT NOT NULL DEFAULT '',
    remixer TEXT NOT NULL DEFAULT '', name TEXT NOT NULL DEFAULT '', album TEXT NOT NULL DEFAULT '',
    year TEXT NOT NULL DEFAULT '', genre TEXT NOT NULL DEFAULT '', key TEXT NOT NULL DEFAULT '',
    label TEXT NOT NULL DEFAULT '', bpm REAL, length_sec INTEGER, length_ms INTEGER,
    time_modified INTEGER NOT NULL DEFAULT (strftime('%s', 'now')), session_id INTEGER NOT NULL DEFAULT -1,
    asset_id INTEGER DEFAULT -1, start_time INTEGER NOT NULL DEFAULT (strftime('%s', 'now')),
    end_time INTEGER DEFAULT -1, played INTEGER NOT NULL DEFAULT 0, deck TEXT NOT NULL DEFAULT '',
    FOREIGN KEY (session_id) REFERENCES history_session(id) ON DELETE CASCADE,
    FOREIGN KEY (location_id) REFERENCES location(id) ON DELETE SET NULL
  );
  CREATE INDEX history_entry__history_session_id ON history_entry (session_id);
  INSERT INTO history_session (id, start_time, end_time, name) VALUES (1, 1763700000, 0, '2026-11-21');
  INSERT INTO location (id) VALUES (1);
  INSERT INTO connection VALUES (1, '/Volumes/MUSIC/_Serato_/Library/location.sqlite');
`;

/** Library table with the columns that are read, named like those of the history. */
export const SERATO_4_ASSETS = `
  CREATE TABLE asset (
    id INTEGER PRIMARY KEY AUTOINCREMENT, location_id INTEGER, portable_id TEXT NOT NULL DEFAULT '', file_name TEXT,
    type TEXT, artist TEXT, name TEXT, album TEXT, genre TEXT, label TEXT, remixer TEXT, comments TEXT, key TEXT,
    year TEXT, bpm REAL, length_sec INTEGER
  );
`;

/** `database V2` of Serato DJ before version 4: texts of each track by tag. */
export function seratoLibrary(tracks: readonly Readonly<Record<string, string>>[]): Buffer {
  return Buffer.concat([
    chunk('vrsn', text('2.0/Serato Scratch LIVE Database').subarray(0, -2)),
    ...tracks.map((track) =>
      chunk(
        'otrk',
        Buffer.concat(Object.entries(track).map(([tag, value]) => chunk(tag, text(value).subarray(0, -2)))),
      ),
    ),
  ]);
}
