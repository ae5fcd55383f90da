/** The lines that MPD answers with (https://mpd.readthedocs.io/en/stable/protocol.html). Pure. */
import { LineSplitter } from '../mediacontrol/lines.ts';

/** A tag is far shorter. */
const MAX_LINE_BYTES = 64 * 1024;
/** One song has some dozen. */
const MAX_LINES = 2_000;

/** The lines `name: value` of an answer, in order; a name may come several times. */
export type MpdPairs = readonly (readonly [name: string, value: string])[];

export type MpdAnswer =
  | { readonly ok: true; readonly pairs: MpdPairs }
  /** `code`: as in the protocol's `ACK`; 0 for what is not MPD. */
  | { readonly ok: false; readonly code: number; readonly message: string };

/** Codes of `ACK`. */
export const WRONG_PASSWORD = 3;
export const NOT_PERMITTED = 4;

/** What it says first: its version. */
export interface Greeting {
  readonly version: string;
}

export class NoMpdError extends Error {
  override readonly name = 'NoMpdError';
}

/** Splits what MPD sends into its greeting and answers. */
export class AnswerReader {
  readonly #lines = new LineSplitter(MAX_LINE_BYTES);
  #pairs: (readonly [string, string])[] = [];
  #greeting: Greeting | undefined;

  /** Undefined until it has come. */
  get greeting(): Greeting | undefined {
    return this.#greeting;
  }

  /** The answers that end in this piece. Throws NoMpdError or LineTooLongError, after which it cannot be used. */
  *push(bytes: Buffer): Generator<MpdAnswer> {
    for (const line of this.#lines.push(bytes)) {
      if (this.#greeting === undefined) {
        this.#greeting = greetingIn(line);
        continue;
      }
      const answer = this.#add(line);
      if (answer !== undefined) {
        yield answer;
      }
    }
  }

  #add(line: string): MpdAnswer | undefined {
    if (line === 'OK') {
      const pairs = this.#pairs;
      this.#pairs = [];
      return { ok: true, pairs };
    }
    const [, code, message = ''] = /^ACK \[(\d{1,6})@\d+\] \{[^}]*\} ?(.*)$/.exec(line) ?? [];
    if (code !== undefined) {
      this.#pairs = [];
      return { ok: false, code: Number(code), message };
    }
    const [, name = '', value = ''] = /^([\w-]+): (.*)$/s.exec(line) ?? [];
    if (name === '') {
      throw new NoMpdError('it sends something that MPD never sends');
    }
    if (this.#pairs.length === MAX_LINES) {
      throw new NoMpdError(`an answer has more than ${MAX_LINES} lines`);
    }
    this.#pairs.push([name, value]);
    return undefined;
  }
}

function greetingIn(line: string): Greeting {
  const [, version] = /^OK MPD (\d[\w.~-]{0,30})$/.exec(line) ?? [];
  if (version === undefined) {
    throw new NoMpdError('what answers there is not MPD');
  }
  return { version };
}
