/** Text that programs send in one of two encodings without saying in which. Pure; never throws. */
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
