import { expect, test } from 'vitest';
import { runPending } from '../../../test/support/clock.ts';
import { Serializer } from './serializer.ts';

test('what has to wait holds up what comes after it, and nothing else does', async () => {
  const done: string[] = [];
  const inOrder = new Serializer();
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  inOrder.run(() => done.push('at once'));
  expect(done).toEqual(['at once']);
  inOrder.run(() => done.push('waits'), promise);
  inOrder.run(() => done.push('behind it'));
  await runPending();
  expect(done).toEqual(['at once']);
  resolve();
  await runPending();
  expect(done).toEqual(['at once', 'waits', 'behind it']);
  inOrder.run(() => done.push('at once again'));
  expect(done).toHaveLength(4);
});
