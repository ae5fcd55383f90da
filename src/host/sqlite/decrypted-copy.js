/**
 * A plain copy of an encrypted database that another program writes to. It takes no lock, so that it can never be in that
 * program's way: what changed while it was read is noticed and read again. JavaScript, because Node also runs it unbundled.
 */
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { decryptPage, FRAME_BYTES, keysOf, PAGE_BYTES, tagOf, WriteAheadLog } from './cipher.js';

/** Bytes that one call reads, so that each one is over soon. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Read at once. */
const PIECE_PAGES = 256;
/** How much of a page's tag is remembered: whether it is another one, no more. */
const MARK_BYTES = 16;
/** A collection of 20,000 tracks has a few dozen megabytes. */
const MAX_PAGES = (4 * 1024 * 1024 * 1024) / PAGE_BYTES;
/** Milliseconds within which a file may be written twice and have the same time. */
const SAME_TIME_MS = 50;
/** What is half written is whole a moment later; after so many passes in which nothing changes it is damaged. */
const MAX_FAILURES = 10;
const HALF_WRITTEN = 'HALF_WRITTEN';
/** A rollback journal begins with it while its transaction is under way. */
const JOURNAL_MAGIC = 'd9d505f920a163d7';

/** The database cannot be read as it is now. */
export class CopyError extends Error {
  /** @param {string} message @param {string} code */
  constructor(message, code) {
    super(message);
    this.name = 'CopyError';
    this.code = code;
  }
}

export class DecryptedCopy {
  #path;
  #copy;
  #key;
  /** @type {import('./cipher.js').Keys | undefined} */
  #keys;
  #salt = '';
  /** The tag of each page of the copy. */
  #marks = Buffer.alloc(0);
  /** @type {WriteAheadLog | undefined} */
  #log;
  /** Of the files that the copy holds. */
  #state = '';
  /** Of the files when the pass began: what has come since is for the next one. */
  #begun = '';
  /** Where the present pass goes on, from 0. */
  #position = 0;
  /** The database at the beginning of the pass: its pages, and size and time of its file. */
  #pageCount = 0;
  #main = '';
  #hasChanged = false;
  /** Passes in a row in which something was half written and nothing changed. */
  #failures = 0;
  /** Read in the present call. */
  #bytes = 0;
  /** A page was another one in this pass. */
  #hasWritten = false;
  /** The present pass only confirms the one before. */
  #isSecond = false;
  /**
   * What the copy held when a pass was finished.
   * @type {{ main: string, log: WriteAheadLog | undefined, committed: number } | undefined}
   */
  #whole;

  /** @param {string} path @param {string} copy its file, which is made for this user alone @param {string} key */
  constructor(path, copy, key) {
    this.#path = path;
    this.#copy = copy;
    this.#key = key;
  }

  /**
   * Brings the copy up to date. `unfinished`: call it again until it is not. `changed`: since the last call that finished.
   * Throws CopyError for a wrong key, or pages that are damaged.
   * @returns {{ unfinished: boolean, changed: boolean }}
   */
  refresh() {
    // At once, while it is small: a program that writes all the time has less time to change it.
    for (this.#bytes = 0; ; this.#bytes += PAGE_BYTES) {
      const result = this.#proceed();
      if (!result.unfinished || this.#bytes >= MAX_BYTES) {
        return result;
      }
    }
  }

  /** @returns {{ unfinished: boolean, changed: boolean }} */
  #proceed() {
    const state = this.#stateOf();
    if (this.#position === 0 && state === this.#state) {
      return { unfinished: false, changed: false };
    }
    /** @type {number[]} */
    const files = [];
    const open = (/** @type {string} */ path, flags = constants.O_RDONLY) => {
      const file = openSync(path, flags, 0o600);
      files.push(file);
      return file;
    };
    try {
      const main = open(this.#path);
      const openIfThere = (/** @type {string} */ path) => {
        try {
          return open(path);
        } catch {
          return undefined;
        }
      };
      const wal = openIfThere(`${this.#path}-wal`);
      const journal = openIfThere(`${this.#path}-journal`);
      if (journal !== undefined && isUnderWay(journal)) {
        throw new CopyError('another program is writing to it', HALF_WRITTEN);
      }
      return this.#pass(main, wal, open(this.#copy, constants.O_RDWR | constants.O_CREAT), state);
    } catch (error) {
      this.#position = 0;
      this.#isSecond = false;
      this.#whole = undefined;
      this.#state = '';
      this.#failures = state === this.#stateOf() ? this.#failures + 1 : 0;
      if (error instanceof CopyError && error.code === HALF_WRITTEN && this.#failures < MAX_FAILURES) {
        return { unfinished: true, changed: false };
      }
      this.#failures = 0;
      throw error;
    } finally {
      files.forEach(closeSync);
    }
  }

  /** @param {number} main @param {number | undefined} wal @param {number} copy @param {string} state */
  #pass(main, wal, copy, state) {
    const inFile = fstatSync(main, { bigint: true });
    const mark = `${inFile.size}.${inFile.mtimeNs}`;
    if (this.#position === 0) {
      this.#hasWritten = false;
    }
    if (this.#position === 0 && !this.#isSecond) {
      // All of a pass is of one moment: what is added to the log meanwhile is for the next one.
      this.#begun = state;
      this.#readLog(wal);
      this.#main = mark;
      const { pageCount = 0 } = this.#log ?? {};
      this.#pageCount = pageCount === 0 ? Number(inFile.size) / PAGE_BYTES : pageCount;
      if (this.#pageCount > MAX_PAGES || !Number.isInteger(this.#pageCount)) {
        throw new CopyError('it is not a database of rekordbox, or half written', HALF_WRITTEN);
      }
      this.#useKeysFor(main);
      this.#makeRoom();
    }
    if (this.#whole?.main === mark && this.#whole.log !== undefined && this.#whole.log === this.#log) {
      this.#readNewPages(this.#whole.log, wal, copy, this.#whole.committed);
    } else {
      this.#readPages(main, wal, copy);
    }
    if (this.#position < this.#pageCount) {
      return { unfinished: true, changed: false };
    }
    ftruncateSync(copy, this.#pageCount * PAGE_BYTES);
    this.#position = 0;
    const isSettled = rests(this.#path);
    const isMixed =
      mark !== this.#main ||
      mark !== sizeAndTime(main) ||
      !this.#isSameLog(wal) ||
      (this.#isSecond && this.#hasWritten);
    // A checkpoint may have put newer pages among older ones. Right after one, the time of the file does not tell: what a
    // second pass finds unchanged is of one moment, because no page is ever written twice in the same form.
    this.#isSecond = !isMixed && !isSettled && !this.#isSecond;
    if (isMixed || this.#isSecond) {
      return { unfinished: true, changed: false };
    }
    this.#whole = isSettled
      ? { main: mark, log: this.#log, committed: this.#log?.committed ?? 0 }
      : undefined;
    this.#state = isSettled && rests(`${this.#path}-wal`) ? this.#begun : '';
    const changed = this.#hasChanged;
    this.#hasChanged = false;
    this.#failures = 0;
    return { unfinished: false, changed };
  }

  /**
   * Those that the log has got since.
   * @param {WriteAheadLog} log
   * @param {number | undefined} wal
   * @param {number} copy
   * @param {number} since
   */
  #readNewPages(log, wal, copy, since) {
    const page = Buffer.alloc(PAGE_BYTES);
    for (const [number, at] of log.pages) {
      if (at >= since && number <= this.#pageCount && wal !== undefined) {
        readSync(wal, page, 0, PAGE_BYTES, at);
        this.#write(copy, page, number);
      }
    }
    this.#position = this.#pageCount;
  }

  /** As many as one call may read. @param {number} main @param {number | undefined} wal @param {number} copy */
  #readPages(main, wal, copy) {
    const piece = Buffer.alloc(PIECE_PAGES * PAGE_BYTES);
    const end = Math.min(this.#pageCount, this.#position + MAX_BYTES / PAGE_BYTES);
    while (this.#position < end) {
      const first = this.#position;
      const count = Math.min(PIECE_PAGES, end - first);
      readSync(main, piece, 0, count * PAGE_BYTES, first * PAGE_BYTES);
      for (let index = 0; index < count; index++) {
        const number = first + index + 1;
        const page = piece.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES);
        const at = this.#log?.pages.get(number);
        if (at !== undefined && wal !== undefined) {
          readSync(wal, page, 0, PAGE_BYTES, at);
        }
        this.#write(copy, page, number);
      }
      this.#position += count;
      this.#bytes += count * PAGE_BYTES;
    }
  }

  /** @param {number} copy @param {Buffer} encrypted @param {number} number */
  #write(copy, encrypted, number) {
    const mark = this.#marks.subarray((number - 1) * MARK_BYTES, number * MARK_BYTES);
    const tag = tagOf(encrypted);
    if (mark.equals(tag.subarray(0, MARK_BYTES)) && !mark.equals(NO_MARK)) {
      return;
    }
    const page = decryptPage(encrypted, number, /** @type {import('./cipher.js').Keys} */ (this.#keys));
    if (page === undefined) {
      throw number === 1
        ? new CopyError('the key does not open it', 'WRONG_KEY')
        : new CopyError(`page ${number} is damaged, or half written`, HALF_WRITTEN);
    }
    writeSync(copy, page, 0, PAGE_BYTES, (number - 1) * PAGE_BYTES);
    const isOther = !mark.equals(tag.subarray(0, MARK_BYTES));
    this.#hasChanged ||= isOther;
    this.#hasWritten ||= isOther;
    tag.copy(mark, 0, 0, MARK_BYTES);
  }

  /** @param {number} main */
  #useKeysFor(main) {
    const first = Buffer.alloc(PAGE_BYTES);
    if (readSync(main, first, 0, PAGE_BYTES, 0) < PAGE_BYTES) {
      throw new CopyError('it is not a database yet', HALF_WRITTEN);
    }
    const salt = first.toString('hex', 0, 16);
    if (this.#keys === undefined || salt !== this.#salt) {
      this.#keys = keysOf(this.#key, first);
      this.#salt = salt;
      this.#marks.fill(0);
    }
  }

  #makeRoom() {
    const marks = Buffer.alloc(this.#pageCount * MARK_BYTES);
    this.#hasChanged ||= marks.length !== this.#marks.length;
    this.#marks.copy(marks);
    this.#marks = marks;
  }

  /** @param {number | undefined} wal */
  #isSameLog(wal) {
    if (this.#log === undefined || wal === undefined) {
      return this.#log === undefined;
    }
    const header = Buffer.alloc(32);
    readSync(wal, header, 0, 32, 0);
    return this.#log.continues(header);
  }

  /** @param {number | undefined} wal */
  #readLog(wal) {
    if (wal === undefined) {
      this.#log = undefined;
      return;
    }
    const header = Buffer.alloc(32);
    readSync(wal, header, 0, 32, 0);
    if (this.#log?.continues(header) !== true) {
      this.#log = WriteAheadLog.open(header);
    }
    const log = this.#log;
    if (log === undefined) {
      return;
    }
    log.rewind();
    const frame = Buffer.alloc(FRAME_BYTES);
    while (readSync(wal, frame, 0, FRAME_BYTES, log.next) === FRAME_BYTES && log.push(frame)) {
      // Until one is not valid, or not whole.
    }
  }

  /** Of the files as they are now. */
  #stateOf() {
    return [this.#path, `${this.#path}-wal`, `${this.#path}-journal`].map(markOf).join(' ');
  }
}

const NO_MARK = Buffer.alloc(MARK_BYTES);

/** @param {number} journal */
function isUnderWay(journal) {
  const start = Buffer.alloc(8);
  readSync(journal, start, 0, 8, 0);
  return start.toString('hex') === JOURNAL_MAGIC;
}

/** @param {number} file */
function sizeAndTime(file) {
  const { size, mtimeNs } = fstatSync(file, { bigint: true });
  return `${size}.${mtimeNs}`;
}

/** Whether a change of it would change its time. @param {string} path */
function rests(path) {
  const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs > SAME_TIME_MS;
}

/** @param {string} path */
function markOf(path) {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '-' : `${found.dev}.${found.ino}.${found.size}.${found.mtimeNs}`;
}
