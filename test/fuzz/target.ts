/** What is fuzzed: one reader of bytes from outside, or a few that read the same. */
import { isDeepStrictEqual } from 'node:util';

export interface FuzzTarget {
  /** Inputs to begin with, as the other side writes them. */
  readonly seeds: readonly Uint8Array[];
  /** Texts that mean something to the reader; damaged inputs contain them. */
  readonly words?: readonly string[];
  /** Damaged inputs in a short run. Default 40. */
  readonly runs?: number;
  /** Reads it. Throws, or rejects, for what no input may do; what the readers refuse with a typed error is right. */
  run(bytes: Buffer): void | Promise<void>;
  /** Ends what it has started. */
  close?(): void | Promise<void>;
}

/** An error type, as `instanceof` takes it. */
type ErrorType = abstract new (...args: never[]) => Error;

/** What reading gives; undefined when it refuses with an error of this type. Any other error passes. */
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

/** The same for a reader that takes its time. */
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

/** A codec of any message: it only gets back what it gave. */
export interface AnyCodec {
  // A method, so that a codec of one kind of message is one.
  encode(message: unknown): Uint8Array;
  decode(bytes: Buffer): unknown;
}

/** Whatever a codec accepts, it writes in a way that it reads as the same. */
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

/** @throws Error when it does not hold */
export function hold(holds: boolean, what: string): void {
  if (!holds) {
    throw new Error(what);
  }
}

/** In the order in which they come, of this size. */
export function* pieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

export function seedsOf(texts: readonly string[]): readonly Uint8Array[] {
  return texts.map((text) => Buffer.from(text));
}
