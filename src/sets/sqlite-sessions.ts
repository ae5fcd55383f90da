/** Hangs while the disk hangs. Continues the set in a new file if this one is removed, replaced or damaged. */

import { access, chmod, constants, open as openFile, stat, utimes } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { EarlierSet, HistoryMark, SessionFile, StoredSession } from '../core/contracts/set.ts';
import { codeOf, textOf, UpstreamError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { entryOf } from '../core/record.ts';
import type { Clock, Disk } from '../core/tools.ts';
import { inOrder, type Publication, type SetEntry, withHiddenRemoved } from '../core/track.ts';
import { Timer } from '../core/waiting.ts';
import { whyNotWritten } from '../host/folders.ts';
import { stillRuns } from '../host/is-running.js';
import { isLocked, SqliteDatabase } from '../host/sqlite/database.ts';
import { keepsCover } from './covers.ts';
import { sessionToResume } from './resume.ts';
import { type SessionEnd, SessionStore } from './store.ts';

export interface SqliteSessionsTools {
  readonly pid: number;
  readonly clock: Clock;
  readonly disk: Disk;
  /** Part of this program's set that an earlier process stored. */
  readonly soFar?: EarlierSet | undefined;
}

/** `mark`: unique among all files of this name. */
interface Connection {
  readonly store: SessionStore;
  readonly file: string;
}

/** A set of this program, also while the file cannot be written. */
interface KeptSet {
  readonly id: string;
  /** Continued by the set. */
  readonly earlier: EarlierSet | undefined;
  readonly entries: Map<number, SetEntry>;
  readonly missing: Map<number, SetEntry>;
  /** Position of its last entry in the file. */
  storedTo: number;
  session: number | undefined;
  /** The session has no track yet. */
  isEmpty: boolean;
  /** When the operator began it. */
  readonly begunAt?: number;
  readonly endedAt?: number;
  /** Position of its first track in the set before, which has yet to lose it. */
  movedFrom?: number | undefined;
}

function keptSet(id: string, earlier?: EarlierSet): KeptSet {
  const entries = new Map(earlier?.entries.map((entry) => [entry.position, entry]));
  const isEmpty = earlier === undefined || entries.size === 0;
  const storedTo = earlier?.entries.at(-1)?.position ?? 0;
  return { id, earlier, entries, missing: new Map(), storedTo, session: undefined, isEmpty };
}

/** When its last stored track ended, if the file may lack that or the track that followed. */
function untoldEndOf({ entries, missing, storedTo, endedAt }: KeptSet): number | undefined {
  if (missing.size === 0 && endedAt === undefined) {
    return undefined;
  }
  const next = inOrder([...entries.values()]).find(({ position }) => position > storedTo);
  return next?.at ?? entries.get(storedTo)?.endedAt ?? endedAt;
}

/** Several programs may run at once. */
const SESSIONS_CONSIDERED = 8;
const OWNER_ONLY = 0o600;
/** A deckcast that was killed may be started again, and then goes on with its set. */
const LEFT_FREE_MS = 20_000;
/** How much too early the next run may end a track after a crash. */
const BEAT_EVERY_MS = 30_000;
const MAGIC = Buffer.from('SQLite format 3\0');

export class SqliteSessions implements SessionFile {
  readonly #path: string;
  readonly #tools: SqliteSessionsTools;
  /** Kept open: the driver releases a closed file only at the next garbage collection. */
  #reader: Connection | undefined;
  #writer: Connection | undefined;
  /** Undefined before the first track in this process. */
  #set: KeptSet | undefined;
  /** Sets before it that are not stored to their end, oldest first. */
  readonly #ended: KeptSet[] = [];
  /** Held while this program stores its set. The OS releases it at the end of the process, however that ends. */
  #lock: SqliteDatabase | undefined;
  readonly #heart: Timer;
  /** Monotonic; when another program last held the lock. */
  #refusedAt = Number.NEGATIVE_INFINITY;

  /** `path`: `--session.filename`. Opens nothing before the first call. */
  constructor(path: string, tools: SqliteSessionsTools) {
    this.#path = path;
    this.#tools = tools;
    this.#heart = new Timer(tools.clock);
  }

  /** Undefined before the set's first track. */
  get session(): number | undefined {
    return this.#set?.session;
  }

  list(limit: number): Promise<readonly StoredSession[]> {
    return this.#read((store) => store.sessions(limit));
  }

  entries(session: number): Promise<readonly SetEntry[]> {
    return this.#read((store) => store.entries(session));
  }

  async resumableSet(now: number, own: readonly string[] = []): Promise<EarlierSet | undefined> {
    const livedUntil = Math.min(now, await lastBeat(this.#lockPath));
    const [earlier] = await this.#read((store) => {
      // Our own process id may have belonged to another process.
      const runs = (pid: number, at: number): boolean => pid !== this.#tools.pid && stillRuns(pid, at, now);
      const ends = store.ends(SESSIONS_CONSIDERED);
      const others = ends.filter(({ setId }) => !own.includes(setId));
      const end = sessionToResume(others, now, runs);
      return end === undefined
        ? []
        : [
            {
              session: end.id,
              ...(end.setId !== '' && { id: end.setId }),
              startedAt: end.startedAt,
              entries:
                end.endedAt === null ? cutOff(store.entries(end.id), livedUntil) : store.entries(end.id),
              covers: store.covers(end.id),
              ...(end.follows > 0 && { before: entriesBefore(end, ends, store) }),
              ...SessionStore.markOf(end, ends),
            },
          ];
    });
    return earlier;
  }

  /** Resolves to the session's number. */
  async store(publication: Publication, continued: EarlierSet | undefined, id: string): Promise<number> {
    const earlier = this.#tools.soFar ?? continued;
    this.#set ??= keptSet(earlier?.id ?? id, earlier);
    const set = id === this.#set.id ? this.#set : this.#leave(this.#set, publication, id);
    set.movedFrom = publication.movedFrom ?? set.movedFrom;
    const entry = entryOf(publication);
    const isRetracted = publication.kind === 'retract' && !publication.removed;
    if (isRetracted) {
      set.entries.delete(entry.position);
      set.missing.delete(entry.position);
    } else if (entry.position > 0) {
      set.entries.set(entry.position, entry);
      set.missing.set(entry.position, entry);
    }
    try {
      const { store, file } = await this.#openToWrite();
      this.#claim(store);
      this.#storeEnded(set, store);
      const session = this.#putMissing(set, store);
      if (isRetracted) {
        store.remove(session, entry);
      } else if (!keepsCover(publication)) {
        store.putCover(session, entry, publication.art);
      }
      await store.persist();
      this.#beat();
      // Through another connection: the writing one sees its own cache even if the file is gone.
      const isStored = this.#readerOf(file, this.#openToRead)?.holds(session, entry) === !isRetracted;
      if (entry.position > 0 && !isStored) {
        throw await this.#setAside();
      }
      if (publication.kind === 'hide') {
        store.gather();
      }
      return session;
    } catch (error) {
      this.#beat();
      throw await this.#explained(error);
    }
  }

  get #lockPath(): string {
    return `${this.#path}-lock`;
  }

  get #untoldEnd(): number | undefined {
    const set = this.#ended[0] ?? this.#set;
    return set && untoldEndOf(set);
  }

  /**
   * Dates the lock file, which tells the next run how long this one has lived, or on a full disk, which still takes
   * dates, when the last stored track ended.
   */
  #beat(): void {
    if (this.#lock !== undefined) {
      const date = new Date(this.#untoldEnd ?? this.#tools.clock.now());
      utimes(this.#lockPath, date, date).catch(() => undefined);
      this.#heart.set(BEAT_EVERY_MS, () => this.#beat());
    }
  }

  /** Begins the set `id`, and keeps the one before in memory until all of it is stored. */
  #leave(set: KeptSet, { movedFrom, at }: Publication, id: string): KeptSet {
    const now = this.#tools.clock.now();
    this.#ended.push(Object.assign(set, { endedAt: now }));
    this.#set = { ...keptSet(id), begunAt: movedFrom === undefined ? now : at };
    return this.#set;
  }

  #storeEnded(current: KeptSet, store: SessionStore): void {
    for (let [set, next = current] = this.#ended; set !== undefined; [set, next = current] = this.#ended) {
      const session = this.#putMissing(set, store);
      next.session = store.begin(next.begunAt ?? 0, this.#tools.pid, next.id, session);
      store.end(session, set.endedAt ?? this.#tools.clock.now());
      this.#ended.shift();
    }
  }

  /** Returns the set's session. */
  #putMissing(set: KeptSet, store: SessionStore): number {
    const session = set.session ?? this.#sessionIn(set, store);
    set.session = session;
    const [first] = set.missing.values();
    if (first !== undefined && set.isEmpty) {
      store.startAt(session, first.at);
      set.isEmpty = false;
    }
    for (const [position, missing] of set.missing) {
      store.put(session, missing);
      set.missing.delete(position);
      set.storedTo = Math.max(set.storedTo, position);
    }
    if (set.movedFrom !== undefined) {
      store.remove(store.followedBy(session), { position: set.movedFrom });
      set.movedFrom = undefined;
    }
    return session;
  }

  /** The stored set of a recording that ended at `endedAt`; empty without one. */
  ofRecording(recording: string, endedAt: number): Promise<readonly SetEntry[]> {
    return this.#read((store) => store.ofRecording(recording, endedAt));
  }

  /** Adds a recording's set; resolves to its number. */
  addRecording(recording: string, entries: readonly SetEntry[], endedAt: number): Promise<number> {
    return this.#write((store) => store.addRecording(recording, entries, endedAt));
  }

  /** Replaces entries. */
  async correct(session: number, entries: readonly SetEntry[]): Promise<void> {
    await this.#write((store) => {
      for (const entry of entries) {
        store.put(session, entry);
      }
    });
    if (entries.some(({ hidden }) => hidden)) {
      this.#writer?.store.gather();
    }
  }

  async #write<Result>(change: (store: SessionStore) => Result): Promise<Result> {
    try {
      const { store } = await this.#openToWrite();
      const result = change(store);
      await store.persist();
      return result;
    } catch (error) {
      throw await this.#explained(error);
    }
  }

  noteHistory(mark: HistoryMark): void {
    if (this.#writer !== undefined && this.session !== undefined) {
      this.#writer.store.noteHistory(this.session, mark);
    }
  }

  async end(): Promise<void> {
    const store = this.#writer?.store;
    try {
      // A session without an end counts as interrupted: the lock file's date ends its last track.
      if (store !== undefined && this.session !== undefined && this.#untoldEnd === undefined) {
        store.end(this.session, this.#tools.clock.now());
        this.#closeReader();
        store.gather();
      }
    } catch {
      // The session stays without an end.
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#closeReader();
    this.#writer?.store.close();
    this.#writer = undefined;
    for (const set of [...this.#ended, ...(this.#set === undefined ? [] : [this.#set])]) {
      set.session = undefined;
    }
    this.#heart.cancel();
    this.#lock?.close();
    this.#lock = undefined;
  }

  /** Queries the file that now has the name; empty without one. */
  async #read<Found>(question: (store: SessionStore) => readonly Found[]): Promise<readonly Found[]> {
    try {
      const store = this.#readerOf(await fileMark(this.#path), () => SessionStore.existing(this.#path));
      return store === undefined ? [] : question(store);
    } catch (error) {
      this.#closeReader();
      throw error;
    }
  }

  readonly #openToRead = (): SessionStore => new SessionStore(this.#path, 'read');

  #readerOf(file: string, open: () => SessionStore | undefined): SessionStore | undefined {
    if (this.#reader?.file !== file) {
      this.#closeReader();
      const store = open();
      this.#reader = store && { store, file };
    }
    return this.#reader?.store;
  }

  #closeReader(): void {
    this.#reader?.store.close();
    this.#reader = undefined;
  }

  async #openToWrite(): Promise<Connection> {
    if (this.#writer !== undefined) {
      if ((await fileMark(this.#path)) === this.#writer.file) {
        return this.#writer;
      }
      this.close();
      throw new UpstreamError(say('session.removed-or-replaced', { path: this.#path }), 'retry');
    }
    await this.#tools.disk.makeFolder(dirname(this.#path));
    await refuseReadOnly(this.#path);
    const store = await openForOwner(this.#path);
    try {
      const file = await fileMark(this.#path);
      this.#readerOf(file, this.#openToRead);
      this.#writer = { store, file };
      return this.#writer;
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /**
   * Claims the file for this program's set. With sets of two programs in it, the wrong one could go on after a power
   * failure. Throws UpstreamError while another program holds the claim.
   */
  #claim(store: SessionStore): void {
    if (this.#lock !== undefined) {
      return;
    }
    let lock: SqliteDatabase | undefined;
    try {
      lock = new SqliteDatabase(this.#lockPath, 'write');
      lock.lock();
    } catch (error) {
      lock?.close();
      // Other errors: network shares may have no locks, and then nothing is claimed.
      if (isLocked(error)) {
        this.#refuseBeside(store);
      }
      return;
    }
    const wasFreed = this.#tools.clock.monotonic() - this.#refusedAt < LEFT_FREE_MS;
    if (wasFreed && runningSets(store).length > 0) {
      lock.close();
      throw new UpstreamError(say('session.of-another-deckcast', { path: this.#path }), 'retry');
    }
    this.#lock = lock;
  }

  #refuseBeside(store: SessionStore): void {
    const running = runningSets(store);
    if (running.some(({ pid }) => pid === this.#tools.pid)) {
      // An earlier process of this program, which a disk holds up.
      return;
    }
    const now = this.#tools.clock.now();
    const other = running.find(({ pid, lastAt }) => pid !== null && stillRuns(pid, lastAt, now));
    this.#refusedAt = this.#tools.clock.monotonic();
    // `retry`, because the other deckcast may be about to end.
    throw new UpstreamError(
      other === undefined
        ? say('session.of-another-deckcast', { path: this.#path })
        : say('session.of-another-deckcast-process', { path: this.#path, pid: other.pid ?? 0 }),
      'retry',
    );
  }

  /** Continues the session, or begins one without entries. */
  #sessionIn({ id, earlier, entries, missing, begunAt }: KeptSet, store: SessionStore): number {
    if (earlier !== undefined && store.resume(earlier.session, this.#tools.pid, id)) {
      return earlier.session;
    }
    const [first] = entries.values();
    const session = store.begin(first?.at ?? begunAt ?? this.#tools.clock.now(), this.#tools.pid, id);
    for (const [position, entry] of entries) {
      missing.set(position, entry);
    }
    return session;
  }

  async #explained(error: unknown): Promise<UpstreamError> {
    if (error instanceof UpstreamError) {
      return error;
    }
    const code = codeOf(error);
    if (String(code).startsWith('SQLITE_READONLY') && this.session === undefined) {
      // A connection opened on a read-only disk stays so, as do others of this process. The driver frees it at garbage
      // collection.
      this.close();
      globalThis.gc?.();
    }
    // SQLite accepts no more writes after the open file's journal was removed.
    const isWithoutJournal = code === 'ENOENT' && this.#writer !== undefined;
    if (code !== 'SQLITE_CORRUPT' && code !== 'SQLITE_NOTADB' && !isWithoutJournal) {
      return new UpstreamError(
        say('files.cannot-write', { path: this.#path, reason: whyNotWritten(error) }),
        'retry',
        { cause: error },
      );
    }
    if (
      code === 'SQLITE_NOTADB' &&
      this.#writer === undefined &&
      !isOwnPlace(this.#path) &&
      !(await wasDatabase(this.#path))
    ) {
      return new UpstreamError(say('session.no-session-database', { path: this.#path }), 'stop', {
        cause: error,
      });
    }
    return await this.#setAside(error);
  }

  async #setAside(cause?: unknown): Promise<UpstreamError> {
    this.close();
    try {
      // SQLite's side files belong to the damaged file; the new one must not use them.
      const kept = await this.#tools.disk.setAside([this.#path, `${this.#path}-wal`, `${this.#path}-shm`]);
      return new UpstreamError(
        say('session.damaged', { path: this.#path, kept: kept ?? this.#path }),
        'retry',
        { cause },
      );
    } catch (error) {
      return new UpstreamError(
        say('session.damaged-and-stays', { path: this.#path, reason: textOf(error) }),
        'retry',
        { cause },
      );
    }
  }
}

/** Entries of the sets that the operator ended by beginning the next one, oldest first. */
function entriesBefore(
  end: SessionEnd,
  ends: readonly SessionEnd[],
  store: SessionStore,
): readonly SetEntry[] {
  const before: SetEntry[] = [];
  // Numbers fall, so that a damaged file cannot lead around.
  for (let { id, follows } = end; follows > 0 && follows < id; ) {
    before.unshift(...withHiddenRemoved(store.entries(follows)));
    id = follows;
    follows = ends.find((one) => one.id === id)?.follows ?? 0;
  }
  return before;
}

/** Epoch milliseconds; 0 if unknown. */
async function lastBeat(lockPath: string): Promise<number> {
  return stat(lockPath).then(
    ({ mtimeMs }) => Math.floor(mtimeMs),
    () => 0,
  );
}

/** Ends the last track, unless a source reports that it goes on. */
function cutOff(entries: readonly SetEntry[], at: number): readonly SetEntry[] {
  const last = entries.at(-1);
  return last === undefined || last.endedAt !== undefined || at <= last.at
    ? entries
    : [...entries.slice(0, -1), { ...last, endedAt: at, isCutOff: true }];
}

/**
 * Throws if the file, or its folder with SQLite's side files, is read-only: SQLite would open a connection that never
 * writes, even once the disk is writable.
 */
async function refuseReadOnly(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK);
  try {
    await access(path, constants.W_OK);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') {
      throw error;
    }
  }
}

/** Sets without an end: of running programs, and interrupted ones. */
function runningSets(store: SessionStore): readonly SessionEnd[] {
  return store.ends(SESSIONS_CONSIDERED).filter(({ endedAt }) => endedAt === null);
}

/**
 * Owner only: the store names hidden tracks. Never opens an existing file: closing it would drop the locks of this
 * process (POSIX), and another program that closes the file would then remove the journal.
 */
async function openForOwner(path: string): Promise<SessionStore> {
  try {
    await (await openFile(path, 'ax', OWNER_ONLY)).close();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw error;
    }
  }
  const store = new SessionStore(path);
  // Now known to be a session store. SQLite's side files get its mode.
  await Promise.all(
    ['', '-wal', '-shm'].map((part) => chmod(`${path}${part}`, OWNER_ONLY).catch(() => undefined)),
  );
  return store;
}

async function fileMark(path: string): Promise<string> {
  try {
    const { dev, ino } = await stat(path);
    return `${dev} ${ino}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return 'none';
    }
    throw error;
  }
}

/** The default file, in deckcast's own folder: users keep no other files there, so it is damaged rather than another's. */
function isOwnPlace(path: string): boolean {
  return basename(path) === 'sessions.db' && basename(dirname(path)) === 'deckcast';
}

/** Databases begin like one or, after a power failure, with zeros. */
async function wasDatabase(path: string): Promise<boolean> {
  const head = Buffer.alloc(MAGIC.length);
  const file = await openFile(path, 'r');
  try {
    await file.read(head, 0, head.length, 0);
  } finally {
    await file.close();
  }
  return head.equals(MAGIC) || head.every((byte) => byte === 0);
}
