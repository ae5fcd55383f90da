import { describe, expect, test } from 'vitest';
import {
  CHANNEL,
  type ChatSettings,
  chatAt,
  deliver,
  expectNoToken,
  named,
  setUp,
  TOKEN,
  TWELVE,
} from '../../test/support/chat/deliver.ts';
import { slackStandIn, telegramStandIn, twitchStandIn } from '../../test/support/chat/others.ts';
import { Secret } from '../core/option.ts';

describe('Slack', () => {
  const slack = async (change: ChatSettings = {}) => {
    const { tools, rules } = setUp();
    const standIn = slackStandIn(rules);
    return { ...(await chatAt('slack', standIn.behavior, tools, change)), standIn };
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

  test.each([3_995, 3_996, 3_997, 3_998])(
    'gets at most 4,000 characters, and no half of an entity after %d of them',
    async (before) => {
      const chat = await slack({ 'chat.format': '$SONG$' });
      const text = 'x'.repeat(before);
      await chat.publish(named(1, { title: `${text}&<>` }));
      expect(chat.standIn.messages).toEqual([`${text}…`]);
    },
  );

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
    chat.peer.behavior = (request) => {
      refusals -= 1;
      return refusals >= 0 ? { json: { ok: false, error: 'ratelimited' } } : chat.standIn.behavior(request);
    };
    expect(await deliver(chat, ['Blue'])).toMatchObject({ delivered: 1 });
    expect(chat.standIn.messages).toEqual(['Blue']);
  });

  test.each(['internal_error', 'fatal_error'])(
    'that answers %s is not told again, because the message may be there',
    async (error) => {
      const chat = await slack({ 'chat.format': '$SONG$' });
      chat.peer.behavior = (request) => {
        const answer = chat.standIn.behavior(request);
        return chat.peer.requests.length === 1 ? { json: { ok: false, error } } : answer;
      };
      expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ delivered: 1, dropped: 1 });
      expect(chat.standIn.messages).toEqual(['Blue', 'Red']);
    },
  );

  test('whose answer is lost gets no repetition, which it could not recognize', async () => {
    const chat = await slack({ 'chat.format': '$SONG$' });
    chat.peer.behavior = (request) => {
      const answer = chat.standIn.behavior(request);
      return chat.peer.requests.length === 1 ? 'reset' : answer;
    };
    expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ delivered: 1, dropped: 1 });
    expect(chat.standIn).toMatchObject({ messages: ['Blue', 'Red'], complaints: [] });
  });
});

describe('Telegram', () => {
  const telegram = async (change: ChatSettings = {}) => {
    const { tools, rules } = setUp();
    const standIn = telegramStandIn(rules);
    return { ...(await chatAt('telegram', standIn.behavior, tools, change)), standIn };
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
    chat.peer.behavior = () => ({
      status: 400,
      json: { ok: false, description: 'upgraded', parameters: { migrate_to_chat_id: -1001 } },
    });
    expect(await deliver(chat, ['Blue'])).toMatchObject({ stopped: true });
    expect(chat.log.lines).toMatchObject([
      { fields: { reason: expect.stringMatching(/--chat\.channel=-1001$/) } },
    ]);
  });

  test('is not used for as long as it asks', async () => {
    const chat = await telegram();
    chat.peer.behavior = () => ({ status: 429, json: { ok: false, parameters: { retry_after: 33 } } });
    await expect(chat.publish(named(1, { title: 'Blue' }))).rejects.toMatchObject({
      advice: 'retry',
      retryAfterMs: 33_000,
    });
  });
});

describe('Twitch', () => {
  const RULES = { login: 'ada_bot', userId: '7', channelId: '99', scopes: ['user:write:chat'] };

  const twitch = async (
    change: ChatSettings = {},
    rules: Partial<typeof RULES> & { channel?: string } = {},
  ) => {
    const { tools, rules: given } = setUp();
    const standIn = twitchStandIn({ ...given, channel: 'ada', ...RULES, ...rules });
    const settings = { 'chat.channel': 'Ada', 'chat.format': '$SONG$', ...change };
    return { ...(await chatAt('twitch', standIn.behavior, tools, settings)), standIn };
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

  test('is not used until its bucket is full again', async () => {
    const chat = await twitch();
    await chat.publish(named(1, { title: 'Blue' }));
    const reset = Math.ceil(chat.clock.now() / 1_000) + 20;
    chat.peer.behavior = () => ({ status: 429, headers: { 'ratelimit-reset': String(reset) } });
    await chat.clock.advance(1_500);
    await expect(chat.publish(named(2, { title: 'Red' }))).rejects.toMatchObject({
      advice: 'retry',
      retryAfterMs: reset * 1_000 - chat.clock.now(),
    });
  });
});
