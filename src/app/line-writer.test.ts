import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { LineWriter } from './line-writer.ts';

function setUp() {
  const clock = fakeClock();
  const put: string[] = [];
  const told: unknown[] = [];
  let answer: () => Promise<void> = async () => undefined;
  const writer = new LineWriter({
    clock,
    put: (text) => {
      put.push(text);
      return answer();
    },
    onFailure: (error) => told.push(error),
    lossOf: (count) => `(${count} missing)`,
  });
  return {
    clock,
    put,
    told,
    writer,
    answers: (next: () => Promise<void>) => {
      answer = next;
    },
  };
}

const never = (): Promise<void> => new Promise(() => undefined);

test('lines are written in order, all that came meanwhile at once', async () => {
  const { clock, put, writer } = setUp();
  for (const line of ['a', 'b', 'c']) {
    writer.write(line);
  }
  await clock.advance(0);
  expect(put).toEqual(['a', 'bc']);
  expect(await writer.close(0)).toBe('');
});

test('what fails is tried again as it is, told once, and nothing is lost', async () => {
  const { clock, put, told, writer, answers } = setUp();
  answers(() => Promise.reject(new Error('the disk is full')));
  writer.write('a');
  writer.write('b');
  await clock.advance(2_500);
  answers(async () => undefined);
  await clock.advance(1_000);
  expect(put).toEqual(['a', 'a', 'a', 'a', 'b']);
  expect(told).toHaveLength(1);
});

test('what could not be written is the answer at the end, after no more than the given time', async () => {
  const { clock, writer, answers } = setUp();
  answers(never);
  writer.write('a');
  writer.write('b');
  const rest = writer.close(300);
  await clock.advance(300);
  expect(await rest).toBe('ab');
});

test('the last lines are waited for', async () => {
  const { clock, put, writer, answers } = setUp();
  answers(() => clock.sleep(200));
  writer.write('a');
  writer.write('b');
  const rest = writer.close(1_000);
  await clock.advance(400);
  expect(await rest).toBe('');
  expect(put).toEqual(['a', 'b']);
});

test('where lines had to be passed over, it says how many', async () => {
  const { clock, put, writer, answers } = setUp();
  answers(() => clock.sleep(1_000));
  const mebibyte = 'x'.repeat(1024 * 1024);
  for (let n = 0; n < 8; n += 1) {
    writer.write(mebibyte);
  }
  await clock.advance(2_000);
  expect(put).toHaveLength(2);
  expect(put[1]?.endsWith('x(2 missing)')).toBe(true);
});
