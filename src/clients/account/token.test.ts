import { expect, test } from 'vitest';
import { httpPeer } from '../../../test/support/http-peer.ts';
import { Secret } from '../../core/option.ts';
import { systemClock } from '../../host/clock.ts';
import { AccountTokens } from './token.ts';

const NEVER = new AbortController().signal;

test.each([307, 308])('a redirection (%i) takes no code and no refresh token elsewhere', async (status) => {
  const elsewhere = await httpPeer();
  const peer = await httpPeer(() => ({ status, headers: { location: elsewhere.url } }));
  const credentials = { id: new Secret('id'), secret: new Secret('secret') };
  const tools = { fetch, clock: systemClock, userAgent: 'deckcast/test' };
  const tokens = new AccountTokens(peer.url, credentials, tools);
  await expect(tokens.fromRefreshToken('refresh', NEVER)).rejects.toThrow(`answered ${status}`);
  await expect(tokens.fromCode('code', 'http://127.0.0.1/callback', NEVER)).rejects.toThrow(
    `answered ${status}`,
  );
  expect(elsewhere.requests).toEqual([]);
});
