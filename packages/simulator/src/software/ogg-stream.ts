import { MAX_SEGMENTS, writePage } from '@deckcast/wire-kit/ogg';

export type OggCodec = 'vorbis' | 'opus' | 'flac';

export class OggStreamWriter {
  readonly #serial: number;
  #number = 0;

  constructor(serial: number) {
    this.#serial = serial;
  }

  /** `first`, `last`: of the stream. */
  pages(packets: readonly Uint8Array[], { first = false, last = false } = {}): Buffer {
    const body = Buffer.concat(packets);
    const lengths = packets.flatMap(({ length }) => [
      ...Array<number>(Math.floor(length / 255)).fill(255),
      length % 255,
    ]);
    const pages: Buffer[] = [];
    let at = 0;
    for (let from = 0; from < lengths.length; from += MAX_SEGMENTS) {
      const onPage = lengths.slice(from, from + MAX_SEGMENTS);
      const end = at + onPage.reduce((sum, length) => sum + length, 0);
      pages.push(
        writePage({
          continued: from > 0 && lengths[from - 1] === 255,
          first: first && from === 0,
          last: last && from + MAX_SEGMENTS >= lengths.length,
          serial: this.#serial,
          number: this.#number,
          lengths: Uint8Array.from(onPage),
          body: body.subarray(at, end),
        }),
      );
      this.#number += 1;
      at = end;
    }
    return Buffer.concat(pages);
  }

  /** `comments`: `ARTIST=…`. */
  begin(codec: OggCodec, comments: readonly (string | Uint8Array)[]): Buffer {
    const [head, ...rest] = headers(codec, commentBlock(comments));
    return Buffer.concat([this.pages([head ?? Buffer.alloc(0)], { first: true }), this.pages(rest)]);
  }
}

function headers(codec: OggCodec, block: Buffer): readonly Buffer[] {
  switch (codec) {
    case 'vorbis':
      return [
        Buffer.concat([Buffer.from('\x01vorbis', 'latin1'), Buffer.alloc(23)]),
        Buffer.concat([Buffer.from('\x03vorbis', 'latin1'), block, Buffer.from([1])]),
        Buffer.concat([Buffer.from('\x05vorbis', 'latin1'), Buffer.alloc(64)]),
      ];
    case 'opus':
      return [
        Buffer.concat([Buffer.from('OpusHead'), Buffer.alloc(11)]),
        Buffer.concat([Buffer.from('OpusTags'), block]),
      ];
    case 'flac': {
      const head = Buffer.alloc(4);
      head.writeUInt32BE(block.length);
      head.writeUInt8(0x84);
      return [
        Buffer.concat([Buffer.from('\x7fFLAC\x01\x00\x00\x01fLaC', 'latin1'), Buffer.alloc(38)]),
        Buffer.concat([head, block]),
      ];
    }
  }
}

function commentBlock(comments: readonly (string | Uint8Array)[]): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(comments.length);
  return Buffer.concat([withLength('deckcast'), count, ...comments.map(withLength)]);
}

function withLength(text: string | Uint8Array): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}
