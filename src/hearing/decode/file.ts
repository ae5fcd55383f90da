import { type FileHandle, open } from 'node:fs/promises';
import { messageOf, systemReasonOf } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { SAMPLE_RATE } from '../sound.ts';
import { SoundDecoder } from './decoder.ts';
import { UndecodableError } from './errors.ts';
import { ffmpegFile } from './ffmpeg.ts';
import { FORMAT_BYTES, formatNamed, formatOf, id3Bytes, isForFfmpeg, type SoundFormat } from './format.ts';
import { MonoMix } from './mono.ts';

const PIECE_BYTES = 64 * 1024;
/** A long mix; files that promise more are damaged. */
const MAX_SAMPLES = 12 * 60 * 60 * SAMPLE_RATE;
const MAX_BYTES = 16 * 1024 ** 3;

/**
 * Yields the sound of an audio file as mono stretches at `SAMPLE_RATE`. A broken file may crash or block the process,
 * so only helper processes with a time limit call it. Rejects with the signal's reason when it fires. `onRead` gets the
 * bytes read so far, unless ffmpeg reads them.
 * @throws UndecodableError
 */
export async function* decodeFile(
  path: string,
  signal: AbortSignal,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Float32Array> {
  const file = await open(path, 'r').catch((error) => {
    throw new UndecodableError('missing', systemReasonOf(error) ?? messageOf(error));
  });
  let samples = 0;
  try {
    for await (const stretch of stretchesOf(path, file, signal, onRead)) {
      signal.throwIfAborted();
      samples += stretch.length;
      if (samples > MAX_SAMPLES) {
        throw new UndecodableError('too-long', say('decode.too-long'));
      }
      yield stretch;
    }
  } finally {
    await file.close();
  }
  if (samples === 0) {
    throw new UndecodableError('broken', say('decode.no-sound'));
  }
}

async function* stretchesOf(
  path: string,
  file: FileHandle,
  signal: AbortSignal,
  onRead: (bytes: number) => void,
): AsyncGenerator<Float32Array> {
  const format = await formatIn(file, formatNamed(path));
  if (format !== undefined && isForFfmpeg(format)) {
    const mono = new MonoMix(SAMPLE_RATE);
    for await (const { channels } of ffmpegFile(path, format, signal)) {
      yield mono.of(channels);
    }
    return;
  }
  const decoder = new SoundDecoder(format);
  try {
    let read = 0;
    for await (const piece of piecesOf(file)) {
      read += piece.length;
      onRead(read);
      yield* decoder.push(piece);
    }
    yield* decoder.end();
  } finally {
    decoder.free();
  }
}

async function formatIn(file: FileHandle, likely: SoundFormat | undefined): Promise<SoundFormat | undefined> {
  const tag = id3Bytes(await bytesAt(file, 0, FORMAT_BYTES));
  // Recorders of radio streams name every file MP3.
  return formatOf(await bytesAt(file, tag, FORMAT_BYTES)) ?? likely;
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; at < MAX_BYTES; ) {
    const piece = await bytesAt(file, at, PIECE_BYTES);
    if (piece.length === 0) {
      return;
    }
    at += piece.length;
    yield piece;
  }
  throw new UndecodableError('too-long', say('decode.too-large'));
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  // New buffer each time, because the libraries keep parts of it.
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(length), 0, length, at)
    .catch((error: unknown) => {
      throw new UndecodableError('missing', systemReasonOf(error) ?? messageOf(error));
    });
  return buffer.subarray(0, bytesRead);
}
