/** Reads an audio file's own tags through ranged reads, so that the file itself never has to be fetched. */
import type { IAudioMetadata } from 'music-metadata';
import { believedBpm, believedIsrc, believedYear } from '../core/believed.ts';
import { UpstreamError } from '../core/errors.ts';
import { type Track, UNKNOWN_TRACK } from '../core/track.ts';

/** A file on a device. */
export interface RemoteFile {
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
/** All reads for one file together; covers beyond that are skipped. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Throws UpstreamError (`drop`) for a file that is not audio or would need too many reads; the reads' own errors pass. */
export async function readTags(file: RemoteFile): Promise<AudioTags> {
  const { parseBlob, selectCover } = await import('music-metadata');
  const windows = new Windows(file);
  try {
    const options = { duration: false, skipPostHeaders: true };
    const { common, native } = await parseBlob(new RangeBlob(windows, 0, file.size), options);
    const cover = selectCover(common.picture);
    return {
      track: {
        ...UNKNOWN_TRACK,
        title: common.title ?? '',
        artist: common.artist ?? '',
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
  } catch (error) {
    throw (
      windows.failure ??
      new UpstreamError('the audio file has no tags that can be read', 'drop', { cause: error })
    );
  }
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
    try {
      if ((this.#windows.size + 1) * WINDOW_BYTES > MAX_BYTES) {
        throw new UpstreamError(`the tags need more than ${MAX_BYTES} bytes of the audio file`, 'drop');
      }
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

  constructor(windows: Windows, start: number, end: number) {
    super([]);
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
