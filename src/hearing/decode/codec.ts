import { UndecodableError } from './errors.ts';

/** Decoded sound at its original rate; all channels have the same length. */
export interface DecodedSound {
  /** Samples a second. */
  readonly rate: number;
  readonly channels: readonly Float32Array[];
}

/**
 * Decodes one stream of one format in pieces. Skips damaged parts; errors of a library may be thrown, and end the
 * stream. A library may also never return, so only helper processes run codecs.
 */
export interface SoundCodec {
  /** Yields sound that this piece completes, in stretches of some megabytes at most. */
  decode(piece: Buffer): AsyncIterable<DecodedSound>;
  flush(): AsyncIterable<DecodedSound>;
  free(): void;
}

const MAX_CHANNELS = 8;
const MIN_RATE = 4_000;
const MAX_RATE = 192_000;

/** @throws UndecodableError for implausible rates and channel counts */
export function checkLayout(rate: number, channels: number): void {
  if (!Number.isInteger(rate) || rate < MIN_RATE || rate > MAX_RATE) {
    throw new UndecodableError('broken', `it has ${rate} samples a second`);
  }
  if (channels < 1 || channels > MAX_CHANNELS) {
    throw new UndecodableError('broken', `it has ${channels} channels`);
  }
}

/** Makes an iterator iterable. */
export function* each<Value>(iterator: Iterator<Value>): Generator<Value> {
  for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
    yield next.value;
  }
}
