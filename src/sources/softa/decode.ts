import iconv from 'iconv-lite';
import { decoded, utf8In, windows1252In } from '../shared/encodings.ts';

const LINE_FEED = 0x0a;

export interface Decoded {
  readonly text: string;
  /** Ends within a character: the writer may not be done. */
  readonly cut: boolean;
  /** A line decoded as Windows-1252 looks like another script. */
  readonly doubtful?: true;
}

/**
 * `encoding`: from `encodingNamed`, or `auto`: UTF-16 by its zero bytes, else UTF-8, else Windows-1252 for
 * lines that are not UTF-8. A byte-order mark takes precedence. Never throws.
 */
export function decodeText(bytes: Uint8Array, encoding = 'auto'): Decoded {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return decodeLines(bytes.subarray(3));
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return decodeUtf16(bytes.subarray(2), 'utf-16le');
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return decodeUtf16(bytes.subarray(2), 'utf-16be');
  }
  if (encoding !== 'auto') {
    return { text: decoded(bytes, encoding), cut: isCut(bytes, encoding) };
  }
  const unmarked = utf16WithoutMark(bytes);
  if (unmarked !== undefined) {
    return decodeUtf16(bytes, unmarked);
  }
  return decodeLines(bytes);
}

/** Line by line unless all is UTF-8: an old entry in another encoding must not spoil new ones. */
function decodeLines(bytes: Uint8Array): Decoded {
  const whole = utf8In(bytes);
  if (whole !== undefined) {
    return { text: whole, cut: false };
  }
  const lines: string[] = [];
  let cut = false;
  let doubtful = false;
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    const line = bytes.subarray(start, end);
    const utf8 = utf8In(line);
    lines.push(utf8 ?? windows1252In(line));
    cut = utf8 === undefined && isCut(line, 'utf-8');
    doubtful ||= utf8 === undefined && !cut && isOfAnotherScript(line);
    start = end;
  }
  return { text: lines.join(''), cut, ...(doubtful && { doubtful }) };
}

/**
 * Bytes above 0x7F stand alone among letters in Western European text. In Cyrillic, Greek and East Asian
 * text, they stand together or are most of the letters.
 */
function isOfAnotherScript(line: Uint8Array): boolean {
  const quotationMarks = /[\x91-\x94\xab\xbb]/g;
  const text = Buffer.from(line).toString('latin1').replace(quotationMarks, ' ');
  const count = (letters: RegExp): number => text.match(letters)?.length ?? 0;
  const above = count(/[\x80-\xff]/g);
  return /[\x80-\xff]{3}/.test(text) || (above >= 4 && above > count(/[a-z]/gi));
}

/** Only the last character is incomplete. Windows-1252 text that ends in `é` looks the same. */
function isCut(bytes: Uint8Array, encoding: string): boolean {
  // Others have one byte per character.
  return (
    /^(?:utf|gb|big5|euc|iso-2022|shift)/.test(encoding) &&
    !isText(bytes, encoding) &&
    isText(bytes, encoding, true)
  );
}

function isText(bytes: Uint8Array, encoding: string, stream = false): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}

function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): Decoded {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return { text: iconv.decode(Buffer.from(whole), encoding), cut: whole.length !== bytes.length };
}

/**
 * Latin text in UTF-16 without a byte-order mark has a zero byte in nearly every pair; other encodings have
 * none.
 */
function utf16WithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) {
      zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
    }
  }
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 8;
  if (odd > many && odd > even * 4) {
    return 'utf-16le';
  }
  return even > many && even > odd * 4 ? 'utf-16be' : undefined;
}
