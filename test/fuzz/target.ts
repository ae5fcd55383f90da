/** Fuzz target: a reader of foreign bytes, or a few readers of the same bytes. */
import { isDeepStrictEqual } from 'node:util';

export interface FuzzTarget {
  /** Valid inputs of the other side. */
  readonly seeds: readonly Uint8Array[];
  /** Texts that the reader knows. Damaged inputs contain them. */
  readonly words?: readonly string[];
  /** Damaged inputs in a short run. Default 40. */
  readonly runs?: number;
  /** Reads the input. Throws or rejects on a violation; a reader's typed refusal is no violation. */
  run(bytes: Buffer): void | Promise<void>;
  /** Ends what the target started. */
  close?(): void | Promise<void>;
}

/** Error type for `instanceof`. */
type ErrorType = abstract new (...args: never[]) => Error;

/** Returns the value that was read; undefined if the reader refused with this error type. Passes on any other error. */
export function acceptedBy<Value>(refusal: ErrorType, read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof refusal) {
      return undefined;
    }
    throw error;
  }
}

/** `acceptedBy` for an asynchronous reader. */
export async function acceptedLater<Value>(
  refusal: ErrorType,
  read: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof refusal) {
      return undefined;
    }
    throw error;
  }
}

/** Codec of any message type. It encodes only messages that it decoded. */
export interface AnyCodec {
  // Declared as a method, so that a codec of one message type is assignable.
  encode(message: unknown): Uint8Array;
  decode(bytes: Buffer): unknown;
}

/** Checks that each accepted message survives encoding and decoding. */
export function checkCodec(codec: AnyCodec, refusal: ErrorType, bytes: Buffer): void {
  const value = acceptedBy(refusal, () => codec.decode(bytes));
  if (value === undefined) {
    return;
  }
  const written = Buffer.from(codec.encode(value));
  const again = codec.decode(written);
  if (!isDeepStrictEqual(again, value)) {
    throw new Error('what it writes it reads as another value');
  }
}

/** @throws Error if `holds` is false */
export function hold(holds: boolean, what: string): void {
  if (!holds) {
    throw new Error(what);
  }
}

/** Splits the bytes into pieces of this size. */
export function* pieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

export function seedsOf(texts: readonly string[]): readonly Uint8Array[] {
  return texts.map((text) => Buffer.from(text));
}
