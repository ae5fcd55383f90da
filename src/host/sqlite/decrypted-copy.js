/**
 * Plain copy of an encrypted database that another program writes. Takes no lock, so that it never blocks
 * that program; pages that change meanwhile are read again. JavaScript, because Node also runs it unbundled.
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

/** Limit that keeps each call short. */
const MAX_BYTES = 16 * 1024 * 1024;
const PIECE_PAGES = 256;
/** Part of a page's tag, to detect changes. */
const MARK_BYTES = 16;
/** Collections of 20,000 tracks have a few dozen megabytes. */
const MAX_PAGES = (4 * 1024 * 1024 * 1024) / PAGE_BYTES;
/** Two writes within it may have the same file time. */
const SAME_TIME_MS = 50;
/** Passes without changes until pages that look half written count as damaged. */
const MAX_FAILURES = 10;
const HALF_WRITTEN = 'HALF_WRITTEN';
/** Begins a rollback journal while its transaction is active. */
const JOURNAL_MAGIC = 'd9d505f920a163d7';

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
  #marks = Buffer.alloc(0);
  /** @type {WriteAheadLog | undefined} */
  #log;
  #state = '';
  /** Files at the start of the pass; later changes wait for the next. */
  #begun = '';
  /** Page, from 0. */
  #position = 0;
  /** Pages of the database at the start of the pass. */
  #pageCount = 0;
  #main = '';
  #hasChanged = false;
  /** Passes in a row with half-written pages and no change. */
  #failures = 0;
  #bytes = 0;
  #hasWritten = false;
  /** Only confirms the previous pass. */
  #isSecond = false;
  /**
   * Copy after the last finished pass.
   * @type {{ main: string, log: WriteAheadLog | undefined, committed: number } | undefined}
   */
  #whole;

  /**
   * @param {string} path
   * @param {string} copy file, readable only by this user
   * @param {string} key
   */
  constructor(path, copy, key) {
    this.#path = path;
    this.#copy = copy;
    this.#key = key;
  }

  /**
   * Updates the copy. `unfinished`: call again. `changed`: since the last finished call. Throws CopyError for
   * a wrong key or damaged pages.
   * @returns {{ unfinished: boolean, changed: boolean }}
   */
  refresh() {
    // Reads a small database in one go: a busy writer has less time to change it.
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
      // A pass reads one state: frames appended meanwhile wait.
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
    // A checkpoint may have mixed newer pages with older ones, and right after it the file time proves
    // nothing. If a second pass finds all pages unchanged, they belong to one state: rewriting a page always
    // changes its bytes.
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
   * Copies pages that the log gained after `since`.
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

  /**
   * Stops at the limit of one call.
   * @param {number} main
   * @param {number | undefined} wal
   * @param {number} copy
   */
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
    while (readSync(wal, frame, 0, FRAME_BYTES, log.next) === FRAME_BYTES && log.push(frame)) {}
  }

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

/**
 * A further write would change the file time.
 * @param {string} path
 */
function rests(path) {
  const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs > SAME_TIME_MS;
}

/** @param {string} path */
function markOf(path) {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '-' : `${found.dev}.${found.ino}.${found.size}.${found.mtimeNs}`;
}
