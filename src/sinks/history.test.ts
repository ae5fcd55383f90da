import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { makeSink, sinkTools } from '../../test/support/sink.ts';
import { track } from '../../test/support/tracks.ts';
import type { Publication } from '../core/track.ts';
import { historySink } from './history.ts';

async function historyIn(folder: string, format = '$ELAPSED$ $SONG$') {
  const path = join(folder, 'sets', 'history.txt');
  const settings = { 'history.filename': path, 'history.format': format };
  return {
    ...(await makeSink(historySink, settings)),
    path,
    lines: () => readFile(path, 'utf8'),
    /** The sink of a run that goes on with the set of these entries. */
    goingOn: (...entries: readonly Publication[]) =>
      makeSink(historySink, settings, {
        ...sinkTools(),
        earlierSet: () => ({ session: 1, startedAt: 0, entries }),
      }),
  };
}

const blue = publication({ playId: 'a', track: track({ title: 'Blue' }), elapsedMs: 0 });
const red = publication({ playId: 'b', track: track({ title: 'Red' }), elapsedMs: 61_000 });

describe('the history file', () => {
  test('gets one line for each featured track', async () => {
    const history = await historyIn(await testFolder());
    await history.publish(blue);
    await history.publish(red);
    expect(await history.lines()).toBe('00:00:00 Blue\n00:01:01 Red\n');
  });

  test('keeps the line of a mistake, which counts when its track is featured again', async () => {
    const history = await historyIn(await testFolder());
    await history.publish(blue);
    await history.publish(red);
    await history.publish(hiddenPublication({ ...red, kind: 'retract' }));
    await history.publish({ ...blue, kind: 'correction' });
    await history.publish(red);
    expect(await history.lines()).toBe('00:00:00 Blue\n00:01:01 Red\n');
  });

  test('keeps what earlier runs wrote', async () => {
    const history = await historyIn(await testFolder());
    await history.publish(blue);
    await writeFile(history.path, 'yesterday\n');
    await history.publish(red);
    expect(await history.lines()).toBe('yesterday\n00:01:01 Red\n');
  });

  test('gets no second line for the track that was on when the program ended, unless it has none yet', async () => {
    const history = await historyIn(await testFolder());
    await history.publish(blue);
    await history.publish(red);
    const next = await history.goingOn(blue, red);
    await next.publish(red);
    expect(await history.lines()).toBe('00:00:00 Blue\n00:01:01 Red\n');
    await writeFile(history.path, '00:00:00 Blue\n');
    await next.publish(red);
    expect(await history.lines()).toBe('00:00:00 Blue\n00:01:01 Red\n');
  });

  const now = { at: Date.now() };
  const hidden = hiddenPublication({ playId: 'a', elapsedMs: 0, ...now });
  const corrected = {
    ...{ ...blue, ...now, track: track({ title: 'Blue (Dub)' }) },
    reportedAs: { fingerprint: 'salt.hash', byHand: true },
  };

  test.each([
    ['hidden when the program ended and is visible now', hidden, hidden, blue, 'ID'],
    ['revealed after its line was written', hidden, blue, blue, 'ID'],
    ['hidden after its line was written', { ...blue, ...now }, hidden, hidden, 'Blue'],
    ['corrected after its line was written', { ...blue, ...now }, corrected, corrected, 'Blue'],
  ])('gets no second line for a track that was %s', async (_, before, entry, goesOn, line) => {
    const history = await historyIn(await testFolder());
    await history.publish(before);
    await (await history.goingOn(entry)).publish(goesOn);
    expect(await history.lines()).toBe(`00:00:00 ${line}\n`);
  });

  test('gets the line of a hidden track where nothing was written since that was featured', async () => {
    const history = await historyIn(await testFolder());
    await history.publish(blue);
    const before = new Date(now.at - 60_000);
    await utimes(history.path, before, before);
    await (await history.goingOn(hidden)).publish(hidden);
    expect(await history.lines()).toBe('00:00:00 Blue\n00:00:00 ID\n');
  });

  test('says ID for a hidden track, and gets no second line when it is revealed or corrected', async () => {
    const history = await historyIn(await testFolder(), '$ARTIST$ - $SONG$$GENRE$');
    await history.publish(hiddenPublication());
    await history.publish(publication({ kind: 'reveal' }));
    await history.publish(publication({ kind: 'correction' }));
    await history.publish(hiddenPublication({ kind: 'hide' }));
    expect(await history.lines()).toBe('ID - ID\n');
  });

  test('says ID when the program stops for a track that was hidden before the disk took its line', async () => {
    const folder = await testFolder();
    const history = await historyIn(folder);
    await writeFile(join(folder, 'sets'), 'a file stands where the folder should be');
    await expect(history.publish(blue)).rejects.toThrow();
    await rm(join(folder, 'sets'));
    history.sink.hide?.(hiddenPublication({ kind: 'hide', playId: 'a', elapsedMs: 0 }));
    await history.sink.close?.();
    expect(await history.lines()).toBe('00:00:00 ID\n');
  });

  describe('writes the line of a track without any name', () => {
    const nameless = publication({ playId: 'a', track: track({ filename: 'take 3.wav' }), elapsedMs: 0 });
    const named = { ...blue, kind: 'correction' } as const;

    test('when its names come, and writes no other', async () => {
      const history = await historyIn(await testFolder());
      await history.publish(nameless);
      await history.publish(named);
      expect(await history.lines()).toBe('00:00:00 Blue\n');
      await history.publish(named);
      await history.publish(red);
      expect(await history.lines()).toBe('00:00:00 Blue\n00:01:01 Red\n');
    });

    test('at the latest when the next track is featured', async () => {
      const history = await historyIn(await testFolder());
      await history.publish(nameless);
      await history.publish(red);
      await history.publish(named);
      expect(await history.lines()).toBe('00:00:00 take 3.wav\n00:01:01 Red\n');
    });

    test('at the latest when the program is stopping', async () => {
      const history = await historyIn(await testFolder());
      await history.publish(nameless);
      await history.sink.close?.();
      await history.sink.close?.();
      expect(await history.lines()).toBe('00:00:00 take 3.wav\n');
    });

    test('as ID when not even its file has a name', async () => {
      const history = await historyIn(await testFolder(), '$ARTIST$ - $SONG$');
      await history.publish({ ...nameless, track: track({}) });
      await history.publish(red);
      expect(await history.lines()).toBe('ID - ID\n - Red\n');
    });

    test('as ID when it was hidden before its names came', async () => {
      const history = await historyIn(await testFolder());
      await history.publish(nameless);
      await history.publish(hiddenPublication({ kind: 'hide', playId: 'a', elapsedMs: 0 }));
      await history.publish({ ...named, kind: 'reveal' });
      expect(await history.lines()).toBe('00:00:00 ID\n');
    });

    test('once, even when the disk refused it at first', async () => {
      const folder = await testFolder();
      const history = await historyIn(folder);
      await history.publish(nameless);
      await writeFile(join(folder, 'sets'), 'a file stands where the folder should be');
      await expect(history.publish(red)).rejects.toThrow();
      await rm(join(folder, 'sets'));
      await history.publish(red);
      expect(await history.lines()).toBe('00:00:00 take 3.wav\n00:01:01 Red\n');
    });
  });

  test('begins again when its file was moved away, and when its folder was deleted', async () => {
    const history = await historyIn(await testFolder(), '$SONG$');
    await history.publish(blue);
    await rename(history.path, `${history.path}.1`);
    await history.publish(red);
    expect(await history.lines()).toBe('Red\n');
    await rm(join(history.path, '..'), { recursive: true });
    await history.publish(blue);
    expect(await history.lines()).toBe('Blue\n');
  });
});
