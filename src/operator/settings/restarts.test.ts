import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { keptLog } from '../../../test/support/log.ts';
import { type Restart, restartParts } from './restarts.ts';

function partsWith(values: Record<string, string>, failsWith: Readonly<Record<string, string>> = {}) {
  const started: string[] = [];
  const restart = (part: string, ...options: readonly string[]): Restart => ({
    part,
    options,
    async replace() {
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

describe('restartParts', () => {
  test('restarts only parts that read a changed option, with its new value', async () => {
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

  test('restores the old values of a part that cannot start, and keeps the new ones of the others', async () => {
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

  test('restores a shared option in both parts when one of them cannot start', async () => {
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

  test('skips parts that the change does not affect', async () => {
    const { started, restart, apply } = partsWith({ 'a.port': 'old' });
    const part = { ...restart('a', 'a.port'), isAffected: () => false };
    expect(await restartParts(['a.port'], [part], apply, keptLog())).toMatchObject({ changed: ['a.port'] });
    expect(started).toEqual([]);
  });

  test('leaves a part alone when its new values fail the check', async () => {
    const values = { 'a.port': 'old' };
    const { started, restart, apply } = partsWith(values);
    const tryOut = () => Promise.reject(new Error('in use'));
    const part = { ...restart('a', 'a.port'), tryOut };
    expect(await restartParts(['a.port'], [part], apply, keptLog())).toMatchObject({
      changed: [],
      problems: [{ option: 'a.port' }],
    });
    expect([started, values]).toEqual([[], { 'a.port': 'old' }]);
  });

  test('reports the result before it restarts a busy part, and reverts when that fails', async () => {
    const values = { 'a.port': 'old' };
    const { started, restart, apply } = partsWith(values, { 'a.port': 'new' });
    let becomeIdle = (): void => undefined;
    const idle = new Promise<void>((resolve) => {
      becomeIdle = resolve;
    });
    const part = { ...restart('a', 'a.port'), idle: () => idle };
    const log = keptLog();
    expect(await restartParts(['a.port'], [part], apply, log)).toMatchObject({ changed: ['a.port'] });
    expect(values).toEqual({ 'a.port': 'new' });
    becomeIdle();
    await setImmediate();
    expect([started, values]).toEqual([['a with old'], { 'a.port': 'old' }]);
    expect(log.at('error')).toEqual(['part restart failed; reverted to the previous settings']);
  });
});
