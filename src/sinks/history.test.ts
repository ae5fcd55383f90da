import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { makeSink, sinkTools } from '../../test/support/sink.ts';
import { track } from '../../test/support/tracks.ts';
import type { HistoryMark } from '../core/contracts/set.ts';
import type { Publication } from '../core/track.ts';
import { historySink } from './history.ts';

async function historyIn(folder: string, format = '$ELAPSED$ $SONG$') {
  const path = join(folder, 'sets', 'history.txt');
  const settings = { 'history.filename': path, 'history.format': format };
  const marks: HistoryMark[] = [];
  const tools = sinkTools();
  return {
    ...(await makeSink(historySink, settings, { ...tools, noteHistory: (mark) => marks.push(mark) })),
    path,
    marks,
    lines: () => readFile(path, 'utf8'),
    goingOn: (entries: readonly Publication[], history?: HistoryMark, isOfThisRun = false) =>
      makeSink(historySink, settings, {
        ...sinkTools(),
        earlierSet: () => ({
          session: 1,
          startedAt: 0,
          entries,
          ...(history && { history }),
          ...(isOfThisRun && { isOfThisRun }),
        }),
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

  test('keeps the line of a mistake, and counts it when its track is featured again', async () => {
    const history = await historyIn(await testFolder());
    await history.publish(blue);
    await history.publish(red);
    await history.publish(hiddenPublication({ ...red, kind: 'retract' }));
    await history.publish({ ...blue, kind: 'correction' });
    await history.publish(red);
    expect(await history.lines()).toBe('00:00:00 Blue\n00:01:01 Red\n');
  });

  test('gets no second line for the track that moves to a new set, and notes where that begins', async () => {
    const history = await historyIn(await testFolder());
    const nameless = publication({ playId: 'c', position: 3, track: track({}), elapsedMs: 122_000 });
    const begins = { kind: 'new set', set: 1, position: 1, elapsedMs: 0 } as const;
    await history.publish(blue);
    await history.publish(red);
    await history.publish({ ...red, ...begins, movedFrom: 2 });
    expect(history.marks.at(-1)?.position).toBe(1);
    await history.publish({ ...nameless, set: 1, position: 2 });
    // Its line still waits for names.
    await history.publish({ ...nameless, ...begins, set: 2, movedFrom: 2 });
    await history.publish({
      ...nameless,
      ...begins,
      kind: 'correction',
      set: 2,
      track: track({ title: 'Green' }),
    });
    await history.publish(hiddenPublication({ kind: 'new set', playId: '', position: 0, set: 3 }));
    expect(history.marks.at(-1)?.position).toBe(0);
    expect(await history.lines()).toBe('00:00:00 Blue\n00:01:01 Red\n00:00:00 Green\n');
  });

  test('gets no second line for a track that moves after the new set began', async () => {
    const history = await historyIn(await testFolder());
    await history.publish(blue);
    await history.publish(red);
    await history.publish(hiddenPublication({ kind: 'new set', playId: '', position: 0, set: 1 }));
    await history.publish({ ...red, position: 1, set: 1, movedFrom: 2 });
    expect(history.marks.at(-1)?.position).toBe(1);
    expect(await history.lines()).toBe('00:00:00 Blue\n00:01:01 Red\n');
  });

  test('keeps the lines of earlier runs', async () => {
    const history = await historyIn(await testFolder());
    await history.publish(blue);
    await writeFile(history.path, 'yesterday\n');
    await history.publish(red);
    expect(await history.lines()).toBe('yesterday\n00:01:01 Red\n');
  });

  describe('of a continued set', () => {
    const set = ['Blue', 'Red', 'Green', 'White'].map((title, index) =>
      publication({ playId: title, position: index + 1, track: track({ title }), elapsedMs: index * 60_000 }),
    );
    const [first, second] = set as [Publication, Publication];
    const resumed = (one: Publication): Publication => ({ ...one, playId: 'resumed', isResumed: true });
    const lineOf = ({ track: { title }, elapsedMs }: Publication) =>
      `00:0${elapsedMs / 60_000}:00 ${title}\n`;

    test.each([0, 1, 2, 3, 4])('gets each missing line once if %i were written', async (count) => {
      for (const isNoted of [true, false]) {
        const history = await historyIn(await testFolder());
        for (const one of set.slice(0, count)) {
          await history.publish(one);
        }
        const mark = isNoted ? history.marks.at(-1) : undefined;
        const next = await history.goingOn(set, mark);
        await next.publish(resumed(set[3] ?? first));
        expect(await history.lines()).toBe(set.map(lineOf).join(''));
      }
    });

    test('counts lines written after the last stored mark', async () => {
      const history = await historyIn(await testFolder());
      for (const one of set.slice(0, 3)) {
        await history.publish(one);
      }
      const next = await history.goingOn(set, history.marks[0]);
      await next.publish(resumed(set[3] ?? first));
      expect(await history.lines()).toBe(set.map(lineOf).join(''));
    });

    test.each([
      ['like it', []],
      ['after its mark', [red]],
    ])('gets its first line if an earlier set ended %s', async (_, unnoted) => {
      const history = await historyIn(await testFolder());
      await history.publish(hiddenPublication({ elapsedMs: 0 }));
      const [mark] = history.marks;
      for (const one of unnoted) {
        await history.publish(one);
      }
      const before = await history.lines();
      const next = await history.goingOn(set.slice(0, 2), mark && { ...mark, position: 0 });
      await next.publish(resumed(second));
      expect(await history.lines()).toBe(`${before}${lineOf(first)}${lineOf(second)}`);
    });

    const hidden = hiddenPublication({ playId: 'a', position: 1, elapsedMs: 0 });
    test.each([
      ['hidden when the program ended and is visible now', hidden, first, 'ID'],
      ['hidden after its line was written', first, hidden, 'Blue'],
      ['corrected after its line was written', first, { ...first, track: track({ title: 'Dub' }) }, 'Blue'],
    ])('gets no second line for a track that was %s', async (_, before, entry, line) => {
      const history = await historyIn(await testFolder());
      await history.publish(before);
      await (await history.goingOn([entry], history.marks[0])).publish(resumed(entry));
      expect(await history.lines()).toBe(`00:00:00 ${line}\n`);
    });

    test('adds a missing line of a hidden track as ID', async () => {
      const history = await historyIn(await testFolder());
      const next = await history.goingOn([hidden, second]);
      await next.publish(resumed(second));
      expect(await history.lines()).toBe('00:00:00 ID\n00:01:00 Red\n');
    });

    test('gets no second line from a sink created in the middle of the set', async () => {
      const history = await historyIn(await testFolder());
      await history.publish(first);
      const next = await history.goingOn([first], undefined, true);
      await next.publish(second);
      expect(await history.lines()).toBe('00:00:00 Blue\n00:01:00 Red\n');
    });
  });

  test('has ID for a hidden track, and gets no second line after a reveal or correction', async () => {
    const history = await historyIn(await testFolder(), '$ARTIST$ - $SONG$$GENRE$');
    await history.publish(hiddenPublication());
    await history.publish(publication({ kind: 'reveal' }));
    await history.publish(publication({ kind: 'correction' }));
    await history.publish(hiddenPublication({ kind: 'hide' }));
    expect(await history.lines()).toBe('ID - ID\n');
  });

  test('has ID for a track hidden before the disk accepted its line', async () => {
    const folder = await testFolder();
    const history = await historyIn(folder);
    await writeFile(join(folder, 'sets'), 'a file stands where the folder should be');
    await expect(history.publish(blue)).rejects.toThrow();
    await rm(join(folder, 'sets'));
    history.sink.hide?.(hiddenPublication({ kind: 'hide', playId: 'a', elapsedMs: 0 }));
    await history.sink.close?.();
    expect(await history.lines()).toBe('00:00:00 ID\n');
  });

  describe('has the line of an unnamed track', () => {
    const nameless = publication({ playId: 'a', track: track({ filename: 'take 3.wav' }), elapsedMs: 0 });
    const named = { ...blue, kind: 'correction' } as const;

    test('when its names arrive, and no other', async () => {
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

    test('as ID if it has no file name either', async () => {
      const history = await historyIn(await testFolder(), '$ARTIST$ - $SONG$');
      await history.publish({ ...nameless, track: track({}) });
      await history.publish(red);
      expect(await history.lines()).toBe('ID - ID\nRed\n');
    });

    test('as ID if it was hidden before its names arrived', async () => {
      const history = await historyIn(await testFolder());
      await history.publish(nameless);
      await history.publish(hiddenPublication({ kind: 'hide', playId: 'a', elapsedMs: 0 }));
      await history.publish({ ...named, kind: 'reveal' });
      expect(await history.lines()).toBe('00:00:00 ID\n');
    });

    test('once, even if the disk refused it at first', async () => {
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

  test('starts anew after its file was moved or its folder deleted', async () => {
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
