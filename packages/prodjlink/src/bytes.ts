import { type Fail, WireReader } from '@deckcast/wire-kit';
import { ProDjLinkError } from './errors.ts';

const fail: Fail = (kind, message) => {
  throw new ProDjLinkError(kind, message);
};

/** Big-endian fields. Throws `truncated` for a field past the end, and nothing else. */
export class FieldReader extends WireReader {
  constructor(bytes: Uint8Array, start = 0) {
    super(bytes, fail, start);
  }
}
