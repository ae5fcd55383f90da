/** Keeps the set in its file, and in a new one when the file was removed, replaced or damaged meanwhile. */
import { open as openFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { GetEarlierSet } from '../core/contracts.ts';
import { codeOf, messageOf, UpstreamError } from '../core/errors.ts';
import { entryOf } from '../core/record.ts';
import type { Clock, Disk } from '../core/tools.ts';
import type { Publication, SetEntry } from '../core/track.ts';
import { SessionStore } from './store.ts';

export interface SessionWriterTools {
  /** Number of the program's process. */
  readonly pid: number;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly earlierSet: GetEarlierSet;
}

interface Opened {
  readonly store: SessionStore;
  /** Verifies writes: the writing connection sees its own memory, even when the file is gone. */
  readonly reader: SessionStore;
  /** Identifies the file among all that ever have its name. */
  readonly file: string;
}

/** How every SQLite database begins. */
const MAGIC = Buffer.from('SQLite format 3\0');

export class SessionWriter {
  readonly #path: string;
  readonly #tools: SessionWriterTools;
  /** The whole set, by position: what a new file needs. */
  readonly #set = new Map<number, SetEntry>();
  #opened: Opened | undefined;
  /** The set's number in the file that is open. */
  #session: number | undefined;
  /** The entries that the file lacks, by position. */
  readonly #missing = new Map<number, SetEntry>();

  constructor(path: string, tools: SessionWriterTools) {
    this.#path = path;
    this.#tools = tools;
  }

  /** The set's number in the file; undefined before its first track. */
  get session(): number | undefined {
    return this.#session;
  }

  /** Resolves when it is on the disk. Rejects with an UpstreamError; after `retry` it may go into another file. */
  async put(publication: Publication): Promise<void> {
    const entry = entryOf(publication);
    if (this.#set.size === 0) {
      for (const earlier of this.#tools.earlierSet()?.entries ?? []) {
        this.#set.set(earlier.position, earlier);
      }
    }
    this.#set.set(entry.position, entry);
    this.#missing.set(entry.position, entry);
    try {
      const { store, reader } = await this.#open();
      this.#session ??= this.#sessionIn(store);
      for (const [position, missing] of this.#missing) {
        store.put(this.#session, missing);
        this.#missing.delete(position);
      }
      await store.persist();
      if (!reader.holds(this.#session, entry)) {
        throw await this.#setAside();
      }
    } catch (error) {
      throw await this.#explained(error);
    }
  }

  /** The set is over. */
  close(): void {
    const store = this.#opened?.store;
    try {
      if (store !== undefined && this.#session !== undefined) {
        store.end(this.#session, this.#tools.clock.now());
        this.#opened?.reader.close();
        store.gather();
      }
    } catch {
      // Nothing is lost: a session without an end is taken for one that was cut off.
    } finally {
      this.#closeFile();
    }
  }

  async #open(): Promise<Opened> {
    if (this.#opened !== undefined) {
      if ((await fileMark(this.#path)) === this.#opened.file) {
        return this.#opened;
      }
      this.#closeFile();
      throw new UpstreamError(
        `${this.#path} was removed or replaced: the set goes on in a new file`,
        'retry',
      );
    }
    await this.#tools.disk.makeFolder(dirname(this.#path));
    const store = new SessionStore(this.#path);
    try {
      const reader = new SessionStore(this.#path, 'read');
      this.#opened = { store, reader, file: await fileMark(this.#path) };
      return this.#opened;
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /** The session that continues, or a new one, which lacks all entries. */
  #sessionIn(store: SessionStore): number {
    const earlier = this.#tools.earlierSet();
    if (earlier !== undefined && store.resume(earlier.session, this.#tools.pid)) {
      return earlier.session;
    }
    const [first] = this.#set.values();
    const session = store.begin(first?.at ?? this.#tools.clock.now(), this.#tools.pid);
    for (const [position, entry] of this.#set) {
      this.#missing.set(position, entry);
    }
    return session;
  }

  #closeFile(): void {
    this.#opened?.reader.close();
    this.#opened?.store.close();
    this.#opened = undefined;
    this.#session = undefined;
  }

  async #explained(error: unknown): Promise<UpstreamError> {
    if (error instanceof UpstreamError) {
      return error;
    }
    const code = codeOf(error);
    // The journal beside the open file was removed, which then accepts no more writes.
    const isWithoutJournal = code === 'ENOENT' && this.#opened !== undefined;
    if (code !== 'SQLITE_CORRUPT' && code !== 'SQLITE_NOTADB' && !isWithoutJournal) {
      return new UpstreamError(`cannot write ${this.#path}: ${messageOf(error)}`, 'retry', { cause: error });
    }
    if (code === 'SQLITE_NOTADB' && this.#opened === undefined && !(await wasDatabase(this.#path))) {
      return new UpstreamError(
        `${this.#path} is no session database: choose another --session.filename`,
        'stop',
        { cause: error },
      );
    }
    return await this.#setAside(error);
  }

  async #setAside(cause?: unknown): Promise<UpstreamError> {
    this.#closeFile();
    try {
      // SQLite's files beside it belong to the damaged file: they move with it, so that the new one does not use them.
      const kept = await this.#tools.disk.setAside([this.#path, `${this.#path}-wal`, `${this.#path}-shm`]);
      return new UpstreamError(
        `${this.#path} is damaged: it is kept as ${kept}, and the set goes on in a new file`,
        'retry',
        { cause },
      );
    } catch (error) {
      return new UpstreamError(
        `${this.#path} is damaged and cannot be moved aside (${messageOf(error)}): choose another --session.filename`,
        'retry',
        { cause },
      );
    }
  }
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

/** Whether the file was a database: it begins like one, or, after a power failure, with zeros. */
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
