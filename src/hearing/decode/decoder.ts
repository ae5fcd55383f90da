import { messageOf } from '../../core/errors.ts';
import { checkLayout, type DecodedSound, type SoundCodec } from './codec.ts';
import { UndecodableError } from './errors.ts';
import { openAac } from './ffmpeg.ts';
import { openFlac } from './flac.ts';
import { FORMAT_BYTES, formatOf, id3Bytes, type SoundFormat } from './format.ts';
import { MonoMix } from './mono.ts';
import { openMp3 } from './mp3.ts';
import { OggSound } from './ogg.ts';
import { PcmCodec } from './pcm.ts';
import { Resampler } from './resample.ts';

const CODECS: Readonly<Record<Exclude<SoundFormat, 'mp4'>, () => Promise<SoundCodec>>> = {
  mp3: openMp3,
  ogg: async () => new OggSound(),
  flac: openFlac,
  wav: async () => new PcmCodec('wav'),
  aiff: async () => new PcmCodec('aiff'),
  aac: openAac,
};

const NOTHING = Buffer.alloc(0);

/**
 * Bytes of any format in, in pieces; mono at `SAMPLE_RATE` out. A decoder may crash the process or never return: only a
 * helper process may run it. Every error is an UndecodableError, after which it is of no further use.
 */
export class SoundDecoder {
  /** The format that is assumed where the first bytes do not tell. */
  readonly #likely: SoundFormat | undefined;
  /** Until the format is known. */
  #head: Buffer = NOTHING;
  /** Bytes of a tag that are still to come. */
  #skip = 0;
  #codec: SoundCodec | undefined;
  #mono: MonoSound | undefined;

  constructor(likely?: SoundFormat) {
    this.#likely = likely;
  }

  /** The sound that this piece completes. */
  async *push(piece: Buffer): AsyncGenerator<Float32Array> {
    const rest = await this.#begin(piece);
    if (rest.length > 0 && this.#codec !== undefined) {
      yield* this.#monoOf(this.#codec.decode(rest));
    }
  }

  /** What is left at the end. */
  async *end(): AsyncGenerator<Float32Array> {
    if (this.#codec !== undefined) {
      yield* this.#monoOf(this.#codec.flush());
    }
  }

  free(): void {
    this.#codec?.free();
    this.#codec = undefined;
  }

  async *#monoOf(decoded: AsyncIterable<DecodedSound>): AsyncGenerator<Float32Array> {
    try {
      for await (const stretch of decoded) {
        checkLayout(stretch.rate, stretch.channels.length);
        if (this.#mono?.rate !== stretch.rate) {
          this.#mono = new MonoSound(stretch.rate);
        }
        const samples = this.#mono.of(stretch.channels);
        if (samples.length > 0) {
          yield samples;
        }
      }
    } catch (error) {
      // What the libraries throw for broken bytes is of every kind.
      throw error instanceof UndecodableError ? error : new UndecodableError('broken', messageOf(error));
    }
  }

  /** Opens the codec once the format is known; what follows what was read for that. */
  async #begin(piece: Buffer): Promise<Buffer> {
    if (this.#codec !== undefined) {
      return piece;
    }
    const skipped = Math.min(this.#skip, piece.length);
    this.#skip -= skipped;
    this.#head = Buffer.concat([this.#head, piece.subarray(skipped)]);
    const tag = id3Bytes(this.#head);
    if (tag > 0) {
      const tagged = this.#head;
      this.#head = NOTHING;
      this.#skip = tag;
      return this.#begin(tagged);
    }
    if (this.#head.length < FORMAT_BYTES) {
      return NOTHING;
    }
    this.#codec = await codecFor(formatOf(this.#head, this.#likely));
    const head = this.#head;
    this.#head = NOTHING;
    return head;
  }
}

async function codecFor(format: SoundFormat | undefined): Promise<SoundCodec> {
  if (format === undefined || format === 'mp4') {
    throw new UndecodableError('unknown-format', 'it is in none of the formats that are read');
  }
  return CODECS[format]();
}

/** One channel at the rate that everything works with. */
class MonoSound {
  readonly rate: number;
  readonly #mix: MonoMix;
  readonly #resampler: Resampler;

  constructor(rate: number) {
    this.rate = rate;
    this.#mix = new MonoMix(rate);
    this.#resampler = new Resampler(rate);
  }

  of(channels: readonly Float32Array[]): Float32Array {
    return this.#resampler.push(this.#mix.of(channels));
  }
}
