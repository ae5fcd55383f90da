import { describe, expect, test } from 'vitest';
import { localPage } from '../../../test/support/local-page.ts';
import { testServer, WELL } from '../../../test/support/server.ts';
import { keptSetup, sourceCard } from '../../../test/support/setup.ts';

async function start() {
  const setup = keptSetup();
  const running = await testServer({}, { ...WELL, setup: async () => setup });
  const page = await localPage(running.url);
  const at = (path: string) => `${running.url}api/v1/setup${path}`;
  const post = async (path: string, body: unknown) => {
    const response = await fetch(at(path), { method: 'POST', body: JSON.stringify(body), headers: page });
    const answer: unknown = await response.json();
    return { status: response.status, ...Object(answer) };
  };
  return { setup, running, page, at, post };
}

describe('set-up API', () => {
  test('returns every card', async () => {
    const { setup, page, at } = await start();
    setup.sources = [sourceCard({ state: 'waiting', watching: 'a file \u202e' })];
    expect(await (await fetch(at(''), { headers: page })).json()).toEqual({
      v: 1,
      // Invisible characters in names of devices and files are shown.
      sources: [{ ...sourceCard({ state: 'waiting' }), watching: 'a file \\u202e' }],
      sinks: [],
      startsWithComputer: { on: false, file: expect.stringContaining('deckcast.service') },
      // The server listens on loopback only.
      url: null,
    });
  });

  test('returns the address for other computers if they can reach it', async () => {
    const running = await testServer({ 'http.addr': { host: '0.0.0.0', port: 0 } });
    const headers = await localPage(`http://127.0.0.1:${running.port}/`);
    const response = await fetch(`${running.url}api/v1/setup`, { headers });
    expect(await response.json()).toMatchObject({ url: `http://192.168.1.20:${running.port}/` });
  });

  test('sends a test, adds the overlay to OBS, and enables autostart', async () => {
    const { setup, post } = await start();
    expect(await post('/test', { sink: 'chat' })).toEqual({
      status: 200,
      v: 1,
      done: true,
      reason: 'Delivered.',
    });
    expect(await post('/obs', { url: 'ws://127.0.0.1:4455', password: 'x' })).toMatchObject({ done: true });
    expect(await post('/obs/scenes', {})).toMatchObject({ scenes: ['Main camera', 'Full camera'] });
    expect(await post('/start', { on: true })).toMatchObject({ done: true });
    expect(setup.isOn).toBe(true);
    expect(setup.calls).toEqual([
      { sink: 'chat' },
      { url: 'ws://127.0.0.1:4455', password: 'x', scene: '', fit: false },
    ]);
  });

  test('returns the reason for a failure', async () => {
    const { setup, post } = await start();
    setup.test = () => Promise.reject(new Error('the webhook cannot be reached'));
    setup.scenes = () => Promise.reject(new Error('OBS does not answer'));
    expect(await post('/test', { sink: 'webhook' })).toEqual({
      status: 409,
      v: 1,
      done: false,
      reason: 'the webhook cannot be reached',
    });
    expect(await post('/obs/scenes', {})).toMatchObject({ status: 409, reason: 'OBS does not answer' });
    expect(await post('/obs', { url: 'http://127.0.0.1' })).toMatchObject({ status: 400 });
    expect(await post('/test', {})).toMatchObject({ status: 400, reason: 'send which: {"sink": "webhook"}' });
  });

  test('requests an authorization, and takes the answer from the browser or pasted text', async () => {
    const { setup, running, post } = await start();
    expect(await post('/authorize', { part: 'streamingsource' })).toMatchObject({
      done: true,
      page: 'https://accounts.example/authorize?state=x',
    });
    const callback = `${running.url}setup/callback`;
    expect(await post('/authorized', { address: ` ${callback}?code=1&state=x ` })).toMatchObject({
      done: true,
      reason: 'Authorized.',
    });
    expect(await post('/authorized', { address: 'code' })).toMatchObject({ status: 400 });
    const page = await fetch(`${callback}?code=2&state=x`);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('You can close this page'),
    ]);
    expect(setup.calls).toEqual([
      { part: 'streamingsource', callback },
      { code: '1', state: 'x' },
      { code: '2', state: 'x' },
    ]);
    setup.authorized = () => Promise.reject(new Error('you <refused>'));
    const refused = await fetch(`${callback}?error=<wicked>&state=x`);
    const text = await refused.text();
    expect([refused.status, text]).toEqual([400, expect.stringContaining('>You &#60;refused&#62;.</p>')]);
    expect(text).not.toContain('<wicked>');
  });
});
