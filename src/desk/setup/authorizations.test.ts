import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { createAuthorizations } from './authorizations.ts';

function begin() {
  const clock = fakeClock();
  const authorizations = createAuthorizations(clock);
  const finished: string[] = [];
  const page = authorizations.begin({
    page: new URL('https://accounts.example/authorize'),
    state: 'secret',
    finish: async (answer) => void finished.push(answer.get('code') ?? ''),
  });
  const finish = (query: string) =>
    authorizations.finish(new URLSearchParams(query), new AbortController().signal);
  return { clock, page, finish, finished };
}

test('the answer to what was asked counts, once', async () => {
  const { page, finish, finished } = begin();
  expect(page.href).toBe('https://accounts.example/authorize');
  await finish('code=one&state=secret');
  await expect(finish('code=two&state=secret')).rejects.toThrow('begin again');
  expect(finished).toEqual(['one']);
});

test.each(['', 'code=one', 'code=one&state=', 'code=one&state=guessed'])(
  'an answer that nobody waits for is refused: %s',
  async (query) => {
    const { finish, finished } = begin();
    await expect(finish(query)).rejects.toThrow('begin again');
    await finish('code=two&state=secret');
    expect(finished).toEqual(['two']);
  },
);

test('an answer that comes much later is refused', async () => {
  const { clock, finish, finished } = begin();
  await clock.advance(16 * 60_000);
  await expect(finish('code=one&state=secret')).rejects.toThrow('begin again');
  expect(finished).toEqual([]);
});
