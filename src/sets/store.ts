import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import type { EarlierSet, HistoryMark, StoredSession } from '../core/contracts/set.ts';
import { RunError, textOf, UpstreamError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { Sealed } from '../core/sealed.ts';
import { shown } from '../core/shown.ts';
import type { Picture, SetEntry } from '../core/track.ts';
import { isLocked, SqliteDatabase } from '../host/sqlite/database.ts';
import { MAX_COVER_BYTES } from './covers.ts';

/**
 * Tables of deckcast 0.2.0, the first release. `pid`: writing process. `ended_at`: orderly stop; empty while running
 * and after a crash. `facts` replaced 0.2's facts about hidden tracks (`fingerprint`, `by_hand`, `correction`,
 * `revealed_from`). Tracks stored as hidden by 0.2 stay hidden.
 */
const FIRST_VERSION = 3;
const FIRST_TABLES = `
  CREATE TABLE session (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    pid INTEGER
  ) STRICT;
  CREATE TABLE track (
    session INTEGER NOT NULL REFERENCES session(id),
    position INTEGER NOT NULL,
    play_id TEXT NOT NULL,
    featured_at INTEGER NOT NULL,
    elapsed_ms INTEGER NOT NULL,
    hidden INTEGER NOT NULL,
    artist TEXT NOT NULL,
    title TEXT NOT NULL,
    album TEXT NOT NULL,
    genre TEXT NOT NULL,
    filename TEXT NOT NULL,
    duration_ms INTEGER NOT NULL,
    source TEXT NOT NULL,
    deck TEXT,
    fingerprint TEXT,
    by_hand INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (session, position)
  ) STRICT, WITHOUT ROWID;
`;

/** `byDefault`: value in rows older than the column. */
type Column = readonly [type: 'TEXT' | 'INTEGER' | 'REAL', byDefault: string];
const TEXT: Column = ['TEXT', "''"];
interface Added {
  readonly track?: Readonly<Record<string, Column>>;
  readonly session?: Readonly<Record<string, Column>>;
}

/**
 * Columns added by each later version; version 14 added the table `cover`. `facts`: `PlayFacts` as JSON, kept for a day. `history`: `HistoryMark` as JSON.
 * `follows`: session that the operator ended by beginning this one; 0 without.
 * `removed`: the operator removed the entry, and may put it back. `play_ended_at`: 0 without. `silent_ms`: `Publication.silentMs`. `heard`: `HeardInRecording` as JSON. `file`: path of a track that isn't hidden. `recording`: file names of a set heard in a recording; otherwise empty.
 */
const ADDED: readonly Added[] = [
  {
    track: {
      label: TEXT,
      remixer: TEXT,
      comment: TEXT,
      musical_key: TEXT,
      bpm: ['REAL', '0'],
      year: ['INTEGER', '0'],
    },
  },
  { track: { isrc: TEXT } },
  { track: { correction: TEXT } },
  { track: { revealed_from: TEXT } },
  { track: { facts: TEXT }, session: { set_id: TEXT, history: TEXT } },
  { track: { heard: TEXT }, session: { recording: TEXT } },
  { track: { file: TEXT } },
  { session: { follows: ['INTEGER', '0'] } },
  { track: { removed: ['INTEGER', '0'] } },
  { track: { play_ended_at: ['INTEGER', '0'] } },
  {},
  { track: { silent_ms: ['INTEGER', '0'] } },
];
const VERSION = FIRST_VERSION + ADDED.length;
const WITH_COVERS = 14;
const COVER_TABLE = `
  CREATE TABLE cover (
    session INTEGER NOT NULL,
    position INTEGER NOT NULL,
    accent TEXT NOT NULL,
    png BLOB NOT NULL,
    PRIMARY KEY (session, position)
  ) STRICT;
`;

function lackedBy(version: number, table: 'track' | 'session'): Readonly<Record<string, Column>> {
  return Object.assign({}, ...ADDED.slice(version - FIRST_VERSION).map((added) => added[table]));
}

/** Sets are over within a day, so facts of hidden tracks may go. */
const FACTS_KEPT_MS = 24 * 3_600_000;

const Text = v.optional(v.string(), '');
const Amount = v.optional(v.number(), 0);
const Facts = v.object({
  reported: v.object({
    ...v.entriesFromList(
      ['artist', 'title', 'album', 'genre', 'label', 'remixer', 'comment', 'key', 'isrc', 'filename'],
      Text,
    ),
    ...v.entriesFromList(['bpm', 'year', 'durationMs'], Amount),
  }),
  corrected: v.object({ artist: v.exactOptional(v.string()), title: v.exactOptional(v.string()) }),
  hiddenByHand: v.boolean(),
  hiddenBy: v.exactOptional(v.picklist(['operator', 'listed', 'rule', 'source'])),
  revealedFrom: v.exactOptional(v.array(v.string())),
  file: v.exactOptional(v.string()),
});
const Mark = v.object({ path: v.string(), position: v.number(), size: v.number() });
const Heard = v.object({
  firstMs: v.number(),
  lastMs: v.number(),
  sureness: v.number(),
  begins: v.exactOptional(v.object({ path: v.string(), atMs: v.number() })),
  isChecked: v.exactOptional(v.literal(true)),
  isHiddenByHand: v.exactOptional(v.literal(true)),
  hiddenAs: v.exactOptional(v.picklist(['track', 'time'])),
  revealedFrom: v.exactOptional(v.array(v.string())),
  anchor: v.exactOptional(
    v.object({
      path: v.string(),
      ...v.entriesFromList(['atMs', 'positionMs', 'tempo'], v.number()),
      fromMs: v.optional(v.number(), 0),
      toMs: v.optional(v.number(), Number.MAX_SAFE_INTEGER),
    }),
  ),
});

const Session = v.object({
  id: v.number(),
  startedAt: v.number(),
  tracks: v.number(),
  recording: v.string(),
});
const End = v.object({
  id: v.number(),
  startedAt: v.number(),
  lastAt: v.number(),
  endedAt: v.nullable(v.number()),
  pid: v.nullable(v.number()),
  setId: v.string(),
  history: v.string(),
  follows: v.number(),
});
export type SessionEnd = v.InferOutput<typeof End>;

const Row = v.object({
  position: v.number(),
  playId: v.string(),
  at: v.number(),
  elapsedMs: v.number(),
  hidden: v.number(),
  artist: v.string(),
  title: v.string(),
  album: v.string(),
  genre: v.string(),
  filename: v.string(),
  durationMs: v.number(),
  source: v.string(),
  deck: v.nullable(v.string()),
  label: v.string(),
  remixer: v.string(),
  comment: v.string(),
  key: v.string(),
  bpm: v.number(),
  year: v.number(),
  isrc: v.string(),
  facts: v.string(),
  heard: v.string(),
  file: v.string(),
  removed: v.number(),
  endedAt: v.number(),
  silentMs: v.number(),
});
type Row = v.InferOutput<typeof Row>;

const Cover = v.object({
  position: v.number(),
  accent: v.string(),
  png: v.pipe(
    v.instance(ArrayBuffer),
    v.transform((bytes) => new Uint8Array(bytes)),
  ),
});

/** Columns whose name differs from the field's. */
const COLUMNS: Partial<Record<keyof Row, string>> = {
  playId: 'play_id',
  at: 'featured_at',
  elapsedMs: 'elapsed_ms',
  durationMs: 'duration_ms',
  endedAt: 'play_ended_at',
  silentMs: 'silent_ms',
  key: 'musical_key',
};
const FIELDS = v.keyof(Row).options;
const PUT = `INSERT OR REPLACE INTO track (session, ${FIELDS.map((field) => COLUMNS[field] ?? field).join()})
  VALUES (?${', ?'.repeat(FIELDS.length)})`;

/** Leaves older files unchanged. */
function readQuery(version: number): string {
  const lacked = lackedBy(version, 'track');
  const columns = FIELDS.map((field) => {
    const column = COLUMNS[field] ?? field;
    return `${lacked[column]?.[1] ?? column} AS ${field}`;
  });
  return `SELECT ${columns.join()} FROM track WHERE session = ? ORDER BY position`;
}

/** Free bytes that covers leave to tracks, on this disk also to those of other outputs. */
const FREE_BESIDE_COVERS = 2 * MAX_COVER_BYTES;

/** Several programs may have a connection. A write that finds a lock fails at once and is retried. */
export class SessionStore {
  readonly #path: string;
  readonly #database: SqliteDatabase;

  /** Throws UpstreamError for another file. */
  constructor(path: string, use: 'write' | 'read' = 'write') {
    this.#path = path;
    this.#database = new SqliteDatabase(path, use);
    try {
      const version = this.#checkedVersion();
      if (use === 'write') {
        this.#prepare(version);
      }
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Undefined without a file or tables: reading must create nothing. Throws RunError for another file. */
  static existing(path: string): SessionStore | undefined {
    if (!existsSync(path)) {
      return undefined;
    }
    try {
      const store = new SessionStore(path, 'read');
      if (store.#holdsTables()) {
        return store;
      }
      store.close();
      return undefined;
    } catch (error) {
      throw new RunError(say('session.cannot-read', { path, reason: whyNotRead(path, error) }));
    }
  }

  #checkedVersion(): number {
    const version = this.#pragma('user_version');
    if (version > VERSION) {
      throw new UpstreamError(say('session.newer', { path: this.#path }), 'stop');
    }
    if (version > 0 && version < FIRST_VERSION) {
      throw new UpstreamError(say('session.older', { path: this.#path }), 'stop');
    }
    if (version === 0 && this.#holdsTables()) {
      throw new UpstreamError(say('session.of-another-program', { path: this.#path }), 'stop');
    }
    return version;
  }

  #prepare(version: number): void {
    this.#database.pragma('journal_mode = WAL');
    // Writes don't wait for the disk; `persist` does, off the main thread.
    this.#database.pragma('synchronous = NORMAL');
    // Overwrites names hidden later.
    this.#database.pragma('secure_delete = ON');
    if (version < VERSION) {
      const added = (['track', 'session'] as const).flatMap((table) =>
        Object.entries(lackedBy(Math.max(version, FIRST_VERSION), table)).map(
          ([name, [type, byDefault]]) =>
            `ALTER TABLE ${table} ADD COLUMN ${name} ${type} NOT NULL DEFAULT ${byDefault};`,
        ),
      );
      const tables = version < WITH_COVERS ? COVER_TABLE : '';
      const script = [
        version === 0 ? FIRST_TABLES : '',
        ...added,
        tables,
        `PRAGMA user_version = ${VERSION};`,
      ];
      this.#database.script(script.join('\n'));
    }
  }

  #holdsTables(): boolean {
    return this.#database.row('SELECT 1 FROM sqlite_schema LIMIT 1') !== undefined;
  }

  #pragma(name: string): number {
    const row = this.#database.row(`PRAGMA ${name}`);
    return v.parse(v.object({ [name]: v.number() }), row)[name] ?? 0;
  }

  /**
   * Returns the session's number. `startedAt`: epoch milliseconds. The set may have one already: the process that began
   * it may have been abandoned before it answered.
   */
  begin(startedAt: number, pid: number, setId: string, follows = 0): number {
    const begun = this.#database.row(
      "SELECT id FROM session WHERE set_id = ? AND set_id != '' AND pid = ? AND ended_at IS NULL",
      [setId, pid],
    );
    if (begun !== undefined) {
      const { id } = v.parse(v.object({ id: v.number() }), begun);
      this.resume(id, pid, setId);
      return id;
    }
    this.#database.change(
      "UPDATE track SET facts = '', fingerprint = NULL, correction = '', revealed_from = '' WHERE (facts != '' OR fingerprint IS NOT NULL) AND featured_at < ?",
      [startedAt - FACTS_KEPT_MS],
    );
    const { lastInsertRowid } = this.#database.change(
      'INSERT INTO session (started_at, pid, set_id, follows) VALUES (?, ?, ?, ?)',
      [startedAt, pid, setId, follows],
    );
    // No run goes on with a set before the latest.
    this.#database.change('DELETE FROM cover');
    return Number(lastInsertRowid);
  }

  /** Moves the beginning of a session without a track. */
  startAt(session: number, startedAt: number): void {
    this.#database.change('UPDATE session SET started_at = ? WHERE id = ?', [startedAt, session]);
  }

  resume(session: number, pid: number, setId: string): boolean {
    const { changes } = this.#database.change(
      'UPDATE session SET ended_at = NULL, pid = ?, set_id = ? WHERE id = ?',
      [pid, setId, session],
    );
    return changes > 0;
  }

  /**
   * Adds a recording's set, which ended at `endedAt`, as the latest session; returns its number. Replaces earlier sets
   * of the recording.
   */
  addRecording(recording: string, entries: readonly SetEntry[], endedAt: number): number {
    const [first] = entries;
    const { lastInsertRowid } = this.#database.change(
      'INSERT INTO session (started_at, ended_at, recording) VALUES (?, ?, ?)',
      [first?.at ?? endedAt, endedAt, recording],
    );
    const session = Number(lastInsertRowid);
    const replaced = 'recording = ? AND ended_at = ? AND id != ?';
    const values = [recording, endedAt, session];
    for (const entry of entries) {
      this.put(session, entry);
    }
    // Last: an interrupted write loses no stored set.
    this.#database.change(
      `DELETE FROM track WHERE session IN (SELECT id FROM session WHERE ${replaced})`,
      values,
    );
    this.#database.change(`DELETE FROM session WHERE ${replaced}`, values);
    return session;
  }

  /** The stored set of a recording that ended at `endedAt`, with its removed entries; empty without one. */
  ofRecording(recording: string, endedAt: number): SetEntry[] {
    const lacked = lackedBy(this.#pragma('user_version'), 'session');
    const rows = this.#database.rows(
      `SELECT id FROM session WHERE ${lacked.recording?.[1] ?? 'recording'} = ? AND ended_at = ?`,
      [recording, endedAt],
    );
    return v.parse(v.array(v.object({ id: v.number() })), rows).flatMap(({ id }) => this.entries(id));
  }

  noteHistory(session: number, mark: HistoryMark): void {
    this.#database.change('UPDATE session SET history = ? WHERE id = ?', [JSON.stringify(mark), session]);
  }

  end(session: number, at: number): void {
    this.#database.change('UPDATE session SET ended_at = ? WHERE id = ?', [at, session]);
  }

  /** Newest first. Those without a track only if they follow another. */
  ends(limit: number): SessionEnd[] {
    const lacked = lackedBy(this.#pragma('user_version'), 'session');
    const follows = lacked.follows?.[1] ?? 'follows';
    const rows = this.#database.rows(
      // Ordered by position: the clock may have been set back during the set.
      `SELECT id, started_at AS startedAt, ended_at AS endedAt, pid, COALESCE(featured_at, started_at) AS lastAt,
         ${lacked.set_id?.[1] ?? 'set_id'} AS setId, ${lacked.history?.[1] ?? 'history'} AS history,
         ${follows} AS follows
       FROM session LEFT JOIN track ON track.session = id
         AND position = (SELECT MAX(position) FROM track WHERE session = id)
       WHERE (position IS NOT NULL OR ${follows} > 0) AND ${lacked.recording?.[1] ?? 'recording'} = ''
       ORDER BY id DESC LIMIT ?`,
      [limit],
    );
    return v.parse(v.array(End), rows);
  }

  /** Adds or replaces the entry at its position. */
  put(
    session: number,
    {
      track,
      hidden,
      facts,
      heard,
      removed,
      endedAt = 0,
      silentMs = 0,
      file = facts?.open().file,
      ...entry
    }: SetEntry,
  ): void {
    const row: Row = {
      deck: null,
      ...entry,
      ...track,
      hidden: Number(hidden),
      removed: Number(removed === true),
      endedAt,
      silentMs,
      facts: facts === undefined ? '' : JSON.stringify(facts.open()),
      heard: heard === undefined ? '' : JSON.stringify(heard),
      file: hidden ? '' : (file ?? ''),
    };
    if (hidden) {
      this.#removeCover(session, entry);
    }
    this.#database.change(PUT, [session, ...FIELDS.map((field) => row[field])]);
  }

  /** Session that the operator ended by beginning this one; 0 without. */
  followedBy(session: number): number {
    const row = this.#database.row('SELECT follows FROM session WHERE id = ?', [session]);
    return v.parse(v.object({ follows: v.number() }), row).follows;
  }

  /** Without art, the track has none. A nearly full disk costs the cover alone. Throws on locked files. */
  putCover(session: number, { position }: Pick<SetEntry, 'position'>, art: Picture | undefined): void {
    if (art === undefined || freeBytes(this.#path) < FREE_BESIDE_COVERS) {
      this.#removeCover(session, { position });
      return;
    }
    const { png, accent = '' } = art;
    try {
      this.#database.change(
        'INSERT OR REPLACE INTO cover (session, position, accent, png) VALUES (?, ?, ?, ?)',
        [session, position, accent, png],
      );
      this.#database.change(
        `DELETE FROM cover WHERE rowid IN (SELECT rowid FROM
           (SELECT rowid, SUM(LENGTH(png)) OVER (ORDER BY position DESC) AS bytes FROM cover WHERE session = ?)
         WHERE bytes > ?)`,
        [session, MAX_COVER_BYTES],
      );
    } catch (error) {
      if (isLocked(error)) {
        throw error;
      }
    }
  }

  #removeCover(session: number, { position }: Pick<SetEntry, 'position'>): void {
    this.#database.change('DELETE FROM cover WHERE session = ? AND position = ?', [session, position]);
  }

  covers(session: number): ReadonlyMap<number, Picture> {
    const rows =
      this.#pragma('user_version') < WITH_COVERS
        ? []
        : this.#database.rows('SELECT position, accent, png FROM cover WHERE session = ? ORDER BY position', [
            session,
          ]);
    return new Map(
      v
        .parse(v.array(Cover), rows)
        .map(({ position, accent, png }) => [position, { png, ...(accent !== '' && { accent }) }]),
    );
  }

  remove(session: number, { position }: Pick<SetEntry, 'position'>): void {
    this.#removeCover(session, { position });
    this.#database.change('DELETE FROM track WHERE session = ? AND position = ?', [session, position]);
  }

  holds(session: number, { position, at }: Pick<SetEntry, 'position' | 'at'>): boolean {
    const query = 'SELECT 1 FROM track WHERE session = ? AND position = ? AND featured_at = ?';
    return this.#database.row(query, [session, position, at]) !== undefined;
  }

  /** Resolves when all entries are on the disk, safe from a power failure. */
  async persist(): Promise<void> {
    const log = await openFile(`${this.#path}-wal`, 'r+');
    try {
      await log.datasync();
    } finally {
      await log.close();
    }
  }

  /**
   * Moves the journal into the database file, so that a copy is complete and no older content remains. A full disk or a
   * reading program may harmlessly prevent it.
   */
  gather(): void {
    try {
      this.#database.pragma('wal_checkpoint(TRUNCATE)');
    } catch {}
  }

  /** Ordered, with those that the operator removed. */
  entries(session: number): SetEntry[] {
    const query = readQuery(this.#pragma('user_version'));
    const rows = v.parse(v.array(Row), this.#database.rows(query, [session]));
    return rows.map((row, index) => {
      const { playId, position, at, elapsedMs, source, deck, hidden, facts, heard, file, removed, ...rest } =
        row;
      const { endedAt: storedEnd, silentMs, ...track } = rest;
      const isLast = index === rows.length - 1;
      const endedAt = storedEnd === 0 && isLast ? this.#endOf(session) : storedEnd;
      return {
        playId,
        position,
        // Entries contain only shown facts.
        ...shown(track, hidden !== 0),
        source,
        ...(deck === null ? {} : { deck }),
        at,
        elapsedMs,
        ...(facts !== '' && { facts: new Sealed(parsed(Facts, facts)) }),
        ...(heard !== '' && { heard: parsed(Heard, heard) }),
        ...(file !== '' && { file }),
        ...(removed !== 0 && { removed: true as const }),
        ...(endedAt > at && { endedAt }),
        ...(silentMs > 0 && { silentMs }),
      };
    });
  }

  /** When a recording ended, or the operator began the next set; 0 if neither is known. */
  #endOf(session: number): number {
    const lacked = lackedBy(this.#pragma('user_version'), 'session');
    const [recording, follows] = [lacked.recording?.[1] ?? 'recording', lacked.follows?.[1] ?? 'follows'];
    const row = this.#database.row(
      // A play that moved to the next set ended the one before.
      `SELECT COALESCE(MIN(ended_at, (SELECT MIN(started_at) FROM session WHERE ${follows} = ended.id)),
         IIF(${recording} = '', 0, ended_at), 0) AS at FROM session AS ended WHERE id = ?`,
      [session],
    );
    return v.parse(v.object({ at: v.number() }), row).at;
  }

  /** `ends`: newest first. Without a noted line, the set's lines follow those of an earlier set. */
  static markOf(end: SessionEnd, ends: readonly SessionEnd[]): Pick<EarlierSet, 'history'> {
    const noted = ends.find(({ id, history }) => id <= end.id && history !== '');
    if (noted === undefined) {
      return {};
    }
    const mark = parsed(Mark, noted.history);
    return { history: noted.id === end.id ? mark : { ...mark, position: 0 } };
  }

  /** Newest first; omits sessions without a track. */
  sessions(limit: number): StoredSession[] {
    const version = this.#pragma('user_version');
    const lacked = lackedBy(version, 'session');
    const removed = lackedBy(version, 'track').removed?.[1] ?? 'removed';
    const rows = this.#database.rows(
      `SELECT id, started_at AS startedAt, COUNT(*) AS tracks, ${lacked.recording?.[1] ?? 'recording'} AS recording
       FROM session JOIN track ON track.session = id AND NOT ${removed} GROUP BY id ORDER BY id DESC LIMIT ?`,
      [limit],
    );
    return v
      .parse(v.array(Session), rows)
      .map(({ recording, ...session }) => ({ ...session, ...(recording !== '' && { recording }) }));
  }

  close(): void {
    this.#database.close();
  }
}

/** SQLite writes side files even to read, but only reports that it cannot open them. */
function whyNotRead(path: string, error: unknown) {
  const folder = dirname(path);
  try {
    accessSync(folder, constants.W_OK);
    // SQLite says of a folder that the file is no database.
    return statSync(path).isDirectory() ? say('settings.path-folder-name-file', { path }) : textOf(error);
  } catch {
    return say('session.folder-read-only', { folder });
  }
}

function parsed<Content>(schema: v.GenericSchema<unknown, Content>, json: string): Content {
  return v.parse(schema, JSON.parse(json));
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
