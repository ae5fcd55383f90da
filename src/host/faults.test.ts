import { expect, test } from 'vitest';
import { keptLog } from '../../test/support/log.ts';
import { BugError } from '../core/errors.ts';
import { faultLog } from './faults.ts';

test('does not report files that an update removed', async () => {
  const log = keptLog();
  await import('./gone.js' as string).catch(faultLog(log, () => undefined));
  expect(log.lines.map(({ fields }) => [fields.error, fields.hint])).toEqual([
    [
      'a deckcast file is missing, perhaps because of an update while it was running: restart deckcast',
      undefined,
    ],
  ]);
});

test('logs a fault as ours, once per location', () => {
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
