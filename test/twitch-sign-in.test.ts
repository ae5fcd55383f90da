/** Sign-in to Twitch from the set-up page, with the real program and a stand-in for Twitch. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BOT, CHANNEL, EventSubStandIn } from './support/chat/event-sub.ts';
import { afterTest } from './support/clean-up.ts';
import { httpPeer } from './support/http-peer.ts';
import { pageCalls } from './support/local-page.ts';
import { startProgram } from './support/program.ts';
import { OAUTH_CLIENT, TwitchExtension } from './support/services/twitch-extension.ts';
import { waitFor } from './support/wait.ts';

test('the sign-in starts reading and writing in the chat at once, although both had given up', async () => {
  const chat = await EventSubStandIn.open();
  afterTest(() => chat.close());
  const identity = new TwitchExtension();
  const { url: authUrl } = await httpPeer(identity.behavior);
  const program = await startProgram(
    ['start', '--conf=conf.yaml', '--http.addr=127.0.0.1:0', '--session.filename='],
    {
      files: {
        'conf.yaml': [
          'source: http',
          'chat:',
          '  service: twitch',
          `  channel: ${CHANNEL.login}`,
          '  command: "!track"',
          `  url: ${chat.url}`,
          `  auth_url: ${authUrl}`,
          `  client_id: ${OAUTH_CLIENT}`,
          '',
        ].join('\n'),
      },
    },
  );
  afterTest(() => program.stop());
  const [, url = ''] = /url=(\S+)/.exec(await program.waitForLine('overlay ready')) ?? [];
  const call = await pageCalls(url);
  await call('POST', 'track', { artist: 'Ada', title: 'Paper Boats' });
  await program.waitForLine('cannot answer viewers in chat');
  await program.waitForLine('sink paused');

  expect(await call('POST', 'setup/authorize', { part: 'chat-command' })).toMatchObject({ code: 'ABCDEFGH' });
  identity.agree(BOT.id);
  chat.token = await waitFor('the token', () => [...identity.tokens.keys()][0]);
  // Without the sign-in, the next try would come a quarter of an hour later.
  await waitFor('the chat to be read', () => chat.isRead || undefined);
  const written = () => chat.sent.map(({ text }) => text);
  await waitFor('the track', () => (written().includes('Ada - Paper Boats') ? true : undefined));
  const before = chat.sent.length;
  chat.postMessage('!track');
  await waitFor('the answer', () => (chat.sent.length > before ? true : undefined));
  expect(chat.sent.at(-1)).toMatchObject({ text: 'Ada - Paper Boats', to: expect.any(String) });
  // A bot signed in, so the configured channel stays.
  expect(await readFile(join(program.folder, 'conf.yaml'), 'utf8')).toContain(`channel: ${CHANNEL.login}`);
  expect(program.stderr + program.stdout).not.toContain(chat.token);
});
