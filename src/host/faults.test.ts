import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFaults } from '../../packages/stagelinq/src/testing/faults.ts';
import { runPending } from '../../test/support/clock.ts';
import { keptLog } from '../../test/support/log.ts';
import { BugError } from '../core/errors.ts';
import { faultLog, guardedListener } from './faults.ts';

let kept: ReturnType<typeof keepFaults>;

beforeEach(() => {
  kept = keepFaults();
});
afterEach(() => kept.stop());

test('a fault is logged as ours, once for each place where it happens', () => {
  const log = keptLog();
  let count = 0;
  const logFault = faultLog(log, () => {
    count += 1;
  });
  const here = (name: string): Error => new BugError(`no such deck: ${name}`);
  for (const name of ['1', '2', '3']) {
    logFault(here(name));
  }
  logFault(new TypeError('elsewhere'));
  logFault('a text');
  logFault('a text');
  expect(log.lines.map(({ level, message, fields }) => [level, message, fields.error])).toEqual([
    ['error', 'internal error; the show continues', 'no such deck: 1'],
    ['error', 'internal error; the show continues', 'elsewhere'],
    ['error', 'internal error; the show continues', 'a text'],
  ]);
  expect(count).toBe(6);
  expect(log.lines[0]?.fields.stack).toContain('faults.test.ts');
});

test('a source goes on when what it reports runs into a bug of ours', async () => {
  const mistake = (): never => {
    throw new BugError('ours');
  };
  const listener = guardedListener({
    transition: mistake,
    visibility: mistake,
    namesChanged: mistake,
    loaded: mistake,
  });
  listener.visibility('dummy:1', true);
  await runPending();
  expect(kept.faults).toEqual([new BugError('ours')]);
});
