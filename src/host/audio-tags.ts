/** Reads an audio file's own tags through ranged reads, so that the file itself never has to be fetched. */
import { extname } from 'node:path';
import type { IAudioMetadata } from 'music-metadata';
import { believedBpm, believedIsrc, believedYear } from '../core/believed.ts';
import { UpstreamError } from '../core/errors.ts';
import { type Track, UNKNOWN_TRACK } from '../core/track.ts';

/** A file on a device. */
export interface RemoteFile {
  /** Its ending helps where the content does not tell the format. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`, both within the file; all of them, or it rejects. */
  readRange(start: number, end: number): Promise<Uint8Array>;
}

export interface AudioTags {
  /** All but file name and playing time. */
  readonly track: Track;
  /** The picture as stored in the file; absent when it has none. */
  readonly art?: Uint8Array;
}

/** Bytes of one read: enough for most covers and what precedes them. */
const WINDOW_BYTES = 256 * 1024;
/** All reads for one file together; a cover beyond that is skipped. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Media types by ending, for files whose beginning is broken. */
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

type Metadata = Pick<IAudioMetadata, 'common' | 'native'>;

/**
 * Takes what was read before an error in the tags. Throws UpstreamError (`drop`) for a file without tags that can be
 * read; the reads' own errors pass.
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
      bpm: believedBpm(common.bpm),
      year: believedYear(common.year),
      isrc: believedIsrc(common.isrc?.[0]),
    },
    ...(cover === null ? {} : { art: cover.data }),
  };
}

async function metadataOf(file: RemoteFile): Promise<Metadata> {
  const { parseBlob } = await import('music-metadata');
  const windows = new Windows(file);
  let problem: unknown;
  // By the content first, because an ending may be wrong.
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
      // By its ending anything is audio.
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
  throw new UpstreamError('the audio file has no tags that can be read', 'drop', { cause: problem });
}

function hasNames({ common: { artist = '', title = '' } }: Metadata): boolean {
  return artist !== '' || title !== '';
}

type TagType = keyof Metadata['native'];
type FieldNames = Readonly<Record<TagType, string>>;

/** Names of the fields by kind of tag, those that the parser prefers first. */
const TITLES: FieldNames = { 'ID3v2.4': 'TIT2', 'ID3v2.3': 'TIT2', 'ID3v2.2': 'TT2', vorbis: 'TITLE' };
const ARTISTS: FieldNames = {
  iTunes: '©ART',
  vorbis: 'ARTIST',
  'ID3v2.4': 'TPE1',
  'ID3v2.3': 'TPE1',
  'ID3v2.2': 'TP1',
  APEv2: 'Artist',
};

/** All artists; undefined where the file has none in these fields. */
function artistsOf(native: Metadata['native']): string | undefined {
  for (const [type, id] of Object.entries(ARTISTS)) {
    const tags = native[type] ?? [];
    const first = tags.findIndex((tag) => tag.id === id);
    if (first >= 0) {
      const afterFirst = tags.findIndex((tag, index) => index > first && tag.id !== id);
      // A second ID3 tag that follows the first one is not more artists.
      const end = type.startsWith('ID3') && afterFirst >= 0 ? afterFirst : tags.length;
      const artists = tags.slice(first, end).flatMap((tag) => (tag.id === id ? [String(tag.value)] : []));
      // The parser divides the text of older ID3 tags at each slash, also that of one artist.
      return [...new Set(artists)].join(/^ID3v2[.][23]$/.test(type) ? '/' : ', ');
    }
  }
  return undefined;
}

/** The first value: of a second ID3 tag the parser takes the last. */
function firstOf(native: Metadata['native'], names: FieldNames): string | undefined {
  const found = Object.entries(names)
    .map(([type, name]) => native[type]?.find(({ id }) => id === name)?.value)
    .find((value) => value !== undefined);
  return typeof found === 'string' ? found : undefined;
}

/** Where most programs for DJs write the key of a FLAC or Ogg file, which the parser knows under another name only. */
function initialKeyOf(native: IAudioMetadata['native']): string {
  const found = native.vorbis?.find(({ id }) => id.toUpperCase() === 'INITIALKEY')?.value;
  return typeof found === 'string' ? found : '';
}

/** Reads whole windows and keeps them: a parser asks for a few bytes at a time. */
class Windows {
  /** The error of a failed read, which a parser may replace by its own. */
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
        throw new UpstreamError('the audio file is shorter than its size says', 'drop');
      }
      return bytes;
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}

/** A file for the parser, which uses only its size, and slices of it. */
class RangeBlob extends Blob {
  declare readonly size: number;
  readonly #windows: Windows;
  readonly #start: number;

  /** `type`: its media type; empty where the content shall tell. */
  constructor(windows: Windows, start: number, end: number, type = '') {
    super([], { type });
    // An own property, because the empty Blob has a size of its own.
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
