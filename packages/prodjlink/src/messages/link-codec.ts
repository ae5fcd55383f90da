import { ProDjLinkError } from '../errors.ts';

/**
 * The messages of one port, both ways. `decode` gives a value or throws a ProDjLinkError, whatever the bytes. Decoded
 * byte arrays are shared with the input.
 */
export interface LinkCodec<Message> {
  /**
   * @param background a datagram of the same kind, for its length and for the places that no field describes; what devices
   *   usually send there, unless given. With the datagram that the value was decoded from, `encode` gives it again.
   */
  encode(message: Message, background?: Uint8Array): Buffer;
  /** @param bytes exactly one message */
  decode(bytes: Uint8Array): Message;
}

/** The message that these bytes are; undefined for what is none, as any program may send anything to an open port. */
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
