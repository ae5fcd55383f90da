import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeClock, untilSettled } from '../../../test/support/clock.ts';
import { pipeWithoutReader } from '../../../test/support/folder.ts';
import { openDisk } from '../disk/index.ts';
import { LineWriter } from './line-writer.ts';

function setUp() {
  const clock = fakeClock();
  const put: string[] = [];
  const failures: unknown[] = [];
  let answer: () => Promise<void> = async () => undefined;
  const writer = new LineWriter({
    clock,
    put: (text) => {
      put.push(text);
      return answer();
    },
    onFailure: (error) => failures.push(error),
    lossOf: (count) => `(${count} missing)`,
  });
  return {
    clock,
    put,
    failures,
    writer,
    answers: (next: () => Promise<void>) => {
      answer = next;
    },
  };
}

const never = (): Promise<void> => new Promise(() => undefined);

test('writes lines in order, batched', async () => {
  const { clock, put, writer } = setUp();
  for (const line of ['a', 'b', 'c']) {
    writer.write(line);
  }
  await clock.advance(0);
  expect(put).toEqual(['a', 'bc']);
  expect(await writer.close(0)).toBe('');
});

test('repeats a failed write unchanged, reports it once, and loses nothing', async () => {
  const { clock, put, failures, writer, answers } = setUp();
  answers(() => Promise.reject(new Error('the disk is full')));
  writer.write('a');
  writer.write('b');
  await clock.advance(2_500);
  answers(async () => undefined);
  await clock.advance(1_000);
  expect(put).toEqual(['a', 'a', 'a', 'a', 'b']);
  expect(failures).toHaveLength(1);
});

test('close returns unwritten text within the given time', async () => {
  const { clock, writer, answers } = setUp();
  answers(never);
  writer.write('a');
  writer.write('b');
  const rest = writer.close(300);
  await clock.advance(300);
  expect(await rest).toBe('ab');
});

describe('close, while the disk of the file hangs', () => {
  async function closing() {
    const clock = fakeClock();
    const disk = openDisk(clock);
    onTestFinished(() => disk.close());
    const pipe = await pipeWithoutReader();
    const writer = new LineWriter({
      clock,
      put: (text) => disk.append(pipe, text),
      onFailure: () => undefined,
      lossOf: String,
    });
    writer.write('a');
    writer.write('b');
    return { clock, pipe, writer, rest: writer.close() };
  }

  test('waits as long as the disk', async () => {
    const { clock, pipe, rest } = await closing();
    await clock.advance(8_000);
    const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    onTestFinished(() => reader.close());
    expect(await rest).toBe('');
    expect((await reader.read()).buffer.subarray(0, 2).toString()).toBe('ab');
  });

  test('returns the text when the time is up', async () => {
    const { clock, rest } = await closing();
    await untilSettled(clock, rest);
    expect(await rest).toBe('ab');
  });
});

test('states the number of lines that were dropped', async () => {
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
