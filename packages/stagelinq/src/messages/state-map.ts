import { ByteReader, ByteWriter, type Codec } from '../bytes.ts';

/**
 * What the `StateMap` service carries, in frames.
 *
 * | bytes | field |
 * |---|---|
 * | 4 | length of the rest |
 * | 4 | `smaa` |
 * | 4 | 0x7d2 `subscribe`, 0x0 `value`, 0x7d1 `write`; others are not known |
 * | 4+n | path |
 * | 4 or 4+n | interval for `subscribe`; JSON text, or the null string, for the others |
 *
 * Both sides may send all three: a mixer writes into players, and players subscribe to a mixer.
 */
export type StateMessage =
  | {
      readonly kind: 'subscribe';
      readonly path: string;
      /** Milliseconds between repeats as it seems; 0 = when it changes, 0xffffffff = never repeat. */
      readonly interval: number;
    }
  | {
      /** `value`: sent once on subscribing and at every change. `write`: the sender sets it on the receiver. */
      readonly kind: 'value' | 'write';
      readonly path: string;
      /** See `state-value.ts`. Null = there is no such value. */
      readonly json: string | null;
    }
  | {
      /** A type without a known layout, kept as it is: frames have a length, so that one can be passed over. */
      readonly kind: 'unknown';
      readonly type: number;
      readonly rest: Uint8Array;
    };

export const STATE_MAP = 'StateMap';

const MAGIC = 'smaa';
const VALUE = 0;
const WRITE = 0x7d1;
const SUBSCRIBE = 0x7d2;

export const stateCodec: Codec<StateMessage> = {
  encode(message) {
    const writer = new ByteWriter().magic(MAGIC);
    if (message.kind === 'unknown') {
      return writer.u32(message.type).bytes(message.rest).finishFrame();
    }
    if (message.kind === 'subscribe') {
      return writer.u32(SUBSCRIBE).text(message.path).u32(message.interval).finishFrame();
    }
    return writer
      .u32(message.kind === 'value' ? VALUE : WRITE)
      .text(message.path)
      .text(message.json)
      .finishFrame();
  },

  decode(bytes, maxStringBytes) {
    const reader = new ByteReader(bytes, maxStringBytes);
    reader.u32();
    reader.magic(MAGIC);
    const message = readBody(reader, reader.u32());
    reader.end();
    return message;
  },
};

function readBody(reader: ByteReader, type: number): StateMessage {
  switch (type) {
    case SUBSCRIBE:
      return { kind: 'subscribe', path: reader.text(), interval: reader.u32() };
    case VALUE:
      return { kind: 'value', path: reader.text(), json: reader.nullableText() };
    case WRITE:
      return { kind: 'write', path: reader.text(), json: reader.nullableText() };
    default:
      return { kind: 'unknown', type, rest: reader.rest() };
  }
}
