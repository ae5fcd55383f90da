import { expect, test } from 'vitest';
import { httpPeer } from '../../../test/support/http-peer.ts';
import { sleeplessClock } from '../../../test/support/sleepless-clock.ts';
import { DeviceAuthorization } from './device.ts';

const NEVER = new AbortController().signal;
const GRANT = {
  deviceCode: 'device',
  userCode: 'ABCDEFGH',
  verificationUri: 'https://www.twitch.tv/activate',
  lastsMs: 60_000,
  intervalMs: 1_000,
};

test.each([307, 308])('a redirection (%i) takes no device code elsewhere', async (status) => {
  const elsewhere = await httpPeer();
  const peer = await httpPeer(() => ({ status, headers: { location: elsewhere.url } }));
  const tools = { fetch, clock: sleeplessClock(), userAgent: 'deckcast/test' };
  const device = new DeviceAuthorization(peer.url, 'client', tools);
  await expect(device.begin(NEVER)).rejects.toThrow(`answered ${status}`);
  await expect(device.token(GRANT, NEVER)).rejects.toThrow(`answered ${status}`);
  expect(elsewhere.requests).toEqual([]);
});
