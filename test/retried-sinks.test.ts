/** An output that failed is retried as soon as a check finds that its receiver works again. */
import { expect, test } from 'vitest';
import { afterTest } from './support/clean-up.ts';
import { httpPeer } from './support/http-peer.ts';
import { pageCalls } from './support/local-page.ts';
import { startShow } from './support/show.ts';

async function startWith(...flags: readonly string[]) {
  const show = await startShow(flags);
  afterTest(() => show.program.stop());
  const call = await pageCalls(show.url);
  await show.post('track', { artist: 'Ada', title: 'One' });
  const stateOf = async (sink: string) => {
    const { stopped, delivered = 0 } = (await show.sinks()).find(({ name }) => name === sink) ?? {};
    return { stopped, delivered: delivered > 0 };
  };
  return { call, stateOf };
}

const STOPPED = { stopped: true, delivered: false };
const WORKS = { stopped: false, delivered: true };

test('a page server that accepts again gets the page with the check-up, and is no failure any more', async () => {
  const peer = await httpPeer(() => ({ status: 401 }));
  const { call, stateOf } = await startWith(`--page.url=${peer.url}/tonight/`);
  await expect.poll(() => stateOf('page')).toEqual(STOPPED);
  expect(JSON.stringify(await call('GET', 'doctor'))).toContain('is not written');
  peer.behavior = ({ method }) => ({ status: method === 'GET' ? 404 : 201 });
  await call('GET', 'doctor');
  await expect.poll(() => stateOf('page')).toEqual(WORKS);
  expect(JSON.stringify(await call('GET', 'doctor'))).not.toContain('is not written');
});

test('a chat that takes a test gets the track', async () => {
  const peer = await httpPeer(() => ({ status: 401, json: {} }));
  const chat = ['--chat.token=t0ken', '--chat.channel=42', `--chat.url=${peer.url}`];
  const { call, stateOf } = await startWith(...chat);
  await expect.poll(() => stateOf('chat')).toEqual(STOPPED);
  peer.behavior = () => ({ json: { id: '1' } });
  await call('POST', 'setup/test', { sink: 'chat' });
  await expect.poll(() => stateOf('chat')).toEqual(WORKS);
});

test('a token that the chat refuses is in trouble before the first track', async () => {
  const peer = await httpPeer(() => ({ status: 401, json: {} }));
  const chat = ['--chat.token=t0ken', '--chat.channel=42', `--chat.url=${peer.url}`];
  const show = await startShow(chat);
  afterTest(() => show.program.stop());
  const problem = async () => (await show.sinks()).find(({ name }) => name === 'chat')?.lastError;
  await expect.poll(problem).toContain('check --chat.token');
});
