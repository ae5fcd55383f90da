import { ByteReader, ByteWriter } from '../bytes.ts';
import { StagelinqError } from '../errors.ts';
import type { Codec } from './codec.ts';

/**
 * What the `TimeSynchronization` service carries, in frames.
 *
 * | id (u32) | kind | after the id |
 * |---|---|---|
 * | 1 | `query` | the asker's clock u64 |
 * | 2 | `reply` | the same u64, the answerer's clock u64 |
 */
export type TimeMessage =
  | { readonly kind: 'query'; readonly asked: bigint }
  | { readonly kind: 'reply'; readonly asked: bigint; readonly own: bigint };

export const TIME_SYNCHRONIZATION = 'TimeSynchronization';

const QUERY = 1;
const REPLY = 2;

export const timeCodec: Codec<TimeMessage> = {
  encode(message) {
    const writer = new ByteWriter();
    if (message.kind === 'query') {
      return writer.u32(QUERY).u64(message.asked).finishFrame();
    }
    return writer.u32(REPLY).u64(message.asked).u64(message.own).finishFrame();
  },

  decode(bytes) {
    const reader = new ByteReader(bytes);
    reader.u32();
    const message = readBody(reader, reader.u32());
    reader.end();
    return message;
  },
};

function readBody(reader: ByteReader, id: number): TimeMessage {
  switch (id) {
    case QUERY:
      return { kind: 'query', asked: reader.u64() };
    case REPLY:
      return { kind: 'reply', asked: reader.u64(), own: reader.u64() };
    default:
      throw new StagelinqError('malformed', `unknown time message ${id}`);
  }
}
