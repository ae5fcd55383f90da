/** A short silent MP3 whose ID3v2.3 tag holds names and a cover: what lies on a DJ's stick, in small. */

const UTF16 = 1;
const LATIN1 = 0;
const FRONT_COVER = 3;
/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz: one frame is 417 bytes and lasts 26 ms. */
const FRAME_HEADER = [0xff, 0xfb, 0x90, 0x00];
const FRAME_BYTES = 417;
const FRAMES = 40;

export interface WrittenTags {
  readonly title: string;
  readonly artist: string;
  readonly genre: string;
  /** PNG. */
  readonly cover: Uint8Array;
}

export function taggedAudio(tags: WrittenTags): Uint8Array {
  const frames = Buffer.concat([
    textFrame('TIT2', tags.title),
    textFrame('TPE1', tags.artist),
    textFrame('TCON', tags.genre),
    frame(
      'APIC',
      Buffer.concat([
        Uint8Array.of(LATIN1),
        Buffer.from('image/png\0', 'latin1'),
        Uint8Array.of(FRONT_COVER, 0),
        tags.cover,
      ]),
    ),
  ]);
  const silence = Buffer.alloc(FRAME_BYTES);
  silence.set(FRAME_HEADER);
  return Buffer.concat([
    Buffer.from('ID3\x03\0\0', 'latin1'),
    sevenBitSize(frames.length),
    frames,
    ...Array.from({ length: FRAMES }, () => silence),
  ]);
}

function textFrame(id: string, text: string): Buffer {
  return frame(id, Buffer.concat([Uint8Array.of(UTF16, 0xff, 0xfe), Buffer.from(text, 'utf16le')]));
}

function frame(id: string, body: Uint8Array): Buffer {
  const header = Buffer.alloc(10);
  header.write(id, 'latin1');
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

/** The tag's own size has seven bits a byte, so that it never looks like the start of a sound. */
function sevenBitSize(size: number): Uint8Array {
  return Uint8Array.from([21, 14, 7, 0], (shift) => (size >> shift) & 0x7f);
}
