import type { PageBytes } from './bytes.ts';
import { LibraryError } from './errors.ts';

/**
 * Text in a row. The first byte is its form:
 *
 * | first byte | form |
 * |---|---|
 * | odd | short: half of it is the length with this byte, then ASCII; `03` is the empty text |
 * | 40 | length with these four bytes (2), 00, then ASCII |
 * | 90 | length with these four bytes (2), 00, then UTF-16LE |
 * | 90 | likewise, but 03, ASCII, 00: only a track's ISRC |
 */
export const EMPTY_TEXT = 0x03;
const LONG_ASCII = 0x40;
const LONG_UTF16 = 0x90;
const LONG_HEAD = 4;
const ISRC_MARK = 0x03;
const LONGEST_SHORT = 126;

export interface TextForm {
  read(page: PageBytes, at: number): string;
  write(text: string): Buffer;
}

export const plainText: TextForm = { read: readText, write: writeText };

export const isrcText: TextForm = { read: readIsrc, write: writeIsrc };

function readText(page: PageBytes, at: number): string {
  const form = page.u8(at);
  if (form === EMPTY_TEXT) {
    return '';
  }
  if (form % 2 === 1) {
    return page.ascii(at + 1, (form >> 1) - 1);
  }
  const length = page.u16(at + 1) - LONG_HEAD;
  if (form === LONG_ASCII) {
    return page.ascii(at + LONG_HEAD, length);
  }
  if (form === LONG_UTF16) {
    return page.utf16(at + LONG_HEAD, length);
  }
  throw new LibraryError('malformed', `a text of form ${form}`);
}

function readIsrc(page: PageBytes, at: number): string {
  if (page.u8(at) !== LONG_UTF16 || page.u8(at + LONG_HEAD) !== ISRC_MARK) {
    return readText(page, at);
  }
  return page.ascii(at + LONG_HEAD + 1, page.u16(at + 1) - LONG_HEAD - 2);
}

function writeText(text: string): Buffer {
  if (!isAscii(text)) {
    return long(LONG_UTF16, Buffer.from(text, 'utf16le'));
  }
  if (text.length > LONGEST_SHORT) {
    return long(LONG_ASCII, Buffer.from(text, 'latin1'));
  }
  return Buffer.concat([Buffer.of(((text.length + 1) << 1) | 1), Buffer.from(text, 'latin1')]);
}

function writeIsrc(isrc: string): Buffer {
  if (isrc === '') {
    return writeText('');
  }
  return long(LONG_UTF16, Buffer.concat([Buffer.of(ISRC_MARK), Buffer.from(isrc, 'latin1'), Buffer.of(0)]));
}

function long(form: number, bytes: Buffer): Buffer {
  const head = Buffer.of(form, 0, 0, 0);
  head.writeUInt16LE(bytes.length + LONG_HEAD, 1);
  return Buffer.concat([head, bytes]);
}

function isAscii(text: string): boolean {
  return !/[^ -~\t\n\r]/.test(text);
}
