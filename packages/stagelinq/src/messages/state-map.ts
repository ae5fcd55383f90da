import { type CodedMessage, coded, readCoded, u32, writeCoded } from '@deckcast/wire-kit';
import { ByteReader, ByteWriter, type Codec } from '../bytes.ts';
import { nullableText, text } from './parts.ts';

const MESSAGES = {
  /** Milliseconds between repeats as it seems; 0 = when it changes, 0xffffffff = never repeat. */
  subscribe: coded(0x7d2, { path: text, interval: u32 }),
  /** Sent once on subscribing and at every change. JSON: `state-value.ts`; null = there is no such value. */
  value: coded(0x0, { path: text, json: nullableText }),
  /** The sender sets it on the receiver. */
  write: coded(0x7d1, { path: text, json: nullableText }),
};

/**
 * What the `StateMap` service carries, in frames: length, `smaa`, type u32, body. Both sides may send all: a mixer writes into
 * players, and players subscribe to a mixer.
 */
export type StateMessage =
  | CodedMessage<typeof MESSAGES>
  | {
      /** A type without a known layout, kept as it is: frames have a length, so that one can be passed over. */
      readonly kind: 'unknown';
      readonly type: number;
      readonly rest: Uint8Array;
    };

export const STATE_MAP = 'StateMap';

const MAGIC = 'smaa';

export const stateCodec: Codec<StateMessage> = {
  encode(message) {
    const writer = new ByteWriter().magic(MAGIC);
    if (message.kind === 'unknown') {
      writer.u32(message.type).bytes(message.rest);
    } else {
      writeCoded(MESSAGES, writer, message);
    }
    return writer.finishFrame();
  },

  decode(bytes, maxStringBytes) {
    const reader = new ByteReader(bytes, maxStringBytes);
    reader.u32();
    reader.magic(MAGIC);
    const type = reader.u32();
    const message = readCoded(MESSAGES, type, reader) ?? { kind: 'unknown', type, rest: reader.rest() };
    reader.end();
    return message;
  },
};
