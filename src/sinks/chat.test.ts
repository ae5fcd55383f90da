import { describe, expect, test } from 'vitest';
import {
  type ChatSettings,
  chatAt,
  deliver,
  expectNoToken,
  named,
  setUp,
  TWELVE,
} from '../../test/support/chat/deliver.ts';
import { discordStandIn } from '../../test/support/chat/discord.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { waitFor } from '../../test/support/wait.ts';
import { Secret } from '../core/option.ts';
import { DeliveryQueue } from '../show/deliver/delivery-queue.ts';
import { chatSink } from './chat.ts';

describe('Discord', () => {
  const discord = async (change: ChatSettings = {}, rules: { token?: string; forbidden?: boolean } = {}) => {
    const { tools, rules: given } = setUp();
    const standIn = discordStandIn({ ...given, ...rules });
    return { ...(await chatAt('discord', standIn.behavior, tools, change)), standIn };
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

  test('takes everything else that a source wrote as it is, too', async () => {
    const all = ['album', 'genre', 'label', 'remixer', 'comment', 'key'];
    const chat = await discord({ 'chat.format': all.map((name) => `$${name.toUpperCase()}$`).join(' ') });
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

  test('gets no message twice when its answer is lost', async () => {
    const chat = await discord({ 'chat.format': '$SONG$' });
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
    'is kept at a distance after it asked for a pause of %j',
    async (pause) => {
      const chat = await discord({ 'chat.format': '$SONG$' });
      chat.peer.behavior = (request) => {
        const answer = chat.standIn.behavior(request);
        const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': pause };
        return chat.peer.requests.length === 1 ? { headers, json: {} } : answer;
      };
      expect(await deliver(chat, TWELVE)).toMatchObject({ delivered: 12, dropped: 0 });
      expect(chat.standIn).toMatchObject({ messages: TWELVE, complaints: [] });
    },
  );

  test('is not used for as long as it asks', async () => {
    const chat = await discord({ 'chat.format': '$SONG$' });
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

  test('that refuses the token gets the track that is on as soon as the right one is in the settings', async () => {
    const chat = await discord({ 'chat.format': '$SONG$' }, { token: 'another' });
    const queue = new DeliveryQueue('chat', chat.sink, chat);
    queue.publish(named(1, { title: 'Blue' }));
    await waitFor('the refusal', () => (queue.health().stopped ? true : undefined));
    Object.assign(chat.settings, { 'chat.token': new Secret('another') });
    queue.settingsChanged();
    await waitFor('the message', () => (queue.health().delivered === 1 ? true : undefined));
    expect(chat.standIn.messages).toEqual(['Blue']);
  });
});

describe('the settings of the chat sink', () => {
  const check = (change: ChatSettings) => chatSink.check?.(settingsOf(chatSink.options, change)) ?? [];

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
