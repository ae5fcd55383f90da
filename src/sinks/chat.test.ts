import { describe, expect, test } from 'vitest';
import { discordStandIn } from '../../test/support/chat/discord.ts';
import { slackStandIn, telegramStandIn, twitchStandIn } from '../../test/support/chat/others.ts';
import { type Behaviour, httpPeer } from '../../test/support/http-peer.ts';
import { publication } from '../../test/support/publication.ts';
import { makeSink, settingsOf, sinkTools } from '../../test/support/sink.ts';
import { track } from '../../test/support/tracks.ts';
import { waitFor } from '../../test/support/wait.ts';
import { Lane } from '../app/lane.ts';
import { Secret } from '../core/option.ts';
import type { Track } from '../core/track.ts';
import { chatSink } from './chat.ts';

type Service = 'discord' | 'slack' | 'telegram' | 'twitch';
type Settings = Parameters<typeof makeSink<(typeof chatSink)['options']>>[1];

const TOKEN = '123456:secret-token';
const CHANNEL = '4242';

/** Tools, and the rules that a stand-in keeps by the same clock. */
function setUp(rules: { token?: string; channel?: string } = {}) {
  const tools = sinkTools();
  return { tools, rules: { clock: tools.clock, token: TOKEN, channel: CHANNEL, ...rules } };
}

/** A chat sink whose service is the peer. */
async function chatAt(
  service: Service,
  behaviour: Behaviour,
  tools: ReturnType<typeof sinkTools>,
  change: Settings = {},
) {
  const peer = await httpPeer(behaviour);
  const sink = await makeSink(
    chatSink,
    {
      'chat.service': service,
      'chat.url': peer.url,
      'chat.token': new Secret(TOKEN),
      'chat.channel': CHANNEL,
      ...change,
    },
    tools,
  );
  return { ...sink, peer };
}

const named = (seq: number, names: Partial<Track>) =>
  publication({ seq, playId: `play ${seq}`, position: seq, track: track(names) });

/** Hands these titles to the sink as the program does, retries included, and waits for them all. */
async function deliver(
  chat: Awaited<ReturnType<typeof chatAt>>,
  titles: readonly string[],
): Promise<ReturnType<Lane['health']>> {
  const lane = new Lane('chat', chat.sink, chat);
  titles.forEach((title, index) => {
    lane.publish(named(index + 1, { title }));
  });
  return waitFor('all to be delivered', async () => {
    await chat.clock.advance(500);
    const health = lane.health();
    return health.queued === 0 || health.stopped ? health : undefined;
  });
}

const TWELVE = Array.from({ length: 12 }, (_, index) => `Title ${index + 1}`);

/** Whoever reads a log of ours must not be able to post. */
function expectNoToken(chat: { log: { lines: unknown[] } }): void {
  expect(JSON.stringify(chat.log.lines)).not.toContain('secret-token');
}

describe('Discord', () => {
  const discord = async (change: Settings = {}, rules: { token?: string; forbidden?: boolean } = {}) => {
    const { tools, rules: given } = setUp();
    const standIn = discordStandIn({ ...given, ...rules });
    return { ...(await chatAt('discord', standIn.behaviour, tools, change)), standIn };
  };

  test('gets one message a track, in order, within its rate limit', async () => {
    const chat = await discord({ 'chat.format': '$SONG$' });
    expect(await deliver(chat, TWELVE)).toMatchObject({ delivered: 12, dropped: 0 });
    expect(chat.standIn).toMatchObject({ messages: TWELVE, complaints: [] });
  });

  test('takes names as they are: no markdown, no mention, no link preview', async () => {
    const chat = await discord({ 'chat.format': '**$ARTIST$** - $SONG$' });
    await chat.publish(
      named(1, { artist: '@everyone <@123> *A*', title: '[Blue](https://x) `b` ||c|| \\ ~~d~~' }),
    );
    const body = JSON.parse(chat.peer.requests[0]?.body ?? '');
    expect(body).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 });
    expect(body.content).toBe(
      String.raw`**\@everyone \<\@123> \*A\*** - \[Blue\](https://x) \`b\` \|\|c\|\| \\ \~\~d\~\~`,
    );
  });

  test.each([
    ['# Heading', String.raw`\# Heading`],
    ['## Heading', String.raw`#\# Heading`],
    ['> quote', String.raw`\> quote`],
    ['- list', String.raw`\- list`],
    ['-# small', String.raw`-\# small`],
    ['7. list', String.raw`7\. list`],
    ['7.5 Hz', '7.5 Hz'],
    ['A - B', 'A - B'],
  ])('shows a title that begins a line as it is: %s', async (title, wanted) => {
    const chat = await discord({ 'chat.format': '$SONG$' });
    await chat.publish(named(1, { title }));
    expect(chat.standIn.messages).toEqual([wanted]);
  });

  test('gets at most 2,000 characters, none of them half', async () => {
    const chat = await discord({ 'chat.format': '$SONG$' });
    await chat.publish(named(1, { title: '💙'.repeat(1_500) }));
    expect(chat.standIn.messages).toEqual([`${'💙'.repeat(999)}…`]);
  });

  test('is not told twice when its answer is lost', async () => {
    const chat = await discord({ 'chat.format': '$SONG$' });
    let lost = 0;
    chat.peer.behaviour = (request) => {
      const answer = chat.standIn.behaviour(request);
      lost += 1;
      return lost === 1 ? 'reset' : answer;
    };
    expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ delivered: 2 });
    expect(chat.standIn.messages).toEqual(['Blue', 'Red']);
    expect(chat.peer.requests).toHaveLength(3);
  });

  test('is left alone for as long as it asks', async () => {
    const chat = await discord({ 'chat.format': '$SONG$' });
    const times: number[] = [];
    chat.peer.behaviour = (request) => {
      times.push(chat.clock.monotonic());
      return times.length === 1
        ? { status: 429, json: { retry_after: 12.5, global: true } }
        : chat.standIn.behaviour(request);
    };
    expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ delivered: 2 });
    expect(chat.standIn.messages).toEqual(['Blue', 'Red']);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(12_500);
  });

  test.each([
    ['a wrong token', { token: 'another' }, {}, /check --chat\.token/],
    ['a channel it may not write in', { forbidden: true }, {}, /View Channel and Send Messages/],
    ['a channel that is not there', {}, { 'chat.channel': '1' }, /check --chat\.channel/],
  ])(
    'that refuses %s stops the sink, with one line that says what to check',
    async (_, rules, change, line) => {
      const chat = await discord(change, rules);
      expect(await deliver(chat, ['Blue', 'Red', 'Green'])).toMatchObject({ stopped: true, delivered: 0 });
      expect(chat.peer.requests).toHaveLength(1);
      expect(chat.log.lines).toMatchObject([
        { level: 'error', fields: { reason: expect.stringMatching(line) } },
      ]);
      expectNoToken(chat);
    },
  );

  test('that refuses one message gets the next', async () => {
    const chat = await discord({ 'chat.format': '$SONG$' });
    chat.peer.behaviour = (request) =>
      request.body.includes('Blue')
        ? { status: 400, json: { code: 50035 } }
        : chat.standIn.behaviour(request);
    expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ delivered: 1, dropped: 1 });
    expect(chat.standIn.messages).toEqual(['Red']);
  });
});

describe('Slack', () => {
  const slack = async (change: Settings = {}) => {
    const { tools, rules } = setUp();
    const standIn = slackStandIn(rules);
    return { ...(await chatAt('slack', standIn.behaviour, tools, change)), standIn };
  };

  test('gets one message a track, in order, at most one a second', async () => {
    const chat = await slack({ 'chat.format': '$SONG$' });
    expect(await deliver(chat, TWELVE)).toMatchObject({ delivered: 12, dropped: 0 });
    expect(chat.standIn).toMatchObject({ messages: TWELVE, complaints: [] });
  });

  test('cannot be made to notify anyone', async () => {
    const chat = await slack();
    await chat.publish(named(1, { artist: '<!channel> & <@U1>', title: '*Blue*' }));
    expect(JSON.parse(chat.peer.requests[0]?.body ?? '')).toEqual({
      channel: CHANNEL,
      text: '&lt;!channel&gt; &amp; &lt;@U1&gt; - *Blue*',
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  test.each([
    ['a wrong token', { 'chat.token': new Secret('another') }, /check --chat\.token/],
    ['a channel that is not there', { 'chat.channel': 'C1' }, /check --chat\.channel/],
  ])('that refuses %s with a 200 stops the sink', async (_, change, line) => {
    const chat = await slack(change);
    expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ stopped: true });
    expect(chat.log.lines).toMatchObject([{ fields: { reason: expect.stringMatching(line) } }]);
  });

  test('that says it is rate limited gets the message again', async () => {
    const chat = await slack({ 'chat.format': '$SONG$' });
    let refusals = 2;
    chat.peer.behaviour = (request) => {
      refusals -= 1;
      return refusals >= 0 ? { json: { ok: false, error: 'ratelimited' } } : chat.standIn.behaviour(request);
    };
    expect(await deliver(chat, ['Blue'])).toMatchObject({ delivered: 1 });
    expect(chat.standIn.messages).toEqual(['Blue']);
  });

  test('whose answer is lost is not told again, because it could not know', async () => {
    const chat = await slack({ 'chat.format': '$SONG$' });
    chat.peer.behaviour = (request) => {
      const answer = chat.standIn.behaviour(request);
      return chat.peer.requests.length === 1 ? 'reset' : answer;
    };
    expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ delivered: 1, dropped: 1 });
    expect(chat.standIn.messages).toEqual(['Blue', 'Red']);
  });
});

describe('Telegram', () => {
  const telegram = async (change: Settings = {}) => {
    const { tools, rules } = setUp();
    const standIn = telegramStandIn(rules);
    return { ...(await chatAt('telegram', standIn.behaviour, tools, change)), standIn };
  };

  test('gets one message a track, in order, at most one a second', async () => {
    const chat = await telegram({ 'chat.format': '$SONG$' });
    expect(await deliver(chat, TWELVE)).toMatchObject({ delivered: 12, dropped: 0 });
    expect(chat.standIn).toMatchObject({ messages: TWELVE, complaints: [] });
    expectNoToken(chat);
  });

  test('gets plain text', async () => {
    const chat = await telegram();
    await chat.publish(named(1, { artist: '<b>@all</b>', title: '*Blue*' }));
    const body = JSON.parse(chat.peer.requests[0]?.body ?? '');
    expect(body).toEqual({
      chat_id: CHANNEL,
      text: '<b>@all</b> - *Blue*',
      link_preview_options: { is_disabled: true },
    });
  });

  test.each([
    ['a wrong token', { 'chat.token': new Secret('another') }, /check --chat\.token/],
    ['a chat that is not there', { 'chat.channel': '-100' }, /check --chat\.channel/],
  ])('that refuses %s stops the sink', async (_, change, line) => {
    const chat = await telegram(change);
    expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ stopped: true });
    expect(chat.log.lines).toMatchObject([{ fields: { reason: expect.stringMatching(line) } }]);
    expectNoToken(chat);
  });

  test('that has moved the group says where to', async () => {
    const chat = await telegram();
    chat.peer.behaviour = () => ({
      status: 400,
      json: { ok: false, description: 'upgraded', parameters: { migrate_to_chat_id: -1001 } },
    });
    expect(await deliver(chat, ['Blue'])).toMatchObject({ stopped: true });
    expect(chat.log.lines).toMatchObject([
      { fields: { reason: expect.stringMatching(/--chat\.channel=-1001$/) } },
    ]);
  });

  test('is left alone for as long as it asks', async () => {
    const chat = await telegram();
    chat.peer.behaviour = () => ({ status: 429, json: { ok: false, parameters: { retry_after: 33 } } });
    await expect(chat.publish(named(1, { title: 'Blue' }))).rejects.toMatchObject({
      advice: 'retry',
      retryAfterMs: 33_000,
    });
  });
});

describe('Twitch', () => {
  const RULES = { login: 'ada_bot', userId: '7', channelId: '99', scopes: ['user:write:chat'] };

  const twitch = async (change: Settings = {}, rules: Partial<typeof RULES> & { channel?: string } = {}) => {
    const { tools, rules: given } = setUp();
    const standIn = twitchStandIn({ ...given, channel: 'ada', ...RULES, ...rules });
    const settings = { 'chat.channel': 'Ada', 'chat.format': '$SONG$', ...change };
    return { ...(await chatAt('twitch', standIn.behaviour, tools, settings)), standIn };
  };

  test('gets one message a track, in order, within its rate limit', async () => {
    const many = Array.from({ length: 45 }, (_, index) => `Title ${index + 1}`);
    const chat = await twitch();
    expect(await deliver(chat, many)).toMatchObject({ delivered: 45, dropped: 0 });
    expect(chat.standIn).toMatchObject({ messages: many, complaints: [], validations: 1 });
  });

  test('is asked once an hour whether the token is valid', async () => {
    const chat = await twitch();
    await chat.publish(named(1, { title: 'Blue' }));
    await chat.clock.advance(3_600_000);
    await chat.publish(named(2, { title: 'Red' }));
    expect(chat.standIn).toMatchObject({ messages: ['Blue', 'Red'], complaints: [], validations: 2 });
  });

  test.each([
    ["the token's own", { 'chat.channel': 'ada_bot' }, { channelId: '7' }],
    ['a number', { 'chat.channel': '99' }, {}],
  ])('takes %s for the channel without asking for it', async (_, change, rules) => {
    const chat = await twitch(change, rules);
    await chat.publish(named(1, { title: 'Blue' }));
    expect(chat.standIn.messages).toEqual(['Blue']);
    expect(chat.peer.requests.filter(({ path }) => path.startsWith('/helix/users'))).toEqual([]);
  });

  test('gets at most 500 characters', async () => {
    const chat = await twitch();
    await chat.publish(named(1, { title: 'x'.repeat(600) }));
    expect(chat.standIn.messages).toEqual([`${'x'.repeat(499)}…`]);
  });

  test('takes a token with the prefix of the old chat protocol', async () => {
    const chat = await twitch({ 'chat.token': new Secret(`oauth:${TOKEN}`) });
    await chat.publish(named(1, { title: 'Blue' }));
    expect(chat.standIn.messages).toEqual(['Blue']);
  });

  test.each([
    ['a wrong token', { 'chat.token': new Secret('another') }, {}, /check --chat\.token/],
    ['a token without its scope', {}, { scopes: ['chat:read'] }, /user:write:chat/],
    ['a channel that is not there', { 'chat.channel': 'bo' }, {}, /check --chat\.channel/],
  ])('that refuses %s stops the sink', async (_, change, rules, line) => {
    const chat = await twitch(change, rules);
    expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ stopped: true });
    expect(chat.log.lines).toMatchObject([{ fields: { reason: expect.stringMatching(line) } }]);
    expectNoToken(chat);
  });

  test('that says 200 but shows nothing counts as a drop, with its reason', async () => {
    const chat = await twitch();
    expect(await deliver(chat, ['a forbidden word', 'Red'])).toMatchObject({ delivered: 1, dropped: 1 });
    expect(chat.log.lines).toContainEqual(
      expect.objectContaining({
        fields: expect.objectContaining({ reason: expect.stringMatching(/AutoMod/) }),
      }),
    );
  });

  test('is left alone until its bucket is full again', async () => {
    const chat = await twitch();
    await chat.publish(named(1, { title: 'Blue' }));
    const reset = Math.ceil(chat.clock.now() / 1_000) + 20;
    chat.peer.behaviour = () => ({ status: 429, headers: { 'ratelimit-reset': String(reset) } });
    await chat.clock.advance(1_500);
    await expect(chat.publish(named(2, { title: 'Red' }))).rejects.toMatchObject({
      advice: 'retry',
      retryAfterMs: reset * 1_000 - chat.clock.now(),
    });
  });
});

describe('the settings of the chat sink', () => {
  const check = (change: Settings) => chatSink.check?.(settingsOf(chatSink.options, change)) ?? [];

  test('leave it off when there are none', async () => {
    expect(await chatSink.create(settingsOf(chatSink.options, {}), sinkTools())).toBeUndefined();
    expect(check({})).toEqual([]);
  });

  test('need a channel with a token and a token with a channel', () => {
    expect(check({ 'chat.token': new Secret('x') })).toMatchObject([{ where: '--chat.channel' }]);
    expect(check({ 'chat.channel': 'x' })).toMatchObject([{ where: '--chat.token' }]);
  });

  test('refuse a token that no header can carry, without showing it', () => {
    const problems = check({ 'chat.token': new Secret('a b\nc'), 'chat.channel': 'x' });
    expect(problems).toMatchObject([{ where: '--chat.token' }]);
    expect(JSON.stringify(problems)).not.toContain('a b');
  });

  test('send nothing when the message would be empty', async () => {
    const { tools } = setUp();
    const chat = await chatAt('discord', () => ({}), tools, { 'chat.format': '$GENRE$ ' });
    await chat.publish(named(1, { title: 'Blue' }));
    expect(chat.peer.requests).toEqual([]);
  });
});
