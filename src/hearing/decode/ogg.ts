/** Ogg with Vorbis, Opus or FLAC. Handles chained streams, because broadcasters begin a new one with each track. */

import { type OggPage, PageReader, writePage } from '@deckcast/wire-kit/ogg';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import CodecParser, { type OggPage as ParsedPage } from 'codec-parser';
import { OpusDecoder } from 'opus-decoder';
import { say } from '../../core/message.ts';
import { checkLayout, type DecodedSound, each, type SoundCodec } from './codec.ts';
import { UndecodableError } from './errors.ts';
import { FlacFrames } from './flac.ts';

interface PageDecoder {
  decode(page: ParsedPage): AsyncIterable<DecodedSound>;
  free(): void;
}

/** Keyed by the first bytes of a stream. */
const DECODERS: readonly (readonly [mark: string, open: () => Promise<PageDecoder>])[] = [
  ['\x01vorbis', openVorbis],
  ['OpusHead', async () => new OpusPages()],
  ['\x7fFLAC', openFlacPages],
];

/** Longest packet: a comment with a picture. */
const MAX_PACKET_BYTES = 16 * 1024 * 1024;
const FULL_SEGMENT = 255;

interface Stream {
  readonly serial: number;
  readonly parser: CodecParser<ParsedPage>;
  readonly decoder: PageDecoder;
  /** Bytes of the packet that the last page left open. */
  open: number;
  /** The first byte of the next page was already parsed. */
  isAhead: boolean;
}

export class OggSound implements SoundCodec {
  #stream: Stream | undefined;
  readonly #pages = new PageReader((page) => page.first || page.serial === this.#stream?.serial);

  async *decode(piece: Buffer): AsyncGenerator<DecodedSound> {
    for (const page of this.#pages.push(piece)) {
      if (page.first) {
        await this.#begin(page);
      }
      const stream = this.#stream;
      if (stream?.serial === page.serial) {
        countOpen(stream, page);
        yield* decodePage(stream, writePage(page));
      }
    }
  }

  async *flush() {}

  free(): void {
    this.#stream?.decoder.free();
    this.#stream = undefined;
  }

  /** Skips streams that are not sound. */
  async #begin({ serial, body }: OggPage): Promise<void> {
    const mark = body.toString('latin1', 0, 8);
    const [, open] = DECODERS.find(([begin]) => mark.startsWith(begin)) ?? [];
    if (open === undefined) {
      return;
    }
    this.free();
    const parser = new CodecParser<ParsedPage>('audio/ogg', { enableFrameCRC32: false });
    this.#stream = { serial, parser, decoder: await open(), open: 0, isAhead: false };
  }
}

async function* decodePage(stream: Stream, page: Buffer): AsyncGenerator<DecodedSound> {
  const { parser, decoder, isAhead } = stream;
  stream.isAhead = true;
  // The parser yields a page once it sees the first byte of the next one.
  const bytes = Buffer.concat([isAhead ? page.subarray(1) : page, page.subarray(0, 1)]);
  for (const parsed of each(parser.parseChunk(bytes))) {
    // Header pages have no frames.
    const [first] = parsed.codecFrames ?? [];
    if (first !== undefined) {
      checkLayout(first.header.sampleRate, first.header.channels);
    }
    yield* decoder.decode(parsed);
  }
}

function countOpen(stream: Stream, { lengths, body }: OggPage): void {
  const isOpen = lengths.at(-1) === FULL_SEGMENT;
  const isWhole = isOpen && lengths.every((length) => length === FULL_SEGMENT);
  stream.open = isWhole ? stream.open + body.length : isOpen ? body.length : 0;
  if (stream.open > MAX_PACKET_BYTES) {
    throw new UndecodableError('broken', say('decode.packet-without-end'));
  }
}

async function openVorbis(): Promise<PageDecoder> {
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  return {
    async *decode(page) {
      const { channelData, samplesDecoded, sampleRate } = await decoder.decodeOggPages([page]);
      if (samplesDecoded > 0) {
        yield { rate: sampleRate, channels: channelData };
      }
    },
    free: () => decoder.free(),
  };
}

async function openFlacPages(): Promise<PageDecoder> {
  const frames = await FlacFrames.open();
  return { decode: (page) => frames.decode(page.codecFrames ?? []), free: () => frames.free() };
}

/** Limit of packet bytes per channel, set by the decoder's memory. */
const MAX_OPUS_BYTES = 3_840;

class OpusPages implements PageDecoder {
  /** Created for the layout of the first frame. */
  #decoder: OpusDecoder | undefined;

  async *decode({ codecFrames = [] }: ParsedPage): AsyncGenerator<DecodedSound> {
    for (const { data, header } of codecFrames) {
      // Comments across several pages are not frames.
      if ('streamCount' in header && data.length > 0 && data.length <= MAX_OPUS_BYTES * header.channels) {
        const { channels, streamCount, coupledStreamCount, channelMappingTable, preSkip } = header;
        this.#decoder ??= new OpusDecoder({
          channels,
          preSkip,
          ...(channelMappingTable && { streamCount, coupledStreamCount, channelMappingTable }),
        });
        await this.#decoder.ready;
        const { channelData, samplesDecoded, sampleRate } = this.#decoder.decodeFrame(data);
        if (samplesDecoded > 0) {
          yield { rate: sampleRate, channels: channelData };
        }
      }
    }
  }

  free(): void {
    this.#decoder?.free();
  }
}
