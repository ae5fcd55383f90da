import { messageOf } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { checkLayout, type DecodedSound, type SoundCodec } from './codec.ts';
import { UndecodableError } from './errors.ts';
import { openAac } from './ffmpeg.ts';
import { openFlac } from './flac.ts';
import {
  type ContainerFormat,
  FORMAT_BYTES,
  formatOf,
  id3Bytes,
  isForFfmpeg,
  type SoundFormat,
} from './format.ts';
import { MonoMix } from './mono.ts';
import { openMp3 } from './mp3.ts';
import { OggSound } from './ogg.ts';
import { PcmCodec } from './pcm.ts';
import { Resampler } from './resample.ts';

const CODECS: Readonly<Record<Exclude<SoundFormat, ContainerFormat>, () => Promise<SoundCodec>>> = {
  mp3: openMp3,
  ogg: async () => new OggSound(),
  flac: openFlac,
  wav: async () => new PcmCodec('wav'),
  aiff: async () => new PcmCodec('aiff'),
  aac: openAac,
};

const NOTHING = Buffer.alloc(0);

/**
 * Decodes bytes of any format in pieces to mono sound at `SAMPLE_RATE`. Codecs may crash the process or never return,
 * so only helper processes run it. After an error, always an UndecodableError, it can't be used again.
 */
export class SoundDecoder {
  /** Assumed if the first bytes don't tell the format. */
  readonly #likely: SoundFormat | undefined;
  /** Bytes received before the format is known. */
  #head: Buffer = NOTHING;
  /** Bytes of a tag still to be skipped. */
  #skip = 0;
  #codec: SoundCodec | undefined;
  #mono: MonoSound | undefined;

  constructor(likely?: SoundFormat) {
    this.#likely = likely;
  }

  async *push(piece: Buffer): AsyncGenerator<Float32Array> {
    const rest = await this.#begin(piece);
    if (rest.length > 0 && this.#codec !== undefined) {
      yield* this.#monoOf(this.#codec.decode(rest));
    }
  }

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
      // Libraries throw errors of any kind for broken bytes.
      throw error instanceof UndecodableError ? error : new UndecodableError('broken', messageOf(error));
    }
  }

  /** Opens the codec once the format is known. Returns the bytes to decode. */
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
  if (format === undefined || isContainer(format)) {
    throw new UndecodableError('unknown-format', say('decode.unknown-format'));
  }
  return CODECS[format]();
}

function isContainer(format: SoundFormat): format is ContainerFormat {
  return format !== 'aac' && isForFfmpeg(format);
}

/** Mixes channels to one, at `SAMPLE_RATE`. */
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
