/** Which format a file or a stream has, from its first bytes. Pure. */

export type SoundFormat = 'mp3' | 'ogg' | 'flac' | 'wav' | 'aiff' | 'aac' | 'mp4';

/** Bytes that tell every format apart. */
export const FORMAT_BYTES = 12;

/** Bytes of the ID3 tag at the beginning; 0 where there is none. Its head is 10 bytes. */
export function id3Bytes(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') {
    return 0;
  }
  const footer = ((head[5] ?? 0) & 0x10) === 0 ? 0 : 10;
  return head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 0x7f), 0) + 10 + footer;
}

/** `likely`: what it is where only frames begin, which look alike. Undefined for none of them. */
export function formatOf(head: Buffer, likely?: SoundFormat): SoundFormat | undefined {
  const text = (from: number, to: number): string => head.toString('latin1', from, to);
  switch (text(0, 4)) {
    case 'OggS':
      return 'ogg';
    case 'fLaC':
      return 'flac';
    case 'RIFF':
    case 'RF64':
      return text(8, 12) === 'WAVE' ? 'wav' : undefined;
    case 'FORM':
      return text(8, 11) === 'AIF' ? 'aiff' : undefined;
    default:
      return text(4, 8) === 'ftyp' ? 'mp4' : (likely ?? formatOfFrame(head));
  }
}

/** Frames of MPEG audio begin with eleven ones, and say which layer they are; AAC is layer 0. */
function formatOfFrame(head: Buffer): SoundFormat | undefined {
  const [first = 0, second = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) {
    return undefined;
  }
  return (second & 0x06) !== 0 ? 'mp3' : (second & 0xf6) === 0xf0 ? 'aac' : undefined;
}

/** By the content type of a broadcast, or the name of a file: only what cannot be told from the first bytes alone. */
export function formatNamed(name: string): SoundFormat | undefined {
  return NAMES.find(([, names]) => names.test(name))?.[0];
}

const NAMES: readonly (readonly [SoundFormat, RegExp])[] = [
  ['ogg', /^(application|audio)\/ogg\b/i],
  ['aac', /^audio\/aacp?\b|\.aac$/i],
  ['mp3', /^audio\/(mpeg|mp3)\b|\.mp[123]$/i],
  ['flac', /^audio\/(x-)?flac\b|\.flac$/i],
];
