/**
 * The stand-in for a Twitch chat, judged by the library that most bots are written with: what satisfies twurple's client is
 * what Twitch sends, and our own client is tested against nothing else.
 */
import { ApiClient } from '@twurple/api';
import { StaticAuthProvider } from '@twurple/auth';
import { EventSubWsListener } from '@twurple/eventsub-ws';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BOT, CHANNEL, CLIENT, EventSubStandIn } from './support/chat/event-sub.ts';
import { waitFor } from './support/wait.ts';

/** Twurple's client at the stand-in, and what it tells its user; `scopes`: what its token gives it the right to. */
async function judged(scopes?: readonly string[]) {
  const twitch = await EventSubStandIn.open();
  onTestFinished(() => twitch.close());
  const authProvider = new StaticAuthProvider(CLIENT, twitch.token, [...twitch.scopes]);
  twitch.scopes = scopes ?? twitch.scopes;
  // Where twurple looks for a Twitch other than the real one.
  vi.stubEnv('TWURPLE_MOCK_API_PORT', new URL(twitch.url).port);
  onTestFinished(() => void vi.unstubAllEnvs());
  const complaints: unknown[] = [];
  const logger = {
    minLevel: 'warning',
    custom: (_level: number, message: string) => void complaints.push(message),
  } as const;
  const apiClient = new ApiClient({ authProvider, logger });
  const listener = new EventSubWsListener({ apiClient, logger });
  const received: string[] = [];
  const happened: string[] = [];
  listener.onUserSocketReady(() => void happened.push('ready'));
  listener.onUserSocketDisconnect(() => void happened.push('disconnected'));
  listener.onSubscriptionCreateSuccess(() => void happened.push('subscribed'));
  listener.onSubscriptionCreateFailure((_, error) => void happened.push(`refused: ${error}`));
  listener.onRevoke((_, status) => void happened.push(`revoked: ${status}`));
  listener.onChannelChatMessage(CHANNEL.id, BOT.id, ({ messageText, chatterName, messageId }) => {
    received.push(`${chatterName}: ${messageText}`);
    void apiClient
      .asUser(BOT.id, ({ chat }) =>
        chat.sendChatMessage(CHANNEL.id, `heard ${messageText}`, { replyParentMessageId: messageId }),
      )
      .catch((error: unknown) => complaints.push(error));
  });
  listener.start();
  onTestFinished(() => listener.stop());
  const evidence = () => JSON.stringify({ received, happened, complaints });
  const hears = (text: string) =>
    waitFor(`"${text}" to be heard`, () => received.find((one) => one.endsWith(`: ${text}`)), evidence);
  await waitFor('an answer', () => happened.find((one) => /^(subscribed|refused)/.test(one)), evidence);
  const mark = (description: string) =>
    apiClient.asUser(BOT.id, ({ streams }) => streams.createStreamMarker(CHANNEL.id, description));
  return { twitch, received, happened, complaints, evidence, hears, mark };
}

test('a client of twurple is greeted, subscribes, hears the chat and answers in it', async () => {
  const { twitch, received, happened, complaints, hears } = await judged();
  twitch.keepAlive();
  twitch.postMessage('!track', { message_id: 'the question' });
  await hears('!track');
  expect(received).toEqual(['viewer: !track']);
  expect(happened).toEqual(['ready', 'subscribed']);
  await waitFor('the answer', () => twitch.sent[0]);
  expect(twitch.sent).toEqual([{ text: 'heard !track', to: 'the question' }]);
  expect([complaints, twitch.complaints]).toEqual([[], []]);
});

test('it follows to another server without subscribing again, and subscribes again after a connection that broke', async () => {
  const { twitch, received, complaints, evidence, hears } = await judged();
  twitch.move();
  await waitFor(
    'the new connection alone',
    () => (twitch.moved === 1 && twitch.connections === 1) || undefined,
  );
  twitch.postMessage('after the move');
  await hears('after the move');
  expect([received.length, twitch.subscriptions]).toEqual([1, 1]);
  twitch.drop();
  await waitFor('another subscription', () => twitch.subscriptions === 2 || undefined, evidence);
  twitch.postMessage('after the break');
  await hears('after the break');
  expect([complaints, twitch.complaints]).toEqual([[], []]);
});

test('it marks the stream, and is told when there is none', async () => {
  const { twitch, mark } = await judged();
  expect(await mark('Ada - Blue')).toMatchObject({ description: 'Ada - Blue', positionInSeconds: 99 });
  expect(twitch.markers).toEqual(['Ada - Blue']);
  twitch.isLive = false;
  await expect(mark('Ada - Red')).rejects.toThrow(/needs to be live/);
});

test('it is told that the right to read was revoked', async () => {
  const { twitch, happened } = await judged();
  twitch.revoke();
  await waitFor('the revocation', () => happened.includes('revoked: authorization_revoked') || undefined);
});

test('without the right to read it is refused', async () => {
  const { happened } = await judged(['user:write:chat']);
  expect(happened).toContainEqual(expect.stringMatching(/^refused: .*(403|authorization|scope)/i));
});
