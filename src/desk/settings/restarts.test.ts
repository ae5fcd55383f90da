import { expect, test } from 'vitest';
import { keptLog } from '../../../test/support/log.ts';
import { type Restart, restartParts } from './restarts.ts';

/** Parts that note which values they were started with. */
function partsWith(values: Record<string, string>, failsWith: Readonly<Record<string, string>> = {}) {
  const started: string[] = [];
  const restart = (part: string, ...options: readonly string[]): Restart => ({
    part,
    options,
    async restart() {
      const wrong = options.find((name) => failsWith[name] === values[name]);
      if (wrong !== undefined) {
        throw new Error(`${wrong} is taken`);
      }
      started.push(`${part} with ${options.map((name) => values[name])}`);
    },
  });
  const apply = (names: readonly string[]) => {
    const old = names.map((name) => [name, values[name] ?? ''] as const);
    for (const name of names) {
      values[name] = 'new';
    }
    return () => {
      for (const [name, value] of old) {
        values[name] = value;
      }
    };
  };
  return { started, restart, apply };
}

test('only the parts that read the option start again, with the new value', async () => {
  const values = { 'a.port': 'old', 'b.port': 'old', license: 'old' };
  const { started, restart, apply } = partsWith(values);
  const parts = [restart('a', 'a.port', 'license'), restart('b', 'b.port', 'license')];
  expect(await restartParts(['a.port', 'log.file'], parts, apply, keptLog())).toEqual({
    changed: ['a.port'],
    needRestart: ['log.file'],
    problems: [],
  });
  expect(started).toEqual(['a with new,old']);
  await restartParts(['license'], parts, apply, keptLog());
  expect(started.slice(1)).toEqual(['a with new,new', 'b with old,new']);
});

test('a part that cannot start goes on with its old values, and the others have the new ones', async () => {
  const values = { 'a.port': 'old', 'b.port': 'old' };
  const { started, restart, apply } = partsWith(values, { 'a.port': 'new' });
  const log = keptLog();
  const parts = [restart('a', 'a.port'), restart('b', 'b.port')];
  expect(await restartParts(['a.port', 'b.port'], parts, apply, log)).toEqual({
    changed: ['b.port'],
    needRestart: [],
    problems: [{ option: 'a.port', where: '--a.port', what: 'a.port is taken; the old setting stays' }],
  });
  expect(started).toEqual(['a with old', 'b with new']);
  expect(values).toEqual({ 'a.port': 'old', 'b.port': 'new' });
  expect(log.at('error')).toEqual(['part restart failed; reverted to the previous settings']);
});

test('what a part that cannot start shares with one that has started goes back in both', async () => {
  const values = { license: 'old', 'b.port': 'old' };
  const { started, restart, apply } = partsWith(values, { 'b.port': 'new' });
  const parts = [restart('a', 'license'), restart('b', 'license', 'b.port'), restart('c', 'license')];
  expect(await restartParts(['license', 'b.port'], parts, apply, keptLog())).toMatchObject({
    changed: [],
    problems: [{ option: 'license' }, { option: 'b.port' }],
  });
  expect(started).toEqual(['a with new', 'b with old,old', 'a with old']);
  expect(values).toEqual({ license: 'old', 'b.port': 'old' });
});
