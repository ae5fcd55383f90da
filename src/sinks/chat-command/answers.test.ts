import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { BOT, CHANNEL, EventSubStandIn } from '../../../test/support/chat/event-sub.ts';
import { fakeClock } from '../../../test/support/clock.ts';
import { memoryDisk } from '../../../test/support/disk.ts';
import { hiddenPublication, played, publication } from '../../../test/support/publication.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { makeSink, sinkTools } from '../../../test/support/sink.ts';
import { track } from '../../../test/support/tracks.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { readChat } from '../../clients/twitch/chat-reader.ts';
import { Secret } from '../../core/option.ts';
import type { Disk, ReplaceOptions } from '../../core/tools.ts';
import type { Publication } from '../../core/track.ts';
import { chatCommandSink } from './index.ts';
import type { CommandSettings } from './options.ts';

let twitch: EventSubStandIn;

beforeEach(async () => {
  twitch = await EventSubStandIn.open();
  onTestFinished(() => twitch.close());
});

const COOLDOWN_MS = 30_000;

/** "One" and "Two" are featured, unless an earlier set is given. */
async function begun(
  change: Partial<CommandSettings> = {},
  files: Record<string, string> = {},
  entries?: readonly Publication[],
) {
  const disk = memoryDisk();
  const kept = new Map<string, ReplaceOptions | undefined>();
  const replace: Disk['replace'] = (path, content, options) => {
    kept.set(path, options);
    return disk.replace(path, content);
  };
  const earlierSet = () => entries && { session: 1, startedAt: 0, entries };
  const tools = { ...sinkTools(), disk: { ...disk, replace }, earlierSet };
  for (const [name, content] of Object.entries(files)) {
    disk.files.set(name, Buffer.from(content));
  }
  tools.clock.setWall(Date.now());
  const sink = await makeSink(
    chatCommandSink,
    {
      'chat.service': 'twitch',
      'chat.token': new Secret('token-1'),
      'chat.channel': CHANNEL.login,
      'chat.url': twitch.url,
      'chat.auth_url': twitch.url,
      'chat.command': '!track',
      'chat.answer': '$SONG$',
      'chat.tokenfile': 'chat-token.json',
      ...change,
    },
    tools,
  );
  sink.sink.prepare?.();
  onTestFinished(() => sink.sink.close?.());
  if (entries === undefined) {
    await sink.publish(played('One', 1));
    await tools.clock.advance(1_000);
    await sink.publish(played('Two', 2));
  }
  return { ...sink, disk, kept };
}

const isRead = () => waitFor('the chat to be read', () => twitch.isRead || undefined);

async function answering(...given: Parameters<typeof begun>) {
  const sink = await begun(...given);
  await isRead();
  return sink;
}

const answers = (count: number) =>
  waitFor(
    `${count} answers`,
    () => (twitch.sent.length >= count ? twitch.sent.map(({ text }) => text) : undefined),
    () => JSON.stringify(twitch.sent),
  );

/** The next answer belongs to this message. */
async function write(text: string, { clock }: { clock: { advance(ms: number): Promise<void> } }) {
  const before = twitch.sent.length;
  await clock.advance(COOLDOWN_MS);
  twitch.postMessage(text);
  return (await answers(before + 1)).slice(before);
}

describe('a viewer question', () => {
  test('is answered in a thread with the track or the one before', async () => {
    const chat = await answering();
    twitch.postMessage('!TRACK please', { message_id: 'the question' });
    await answers(1);
    expect(twitch.sent).toEqual([{ text: 'Two', to: 'the question' }]);
    await chat.clock.advance(1_500);
    twitch.postMessage('!last');
    expect(await answers(2)).toEqual(['Two', 'One']);
    expect(twitch.complaints).toEqual([]);
  });

  test('finds the track with the given words, by the time of the stream', async () => {
    const chat = await answering({ 'chat.delay': 60_000 });
    await chat.clock.advance(59_500);
    // "Two" has not reached the viewers yet.
    twitch.postMessage('!played two');
    twitch.postMessage('!played');
    twitch.postMessage('!track');
    expect(await answers(1)).toEqual(['One']);
    expect(await write('!Played ONE', chat)).toEqual(['One']);
    expect(await write('!played two', chat)).toEqual(['Two']);
    expect(await write('!track', chat)).toEqual(['Two']);
  });

  test('counts as delivered once it is answered', async () => {
    const chat = await answering();
    expect(chat.sink.taken?.()).toEqual({ delivered: 0, queued: 0 });
    await write('!track', chat);
    await waitFor('the count', () => chat.sink.taken?.().delivered === 1 || undefined);
  });

  test('is read in the channel of the account itself unless another one is set', async () => {
    await answering({ 'chat.channel': '' });
    expect(twitch.channel).toBe(BOT.id);
  });

  test('is answered in the command’s own format', async () => {
    const chat = await answering({
      'chat.last_answer': 'Before that: $SONG$',
      'chat.played_answer': 'Yes, $SONG$, as number $POSITION$',
      'chat.tracklist_answer': 'All of it: $ADDRESS$',
      'page.address': '',
    });
    twitch.postMessage('!tracklist');
    expect(await write('!track', chat)).toEqual(['Two']);
    expect(await write('!last', chat)).toEqual(['Before that: One']);
    expect(await write('!played one', chat)).toEqual(['Yes, One, as number 1']);
    Object.assign(chat.settings, { 'page.address': 'https://example.org/tonight/' });
    expect(await write('!TrackList please', chat)).toEqual(['All of it: https://example.org/tonight/']);
  });

  test('gets no answer about a hidden track, as if it was not played', async () => {
    const chat = await answering();
    chat.sink.earlier?.(hiddenPublication({ kind: 'hide', playId: 'play-1', position: 1 }));
    twitch.postMessage('!played one');
    twitch.postMessage('!played nine');
    twitch.postMessage('!played id');
    expect(await write('!track', chat)).toEqual(['Two']);
  });

  test('gets no name of a continued set that was hidden before the first publication', async () => {
    const chat = await answering({}, {}, [played('One', 1), played('Two', 2)]);
    chat.sink.earlier?.(hiddenPublication({ kind: 'hide', playId: 'earlier 1', position: 1 }));
    await chat.publish({ ...played('Two', 2), playId: 'again' });
    twitch.postMessage('!played one');
    expect(await write('!last', chat)).toEqual(['ID']);
  });

  test('gets ID for a hidden track at any time, and for an unnamed one', async () => {
    const chat = await answering();
    await chat.publish(hiddenPublication({ kind: 'hide', playId: 'play-2', position: 2 }));
    chat.sink.earlier?.(hiddenPublication({ kind: 'hide', playId: 'play-1', position: 1 }));
    expect(await write('!track', chat)).toEqual(['ID']);
    expect(await write('!last', chat)).toEqual(['ID']);
    await chat.publish(publication({ track: track({}) }));
    expect(await write('!track', chat)).toEqual(['ID']);
  });

  test('gets no answer if its track is hidden during the delivery', async () => {
    const chat = await answering();
    let release: (() => void) | undefined;
    twitch.fault = (path) =>
      path === '/oauth2/validate' && release === undefined
        ? new Promise((resolve) => {
            release = () => resolve({ status: 500 });
          })
        : undefined;
    // The sink validates its token before it sends.
    twitch.postMessage('!track');
    await waitFor('the answer to be on its way', () => release);
    await chat.publish(hiddenPublication({ kind: 'hide', playId: 'play-2', position: 2 }));
    release?.();
    expect(await write('!track', chat)).toEqual(['ID']);
  });

  test('gets no answer that is a chat command or too long', async () => {
    const chat = await answering({ 'chat.answer': '/ban $SONG$' });
    expect(await write('!track', chat)).toEqual(['ban Two']);
    await chat.publish(played('🎛'.repeat(400), 3));
    const [long = ''] = await write('!track', chat);
    expect(long.length).toBeLessThanOrEqual(500);
    expect(long).toMatch(/^ban 🎛+…$/u);
  });

  test.each([
    ['who only mentions the command', 'what does !track do', {}],
    ['who writes another one', '!tracks', {}],
    ['of another channel in a shared chat', '!track', { source_broadcaster_user_id: '1' }],
  ])('gets no answer %s', async (_, text, change) => {
    const chat = await answering();
    twitch.postMessage(text, change);
    expect(await write('!last', chat)).toEqual(['One']);
  });

  test('is answered once if its message comes twice, and never if it is old', async () => {
    const chat = await answering();
    twitch.postMessage('!track', {}, 'notification');
    await answers(1);
    await chat.clock.advance(COOLDOWN_MS);
    twitch.postMessage('!track', {}, 'notification');
    twitch.postMessage('!track', {}, 'another', new Date(chat.clock.now() - 11 * 60_000));
    expect(await write('!last', chat)).toEqual(['One']);
  });
});

test('a thousand questions at once get one answer, and one more after the cooldown', async () => {
  const chat = await answering();
  for (let asker = 0; asker < 1_000; asker += 1) {
    twitch.postMessage('!track', { chatter_user_id: String(asker) });
  }
  await answers(1);
  await chat.clock.advance(COOLDOWN_MS - 1);
  for (let asker = 0; asker < 1_000; asker += 1) {
    twitch.postMessage('!track', { chatter_user_id: String(asker) });
  }
  twitch.postMessage('!last');
  expect(await answers(2)).toEqual(['Two', 'One']);
  expect(await write('!track', chat)).toEqual(['Two']);
});

describe('the connection', () => {
  test('is opened again after it broke, with a new subscription', async () => {
    const chat = await answering();
    twitch.drop();
    await waitFor('the connection to be gone', () => twitch.connections === 0 || undefined);
    await waitFor('another one', async () => {
      await chat.clock.advance(1_000);
      return twitch.subscriptions === 2 || undefined;
    });
    expect(await write('!track', chat)).toEqual(['Two']);
  });

  test('moves to another address without a new subscription', async () => {
    const chat = await answering();
    twitch.move();
    await waitFor('the old one to be left', () => (twitch.connections === 1 && twitch.isRead) || undefined);
    expect(await write('!track', chat)).toEqual(['Two']);
    expect(twitch.subscriptions).toBe(1);
    expect(twitch.complaints).toEqual([]);
  });

  test('is closed when it falls silent', async () => {
    twitch.keepaliveSeconds = 10;
    const chat = await answering();
    await chat.clock.advance(12_001);
    await waitFor('another one', async () => {
      await chat.clock.advance(100);
      return twitch.subscriptions === 2 || undefined;
    });
  });

  test('that cannot be made is reported with the reason', async () => {
    const url = twitch.url;
    twitch.close();
    const chat = await begun({ 'chat.url': url });
    const found = await waitFor('the finding', async () => {
      await chat.clock.advance(1_000);
      return chat.sink.findings?.()[0];
    });
    expect(String(found.finding)).toMatch(
      /: Twitch cannot be reached: nothing is listening there \(ECONNREFUSED\)$/,
    );
  });

  test('is not opened without a sign-in, which is reported although Twitch cannot be reached', async () => {
    const url = twitch.url;
    twitch.close();
    const chat = await begun({ 'chat.token': new Secret(''), 'chat.url': url });
    const found = await waitFor('the finding', () => chat.sink.findings?.()[0]);
    expect(String(found.finding)).toContain('you are not signed in to Twitch');
  });

  const never = () => Promise.reject(new Error('nobody asks'));
  const reading = (signal: AbortSignal) =>
    readChat(
      {
        account: { identify: never, call: never },
        url: twitch.url,
        userAgent: 'deckcast/test',
        clock: fakeClock(),
        onReading: () => undefined,
        onMessage: () => undefined,
      },
      signal,
    );

  test('is not opened after the stop', async () => {
    await reading(AbortSignal.abort());
    expect(twitch.connections).toBe(0);
  });

  test('leaves nothing behind when it fails', async () => {
    const { signal } = new AbortController();
    await expect(reading(signal)).rejects.toThrow('nobody asks');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('ends with the sink', async () => {
    const chat = await answering();
    await chat.sink.close?.();
    await waitFor('it to end', () => twitch.connections === 0 || undefined);
    expect(chat.clock.waiting).toBe(0);
  });
});

describe('the right to read', () => {
  test('is reported once if revoked, and retried after 15 minutes', async () => {
    const chat = await answering();
    twitch.revoke();
    await waitFor('the log to say so', () => chat.log.lines.find(({ level }) => level === 'error'));
    expect(chat.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { fields: { reason: expect.stringMatching(/authorization_revoked.*sign in again/) } },
    ]);
    expect(twitch.subscriptions).toBe(1);
    expect(chat.sink.findings?.()).toMatchObject([
      { severity: 'fault', finding: expect.stringContaining('authorization_revoked') },
    ]);
    await waitFor('the next attempt', async () => {
      await chat.clock.advance(60_000);
      return twitch.subscriptions === 2 || undefined;
    });
    await waitFor('the end of the fault', () => chat.sink.findings?.().length === 0 || undefined);
  });

  test('is named if the token lacks it', async () => {
    twitch.scopes = ['user:write:chat'];
    const chat = await begun();
    const line = await waitFor('the log to say so', () =>
      chat.log.lines.find(({ level }) => level === 'error'),
    );
    expect(line).toMatchObject({ fields: { reason: expect.stringMatching(/user:read:chat/) } });
    expect(JSON.stringify(chat.log.lines)).not.toContain('token-1');
  });
});

describe('the sign-in of "deckcast chat setup"', () => {
  const signIn = (expires: number) => ({
    'chat-token.json': JSON.stringify({
      access_token: 'token-1',
      refresh_token: 'refresh-1',
      expires_at: new Date(Date.now() + expires).toISOString(),
      client_id: 'client',
    }),
  });
  const HOUR = 3_600_000;

  test('is renewed before it expires, and stored', async () => {
    const chat = await answering({ 'chat.token': new Secret('') }, signIn(60_000));
    expect(twitch.refreshes).toBe(1);
    expect(JSON.parse(String(chat.disk.files.get('chat-token.json')))).toMatchObject({
      access_token: 'token-2',
      refresh_token: 'refresh-2',
    });
    // The old token is used up, so a power failure must not bring it back.
    expect(chat.kept.get('chat-token.json')).toEqual({ mode: 0o600, durable: true });
  });

  test('is renewed if Twitch refuses it before it expires', async () => {
    const chat = await answering({ 'chat.token': new Secret('') }, signIn(3 * HOUR));
    twitch.expire();
    expect(await write('!track', chat)).toEqual(['Two']);
    expect(twitch.refreshes).toBe(1);
  });

  test('is reported if its user has withdrawn it', async () => {
    twitch.refreshToken = 'another';
    const chat = await begun({ 'chat.token': new Secret('') }, signIn(60_000));
    const line = await waitFor('the log to say so', async () => {
      await chat.clock.advance(1_000);
      return chat.log.lines.find(({ level }) => level === 'error');
    });
    expect(line.fields).toMatchObject({ reason: expect.stringMatching(/sign in again on the set-up page/) });
  });

  test('is used within seconds if another program renews it after a refusal', async () => {
    const chat = await begun({ 'chat.token': new Secret('') });
    await waitFor('the log to say so', () => chat.log.lines.find(({ level }) => level === 'error'));
    const [[name, content] = ['', '']] = Object.entries(signIn(3 * HOUR));
    chat.disk.files.set(name, Buffer.from(content));
    await chat.clock.advance(3_000);
    await isRead();
  });

  test('is not overwritten by the renewal of an older one', async () => {
    let finish: (() => void) | undefined;
    twitch.fault = (path) =>
      path === '/oauth2/token'
        ? new Promise((resolve) => {
            finish = () => resolve(undefined);
          })
        : undefined;
    const chat = await begun({ 'chat.token': new Secret('') }, signIn(60_000));
    const renew = await waitFor('the renewal', () => finish);
    const theirs = {
      access_token: 'token-2',
      refresh_token: 'theirs',
      expires_at: new Date(Date.now() + 3 * HOUR).toISOString(),
      client_id: 'client',
    };
    chat.disk.files.set('chat-token.json', Buffer.from(JSON.stringify(theirs)));
    twitch.fault = () => undefined;
    renew();
    await isRead();
    expect(JSON.parse(String(chat.disk.files.get('chat-token.json')))).toEqual(theirs);
  });
});

test('the next answer waits for the rate limit of Twitch', async () => {
  const chat = await answering();
  twitch.fault = (path) =>
    path === '/helix/chat/messages' ? { status: 429, headers: { 'retry-after': '300' } } : undefined;
  twitch.postMessage('!track');
  await waitFor('the refusal', () =>
    chat.log.lines.find(({ message }) => /chat answer failed/.test(message)),
  );
  twitch.fault = () => undefined;
  await chat.clock.advance(COOLDOWN_MS);
  twitch.postMessage('!track');
  expect(await write('!last', chat)).toEqual(['One']);
});

test.each([
  [{ 'chat.command': '!track', 'chat.service': 'discord', 'chat.channel': 'ada' }, '--chat.command'],
  [{ 'chat.command': 'what track', 'chat.service': 'twitch', 'chat.channel': 'ada' }, '--chat.command'],
] as const)('%j are refused before the start', (change, where) => {
  const problems = chatCommandSink.check?.(settingsOf(chatCommandSink.options, change)) ?? [];
  expect(problems).toMatchObject([{ where }]);
});

describe('another channel in the settings', () => {
  test('is read in place of the one before, and answered', async () => {
    const chat = await answering({ 'chat.channel': BOT.id });
    expect(twitch.channel).toBe(BOT.id);
    Object.assign(chat.settings, { 'chat.channel': CHANNEL.login });
    chat.sink.settingsChanged?.();
    await waitFor('the other channel', () => twitch.channel === CHANNEL.id || undefined);
    expect(await write('!track', chat)).toEqual(['Two']);
  });

  test('on another service is not read, until it is on Twitch again', async () => {
    const chat = await answering();
    Object.assign(chat.settings, { 'chat.service': 'discord' });
    chat.sink.settingsChanged?.();
    await waitFor('the chat to be left', () => !twitch.isRead || undefined);
    Object.assign(chat.settings, { 'chat.service': 'twitch' });
    chat.sink.settingsChanged?.();
    await isRead();
    expect(await write('!track', chat)).toEqual(['Two']);
  });
});
