import { describe, expect, test } from 'vitest';
import {
  CHANNEL,
  type ChatSettings,
  chatOn,
  deliver,
  expectNoToken,
  named,
  TOKEN,
  TWELVE,
} from '../../test/support/chat/deliver.ts';
import type { Reply } from '../../test/support/http-peer.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { waitFor } from '../../test/support/wait.ts';
import { Secret } from '../core/option.ts';
import { DeliveryQueue } from '../show/deliver/delivery-queue.ts';
import { chatSink } from './chat.ts';

test.each([
  ['discord', TWELVE],
  ['slack', TWELVE],
  ['telegram', TWELVE],
  ['twitch', Array.from({ length: 45 }, (_, index) => `Title ${index + 1}`)],
] as const)('%s gets one message a track, in order, within its rate limit', async (service, titles) => {
  const chat = await chatOn(service);
  expect(await deliver(chat, titles)).toMatchObject({ delivered: titles.length, dropped: 0 });
  expect(chat.standIn).toMatchObject({ messages: titles, complaints: [] });
  expectNoToken(chat);
});

const OTHER_TOKEN = { 'chat.token': new Secret('another') };

test.each([
  ['slack', 'a wrong token', OTHER_TOKEN, {}, /check --chat\.token/],
  ['slack', 'a channel that is not there', { 'chat.channel': 'C1' }, {}, /check --chat\.channel/],
  ['telegram', 'a wrong token', OTHER_TOKEN, {}, /check --chat\.token/],
  ['telegram', 'a chat that is not there', { 'chat.channel': '-100' }, {}, /check --chat\.channel/],
  ['twitch', 'a wrong token', OTHER_TOKEN, {}, /check --chat\.token/],
  ['twitch', 'a token without its scope', {}, { scopes: ['chat:read'] }, /user:write:chat/],
  ['twitch', 'a channel that is not there', { 'chat.channel': 'bo' }, {}, /check --chat\.channel/],
  ['discord', 'a wrong token', OTHER_TOKEN, {}, /check --chat\.token/],
  ['discord', 'a channel it may not write in', {}, { forbidden: true }, /View Channel and Send Messages/],
  ['discord', 'a channel that is not there', { 'chat.channel': '1' }, {}, /check --chat\.channel/],
] as const)('%s, which refuses %s, stops the sink', async (service, _, change, account, line) => {
  const chat = await chatOn(service, change, account);
  expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ stopped: true });
  const reason = expect.stringMatching(line);
  expect(chat.log.lines).toMatchObject([{ level: 'error', fields: { reason } }]);
  expect(chat.standIn.messages).toEqual([]);
  expectNoToken(chat);
});

describe('Discord', () => {
  test('shows names literally: no markdown, no mention, no link preview', async () => {
    const chat = await chatOn('discord', { 'chat.format': '**$ARTIST$** - $SONG$' });
    await chat.publish(
      named(1, { artist: '@everyone <@123> *A*', title: '[Blue](https://x) `b` ||c|| \\ ~~d~~' }),
    );
    const body = JSON.parse(chat.peer.requests[0]?.body ?? '');
    expect(body).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 });
    expect(body.content).toBe(
      String.raw`**\@everyone \<\@123> \*A\*** - \[Blue\](https://x) \`b\` \|\|c\|\| \\ \~\~d\~\~`,
    );
  });

  test('shows all other text of a source literally', async () => {
    const all = ['album', 'genre', 'label', 'remixer', 'comment', 'key'];
    const chat = await chatOn('discord', {
      'chat.format': all.map((name) => `$${name.toUpperCase()}$`).join(' '),
    });
    await chat.publish(named(1, Object.fromEntries(all.map((name) => [name, '<@1>']))));
    expect(chat.standIn.messages).toEqual([all.map(() => String.raw`\<\@1>`).join(' ')]);
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
  ])('shows a title at the beginning of a line literally: %s', async (title, wanted) => {
    const chat = await chatOn('discord');
    await chat.publish(named(1, { title }));
    expect(chat.standIn.messages).toEqual([wanted]);
  });

  test('gets at most 2,000 characters, none of them half', async () => {
    const chat = await chatOn('discord');
    await chat.publish(named(1, { title: '💙'.repeat(1_500) }));
    expect(chat.standIn.messages).toEqual([`${'💙'.repeat(999)}…`]);
  });

  test('gets no message twice when its answer is lost', async () => {
    const chat = await chatOn('discord');
    let lost = 0;
    chat.peer.behavior = (request) => {
      const answer = chat.standIn.behavior(request);
      lost += 1;
      return lost === 1 ? 'reset' : answer;
    };
    expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ delivered: 2 });
    expect(chat.standIn.messages).toEqual(['Blue', 'Red']);
    expect(chat.peer.requests).toHaveLength(3);
  });

  test.each(['soon', 'Infinity', '-5'])(
    'gets no request right after it asked for a pause of %j',
    async (pause) => {
      const chat = await chatOn('discord');
      chat.peer.behavior = (request) => {
        const answer = chat.standIn.behavior(request);
        const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': pause };
        return chat.peer.requests.length === 1 ? { headers, json: {} } : answer;
      };
      expect(await deliver(chat, TWELVE)).toMatchObject({ delivered: 12, dropped: 0 });
      expect(chat.standIn).toMatchObject({ messages: TWELVE, complaints: [] });
    },
  );

  test('gets no request for as long as it asks', async () => {
    const chat = await chatOn('discord');
    const times: number[] = [];
    chat.peer.behavior = (request) => {
      times.push(chat.clock.monotonic());
      return times.length === 1
        ? { status: 429, json: { retry_after: 12.5, global: true } }
        : chat.standIn.behavior(request);
    };
    expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ delivered: 2 });
    expect(chat.standIn.messages).toEqual(['Blue', 'Red']);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(12_500);
  });

  test('gets the track on air as soon as a refused token is corrected in the settings', async () => {
    const chat = await chatOn('discord', {}, { token: 'another' });
    const queue = new DeliveryQueue('chat', chat.sink, chat);
    queue.publish(named(1, { title: 'Blue' }));
    await waitFor('the refusal', () => (queue.health().stopped ? true : undefined));
    Object.assign(chat.settings, { 'chat.token': new Secret('another') });
    queue.settingsChanged();
    await waitFor('the message', () => (queue.health().delivered === 1 ? true : undefined));
    expect(chat.standIn.messages).toEqual(['Blue']);
  });
});

describe('Slack', () => {
  test('cannot be made to notify anyone', async () => {
    const chat = await chatOn('slack', { 'chat.format': '$ARTIST$ - $SONG$' });
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
      const chat = await chatOn('slack');
      const text = 'x'.repeat(before);
      await chat.publish(named(1, { title: `${text}&<>` }));
      expect(chat.standIn.messages).toEqual([`${text}…`]);
    },
  );

  test('gets the message again after a rate limit', async () => {
    const chat = await chatOn('slack');
    let refusals = 2;
    chat.peer.behavior = (request) => {
      refusals -= 1;
      return refusals >= 0 ? { json: { ok: false, error: 'ratelimited' } } : chat.standIn.behavior(request);
    };
    expect(await deliver(chat, ['Blue'])).toMatchObject({ delivered: 1 });
    expect(chat.standIn.messages).toEqual(['Blue']);
  });

  test.each<[string, Reply]>([
    ['answers internal_error', { json: { ok: false, error: 'internal_error' } }],
    ['answers fatal_error', { json: { ok: false, error: 'fatal_error' } }],
    ['gives no answer', 'reset'],
  ])('gets no second message if it %s, because the first may have arrived', async (_, given) => {
    const chat = await chatOn('slack');
    chat.peer.behavior = (request) => {
      const answer = chat.standIn.behavior(request);
      return chat.peer.requests.length === 1 ? given : answer;
    };
    expect(await deliver(chat, ['Blue', 'Red'])).toMatchObject({ delivered: 1, dropped: 1 });
    expect(chat.standIn).toMatchObject({ messages: ['Blue', 'Red'], complaints: [] });
  });
});

describe('Telegram', () => {
  test('gets plain text', async () => {
    const chat = await chatOn('telegram', { 'chat.format': '$ARTIST$ - $SONG$' });
    await chat.publish(named(1, { artist: '<b>@all</b>', title: '*Blue*' }));
    const body = JSON.parse(chat.peer.requests[0]?.body ?? '');
    expect(body).toEqual({
      chat_id: CHANNEL,
      text: '<b>@all</b> - *Blue*',
      link_preview_options: { is_disabled: true },
    });
  });

  test('reports the new id of a group that was moved', async () => {
    const chat = await chatOn('telegram');
    chat.peer.behavior = () => ({
      status: 400,
      json: { ok: false, description: 'upgraded', parameters: { migrate_to_chat_id: -1001 } },
    });
    expect(await deliver(chat, ['Blue'])).toMatchObject({ stopped: true });
    expect(chat.log.lines).toMatchObject([
      { fields: { reason: expect.stringMatching(/--chat\.channel=-1001$/) } },
    ]);
  });

  test('gets no request for as long as it asks', async () => {
    const chat = await chatOn('telegram');
    chat.peer.behavior = () => ({ status: 429, json: { ok: false, parameters: { retry_after: 33 } } });
    await expect(chat.publish(named(1, { title: 'Blue' }))).rejects.toMatchObject({
      advice: 'retry',
      retryAfterMs: 33_000,
    });
  });
});

describe('Twitch', () => {
  test('is asked once an hour whether the token is valid', async () => {
    const chat = await chatOn('twitch', { 'chat.channel': 'Ada' });
    await chat.publish(named(1, { title: 'Blue' }));
    await chat.clock.advance(3_600_000);
    await chat.publish(named(2, { title: 'Red' }));
    expect(chat.standIn).toMatchObject({ messages: ['Blue', 'Red'], complaints: [], validations: 2 });
  });

  test.each([
    ["the token's own", { 'chat.channel': 'ada_bot' }, { channelId: '7' }],
    ['a number', { 'chat.channel': '99' }, {}],
  ])('accepts %s without a request', async (_, change, rules) => {
    const chat = await chatOn('twitch', change, rules);
    await chat.publish(named(1, { title: 'Blue' }));
    expect(chat.standIn.messages).toEqual(['Blue']);
    expect(chat.peer.requests.filter(({ path }) => path.startsWith('/helix/users'))).toEqual([]);
  });

  test('gets at most 500 characters', async () => {
    const chat = await chatOn('twitch');
    await chat.publish(named(1, { title: 'x'.repeat(600) }));
    expect(chat.standIn.messages).toEqual([`${'x'.repeat(499)}…`]);
  });

  test('accepts a token with the prefix of the old chat protocol', async () => {
    const chat = await chatOn('twitch', { 'chat.token': new Secret(`oauth:${TOKEN}`) });
    await chat.publish(named(1, { title: 'Blue' }));
    expect(chat.standIn.messages).toEqual(['Blue']);
  });

  test('reports the reason if it answers 200 but drops the message', async () => {
    const chat = await chatOn('twitch');
    expect(await deliver(chat, ['a forbidden word', 'Red'])).toMatchObject({ delivered: 1, dropped: 1 });
    expect(chat.log.lines).toContainEqual(
      expect.objectContaining({
        fields: expect.objectContaining({ reason: expect.stringMatching(/AutoMod/) }),
      }),
    );
  });

  test('gets no request until its bucket is full again', async () => {
    const chat = await chatOn('twitch');
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

describe('the settings of the chat sink', () => {
  const check = (change: ChatSettings) => chatSink.check?.(settingsOf(chatSink.options, change)) ?? [];

  test('need a channel with a token and a token with a channel', () => {
    expect(check({ 'chat.token': new Secret('x') })).toMatchObject([{ where: '--chat.channel' }]);
    expect(check({ 'chat.channel': 'x' })).toMatchObject([{ where: '--chat.token' }]);
  });

  test('reject a token that no header can carry, without printing it', () => {
    const problems = check({ 'chat.token': new Secret('a b\nc'), 'chat.channel': 'x' });
    expect(problems).toMatchObject([{ where: '--chat.token' }]);
    expect(JSON.stringify(problems)).not.toContain('a b');
  });

  test('send nothing when the message would be empty', async () => {
    const chat = await chatOn('discord', { 'chat.format': '$GENRE$ ' });
    await chat.publish(named(1, { title: 'Blue' }));
    expect(chat.peer.requests).toEqual([]);
  });
});
