/** Decodes AAC, ALAC and the sound of videos with ffmpeg, if installed. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { codeOf, messageOf } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { FLOAT_32, SAMPLE_RATE, sampleReader } from '../sound.ts';
import type { DecodedSound, SoundCodec } from './codec.ts';
import { UndecodableError } from './errors.ts';
import type { ContainerFormat } from './format.ts';

const FFMPEG = 'ffmpeg';
const QUIET = ['-nostdin', '-hide_banner', '-loglevel', 'error'];
/** First audio stream only, as stereo. */
const SOUND = [
  '-map',
  '0:a:0',
  '-af',
  'aresample=rematrix_maxval=1',
  '-f',
  'f32le',
  '-ac',
  '2',
  '-ar',
  String(SAMPLE_RATE),
  'pipe:1',
];
/** Limit of bytes buffered for ffmpeg. */
const MAX_WAITING_BYTES = 1024 * 1024;

export async function hasFfmpeg(): Promise<boolean> {
  const child = spawn(FFMPEG, ['-version'], { stdio: 'ignore', windowsHide: true });
  return once(child, 'exit').then(
    ([status]) => status === 0,
    () => false,
  );
}

/** Yields the sound of a file. Ends ffmpeg when iteration stops early or the signal fires. @throws UndecodableError */
export async function* ffmpegFile(
  path: string,
  format: 'aac' | ContainerFormat,
  signal: AbortSignal,
): AsyncGenerator<DecodedSound> {
  const input = ['-protocol_whitelist', 'file', '-f', format, '-i', `file:${path}`];
  const child = spawn(FFMPEG, [...QUIET, ...input, ...SOUND], {
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
    signal,
  });
  const failed = failureOf(child);
  try {
    const soundIn = stereoReader();
    for await (const bytes of child.stdout) {
      yield soundIn(bytes);
    }
    await failed.check();
  } catch (error) {
    throw failed.error() ?? error;
  } finally {
    child.kill('SIGKILL');
  }
}

export async function openAac(): Promise<SoundCodec> {
  const input = ['-f', 'aac', '-probesize', '4096', '-i', 'pipe:0'];
  const child = spawn(FFMPEG, [...QUIET, ...input, '-flush_packets', '1', ...SOUND], {
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const failed = failureOf(child);
  const soundIn = stereoReader();
  const decoded: DecodedSound[] = [];
  child.stdout.on('data', (bytes: Buffer) => decoded.push(soundIn(bytes)));
  // ffmpeg may exit while it is written to; `failed` has its message.
  child.stdin.on('error', () => undefined);
  return {
    async *decode(piece) {
      await failed.check();
      if (child.stdin.writableLength > MAX_WAITING_BYTES) {
        throw new UndecodableError('broken', say('decode.ffmpeg-too-slow'));
      }
      child.stdin.write(piece);
      yield* decoded.splice(0);
    },
    async *flush() {
      child.stdin.end();
      await once(child, 'close');
      yield* decoded.splice(0);
    },
    free: () => void child.kill('SIGKILL'),
  };
}

interface Failure {
  error(): UndecodableError | undefined;
  /** Waits for the exit once the output ended. @throws UndecodableError on failure */
  check(): Promise<void>;
}

function failureOf(child: ChildProcess): Failure {
  let error: UndecodableError | undefined;
  child.once('error', (cause) => {
    error ??=
      codeOf(cause) === 'ENOENT'
        ? new UndecodableError('needs-ffmpeg', say('decode.needs-ffmpeg'))
        : new UndecodableError('broken', `ffmpeg: ${messageOf(cause)}`);
  });
  child.once('exit', (status, signal) => {
    if (status !== 0) {
      error ??= new UndecodableError('broken', `ffmpeg ended with ${signal ?? `status ${status}`}`);
    }
  });
  return {
    error: () => error,
    async check() {
      if (child.stdout?.readableEnded === true && child.exitCode === null && error === undefined) {
        await once(child, 'exit').catch(() => undefined);
      }
      if (error !== undefined) {
        throw error;
      }
    },
  };
}

/** Returns a function that takes interleaved stereo bytes, which may end anywhere. */
function stereoReader(): (bytes: Buffer) => DecodedSound {
  const samplesIn = sampleReader(FLOAT_32);
  let left: number | undefined;
  return (bytes) => {
    const samples = samplesIn(bytes);
    const all = left === undefined ? samples : Float32Array.of(left, ...samples);
    left = all.length % 2 === 0 ? undefined : all.at(-1);
    const length = Math.floor(all.length / 2);
    const channel = (which: 0 | 1) => Float32Array.from({ length }, (_, at) => all[2 * at + which] ?? 0);
    return { rate: SAMPLE_RATE, channels: [channel(0), channel(1)] };
  };
}
