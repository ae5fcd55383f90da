import { type Fail, WireReader } from '@deckcast/wire-kit';
import { ProDjLinkError } from './errors.ts';

const fail: Fail = (kind, message) => {
  throw new ProDjLinkError(kind, message);
};

/** Reads big-endian fields one after another. Never reads past the end: what is missing throws `truncated`, and nothing else is ever thrown. */
export class FieldReader extends WireReader {
  constructor(bytes: Uint8Array, start = 0) {
    super(bytes, fail, start);
  }
}
