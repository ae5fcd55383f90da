import { type CodedMessage, coded, readCoded, u32, writeCoded } from '@deckcast/wire-kit';
import { ByteReader, ByteWriter, type Codec } from '../bytes.ts';
import { nullableText, text } from './parts.ts';

const MESSAGES = {
  /** Milliseconds between repeats, presumably; 0: on change, 0xffffffff: never. */
  subscribe: coded(0x7d2, { path: text, interval: u32 }),
  /** Sent on subscribing and at every change. JSON: `state-value.ts`; null: no such value. */
  value: coded(0x0, { path: text, json: nullableText }),
  write: coded(0x7d1, { path: text, json: nullableText }),
};

/**
 * Message of the `StateMap` service, in a frame: length, `smaa`, type u32, body. Both sides may send all
 * kinds: mixers write into players, players subscribe to mixers.
 */
export type StateMessage =
  | CodedMessage<typeof MESSAGES>
  | {
      /** Type without a known layout. */
      readonly kind: 'unknown';
      readonly type: number;
      readonly rest: Uint8Array;
    };

/** Name of the state service. */
export const STATE_MAP = 'StateMap';

const MAGIC = 'smaa';

/** Codec of the state service's frames. */
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
