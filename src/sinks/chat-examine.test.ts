/** What the chat services say to the configured credentials before a set; nothing is posted. */
import { expect, test } from 'vitest';
import { CHANNEL, type ChatService, setUp, TOKEN } from '../../test/support/chat/deliver.ts';
import { discordStandIn } from '../../test/support/chat/discord.ts';
import { slackStandIn, telegramStandIn, twitchStandIn } from '../../test/support/chat/others.ts';
import { httpPeer } from '../../test/support/http-peer.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { Secret } from '../core/option.ts';
import { chatSink } from './chat.ts';

const ACCOUNT = { login: 'dj', userId: '7', channelId: CHANNEL, scopes: ['user:write:chat'] };
const SERVICES: readonly [
  ChatService,
  (rules: ReturnType<typeof setUp>['rules']) => ReturnType<typeof slackStandIn>,
][] = [
  ['discord', discordStandIn],
  ['slack', slackStandIn],
  ['telegram', telegramStandIn],
  ['twitch', (rules) => twitchStandIn({ ...rules, ...ACCOUNT })],
];

async function examined(service: ChatService, standIn: ReturnType<typeof slackStandIn>, change = {}) {
  const { tools } = setUp();
  const peer = await httpPeer(standIn.behavior);
  const settings = settingsOf(chatSink.options, {
    'chat.service': service,
    'chat.url': peer.url,
    'chat.token': new Secret(TOKEN),
    'chat.channel': CHANNEL,
    ...change,
  });
  const given = { ...tools, fetch, chosen: true, running: false, listenMs: 0, licensed: true };
  return chatSink.diagnose?.(settings, given, new AbortController().signal);
}

test.each(SERVICES)('%s takes the credentials', async (service, make) => {
  const standIn = make(setUp().rules);
  const findings = await examined(service, standIn);
  expect(findings).toMatchObject([{ area: 'services', severity: 'ok', finding: `${service} answers` }]);
  expect(standIn).toMatchObject({ messages: [], complaints: [] });
});

test.each(SERVICES)('%s does not take another token', async (service, make) => {
  const standIn = make(setUp().rules);
  const findings = await examined(service, standIn, { 'chat.token': new Secret('another-token') });
  expect(findings).toMatchObject([
    { severity: 'fault', finding: expect.stringContaining('check --chat.token') },
  ]);
  expect(JSON.stringify(findings)).not.toContain('another-token');
});

test.each(SERVICES.filter(([service]) => service === 'discord' || service === 'telegram'))(
  '%s knows no such channel',
  async (service, make) => {
    const findings = await examined(service, make(setUp().rules), { 'chat.channel': '999' });
    expect(findings).toMatchObject([
      { severity: 'fault', finding: expect.stringContaining('check --chat.channel') },
    ]);
  },
);

test('a service that does not answer just now is no fault', async () => {
  const { tools } = setUp();
  const settings = settingsOf(chatSink.options, {
    'chat.url': 'http://127.0.0.1:9',
    'chat.token': new Secret(TOKEN),
    'chat.channel': CHANNEL,
  });
  const given = { ...tools, fetch, chosen: true, running: false, listenMs: 0, licensed: true };
  const findings = await chatSink.diagnose?.(settings, given, new AbortController().signal);
  expect(findings).toMatchObject([{ severity: 'warning' }]);
});
