import { FLACDecoder } from '@wasm-audio-decoders/flac';
import CodecParser, { type CodecFrame } from 'codec-parser';
import { checkLayout, type DecodedSound, each, type SoundCodec } from './codec.ts';

const MARK = 'fLaC';
/** Metadata before the first frame: a mark, then blocks that begin with kind and size. */
const BLOCK_HEAD_BYTES = 4;
const LAST_BLOCK = 0x80;

export class FlacFrames {
  readonly #decoder = new FLACDecoder();

  static async open(): Promise<FlacFrames> {
    const frames = new FlacFrames();
    await frames.#decoder.ready;
    return frames;
  }

  /** Decodes one frame at a time, because a few bytes may expand to megabytes. */
  async *decode(frames: Iterable<CodecFrame>): AsyncGenerator<DecodedSound> {
    for (const { data, header } of frames) {
      checkLayout(header.sampleRate, header.channels);
      const { channelData, samplesDecoded, sampleRate } = await this.#decoder.decodeFrames([data]);
      if (samplesDecoded > 0) {
        yield { rate: sampleRate, channels: channelData };
      }
    }
  }

  free(): void {
    this.#decoder.free();
  }
}

export async function openFlac(): Promise<SoundCodec> {
  const frames = await FlacFrames.open();
  const parser = new CodecParser<CodecFrame>('audio/flac', { enableFrameCRC32: false });
  const skipMetadata = metadataSkipper();
  return {
    async *decode(piece) {
      const rest = skipMetadata(piece);
      if (rest.length > 0) {
        yield* frames.decode(each(parser.parseChunk(rest)));
      }
    },
    async *flush() {
      yield* frames.decode(each(parser.flush()));
    },
    free: () => frames.free(),
  };
}

/** Skips metadata before the first frame, which may hold pictures of many megabytes. */
function metadataSkipper(): (piece: Buffer) => Buffer {
  let head = Buffer.alloc(0);
  let skip = 0;
  let isMarked = false;
  let isOver = false;
  return (piece) => {
    let rest = piece;
    for (;;) {
      const skipped = Math.min(skip, rest.length);
      skip -= skipped;
      rest = rest.subarray(skipped);
      if (isOver || rest.length === 0) {
        return rest;
      }
      const missing = BLOCK_HEAD_BYTES - head.length;
      head = Buffer.concat([head, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      if (head.length < BLOCK_HEAD_BYTES) {
        return rest;
      }
      if (isMarked) {
        isOver = ((head[0] ?? 0) & LAST_BLOCK) !== 0;
        skip = head.readUIntBE(1, 3);
      } else if (head.toString('latin1') === MARK) {
        isMarked = true;
      } else {
        // A stream joined in the middle has no metadata.
        isOver = true;
        return Buffer.concat([head, rest]);
      }
      head = Buffer.alloc(0);
    }
  };
}
