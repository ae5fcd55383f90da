/** MPD's responses: https://mpd.readthedocs.io/en/stable/protocol.html */
import { say, type Text } from '../../core/message.ts';
import { LineSplitter } from '../mediacontrol/lines.ts';

/** Tags are shorter. */
const MAX_LINE_BYTES = 64 * 1024;
/** Songs have fewer. */
const MAX_LINES = 2_000;

/** Ordered; names may repeat. */
export type MpdPairs = readonly (readonly [name: string, value: string])[];

export type MpdAnswer =
  | { readonly ok: true; readonly pairs: MpdPairs }
  /** `code`: from `ACK`. */
  | { readonly ok: false; readonly code: number; readonly message: string };

export const WRONG_PASSWORD = 3;
export const NOT_PERMITTED = 4;

export interface Greeting {
  readonly version: string;
}

export class NoMpdError extends Error {
  override readonly name = 'NoMpdError';
  readonly text: Text;

  constructor(text: Text) {
    super(String(text));
    this.text = text;
  }
}

export class AnswerReader {
  readonly #lines = new LineSplitter(MAX_LINE_BYTES);
  #pairs: (readonly [string, string])[] = [];
  #greeting: Greeting | undefined;

  get greeting(): Greeting | undefined {
    return this.#greeting;
  }

  /** Throws NoMpdError or LineTooLongError; the reader cannot be used any more. */
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
      throw new NoMpdError(say('mpd.sends-other'));
    }
    if (this.#pairs.length === MAX_LINES) {
      throw new NoMpdError(say('mpd.too-many-lines', { lines: MAX_LINES }));
    }
    this.#pairs.push([name, value]);
    return undefined;
  }
}

function greetingIn(line: string): Greeting {
  const [, version] = /^OK MPD (\d[\w.~-]{0,30})$/.exec(line) ?? [];
  if (version === undefined) {
    throw new NoMpdError(say('mpd.not-mpd'));
  }
  return { version };
}
