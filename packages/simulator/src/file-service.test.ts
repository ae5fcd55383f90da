import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseBuffer } from 'music-metadata';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { Medium } from './file-service.ts';
import { cover, taggedAudio } from './sets/made-up-audio.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const medium = () =>
  new Medium([
    { path: '/SIM (USB 1)/Engine Library/Database2/m.db', content: bytes('database') },
    { path: '/SIM (USB 1)/Music/a.mp3', content: bytes('0123456789') },
    { path: '/OTHER (SD)/b.mp3', content: { make: () => bytes('made when asked for') } },
  ]);

describe('a medium', () => {
  it('lists its sources as folders, even without any', () => {
    expect(new Medium([]).list('')).toEqual({ names: [], areFolders: true });
  });

  it('lists folders before files', () => {
    expect(medium().list('/SIM (USB 1)')).toEqual({ names: ['Engine Library', 'Music'], areFolders: true });
    expect(medium().list('/SIM (USB 1)/Music')).toEqual({ names: ['a.mp3'], areFolders: false });
  });

  it('distinguishes files, folders and missing paths', () => {
    expect(medium().stat('/SIM (USB 1)/Music/a.mp3')).toEqual({
      exists: true,
      isFolder: false,
      size: 10,
    });
    expect(medium().stat('/SIM (USB 1)/Music')).toEqual({ exists: true, isFolder: true, size: 0 });
    expect(medium().stat('/SIM (USB 1)/nothing')).toEqual({ exists: false, isFolder: false, size: 0 });
  });

  it('reads ranges, and nothing behind the end or from a missing file', () => {
    const read = (path: string, offset: number, length: number) =>
      new TextDecoder().decode(medium().read(path, offset, length));
    expect(read('/SIM (USB 1)/Music/a.mp3', 2, 3)).toBe('234');
    expect(read('/SIM (USB 1)/Music/a.mp3', 8, 100)).toBe('89');
    expect(read('/SIM (USB 1)/Music/a.mp3', 50, 10)).toBe('');
    expect(read('/SIM (USB 1)/nothing', 0, 10)).toBe('');
  });

  it('reads a file of this computer until it is removed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deckcast-medium-'));
    try {
      const disk = join(folder, 'file');
      await writeFile(disk, 'from the disk');
      const stick = new Medium([{ path: '/SIM/file', content: { disk } }]);
      expect(stick.stat('/SIM/file').size).toBe(13);
      expect(new TextDecoder().decode(stick.read('/SIM/file', 5, 3))).toBe('the');
      await rm(disk);
      expect(stick.stat('/SIM/file')).toEqual({ exists: false, isFolder: false, size: 0 });
      expect(stick.read('/SIM/file', 5, 3)).toHaveLength(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

it('serves a made-up track with names and cover', async () => {
  const audio = taggedAudio({
    title: '雨の首都高',
    artist: '夜行列車',
    genre: 'City Pop',
    cover: cover(200),
  });
  const { common } = await parseBuffer(audio, { mimeType: 'audio/mpeg' });
  expect([common.title, common.artist, common.genre]).toEqual(['雨の首都高', '夜行列車', ['City Pop']]);
  const [picture] = common.picture ?? [];
  const { format, width, height } = await sharp(picture?.data).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 256, height: 256 });
});
