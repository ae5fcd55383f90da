import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import {
  joined,
  loudnessOf,
  pitchOf,
  type SoundOptions,
  toneAs,
  tonesAs,
} from '../../../test/support/sounds.ts';
import { SAMPLE_RATE } from '../sound.ts';
import { decodeFile } from './file.ts';

async function decoded(bytes: Uint8Array, name = 'file'): Promise<Float32Array> {
  const path = join(await testFolder(), name);
  await writeFile(path, bytes);
  const stretches: Float32Array[] = [];
  for await (const stretch of decodeFile(path, new AbortController().signal)) {
    stretches.push(stretch);
  }
  return joined(stretches);
}

function expectTone(samples: Float32Array, { hertz = 440, seconds = 2 }: SoundOptions = {}): void {
  // Vorbis loses its last page, and encoders add silence at the beginning.
  expect(samples.length / SAMPLE_RATE).toBeGreaterThan(seconds - 1);
  expect(samples.length / SAMPLE_RATE).toBeLessThan(seconds + 0.2);
  expect(Math.abs(pitchOf(samples, SAMPLE_RATE) - hertz)).toBeLessThan(hertz / 20);
  expect(loudnessOf(samples)).toBeGreaterThan(0.3);
  expect(loudnessOf(samples)).toBeLessThan(0.4);
}

const FORMATS = [
  ['MP3', '-c:a libmp3lame -b:a 128k -f mp3'],
  ['MP3 at 32 kbit/s', '-c:a libmp3lame -b:a 32k -ar 22050 -f mp3'],
  ['MP3 without a tag', '-c:a libmp3lame -write_xing 0 -id3v2_version 0 -f mp3'],
  ['Ogg Vorbis', '-c:a libvorbis -f ogg'],
  ['Ogg Opus', '-c:a libopus -b:a 32k -f ogg'],
  ['Ogg FLAC', '-c:a flac -f ogg'],
  ['FLAC', '-c:a flac -f flac'],
  ['FLAC of 24 bits', '-c:a flac -sample_fmt s32 -bits_per_raw_sample 24 -f flac'],
  ['WAV', '-c:a pcm_s16le -f wav'],
  ['WAV of 8 bits', '-c:a pcm_u8 -f wav'],
  ['WAV of 24 bits', '-c:a pcm_s24le -f wav'],
  ['WAV of floats', '-c:a pcm_f32le -f wav'],
  ['WAV of doubles', '-c:a pcm_f64le -f wav'],
  ['AIFF', '-c:a pcm_s16be -f aiff'],
  ['AIFF of 24 bits', '-c:a pcm_s24be -f aiff'],
  ['AIFF-C, little-endian', '-c:a pcm_s16le -f aiff'],
  ['AIFF-C of floats', '-c:a pcm_f32be -f aiff'],
  ['AAC', '-c:a aac -f adts'],
  ['AAC in MPEG-4', '-c:a aac -movflags frag_keyframe+empty_moov -f mp4'],
  ['ALAC in MPEG-4', '-c:a alac -movflags frag_keyframe+empty_moov -f mp4'],
] as const;
const TONES = tonesAs(FORMATS.map(([, encoding]) => encoding));

/** Two seconds in one of the formats. */
function toneIn(format: (typeof FORMATS)[number][0]): Buffer {
  return TONES[FORMATS.findIndex(([name]) => name === format)] ?? Buffer.alloc(0);
}

test.each(FORMATS)('decodes %s to the encoded sound', async (format) => {
  expectTone(await decoded(toneIn(format)));
});

test.each([
  ['one channel and 192,000 samples a second', { channels: 1, rate: 192_000 }],
  ['six channels and 8,000 samples a second', { channels: 6, rate: 8_000 }],
])('converts sound with %s', async (_, options) => {
  for (const tone of tonesAs(['-c:a flac -f flac', '-c:a pcm_s16le -f wav'], options)) {
    expectTone(await decoded(tone));
  }
});

test('decodes a radio stream of AAC that a recorder named MP3', async () => {
  expectTone(await decoded(toneIn('AAC'), 'stream.mp3'));
});

test('skips a tag with a large picture', async () => {
  const tag = Buffer.alloc(3_000_010, 0xff);
  tag.write('ID3\x04\0\0', 'latin1');
  const size = tag.length - 10;
  for (const [at, shift] of [21, 14, 7, 0].entries()) {
    tag[6 + at] = (size >> shift) & 0x7f;
  }
  expectTone(await decoded(Buffer.concat([tag, toneIn('MP3 without a tag')])));
  expectTone(await decoded(Buffer.concat([tag, toneIn('FLAC')])));
});

test('clips floats beyond full scale', async () => {
  const loud = await decoded(toneAs('-af volume=300 -c:a pcm_f32le -f wav', { rate: SAMPLE_RATE }));
  expect([Math.min(...loud), Math.max(...loud)]).toEqual([-1, 1]);
});

test('joins chained Ogg streams', async () => {
  const streams = (['Ogg Vorbis', 'Ogg Opus', 'Ogg FLAC', 'Ogg Vorbis'] as const).map(toneIn);
  const samples = await decoded(Buffer.concat(streams));
  expectTone(samples.subarray(0, 5 * SAMPLE_RATE), { seconds: 5 });
  // Vorbis loses the last page of either stream.
  expect(samples.length / SAMPLE_RATE).toBeGreaterThan(5.5);
});

test('decodes the intact parts of a truncated or damaged file', async () => {
  const encodings = ['-c:a libmp3lame -f mp3', '-c:a libopus -f ogg', '-c:a flac -f flac'];
  for (const whole of tonesAs(encodings, { seconds: 4 })) {
    const half = Math.floor(whole.length / 2);
    expectTone(await decoded(whole.subarray(0, half)));
    const damaged = Buffer.from(whole);
    damaged.fill(0x55, half, half + 300);
    // The FLAC decoder resynchronizes only after half a megabyte.
    expect((await decoded(damaged)).length / SAMPLE_RATE).toBeGreaterThan(1.5);
  }
});

test.each([
  ['a text', Buffer.from('This is a text and no sound. '.repeat(100)), 'unknown-format'],
  ['nothing', Buffer.alloc(0), 'broken'],
  ['a WAV file of compressed samples', toneAs('-c:a adpcm_ms -f wav'), 'unknown-format'],
  ['a WAV file without its layout', Buffer.from('RIFF\0\0\0\0WAVEdata\x10\0\0\0'.padEnd(64, ' ')), 'broken'],
  ['an Ogg file without sound', toneIn('Ogg FLAC').subarray(0, 400), 'broken'],
])('rejects %s with a reason', async (_, bytes, reason) => {
  await expect(decoded(bytes)).rejects.toMatchObject({ name: 'UndecodableError', reason });
});

test('rejects a missing file with a reason', async () => {
  const stretches = decodeFile(join(await testFolder(), 'none.mp3'), new AbortController().signal);
  await expect(stretches.next()).rejects.toMatchObject({ reason: 'missing' });
});

test('rejects AAC if ffmpeg is not installed', async () => {
  const bytes = toneIn('AAC');
  const { PATH } = process.env;
  onTestFinished(() => {
    process.env.PATH = PATH;
  });
  process.env.PATH = '';
  await expect(decoded(bytes)).rejects.toMatchObject({ reason: 'needs-ffmpeg' });
});

test.each([
  '-c:a pcm_s16le -f wav',
  '-c:a libmp3lame -b:a 128k -f mp3',
  '-c:a aac -movflags frag_keyframe+empty_moov -f mp4',
])('keeps sound with one inverted channel (%s)', async (encoding) => {
  const inverted = '-af pan=stereo|c0=c0|c1=-1*c1';
  expectTone(await decoded(toneAs(`${inverted} ${encoding}`)));
});
