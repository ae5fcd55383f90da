/** Decodes a text file of unknown encoding. Pure; never throws. */
import iconv from 'iconv-lite';
import { utf8In, windows1252In } from '../encodings.ts';

const LINE_FEED = 0x0a;

export interface Decoded {
  readonly text: string;
  /** The bytes end within a character: the writer may not be done. */
  readonly cut: boolean;
}

/** Byte-order mark, else UTF-16 by its zero bytes, else UTF-8, else Windows-1252 for the lines that are not UTF-8. */
export function decodeText(bytes: Uint8Array): Decoded {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return decodeLines(bytes.subarray(3));
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return decodeUtf16(bytes.subarray(2), 'utf-16le');
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return decodeUtf16(bytes.subarray(2), 'utf-16be');
  }
  const unmarked = utf16WithoutMark(bytes);
  if (unmarked !== undefined) {
    return decodeUtf16(bytes, unmarked);
  }
  return decodeLines(bytes);
}

/** Line by line where it is not all UTF-8: an old entry in another encoding must not spoil the new ones of a list. */
function decodeLines(bytes: Uint8Array): Decoded {
  const whole = decodeUtf8(bytes);
  if (whole !== undefined) {
    return whole;
  }
  const lines: string[] = [];
  let cut = false;
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    const line = bytes.subarray(start, end);
    const decoded = decodeUtf8(line) ?? { text: windows1252In(line), cut: isCutUtf8(line) };
    lines.push(decoded.text);
    cut = decoded.cut;
    start = end;
  }
  return { text: lines.join(''), cut };
}

function decodeUtf8(bytes: Uint8Array): Decoded | undefined {
  const text = utf8In(bytes);
  return text === undefined ? undefined : { text, cut: false };
}

/** True when only the last character is incomplete. A Windows-1252 text that ends in `é` looks the same. */
function isCutUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): Decoded {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return { text: iconv.decode(Buffer.from(whole), encoding), cut: whole.length !== bytes.length };
}

/** Latin text in UTF-16 has a zero byte in nearly every pair; other encodings have none at all. */
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
