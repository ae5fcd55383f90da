import { describe, expect, test } from 'vitest';
import { chatOn, deliver, expectNoToken, named, TWELVE } from '../../test/support/chat/deliver.ts';
import type { Picture } from '../core/track.ts';

const COVER: Picture = {
  png: Buffer.concat([Buffer.from([137]), Buffer.from('PNG\r\n'), Buffer.alloc(60_000, 0xfe)]),
  accent: '#58e0b5',
};
const withCovers = { 'chat.cover': true, 'chat.format': '$ARTIST$ - $SONG$' };

describe.each(['discord', 'slack', 'telegram'] as const)('%s, with the cover', (service) => {
  test('gets one message per track, in order, within its rate limit', async () => {
    const chat = await chatOn(service, { ...withCovers, 'chat.format': '$SONG$' });
    expect(await deliver(chat, TWELVE, COVER)).toMatchObject({ delivered: 12, dropped: 0 });
    expect(chat.standIn).toMatchObject({ messages: TWELVE, covers: TWELVE, complaints: [] });
    expectNoToken(chat);
  });

  test('gets text for a track without a cover, and without the option', async () => {
    const chat = await chatOn(service, withCovers);
    await chat.publish(named(1, { artist: 'Ada', title: 'Blue' }));
    const without = await chatOn(service, { ...withCovers, 'chat.cover': false });
    await without.publish({ ...named(1, { artist: 'Ada', title: 'Blue' }), art: COVER });
    for (const { messages, covers } of [chat.standIn, without.standIn]) {
      expect({ messages, covers }).toEqual({ messages: ['Ada - Blue'], covers: [] });
    }
  });

  test('gets a text of acceptable length for long names', async () => {
    const chat = await chatOn(service, withCovers);
    await chat.publish({ ...named(1, { title: 'x'.repeat(9_000) }), art: COVER });
    expect(chat.standIn.covers).toEqual([expect.stringMatching(/x…$/)]);
  });

  test('gets names literally', async () => {
    const chat = await chatOn(service, withCovers);
    await chat.publish({ ...named(1, { artist: '<!channel> &amp;', title: '*Blue*' }), art: COVER });
    expect(chat.standIn.covers).toEqual([
      service === 'discord' ? String.raw`\<!channel> &amp; - \*Blue\*` : '<!channel> &amp; - *Blue*',
    ]);
  });

  test('gets the message once after a requested pause', async () => {
    const chat = await chatOn(service, { ...withCovers, 'chat.format': '$SONG$' });
    const refusal = {
      discord: { retry_after: 2 },
      slack: { ok: false, error: 'ratelimited' },
      telegram: { ok: false, error_code: 429, parameters: { retry_after: 2 } },
    }[service];
    chat.peer.behavior = (request) =>
      chat.peer.requests.length === 1
        ? { status: 429, headers: { 'retry-after': '2' }, json: refusal }
        : chat.standIn.behavior(request);
    const before = chat.clock.monotonic();
    expect(await deliver(chat, ['Blue'], COVER)).toMatchObject({ delivered: 1 });
    expect(chat.clock.monotonic() - before).toBeGreaterThanOrEqual(2_000);
    expect(chat.standIn.covers).toEqual(['Blue']);
  });
});

test('reports the scope that Slack needs for pictures', async () => {
  const chat = await chatOn('slack', withCovers, { scopes: [] });
  expect(await deliver(chat, ['Blue'], COVER)).toMatchObject({ stopped: true });
  expect(chat.log.lines).toMatchObject([
    { fields: { reason: expect.stringMatching(/the scope files:write/) } },
  ]);
});

test('retries a Slack upload without an answer, but not the message with the picture', async () => {
  const chat = await chatOn('slack', { ...withCovers, 'chat.format': '$SONG$' });
  let lost = 0;
  chat.peer.behavior = (request) => {
    const answer = chat.standIn.behavior(request);
    const isLast = request.path.endsWith('completeUploadExternal');
    lost += 1;
    return lost === 1 || (isLast && chat.standIn.covers.length === 1) ? 'reset' : answer;
  };
  expect(await deliver(chat, ['Blue', 'Red'], COVER)).toMatchObject({ delivered: 1, dropped: 1 });
  expect(chat.standIn).toMatchObject({ covers: ['Blue', 'Red'], complaints: [] });
});

test('reports a Discord bot without the right to embed, and does not post again', async () => {
  const chat = await chatOn('discord', withCovers, { embedsNothing: true });
  expect(await deliver(chat, ['Blue'], COVER)).toMatchObject({ delivered: 0, dropped: 1 });
  expect(JSON.stringify(chat.log.lines)).toContain('give the bot Embed Links');
  expect(chat.standIn.messages).toHaveLength(1);
});
