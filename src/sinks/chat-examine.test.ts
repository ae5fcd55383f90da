import { describe, expect, test } from 'vitest';
import { CHANNEL, type ChatService, setUp, TOKEN } from '../../test/support/chat/deliver.ts';
import { discordStandIn } from '../../test/support/chat/discord.ts';
import { slackStandIn, telegramStandIn, twitchStandIn } from '../../test/support/chat/others.ts';
import { memoryDisk } from '../../test/support/disk.ts';
import { httpPeer } from '../../test/support/http-peer.ts';
import { diagnosed } from '../../test/support/sink.ts';
import { inOrder } from '../core/finding.ts';
import { Secret } from '../core/option.ts';
import type { Disk } from '../core/tools.ts';
import { chatSink } from './chat.ts';
import { chatCommandSink } from './chat-command/index.ts';
import { chatMarkersSink } from './chat-markers.ts';
import { SERVICE_NAMES } from './chat-options.ts';

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

async function examined(
  service: ChatService,
  standIn: ReturnType<typeof slackStandIn>,
  change = {},
  disk?: Disk,
) {
  const { tools } = setUp();
  const peer = await httpPeer(standIn.behavior);
  const settings = {
    'chat.service': service,
    'chat.url': peer.url,
    'chat.token': new Secret(TOKEN),
    'chat.channel': CHANNEL,
    ...change,
  };
  const given = { ...tools, ...(disk && { disk }), fetch };
  const found = await Promise.all([
    diagnosed(chatSink, settings, given),
    diagnosed(chatMarkersSink, settings, given),
    diagnosed(chatCommandSink, settings, given),
  ]);
  return found.flat();
}

describe('the Twitch examination', () => {
  const RIGHTS = {
    posts: 'user:write:chat',
    marks: 'channel:manage:broadcast',
    reads: 'user:read:chat',
  };
  const posts = { 'chat.format': '$SONG$' };
  const marks = { 'chat.format': '', 'chat.markers': true };
  const answers = { 'chat.format': '', 'chat.command': '!track' };

  test.each<[string, object, readonly string[]]>([
    ['posting', posts, [RIGHTS.posts]],
    ['markers', marks, [RIGHTS.marks]],
    ['answers', answers, [RIGHTS.reads, RIGHTS.posts]],
    ['all of them', { ...marks, ...answers, ...posts }, Object.values(RIGHTS)],
    ['none', { 'chat.format': '' }, []],
  ])('requires exactly the rights for %s', async (_, change, needed) => {
    const whoHas = (scopes: readonly string[]) =>
      examined('twitch', twitchStandIn({ ...setUp().rules, ...ACCOUNT, scopes }), change).then(inOrder);
    expect((await whoHas(needed)).map(({ severity }) => severity)).toEqual(needed.length > 0 ? ['ok'] : []);
    for (const missing of needed) {
      const faults = (await whoHas(needed.filter((one) => one !== missing))).map(({ finding }) => finding);
      expect(faults.join()).toContain(`the scope ${missing}`);
    }
  });
});

test.each(SERVICES)('%s accepts the credentials', async (service, make) => {
  const standIn = make(setUp().rules);
  const findings = await examined(service, standIn);
  expect(findings).toMatchObject([
    { area: 'services', severity: 'ok', finding: `${SERVICE_NAMES[service]} answers` },
  ]);
  expect(standIn).toMatchObject({ messages: [], complaints: [] });
});

test.each(SERVICES)('%s rejects another token', async (service, make) => {
  const standIn = make(setUp().rules);
  const findings = await examined(service, standIn, { 'chat.token': new Secret('another-token') });
  expect(findings).toMatchObject([
    {
      severity: 'fault',
      finding: expect.stringContaining('check --chat.token'),
      means: expect.not.stringContaining('in the meantime'),
    },
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

describe('the file of the sign-in to Twitch', () => {
  const standIn = () => twitchStandIn({ ...setUp().rules, ...ACCOUNT });
  async function found(content: string, change: Partial<Disk> = {}) {
    const disk = memoryDisk();
    if (content !== '') {
      disk.files.set('/token.json', Buffer.from(content));
    }
    const given = { 'chat.token': new Secret(''), 'chat.tokenfile': '/token.json' };
    const findings = await examined('twitch', standIn(), given, { ...disk, ...change });
    return findings.map(({ severity, finding }) => `${severity}: ${finding}`);
  }
  const signIn = JSON.stringify({
    access_token: TOKEN,
    refresh_token: 'next',
    expires_at: '2099-01-01T00:00:00Z',
    client_id: 'id',
  });
  const WRITABLE = 'ok: /token.json can be written (--chat.tokenfile)';
  const refuse = (code: string) => () =>
    Promise.reject(
      Object.assign(new Error(`${code}: no, open '/token.json'`), { code, path: '/token.json' }),
    );

  test('is tested before a set', async () => {
    expect(await found(signIn)).toEqual(['ok: Twitch answers', WRITABLE]);
    const missing =
      'fault: you are not signed in to Twitch: sign in on the set-up page, or run "deckcast chat setup"';
    expect(await found('')).toEqual([missing, WRITABLE]);
    expect(await found('{}')).toEqual([missing, WRITABLE]);
  });

  test('is a fault if unreadable, and a warning on a disk that does not answer', async () => {
    expect(await found(signIn, { read: refuse('EACCES') })).toEqual([
      'fault: Twitch: the sign-in cannot be read: your user account is not allowed to do this (EACCES): /token.json (--chat.tokenfile)',
      WRITABLE,
    ]);
    expect((await found(signIn, { read: refuse('ETIMEDOUT') }))[0]).toMatch(/^warning: /);
  });

  test('is a fault if it cannot be written, because a renewed sign-in would be lost', async () => {
    expect(await found(signIn, { tryOut: refuse('EACCES') })).toEqual([
      'ok: Twitch answers',
      'fault: /token.json cannot be written: your user account may not write there (--chat.tokenfile)',
    ]);
  });
});

test('an unreachable service is not a fault', async () => {
  const standIn = discordStandIn(setUp().rules);
  const findings = await examined('discord', standIn, { 'chat.url': 'http://127.0.0.1:9' });
  expect(findings).toMatchObject([{ severity: 'warning' }]);
});
