import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { createAuthorizations } from './authorizations.ts';

const unused = async () => undefined;

function begin() {
  const clock = fakeClock();
  const authorizations = createAuthorizations(clock);
  const finished: string[] = [];
  const beginAs = (state: string) =>
    authorizations.begin(
      'streamingsource',
      {
        page: new URL('https://accounts.example/authorize'),
        state,
        finish: async (answer: URLSearchParams) => void finished.push(answer.get('code') ?? ''),
      },
      unused,
    );
  beginAs('secret');
  const finish = (query: string) =>
    authorizations.finish(new URLSearchParams(query), new AbortController().signal);
  return { clock, finish, finished, beginAs };
}

test('accepts the answer to a request, once', async () => {
  const { finish, finished } = begin();
  await finish('code=one&state=secret');
  await expect(finish('code=two&state=secret')).rejects.toThrow('start again');
  expect(finished).toEqual(['one']);
});

test.each(['', 'code=one', 'code=one&state=', 'code=one&state=guessed'])(
  'refuses an answer without a pending request: %s',
  async (query) => {
    const { finish, finished } = begin();
    await expect(finish(query)).rejects.toThrow('start again');
    await finish('code=two&state=secret');
    expect(finished).toEqual(['two']);
  },
);

test('refuses a late answer', async () => {
  const { clock, finish, finished } = begin();
  await clock.advance(16 * 60_000);
  await expect(finish('code=one&state=secret')).rejects.toThrow('start again');
  expect(finished).toEqual([]);
});

test('drops the oldest of too many pending requests', async () => {
  const { finish, finished, beginAs } = begin();
  for (let n = 1; n <= 100; n += 1) {
    beginAs(`secret ${n}`);
  }
  await expect(finish('code=one&state=secret')).rejects.toThrow('start again');
  await finish('code=two&state=secret 100');
  expect(finished).toEqual(['two']);
});

describe('a device code', () => {
  /** Polled until the test sets the user's answer. */
  function service(code: string) {
    const answer = {
      resolve: (_: Readonly<Record<string, string>>): void => undefined,
      reject: (_: unknown): void => undefined,
    };
    const answered = new Promise<Readonly<Record<string, string>>>((resolve, reject) => {
      Object.assign(answer, { resolve, reject });
    });
    let ended = false;
    return {
      answer,
      isEnded: () => ended,
      pending: {
        page: new URL('https://tv.example/activate'),
        code,
        given(signal: AbortSignal) {
          signal.addEventListener('abort', () => {
            ended = true;
            answer.reject(signal.reason);
          });
          return answered;
        },
      },
    };
  }

  test('explains a refusal by the service, and a failed save', async () => {
    const authorizations = createAuthorizations(fakeClock());
    const refused = () => waitFor('a reason', () => authorizations.codeOf('chat')?.refused);
    const first = service('ABCD');
    authorizations.begin('chat', first.pending, unused);
    first.answer.reject(new Error('the code expired'));
    expect(await refused()).toBe('the code expired');
    const second = service('EFGH');
    authorizations.begin('chat', second.pending, () => Promise.reject(new Error('the disk is full')));
    expect(authorizations.codeOf('chat')).not.toHaveProperty('refused');
    second.answer.resolve({});
    expect(await refused()).toBe('the disk is full');
  });

  test('ends when another one is requested, and when the program stops', async () => {
    const authorizations = createAuthorizations(fakeClock());
    const [first, second] = [service('ABCD'), service('EFGH')];
    authorizations.begin('chat', first.pending, unused);
    authorizations.begin('chat', second.pending, unused);
    expect([first.isEnded(), second.isEnded()]).toEqual([true, false]);
    expect(authorizations.codeOf('chat')).toMatchObject({ code: 'EFGH' });
    const stop = new AbortController();
    const ended = authorizations.run(stop.signal);
    stop.abort();
    await ended;
    expect(second.isEnded()).toBe(true);
  });
});
