import { describe, expect, it } from 'vitest';
import { type FileTags, flacFile, mp3File, mp4File } from '../../test/support/audio-files.ts';
import { type AudioTags, readTags } from './audio-tags.ts';

const TAGS: FileTags = {
  title: 'Porcelain',
  artist: 'Moby',
  album: 'Play',
  genre: 'Downtempo',
  cover: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(50_000, 0x42)]),
};

/** Reads a file that lies elsewhere, and counts what was fetched of it. */
async function readFrom(bytes: Buffer, size = bytes.length): Promise<{ tags: AudioTags; fetched: number }> {
  let fetched = 0;
  const tags = await readTags({
    size,
    readRange: async (start, end) => {
      fetched += end - start;
      return bytes.subarray(start, end);
    },
  });
  return { tags, fetched };
}

it('tells label, remixer, comment, key, tempo, year and recording code where the file has them', async () => {
  const more = {
    LABEL: 'Mute',
    REMIXER: 'Torsten',
    COMMENT: 'Last hour',
    INITIALKEY: 'Am',
    BPM: '95.94',
    DATE: '1999-05-17',
    ISRC: 'DE-ABC-26-00001',
  };
  const { tags } = await readFrom(flacFile({ ...TAGS, more }));
  expect(tags.track).toMatchObject({
    label: 'Mute',
    remixer: 'Torsten',
    comment: 'Last hour',
    key: 'Am',
    // The parser knows whole ones only.
    bpm: 95,
    year: 1999,
    isrc: 'DEABC2600001',
  });
});

it('tells the recording code of an MP3', async () => {
  const { tags } = await readFrom(mp3File({ ...TAGS, isrc: 'DEABC2600001' }));
  expect(tags.track.isrc).toBe('DEABC2600001');
});

/** Large as real recordings are. */
const SOUND = 10_000_000;

describe.each([
  ['MP3', (tags: FileTags) => Buffer.concat([mp3File(tags), Buffer.alloc(SOUND)])],
  ['FLAC', (tags: FileTags) => flacFile(tags, SOUND)],
  ['MP4 with its description at the end', (tags: FileTags) => mp4File(tags, SOUND)],
] as const)('an %s', (_, fileWith) => {
  it('gives its names and its cover', async () => {
    const { tags } = await readFrom(fileWith(TAGS));
    expect(tags.track).toMatchObject({ title: 'Porcelain', artist: 'Moby', genre: 'Downtempo' });
    expect(Buffer.from(tags.art ?? []).equals(TAGS.cover)).toBe(true);
  });

  it('is not fetched whole', async () => {
    const { fetched } = await readFrom(fileWith(TAGS));
    expect(fetched).toBeLessThan(SOUND / 8);
  });
});

describe('a file', () => {
  it('with a cover of megabytes is not read', async () => {
    const huge = flacFile({ ...TAGS, cover: Buffer.alloc(9_000_000, 0x89) });
    await expect(readFrom(huge)).rejects.toMatchObject({ name: 'UpstreamError', advice: 'drop' });
  });

  it('that is not audio is refused', async () => {
    await expect(readFrom(Buffer.from('<html>'.repeat(1000)))).rejects.toMatchObject({ advice: 'drop' });
  });

  it('that is shorter than it says is refused', async () => {
    const whole = flacFile(TAGS);
    await expect(readFrom(whole.subarray(0, 20_000), whole.length)).rejects.toThrow(
      'shorter than its size says',
    );
  });
});
