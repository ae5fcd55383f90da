/**
 * The messages of one port, both ways. `decode` gives a value or throws a ProDjLinkError, whatever the bytes. Decoded
 * byte arrays are shared with the input.
 */
export interface LinkCodec<Message> {
  /**
   * @param background bytes for the places whose meaning is unknown, where a layout has some; zeros unless given.
   *   `decode(encode(value))` equals the value with any background, and with the datagram that the value was decoded
   *   from, `encode` gives that datagram again.
   */
  encode(message: Message, background?: Uint8Array): Buffer;
  /** @param bytes exactly one message */
  decode(bytes: Uint8Array): Message;
}
