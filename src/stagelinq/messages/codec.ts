/**
 * One kind of connection's messages, both ways. `decode(encode(value))` equals the value, and `decode` gives a
 * value or throws a StagelinqError, whatever the bytes. Decoded byte arrays are shared with the input.
 */
export interface Codec<Message> {
  encode(message: Message): Buffer;
  /**
   * @param bytes exactly one message, with the length in front where its connection has one
   * @param maxStringBytes longest string accepted, in bytes; MAX_STRING_BYTES unless given
   */
  decode(bytes: Uint8Array, maxStringBytes?: number): Message;
}
