/**
 * SQLCipher 4 with default settings: pages of 4,096 bytes in AES-256-CBC, each with an HMAC-SHA512 over
 * itself and its number (https://www.zetetic.net/sqlcipher/design/). Any bytes give a page or undefined.
 * JavaScript, because Node also runs it unbundled.
 */
import { createDecipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';

export const PAGE_BYTES = 4096;
const SALT_BYTES = 16;
const IV_BYTES = 16;
const TAG_BYTES = 64;
const RESERVED_BYTES = IV_BYTES + TAG_BYTES;
const PASSPHRASE_ROUNDS = 256_000;
const HMAC_ROUNDS = 2;
const HMAC_SALT_MASK = 0x3a;
const NOTHING = Buffer.alloc(PAGE_BYTES);
const HEADER = Buffer.from('SQLite format 3\0');

/** @typedef {{ readonly page: Buffer, readonly hmac: Buffer }} Keys */

/**
 * Keys of a database. `key` as in `PRAGMA key`: a passphrase, or `x'…'` with the key in 64 hexadecimal
 * digits, or key and salt in 96. A passphrase takes 0.1 s or more.
 * @param {string} key
 * @param {Buffer} firstPage encrypted; begins with the salt
 * @returns {Keys}
 */
export function keysOf(key, firstPage) {
  const raw = /^x'([0-9a-f]{64})([0-9a-f]{32})?'$/i.exec(key);
  const salt = raw?.[2] === undefined ? firstPage.subarray(0, SALT_BYTES) : Buffer.from(raw[2], 'hex');
  const page =
    raw?.[1] === undefined
      ? pbkdf2Sync(key, salt, PASSPHRASE_ROUNDS, 32, 'sha512')
      : Buffer.from(raw[1], 'hex');
  const masked = salt.map((byte) => byte ^ HMAC_SALT_MASK);
  return { page, hmac: pbkdf2Sync(page, masked, HMAC_ROUNDS, 32, 'sha512') };
}

/**
 * Page as unencrypted SQLite reads it; undefined if half written, damaged, or of another key or number.
 * @param {Buffer} encrypted of `PAGE_BYTES`
 * @param {number} number from 1
 * @param {Keys} keys
 */
export function decryptPage(encrypted, number, keys) {
  const start = number === 1 ? SALT_BYTES : 0;
  const end = PAGE_BYTES - RESERVED_BYTES;
  const count = Buffer.alloc(4);
  count.writeUInt32LE(number);
  const signed = encrypted.subarray(start, end + IV_BYTES);
  const tag = createHmac('sha512', keys.hmac).update(signed).update(count).digest();
  if (!timingSafeEqual(tag, tagOf(encrypted))) {
    // Pages never written (the lock page, or only counted) are not encrypted.
    return number > 1 && encrypted.equals(NOTHING) ? Buffer.alloc(PAGE_BYTES) : undefined;
  }
  const decipher = createDecipheriv('aes-256-cbc', keys.page, encrypted.subarray(end, end + IV_BYTES));
  decipher.setAutoPadding(false);
  const page = Buffer.alloc(PAGE_BYTES);
  decipher.update(encrypted.subarray(start, end)).copy(page, start);
  if (number === 1) {
    HEADER.copy(page);
    // The copy has no write-ahead log.
    page.fill(1, 18, 20);
  }
  return page;
}

/**
 * Differs after each write of a page.
 * @param {Buffer} encrypted
 */
export function tagOf(encrypted) {
  return encrypted.subarray(PAGE_BYTES - TAG_BYTES);
}

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
export const FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES;
const WAL_MAGIC = 0x377f0682;

/** Committed pages of a write-ahead log (https://sqlite.org/fileformat2.html#walformat). */
export class WriteAheadLog {
  /**
   * File offset of each page's newest committed version.
   * @type {Map<number, number>}
   */
  pages = new Map();
  /** Size of the database after the last commit. */
  pageCount = 0;
  next = WAL_HEADER_BYTES;
  committed = WAL_HEADER_BYTES;
  /**
   * Uncommitted.
   * @type {Map<number, number>}
   */
  #pending = new Map();
  #salts;
  #isBigEndian;
  /** @type {readonly [number, number]} */
  #sum;
  /**
   * Checksum at the last commit.
   * @type {readonly [number, number]}
   */
  #committedSum;

  /**
   * Undefined for other files and page sizes.
   * @param {Buffer} header
   * @returns {WriteAheadLog | undefined}
   */
  static open(header) {
    if (header.length < WAL_HEADER_BYTES) {
      return undefined;
    }
    const magic = header.readUInt32BE(0);
    if ((magic & ~1) !== WAL_MAGIC || header.readUInt32BE(8) !== PAGE_BYTES) {
      return undefined;
    }
    const log = new WriteAheadLog(header.subarray(16, 24), (magic & 1) === 1);
    log.#add(header.subarray(0, 24));
    log.#committedSum = log.#sum;
    return log.#sum[0] === header.readUInt32BE(24) && log.#sum[1] === header.readUInt32BE(28)
      ? log
      : undefined;
  }

  /** @param {Buffer} salts @param {boolean} isBigEndian */
  constructor(salts, isBigEndian) {
    this.#salts = Buffer.from(salts);
    this.#isBigEndian = isBigEndian;
    this.#sum = [0, 0];
    this.#committedSum = this.#sum;
  }

  /**
   * The same log: frames were only appended.
   * @param {Buffer} header
   */
  continues(header) {
    return header.length >= WAL_HEADER_BYTES && this.#salts.equals(header.subarray(16, 24));
  }

  /** Back to the last commit: a rollback may overwrite later frames. */
  rewind() {
    this.next = this.committed;
    this.#sum = this.#committedSum;
    this.#pending.clear();
  }

  /**
   * Returns false for an invalid frame, which ends the log.
   * @param {Buffer} frame of `FRAME_BYTES`
   */
  push(frame) {
    const number = frame.readUInt32BE(0);
    if (number === 0 || !this.#salts.equals(frame.subarray(8, 16))) {
      return false;
    }
    const before = this.#sum;
    this.#add(frame.subarray(0, 8));
    this.#add(frame.subarray(FRAME_HEADER_BYTES));
    if (this.#sum[0] !== frame.readUInt32BE(16) || this.#sum[1] !== frame.readUInt32BE(20)) {
      this.#sum = before;
      return false;
    }
    this.#pending.set(number, this.next + FRAME_HEADER_BYTES);
    this.next += FRAME_BYTES;
    const pageCount = frame.readUInt32BE(4);
    if (pageCount > 0) {
      for (const [page, at] of this.#pending) {
        this.pages.set(page, at);
      }
      this.#pending.clear();
      this.pageCount = pageCount;
      this.committed = this.next;
      this.#committedSum = this.#sum;
    }
    return true;
  }

  #add(/** @type {Buffer} */ bytes) {
    let [one, other] = this.#sum;
    for (let at = 0; at + 8 <= bytes.length; at += 8) {
      const first = this.#isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
      const second = this.#isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
      one = (one + first + other) >>> 0;
      other = (other + second + one) >>> 0;
    }
    this.#sum = [one, other];
  }
}
