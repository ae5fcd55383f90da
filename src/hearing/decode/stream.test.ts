import { expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { amount } from '../../../test/support/full-length.ts';
import { joined, loudnessOf, pitchOf, toneAs } from '../../../test/support/sounds.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { Clock } from '../../core/tools.ts';
import { systemClock } from '../../host/clock.ts';
import { SAMPLE_RATE } from '../sound.ts';
import { type DecodingProblem, StreamDecoder } from './stream.ts';

const SCRIPT = new URL('../../../dist/decode-process.js', import.meta.url);

function decoderFor(contentType: string, clock: Clock = systemClock) {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const pieces: Float32Array[] = [];
  const problems: DecodingProblem[] = [];
  const decoder = new StreamDecoder({
    contentType,
    clock,
    closing: closing.signal,
    script: SCRIPT,
    onSound: (samples) => pieces.push(samples),
    onProblem: (problem) => problems.push(problem),
  });
  return { decoder, pieces, sound: () => joined(pieces), problems };
}

/** Sends pieces as a program does, each after the previous one was decoded. */
async function send(decoder: StreamDecoder, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += 1_400) {
    decoder.push(bytes.subarray(at, at + 1_400));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Other tests decode files of all formats; each run tries these broadcasts. */
const ALL_BROADCASTS = [
  ['', '-c:a libmp3lame -f mp3'],
  ['application/ogg', '-c:a libopus -b:a 32k -f ogg'],
  ['audio/aac', '-c:a aac -f adts'],
  ['audio/mpeg', '-c:a libmp3lame -b:a 128k -f mp3'],
  ['audio/mpeg', '-c:a libmp3lame -b:a 32k -ar 22050 -f mp3'],
  ['application/ogg', '-c:a libvorbis -q:a 5 -f ogg'],
  ['application/ogg', '-c:a flac -f ogg'],
  ['audio/flac', '-c:a flac -f flac'],
] as const;

test.each(ALL_BROADCASTS.slice(0, amount({ short: 3, full: ALL_BROADCASTS.length })))(
  'decodes a broadcast of %s (%s) while it is received',
  async (contentType, encoding) => {
    const { decoder, sound, problems } = decoderFor(contentType);
    const bytes = toneAs(encoding, { seconds: 5 });
    let at = 0;
    await waitFor('the sound', () => {
      const from = at % bytes.length;
      // Continues after the last piece like a broadcast, slowly enough that a late process misses nothing.
      const piece = bytes.subarray(from, from + (at < bytes.length ? 1_400 : 100));
      at += piece.length;
      decoder.push(piece);
      return sound().length > 3 * SAMPLE_RATE ? true : undefined;
    });
    // Later sound has seams where the bytes repeat.
    const first = sound().subarray(0, 3 * SAMPLE_RATE);
    expect(Math.abs(pitchOf(first, SAMPLE_RATE) - 440)).toBeLessThan(20);
    expect(loudnessOf(first)).toBeCloseTo(0.354, 1);
    expect(problems).toEqual([]);
  },
);

test('decodes an Ogg page without waiting for the next one', async () => {
  const { decoder, sound } = decoderFor('application/ogg');
  const bytes = toneAs('-c:a libvorbis -q:a 5 -f ogg', { seconds: 4 });
  const last = bytes.lastIndexOf('OggS');
  const before = bytes.lastIndexOf('OggS', last - 1);
  decoder.push(bytes.subarray(0, last));
  const seconds = Number(bytes.readBigInt64LE(before + 6)) / 44_100;
  await waitFor('the sound', () => sound().length > (seconds - 0.05) * SAMPLE_RATE || undefined);
  expect(seconds).toBeGreaterThan(2.5);
});

test('reports no problem after the broadcast ended', async () => {
  const { decoder, problems } = decoderFor('audio/mpeg');
  decoder.push(toneAs('-c:a libmp3lame -b:a 128k -f mp3'));
  await waitFor('its process', () => decoder.pid);
  decoder.end();
  await waitFor('the end of its process', () => (decoder.pid === undefined ? true : undefined));
  await new Promise((resolve) => setImmediate(resolve));
  expect(problems).toEqual([]);
});

test('reports bytes that are not sound once, and stops decoding', async () => {
  const { decoder, problems } = decoderFor('text/plain');
  for (let piece = 0; piece < 20; piece += 1) {
    decoder.push(Buffer.from('This is a text and no sound. '.repeat(100)));
    await waitFor('the answer', () => problems[0]);
  }
  expect(problems).toEqual([
    { reason: 'unknown-format', message: 'it is in none of the formats that are read' },
  ]);
  expect(decoder.pid).toBeUndefined();
});

const CODECS = ['-c:a libopus -f ogg', '-c:a libmp3lame -f mp3', '-c:a libvorbis -f ogg'];

test.each(CODECS.slice(0, amount({ short: 1, full: CODECS.length })))(
  'continues the broadcast (%s) in another process after a kill',
  async (encoding) => {
    const { decoder, sound, problems } = decoderFor('');
    const bytes = toneAs(encoding, { seconds: 16 });
    const middle = Math.floor(bytes.length / 2);
    await send(decoder, bytes.subarray(0, middle));
    await waitFor('the sound', () => (sound().length > 4 * SAMPLE_RATE ? true : undefined));
    // It no longer answers, so the next bytes are lost when it is killed.
    const pid = decoder.pid ?? Number.NaN;
    process.kill(pid, 'SIGSTOP');
    decoder.push(bytes.subarray(middle, middle + 100));
    await new Promise((resolve) => systemClock.after(300, () => resolve(undefined)));
    process.kill(pid, 'SIGKILL');
    // Bytes are lost until the process runs again.
    for (let at = middle + 100; problems.length === 0; at += 100) {
      decoder.push(bytes.subarray(at, at + 100));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(problems.map(({ reason }) => reason)).toEqual(['ended']);
    await new Promise((resolve) => systemClock.after(1_500, () => resolve(undefined)));
    const before = sound().length;
    await send(decoder, bytes.subarray(middle));
    await waitFor('the sound', () => (sound().length > before + 4 * SAMPLE_RATE ? true : undefined));
    expect(Math.abs(pitchOf(sound().subarray(before), SAMPLE_RATE) - 440)).toBeLessThan(30);
  },
);

/** More than the queue holds. */
const FLOOD = Array.from({ length: 40 }, () => Buffer.alloc(16 * 1024));

test('tells a burst from a computer that is too slow', async () => {
  const clock = fakeClock();
  const { decoder, problems } = decoderFor('audio/mpeg', clock);
  decoder.push(toneAs('-c:a libmp3lame -b:a 128k -f mp3'));
  const pid = await waitFor('its process', () => decoder.pid);
  onTestFinished(() => void process.kill(pid, 'SIGCONT'));
  process.kill(pid, 'SIGSTOP');
  for (const piece of FLOOD) {
    decoder.push(piece);
  }
  expect(problems.map(({ reason }) => reason)).toEqual(['burst']);
  await clock.advance(3_000);
  for (const piece of FLOOD) {
    decoder.push(piece);
  }
  expect(problems.map(({ reason }) => reason)).toEqual(['burst', 'behind']);
});
