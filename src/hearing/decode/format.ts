/** Detects the format of a file or stream from its first bytes. Pure. */

export type SoundFormat = 'mp3' | 'ogg' | 'flac' | 'wav' | 'aiff' | 'aac' | ContainerFormat;
/** Formats of video files, by ffmpeg's names. */
export type ContainerFormat = 'mp4' | 'matroska' | 'flv' | 'avi' | 'mpegts';

/** Returns whether files of this format need ffmpeg. */
export function isForFfmpeg(format: SoundFormat): format is 'aac' | ContainerFormat {
  return FOR_FFMPEG.has(format);
}

const FOR_FFMPEG: ReadonlySet<SoundFormat> = new Set(['aac', 'mp4', 'matroska', 'flv', 'avi', 'mpegts']);

/** Bytes needed to detect any format. */
export const FORMAT_BYTES = 12;

/** Length of the ID3 tag at the beginning; 0 without one. Its header has 10 bytes. */
export function id3Bytes(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') {
    return 0;
  }
  const footer = ((head[5] ?? 0) & 0x10) === 0 ? 0 : 10;
  return head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 0x7f), 0) + 10 + footer;
}

/** `likely`: the format to assume for bare frames, which look alike. Returns undefined for unknown formats. */
export function formatOf(head: Buffer, likely?: SoundFormat): SoundFormat | undefined {
  const text = (from: number, to: number): string => head.toString('latin1', from, to);
  switch (text(0, 4)) {
    case 'OggS':
      return 'ogg';
    case 'fLaC':
      return 'flac';
    case 'RIFF':
    case 'RF64':
      return text(8, 12) === 'WAVE' ? 'wav' : text(8, 12) === 'AVI ' ? 'avi' : undefined;
    case 'FLV\x01':
      return 'flv';
    case '\x1a\x45\xdf\xa3':
      return 'matroska';
    case 'FORM':
      return text(8, 11) === 'AIF' ? 'aiff' : undefined;
    default:
      return text(4, 8) === 'ftyp' ? 'mp4' : (likely ?? formatOfFrame(head));
  }
}

/** MPEG frames begin with eleven ones and name their layer; AAC is layer 0. */
function formatOfFrame(head: Buffer): SoundFormat | undefined {
  const [first = 0, second = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) {
    return undefined;
  }
  return (second & 0x06) !== 0 ? 'mp3' : (second & 0xf6) === 0xf0 ? 'aac' : undefined;
}

/** Maps a content type or file name to a format that the first bytes alone don't tell. */
export function formatNamed(name: string): SoundFormat | undefined {
  return NAMES.find(([, names]) => names.test(name))?.[0];
}

const NAMES: readonly (readonly [SoundFormat, RegExp])[] = [
  ['ogg', /^(application|audio)\/ogg\b/i],
  ['aac', /^audio\/aacp?\b|\.aac$/i],
  ['mp3', /^audio\/(mpeg|mp3)\b|\.mp[123]$/i],
  ['mpegts', /\.m?ts$/i],
  ['flac', /^audio\/(x-)?flac\b|\.flac$/i],
];
