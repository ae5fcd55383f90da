import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FileTags, flacFile, mp3File, mp4File } from '../../test/support/audio-files.ts';
import { testFolder } from '../../test/support/folder.ts';
import { judge } from '../../test/support/judge.ts';
import { type AudioTags, readTags } from './audio-tags.ts';

const TAGS: FileTags = {
  title: 'Porcelain',
  artist: 'Moby',
  album: 'Play',
  genre: 'Downtempo',
  cover: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(50_000, 0x42)]),
};

async function readFrom(
  bytes: Buffer,
  size = bytes.length,
  name = 'a.mp3',
): Promise<{ tags: AudioTags; fetched: number }> {
  let fetched = 0;
  const tags = await readTags({
    name,
    size,
    readRange: async (start, end) => {
      fetched += end - start;
      return bytes.subarray(start, end);
    },
  });
  return { tags, fetched };
}

it('returns label, remixer, comment, key, tempo, year and ISRC if the file has them', async () => {
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
    // The parser reads only whole blocks.
    bpm: 95,
    year: 1999,
    isrc: 'DEABC2600001',
  });
});

it('returns the ISRC of an MP3', async () => {
  const { tags } = await readFrom(mp3File({ ...TAGS, isrc: 'DEABC2600001' }));
  expect(tags.track.isrc).toBe('DEABC2600001');
});

const SOUND = 10_000_000;

describe.each([
  ['MP3', (tags: FileTags) => Buffer.concat([mp3File(tags), Buffer.alloc(SOUND)])],
  ['FLAC', (tags: FileTags) => flacFile(tags, SOUND)],
  ['MP4 with its description at the end', (tags: FileTags) => mp4File(tags, SOUND)],
] as const)('an %s', (_, fileWith) => {
  it('returns names and cover', async () => {
    const { tags } = await readFrom(fileWith(TAGS));
    expect(tags.track).toMatchObject({ title: 'Porcelain', artist: 'Moby', genre: 'Downtempo' });
    expect(Buffer.from(tags.art ?? []).equals(TAGS.cover)).toBe(true);
  });

  it('does not fetch the whole file', async () => {
    const { fetched } = await readFrom(fileWith(TAGS));
    expect(fetched).toBeLessThan(SOUND / 8);
  });
});

/** `length`: as its header states. */
function id3Tag(tags: Partial<FileTags>): Buffer {
  const file = mp3File({ ...TAGS, ...tags });
  const size = file.subarray(6, 10).reduce((sum, byte) => sum * 128 + byte, 0);
  return file.subarray(0, 10 + size);
}

describe('artists', () => {
  it('keeps slashes in ID3v2.3 artists, whichever program wrote them', async () => {
    const folder = await testFolder();
    const file = join(folder, 'a.mp3');
    const silence = ['-f', 'lavfi', '-i', 'anullsrc', '-t', '0.1'];
    const names = ['-metadata', 'artist=North/South', '-metadata', 'title=A/B', '-id3v2_version', '3'];
    const { status } = await judge('ffmpeg', [...silence, ...names, file]);
    expect(status).toBe(0);
    const { tags } = await readFrom(await readFile(file));
    expect(tags.track).toMatchObject({ artist: 'North/South', title: 'A/B' });
  });

  it('joins the artists of several FLAC fields without duplicates', async () => {
    const { tags } = await readFrom(flacFile({ ...TAGS, more: { Artist: 'Gwen', artist: 'Moby' } }));
    expect(tags.track.artist).toBe('Moby, Gwen');
  });
});

describe('broken tags', () => {
  const second = mp3File({ ...TAGS, title: 'Other', artist: 'Others' });

  it.each([
    ['follows at once', second],
    ['follows after a gap', Buffer.concat([Buffer.alloc(700), second])],
    ['follows and cannot be read', Buffer.concat([Buffer.from('ID3\x09'), second.subarray(4)])],
    [
      'follows and is larger than the file',
      Buffer.concat([Buffer.from('ID3\x03\0\0\x7f\x7f\x7f\x7f'), second]),
    ],
  ])('returns the names of the first ID3 tag when another one %s', async (_, rest) => {
    const { tags } = await readFrom(Buffer.concat([id3Tag({}), rest]));
    expect(tags.track).toMatchObject({ title: 'Porcelain', artist: 'Moby' });
  });

  it('returns the names when a FLAC picture states a wrong size', async () => {
    const whole = flacFile(TAGS);
    for (const size of [0xffffff, 12]) {
      const broken = Buffer.from(whole);
      // Length of the last block, which follows the comments.
      broken.writeUIntBE(size, whole.indexOf(Buffer.from([0x86])) + 1, 3);
      const { tags } = await readFrom(broken, broken.length, 'a.flac');
      expect(tags.track).toMatchObject({ title: 'Porcelain', artist: 'Moby' });
    }
  });
});

describe('readTags', () => {
  it('skips a cover of megabytes and returns the names', async () => {
    const huge = flacFile({ ...TAGS, cover: Buffer.alloc(9_000_000, 0x89) });
    const { tags, fetched } = await readFrom(huge);
    expect(tags.track.title).toBe('Porcelain');
    expect(tags.art).toBeUndefined();
    expect(fetched).toBeLessThanOrEqual(8 * 1024 * 1024);
  });

  it('rejects a file that is not audio', async () => {
    await expect(readFrom(Buffer.from('<html>'.repeat(1000)))).rejects.toMatchObject({ advice: 'drop' });
  });

  it('rejects a file shorter than its stated size', async () => {
    const whole = flacFile(TAGS);
    await expect(readFrom(whole.subarray(0, 20_000), whole.length)).rejects.toThrow(
      'shorter than its size says',
    );
  });
});
