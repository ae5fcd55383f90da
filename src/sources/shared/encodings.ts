/** Encodings of DJ programs. Never throws. */
import iconv from 'iconv-lite';

/** Strips a byte-order mark. Undefined unless UTF-8. */
export function utf8In(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Node before version 22 decodes 0x80 to 0x9F of Windows-1252 wrong. */
export function windows1252In(bytes: Uint8Array): string {
  return iconv.decode(Buffer.from(bytes), 'win1252');
}

/** Windows-1252 text is hardly ever valid UTF-8. */
export function textIn(bytes: Uint8Array): string {
  return utf8In(bytes) ?? windows1252In(bytes);
}

/** Undecodable bytes become U+FFFD. `encoding`: from `encodingNamed`. */
export function decoded(bytes: Uint8Array, encoding: string): string {
  // Node's decoder lacks ISO-8859-16; Windows-1252: see above.
  return encoding === 'iso-8859-16' || encoding === 'windows-1252'
    ? iconv.decode(Buffer.from(bytes), encoding)
    : new TextDecoder(encoding).decode(bytes);
}
