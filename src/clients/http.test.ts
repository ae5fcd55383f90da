import { expect, test } from 'vitest';
import { systemClock } from '../host/clock.ts';
import { exchange } from './http.ts';

test.each([
  ['a header', { url: new URL('http://127.0.0.1:1/'), headers: { authorization: 'key=hush\nhush' } }],
  ['the address', { url: new URL('http://ada:hush@127.0.0.1:1/bothush/send') }],
])('a secret in %s that makes the request impossible is not repeated', async (_, request) => {
  const bounds = { timeLimitMs: 1000, maxBytes: 0, signal: new AbortController().signal };
  const failed = exchange('the service', { ...request, ...bounds }, { fetch, clock: systemClock });
  await expect(failed).rejects.toMatchObject({
    advice: 'stop',
    message: expect.stringMatching(/^the service cannot be called: (?!.*hush)/s),
  });
});
