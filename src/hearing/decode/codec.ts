import { UndecodableError } from './errors.ts';

/** A stretch of sound as it was encoded; every channel has as many samples. */
export interface DecodedSound {
  /** Samples a second. */
  readonly rate: number;
  readonly channels: readonly Float32Array[];
}

/**
 * Decodes one stream of one format, which comes in pieces. What is damaged is left out; errors of a library may come
 * through, and end the stream. A library may also never return: only a helper process may run it.
 */
export interface SoundCodec {
  /** What this piece completes. Each stretch is at most some megabytes, whatever the piece promises. */
  decode(piece: Buffer): AsyncIterable<DecodedSound>;
  /** What is left at the end. */
  flush(): AsyncIterable<DecodedSound>;
  free(): void;
}

const MAX_CHANNELS = 8;
const MIN_RATE = 4_000;
const MAX_RATE = 192_000;

/** @throws UndecodableError for sound in a form that nobody records */
export function checkLayout(rate: number, channels: number): void {
  if (!Number.isInteger(rate) || rate < MIN_RATE || rate > MAX_RATE) {
    throw new UndecodableError('broken', `it has ${rate} samples a second`);
  }
  if (channels < 1 || channels > MAX_CHANNELS) {
    throw new UndecodableError('broken', `it has ${channels} channels`);
  }
}

/** What an iterator gives that does not say that it can be iterated. */
export function* each<Value>(iterator: Iterator<Value>): Generator<Value> {
  for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
    yield next.value;
  }
}
