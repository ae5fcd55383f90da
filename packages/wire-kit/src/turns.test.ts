import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Ends when the test says so. */
function manual() {
  const steps: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    steps.push(`${name} ends`);
    return name;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { steps, work, end };
}

test('runs one piece of work after the other, even after a failure', async () => {
  const turns = new Turns();
  const { steps, work, end } = manual();
  const first = turns.run(work('a'));
  const failed = expect(
    turns.run(() => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const last = turns.run(work('b'));
  await setImmediate();
  expect(steps).toEqual(['a begins']);
  await end('a');
  await failed;
  await end('b');
  expect(await Promise.all([first, last])).toEqual(['a', 'b']);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('rejects work when the queue is full, and runs the others', async () => {
  const turns = new Turns({ waiting: 2, full: (waiting) => new Error(`${waiting} wait`) });
  const { work, end } = manual();
  const admitted = ['a', 'b', 'c'].map((name) => turns.run(work(name)));
  await expect(turns.run(work('d'))).rejects.toThrow('2 wait');
  for (const name of ['a', 'b', 'c']) {
    await end(name);
  }
  expect(await Promise.all(admitted)).toEqual(['a', 'b', 'c']);
});

test('drops work that is canceled while it waits', async () => {
  const turns = new Turns({ waiting: 1, full: () => new Error('full') });
  const { steps, work, end } = manual();
  const canceled = new AbortController();
  const first = turns.run(work('a'));
  const waiting = turns.run(work('b'), canceled.signal);
  canceled.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  const next = turns.run(work('c'));
  await end('a');
  await end('c');
  await Promise.all([first, next]);
  expect(steps).toEqual(['a begins', 'a ends', 'c begins', 'c ends']);
});

test('rejects at once when canceled during the work, and begins the next turn when the work has ended', async () => {
  const turns = new Turns();
  const { steps, work, end } = manual();
  const canceled = new AbortController();
  const working = turns.run(work('a'), canceled.signal);
  const next = turns.run(work('b'));
  await setImmediate();
  canceled.abort(new Error('enough'));
  await expect(working).rejects.toThrow('enough');
  expect(steps).toEqual(['a begins']);
  await end('a');
  await end('b');
  await next;
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('gives no turn to work that was canceled before', async () => {
  await expect(new Turns().acquire(AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

test('is idle once all work queued so far has ended, however much is queued later', async () => {
  const turns = new Turns({ waiting: 0, full: () => new Error('full') });
  const { work, end } = manual();
  await turns.idle();
  let isIdle = false;
  const working = turns.run(work('a'));
  const idle = turns.idle().then(() => {
    isIdle = true;
  });
  await setImmediate();
  expect(isIdle).toBe(false);
  await end('a');
  await Promise.all([working, idle]);
});
