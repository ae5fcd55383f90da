import { crc32, deflateSync } from 'node:zlib';

const UTF16 = 1;
const LATIN1 = 0;
const FRONT_COVER = 3;
/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes last 26 ms. */
const FRAME_HEADER = [0xff, 0xfb, 0x90, 0x00];
const FRAME_BYTES = 417;
const FRAMES = 40;

export interface WrittenTags {
  readonly title: string;
  readonly artist: string;
  readonly genre: string;
  readonly isrc?: string;
  readonly cover: Uint8Array;
}

export function taggedAudio(tags: WrittenTags): Uint8Array {
  const frames = Buffer.concat([
    textFrame('TIT2', tags.title),
    textFrame('TPE1', tags.artist),
    textFrame('TCON', tags.genre),
    ...(tags.isrc === undefined ? [] : [textFrame('TSRC', tags.isrc)]),
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

/** Audio frames begin with eleven set bits, which this size never contains. */
function sevenBitSize(size: number): Uint8Array {
  return Uint8Array.from([21, 14, 7, 0], (shift) => (size >> shift) & 0x7f);
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const EIGHT_BITS = 8;
const RGB = 2;

type Rgb = readonly [red: number, green: number, blue: number];

/** `hue`: degrees. `size`: pixels. */
export function cover(hue: number, size = 256): Uint8Array {
  const rowBytes = 1 + size * 3;
  const pixels = Buffer.alloc(rowBytes * size);
  const center = size / 2;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const radius = Math.hypot(x - center, y - center) / size;
      const onDisc = radius < 0.32 && radius > 0.06;
      const light = onDisc ? 0.82 - radius * 0.6 : 0.2 + (0.25 * (x + y)) / (2 * size);
      pixels.set(rgb(onDisc ? hue + 40 : hue, light), y * rowBytes + 1 + x * 3);
    }
  }
  return png(size, pixels);
}

function png(size: number, pixels: Buffer): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([EIGHT_BITS, RGB], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** HSL with half saturation. */
function rgb(hue: number, light: number): Rgb {
  const chroma = Math.min(light, 1 - light) * 0.55;
  const channel = (offset: number): number => {
    const place = (offset + hue / 30) % 12;
    return Math.round(255 * (light - chroma * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}
