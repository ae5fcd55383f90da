/** Reads tags by ranges, without the whole file. */

import { extname } from 'node:path';
import type { IAudioMetadata } from 'music-metadata';
import { UpstreamError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { plausibleBpm, plausibleIsrc, plausibleYear } from '../core/plausible.ts';
import { type Track, UNKNOWN_TRACK } from '../core/track.ts';

export interface RemoteFile {
  /** The extension helps where the content doesn't reveal the format. */
  readonly name: string;
  readonly size: number;
  /** Exactly [start, end), or rejects. */
  readRange(start: number, end: number): Promise<Uint8Array>;
}

export interface AudioTags {
  /** Lacks file name and duration. */
  readonly track: Track;
  readonly art?: Uint8Array;
}

/** Holds most covers and what precedes them. */
const WINDOW_BYTES = 256 * 1024;
/** Limit of all reads; a cover beyond it is skipped. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Helps with files whose beginning is broken. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.m4a': 'audio/mp4',
  '.mp4': 'audio/mp4',
  '.wav': 'audio/wav',
  '.aif': 'audio/aiff',
  '.aiff': 'audio/aiff',
};

/** Fields as the tag formats name them. Throws like `readTags`. */
export async function readNativeTags(file: RemoteFile): Promise<Metadata['native']> {
  return (await metadataOf(file)).native;
}

type Metadata = Pick<IAudioMetadata, 'common' | 'native'>;

/**
 * Keeps tags read before an error. Throws UpstreamError (`drop`) without readable tags; errors of `readRange`
 * pass through.
 */
export async function readTags(file: RemoteFile): Promise<AudioTags> {
  const { selectCover } = await import('music-metadata');
  const { common, native } = await metadataOf(file);
  const cover = selectCover(common.picture);
  return {
    track: {
      ...UNKNOWN_TRACK,
      title: firstOf(native, TITLES) ?? common.title ?? '',
      artist: artistsOf(native) ?? common.artist ?? '',
      album: common.album ?? '',
      genre: common.genre?.join(', ') ?? '',
      label: common.label?.join(', ') ?? '',
      remixer: common.remixer?.join(', ') ?? '',
      comment: common.comment?.map(({ text = '' }) => text).find((text) => text !== '') ?? '',
      key: common.key ?? initialKeyOf(native),
      bpm: plausibleBpm(common.bpm),
      year: plausibleYear(common.year),
      isrc: plausibleIsrc(common.isrc?.[0]),
    },
    ...(cover === null ? {} : { art: cover.data }),
  };
}

async function metadataOf(file: RemoteFile): Promise<Metadata> {
  const { parseBlob } = await import('music-metadata');
  const windows = new Windows(file);
  let problem: unknown;
  // Content first: extensions may be wrong.
  for (const type of ['', MEDIA_TYPES[extname(file.name).toLowerCase()]]) {
    if (type === undefined) {
      continue;
    }
    let read: Metadata | undefined;
    const observer = ({ metadata }: { readonly metadata: Metadata }): void => {
      read = metadata;
    };
    try {
      const blob = new RangeBlob(windows, 0, file.size, type);
      const whole = await parseBlob(blob, { duration: false, skipPostHeaders: true, observer });
      // With a media type, the parser accepts anything as audio.
      if (type === '' || hasNames(whole)) {
        return whole;
      }
    } catch (error) {
      if (windows.failure !== undefined) {
        throw windows.failure;
      }
      if (read !== undefined && hasNames(read)) {
        return read;
      }
      problem ??= error;
    }
  }
  throw new UpstreamError(say('files.no-tags'), 'drop', { cause: problem });
}

function hasNames({ common: { artist = '', title = '' } }: Metadata): boolean {
  return artist !== '' || title !== '';
}

type TagType = keyof Metadata['native'];
type FieldNames = Readonly<Record<TagType, string>>;

/** Tag formats, in the parser's order of preference. */
const TITLES: FieldNames = { 'ID3v2.4': 'TIT2', 'ID3v2.3': 'TIT2', 'ID3v2.2': 'TT2', vorbis: 'TITLE' };
const ARTISTS: FieldNames = {
  iTunes: '©ART',
  vorbis: 'ARTIST',
  'ID3v2.4': 'TPE1',
  'ID3v2.3': 'TPE1',
  'ID3v2.2': 'TP1',
  APEv2: 'Artist',
};

function artistsOf(native: Metadata['native']): string | undefined {
  for (const [type, id] of Object.entries(ARTISTS)) {
    const tags = native[type] ?? [];
    const first = tags.findIndex((tag) => tag.id === id);
    if (first >= 0) {
      const afterFirst = tags.findIndex((tag, index) => index > first && tag.id !== id);
      // A second ID3 tag repeats the first one's artists.
      const end = type.startsWith('ID3') && afterFirst >= 0 ? afterFirst : tags.length;
      const artists = tags.slice(first, end).flatMap((tag) => (tag.id === id ? [String(tag.value)] : []));
      // The parser splits older ID3 text at every slash, even in a name.
      return [...new Set(artists)].join(/^ID3v2[.][23]$/.test(type) ? '/' : ', ');
    }
  }
  return undefined;
}

/** The parser would take the last value, of a second ID3 tag. */
function firstOf(native: Metadata['native'], names: FieldNames): string | undefined {
  const found = Object.entries(names)
    .map(([type, name]) => native[type]?.find(({ id }) => id === name)?.value)
    .find((value) => value !== undefined);
  return typeof found === 'string' ? found : undefined;
}

/** The parser ignores `INITIALKEY`, which most DJ programs write to FLAC and Ogg files. */
function initialKeyOf(native: IAudioMetadata['native']): string {
  const found = native.vorbis?.find(({ id }) => id.toUpperCase() === 'INITIALKEY')?.value;
  return typeof found === 'string' ? found : '';
}

/** Caches windows, because the parser reads a few bytes at a time. */
class Windows {
  /** Kept, because the parser may replace it. */
  failure: unknown;
  readonly #file: RemoteFile;
  readonly #windows = new Map<number, Promise<Uint8Array>>();

  constructor(file: RemoteFile) {
    this.#file = file;
  }

  async bytes(start: number, end: number): Promise<ArrayBuffer> {
    const wanted = new Uint8Array(end - start);
    for (let at = start; at < end; ) {
      const index = Math.floor(at / WINDOW_BYTES);
      const window = await this.#window(index);
      const within = at - index * WINDOW_BYTES;
      const piece = window.subarray(within, within + end - at);
      wanted.set(piece, at - start);
      at += piece.length;
    }
    return wanted.buffer;
  }

  async #window(index: number): Promise<Uint8Array> {
    const cached = this.#windows.get(index);
    if (cached !== undefined) {
      return cached;
    }
    if ((this.#windows.size + 1) * WINDOW_BYTES > MAX_BYTES) {
      throw new RangeError(`the tags need more than ${MAX_BYTES} bytes of the audio file`);
    }
    try {
      const start = index * WINDOW_BYTES;
      const end = Math.min(start + WINDOW_BYTES, this.#file.size);
      const reading = this.#file.readRange(start, end);
      this.#windows.set(index, reading);
      const bytes = await reading;
      if (bytes.length !== end - start) {
        throw new UpstreamError(say('files.shorter'), 'drop');
      }
      return bytes;
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}

/** The parser only uses `size` and `slice`. */
class RangeBlob extends Blob {
  declare readonly size: number;
  readonly #windows: Windows;
  readonly #start: number;

  /** `type`: media type; empty: the parser looks at the content. */
  constructor(windows: Windows, start: number, end: number, type = '') {
    super([], { type });
    // Replaces the empty Blob's.
    Object.defineProperty(this, 'size', { value: end - start });
    this.#windows = windows;
    this.#start = start;
  }

  override slice(start = 0, end = this.size): RangeBlob {
    const within = (at: number) => this.#start + Math.max(0, Math.min(at, this.size));
    return new RangeBlob(this.#windows, within(start), within(end));
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#windows.bytes(this.#start, this.#start + this.size);
  }
}
