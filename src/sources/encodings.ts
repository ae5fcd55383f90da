/** Text in the encodings that programs use, named or not. Pure; never throws. */
import iconv from 'iconv-lite';

/** Undefined when it is not UTF-8. A byte-order mark is not part of the text. */
export function utf8In(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Node's own decoder gets 0x80 to 0x9F of Windows-1252 wrong before version 22. */
export function windows1252In(bytes: Uint8Array): string {
  return iconv.decode(Buffer.from(bytes), 'win1252');
}

/** UTF-8, or else Windows-1252: text of that other encoding is hardly ever UTF-8, too. */
export function textIn(bytes: Uint8Array): string {
  return utf8In(bytes) ?? windows1252In(bytes);
}

/** `encoding`: a result of `encodingNamed`. Bytes that are no text in it become replacement characters. */
export function decoded(bytes: Uint8Array, encoding: string): string {
  // Node's decoder lacks the first, and gets the second wrong (`windows1252In`).
  return encoding === 'iso-8859-16' || encoding === 'windows-1252'
    ? iconv.decode(Buffer.from(bytes), encoding)
    : new TextDecoder(encoding).decode(bytes);
}
