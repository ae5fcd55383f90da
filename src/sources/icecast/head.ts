/** Keeps bytes as Latin-1, one character each. */

/** Programs send far less. */
const MAX_HEAD_BYTES = 16 * 1024;
const LINE_FEED = 0x0a;
const NOTHING = Buffer.alloc(0);

export class HeadTooLongError extends Error {
  override readonly name = 'HeadTooLongError';
}

/** Accepts bare line feeds, as some programs send. */
export class HeadLines {
  #bytes: Buffer = NOTHING;
  #taken = 0;

  push(piece: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? piece : Buffer.concat([this.#bytes, piece]);
  }

  /** Undefined if incomplete. Throws HeadTooLongError. */
  next(): string | undefined {
    const feed = this.#bytes.indexOf(LINE_FEED);
    const bytes = feed < 0 ? this.#bytes.length : feed + 1;
    if (this.#taken + bytes > MAX_HEAD_BYTES) {
      throw new HeadTooLongError(`more than ${MAX_HEAD_BYTES} bytes of head`);
    }
    if (feed < 0) {
      return undefined;
    }
    const line = this.#bytes.toString('latin1', 0, feed);
    this.#bytes = this.#bytes.subarray(bytes);
    this.#taken += bytes;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  takeRest(): Buffer {
    const rest = this.#bytes;
    this.#bytes = NOTHING;
    return rest;
  }
}

export interface RequestLine {
  readonly method: string;
  /** Raw: may contain blanks and non-ASCII bytes. */
  readonly target: string;
}

const VERSION = /^(?:HTTP|ICE)\/\d{1,2}\.\d{1,2}$/;

/** Undefined for other lines: SHOUTcast programs begin with a password. */
export function readRequestLine(line: string): RequestLine | undefined {
  const text = line.trim();
  const [blank, lastBlank] = [text.indexOf(' '), text.lastIndexOf(' ')];
  if (blank < 0) {
    return undefined;
  }
  const method = text.slice(0, blank).toUpperCase();
  const hasVersion = lastBlank > blank && VERSION.test(text.slice(lastBlank + 1));
  const target = text.slice(blank, hasVersion ? lastBlank : undefined).trim();
  return hasVersion || /^[/*]/.test(target) ? { method, target } : undefined;
}

export function addHeader(headers: Map<string, string>, line: string): void {
  const colon = line.indexOf(':');
  if (colon > 0) {
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
}
