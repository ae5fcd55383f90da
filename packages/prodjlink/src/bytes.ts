import { type Fail, WireReader } from '@deckcast/wire-kit';
import { ProDjLinkError } from './errors.ts';

const fail: Fail = (kind, message) => {
  throw new ProDjLinkError(kind, message);
};

/** Reads big-endian fields. Throws only `truncated`. */
export class FieldReader extends WireReader {
  constructor(bytes: Uint8Array, start = 0) {
    super(bytes, fail, start);
  }
}
