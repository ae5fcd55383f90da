import { ProDjLinkError } from '../errors.ts';

/**
 * Codec of one port's messages. `decode` returns a message or throws a ProDjLinkError, for any bytes. Decoded
 * byte arrays are shared with the input.
 */
export interface LinkCodec<Message> {
  /**
   * @param background datagram of the same kind, for the length and the bytes that no field describes;
   * default: usual bytes of devices. Given a message's own datagram, `encode` restores it.
   */
  encode(message: Message, background?: Uint8Array): Buffer;
  /** @param bytes exactly one message */
  decode(bytes: Uint8Array): Message;
}

/** Undefined for foreign bytes: any program may send to an open port. */
export function messageIn<Message>(
  codec: Pick<LinkCodec<Message>, 'decode'>,
  bytes: Uint8Array,
): Message | undefined {
  try {
    return codec.decode(bytes);
  } catch (error) {
    if (error instanceof ProDjLinkError) {
      return undefined;
    }
    throw error;
  }
}
