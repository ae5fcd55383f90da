import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { makeSink } from '../../test/support/sink.ts';
import { waitFor } from '../../test/support/wait.ts';
import { TRANSPARENT_PIXEL } from '../core/track.ts';
import { fileSink } from './file.ts';

const ART = { png: new Uint8Array([137, 80, 78, 71]) };

async function filesIn(folder: string) {
  const featured = join(folder, 'new', 'featured.txt');
  const art = join(folder, 'art.png');
  return { featured, art, settings: { 'outfile.featured': featured, 'outfile.art': art } };
}

describe('the file sink', () => {
  test('writes text and art of the same track, and creates the folder', async () => {
    const { featured, art, settings } = await filesIn(await testFolder());
    const sink = await makeSink(fileSink, settings);
    await sink.publish(publication({ art: ART }));
    expect(await readFile(featured, 'utf8')).toBe('Nightjar Avenue - Paper Lanterns');
    expect(new Uint8Array(await readFile(art))).toEqual(ART.png);
  });

  test('clears the track of an earlier set before its first one', async () => {
    const { featured, art, settings } = await filesIn(await testFolder());
    const before = await makeSink(fileSink, settings);
    await before.publish(publication({ art: ART }));
    const sink = await makeSink(fileSink, settings);
    expect(await readFile(featured, 'utf8')).toBe('Nightjar Avenue - Paper Lanterns');
    sink.sink.clear?.();
    await waitFor('the empty file', async () => (await readFile(featured, 'utf8')) === '' || undefined);
    await sink.publish(publication({ art: ART }));
    expect(await readFile(featured, 'utf8')).toBe('Nightjar Avenue - Paper Lanterns');
    expect(new Uint8Array(await readFile(art))).toEqual(ART.png);
  });

  test('writes an empty file and a transparent pixel for a hidden track', async () => {
    const { featured, art, settings } = await filesIn(await testFolder());
    const sink = await makeSink(fileSink, { ...settings, 'outfile.format': 'Now: $SONG$' });
    await sink.publish(publication({ art: ART }));
    await sink.publish(hiddenPublication({ kind: 'hide' }));
    expect(await readFile(featured, 'utf8')).toBe('');
    expect(new Uint8Array(await readFile(art))).toEqual(new Uint8Array(TRANSPARENT_PIXEL.png));
  });

  test('replaces the previous art if a track has none', async () => {
    const { art, settings } = await filesIn(await testFolder());
    const sink = await makeSink(fileSink, settings);
    await sink.publish(publication({ art: ART }));
    await sink.publish(publication({ playId: 'play-4' }));
    expect(new Uint8Array(await readFile(art))).toEqual(new Uint8Array(TRANSPARENT_PIXEL.png));
  });

  test('uses a changed format for the next track', async () => {
    const { featured, settings } = await filesIn(await testFolder());
    const sink = await makeSink(fileSink, settings);
    Object.assign(sink.settings, { 'outfile.format': '$GENRE$' });
    await sink.publish(publication());
    expect(await readFile(featured, 'utf8')).toBe('House');
  });

  test('writes the text if the art fails, and names the failed file', async () => {
    const folder = await testFolder();
    const { featured, settings } = await filesIn(folder);
    const blocked = join(folder, 'a folder.png');
    await mkdir(blocked);
    const sink = await makeSink(fileSink, { ...settings, 'outfile.art': blocked });
    await expect(sink.publish(publication({ art: ART }))).rejects.toMatchObject({
      advice: 'retry',
      message: expect.stringContaining(blocked),
    });
    expect(await readFile(featured, 'utf8')).toBe('Nightjar Avenue - Paper Lanterns');
  });
});
