/** Readers of the same foreign bytes. */
import { isDeepStrictEqual } from 'node:util';

export interface FuzzTarget {
  readonly seeds: readonly Uint8Array[];
  /** Known to the reader; damaged inputs contain them. */
  readonly words?: readonly string[];
  /** Short runs; default 40. */
  readonly runs?: number;
  /** Throws or rejects on a violation, unlike a reader's typed refusal. */
  run(bytes: Buffer): void | Promise<void>;
  close?(): void | Promise<void>;
}

type ErrorType = abstract new (...args: never[]) => Error;

/** Undefined if the reader refused with this error type; passes on others. */
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

/** Encodes only messages that it decoded. */
export interface AnyCodec {
  // Method, so that a codec of one message type is assignable.
  encode(message: unknown): Uint8Array;
  decode(bytes: Buffer): unknown;
}

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

export function* pieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

export function seedsOf(texts: readonly string[]): readonly Uint8Array[] {
  return texts.map((text) => Buffer.from(text));
}
