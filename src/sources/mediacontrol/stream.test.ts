import { afterEach, expect, test } from 'vitest';
import { keepFaults } from '../../../packages/stagelinq/src/testing/faults.ts';
import { fakeClock, runPending } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { fullLine, payload } from '../../../test/support/media-lines.ts';
import { type PlayerState, Players } from './players.ts';
import { MediaStream } from './stream.ts';

let kept: ReturnType<typeof keepFaults> | undefined;
afterEach(() => kept?.stop());

test('a mistake in what is made of a line costs that line, not the stream', async () => {
  kept = keepFaults();
  const titles: string[] = [];
  class BrokenOnce extends Players {
    override report(_id: string, { track }: PlayerState): void {
      titles.push(track.title);
      if (track.title === 'One') {
        throw new TypeError('ours');
      }
    }
  }
  const players = new BrokenOnce(fakeClock(), () => undefined);
  const stream = new MediaStream({ id: 'stream', bundleId: '', players, log: keptLog() });
  const lines = ['One', 'Two'].map((title) => fullLine(payload('Anna', title))).join('');
  expect(stream.push(Buffer.from(lines))).toBe(1);
  await runPending();
  expect(titles).toEqual(['One', 'Two']);
  expect(kept.faults).toEqual([new TypeError('ours')]);
});
