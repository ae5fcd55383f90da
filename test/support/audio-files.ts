import { taggedAudio } from '../../packages/simulator/src/sets/made-up-audio.ts';

export interface FileTags {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  readonly more?: Readonly<Record<string, string>>;
  /** MP3 only. */
  readonly isrc?: string;
  /** JPEG or PNG. */
  readonly cover: Uint8Array;
}

export function mp3File(tags: FileTags): Buffer {
  return Buffer.from(taggedAudio(tags));
}

/** Cover last, then `silence` bytes of sound. */
export function flacFile(tags: FileTags, silence = 4096): Buffer {
  const streamInfo = Buffer.alloc(34);
  streamInfo.writeUInt16BE(4096, 0);
  streamInfo.writeUInt16BE(4096, 2);
  // 44,100 Hz in 20 bits, stereo, 16 bits, number of samples.
  Buffer.from('0ac442f0000009d8', 'hex').copy(streamInfo, 10);
  const comments = Object.entries({
    TITLE: tags.title,
    ARTIST: tags.artist,
    ALBUM: tags.album,
    GENRE: tags.genre,
    ...tags.more,
  });
  const vorbis = Buffer.concat([
    sizedLE('deckcast'),
    uint32LE(comments.length),
    ...comments.map(([name, value]) => sizedLE(`${name}=${value}`)),
  ]);
  const picture = Buffer.concat([
    uint32BE(3), // front cover
    sizedBE(mimeType(tags.cover)),
    sizedBE(''),
    ...[256, 256, 24, 0].map(uint32BE),
    uint32BE(tags.cover.length),
    tags.cover,
  ]);
  const blocks = [streamInfo, vorbis, picture].map((body, type) => {
    const header = uint32BE(body.length);
    header[0] = [0x00, 0x04, 0x86][type] ?? 0;
    return Buffer.concat([header, body]);
  });
  return Buffer.concat([Buffer.from('fLaC'), ...blocks, Buffer.alloc(silence)]);
}

/** Description last, as of encoders that don't know the length. */
export function mp4File(tags: FileTags, silence = 4096): Buffer {
  const item = (name: string, type: number, data: Uint8Array) =>
    atom(name, atom('data', Buffer.concat([uint32BE(type), uint32BE(0), data])));
  const items = Buffer.concat([
    item('\xa9nam', 1, Buffer.from(tags.title)),
    item('\xa9ART', 1, Buffer.from(tags.artist)),
    item('\xa9alb', 1, Buffer.from(tags.album)),
    item('\xa9gen', 1, Buffer.from(tags.genre)),
    item('covr', mimeType(tags.cover) === 'image/png' ? 14 : 13, tags.cover),
  ]);
  const handler = atom('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from('mdirappl'), Buffer.alloc(9)]));
  const meta = atom('meta', Buffer.concat([Buffer.alloc(4), handler, atom('ilst', items)]));
  const header = Buffer.alloc(100);
  header.writeUInt32BE(44_100, 12);
  return Buffer.concat([
    atom('ftyp', Buffer.from('M4A \0\0\0\0M4A mp42isom')),
    atom('mdat', Buffer.alloc(silence)),
    atom('moov', Buffer.concat([atom('mvhd', header), atom('udta', meta)])),
  ]);
}

function atom(name: string, body: Uint8Array): Buffer {
  return Buffer.concat([uint32BE(body.length + 8), Buffer.from(name, 'latin1'), body]);
}

function mimeType(image: Uint8Array): string {
  return image[0] === 0x89 ? 'image/png' : 'image/jpeg';
}

function uint32BE(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function uint32LE(value: number): Buffer {
  return uint32BE(value).reverse();
}

function sizedLE(text: string): Buffer {
  return Buffer.concat([uint32LE(Buffer.byteLength(text)), Buffer.from(text)]);
}

function sizedBE(text: string): Buffer {
  return Buffer.concat([uint32BE(Buffer.byteLength(text)), Buffer.from(text)]);
}
