/**
 * Judges our Twitch chat stand-in by twurple, the library of most bots: what satisfies its client is what Twitch sends.
 * Our own client is tested only against the stand-in.
 */
import { ApiClient } from '@twurple/api';
import { StaticAuthProvider } from '@twurple/auth';
import { EventSubWsListener } from '@twurple/eventsub-ws';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BOT, CHANNEL, CLIENT, EventSubStandIn } from './support/chat/event-sub.ts';
import { waitFor } from './support/wait.ts';

/** Connects twurple's client to the stand-in. `scopes` are the rights of its token. */
async function judged(scopes?: readonly string[]) {
  const twitch = await EventSubStandIn.open();
  onTestFinished(() => twitch.close());
  const authProvider = new StaticAuthProvider(CLIENT, twitch.token, [...twitch.scopes]);
  twitch.scopes = scopes ?? twitch.scopes;
  // twurple takes the address of a Twitch stand-in from this variable.
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

test('a twurple client is greeted, subscribes, reads the chat and answers in it', async () => {
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

test('a twurple client moves to another server without subscribing again, and subscribes again after a lost connection', async () => {
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

test('a twurple client marks the stream, and fails while the stream is offline', async () => {
  const { twitch, mark } = await judged();
  expect(await mark('Ada - Blue')).toMatchObject({ description: 'Ada - Blue', positionInSeconds: 99 });
  expect(twitch.markers).toEqual(['Ada - Blue']);
  twitch.isLive = false;
  await expect(mark('Ada - Red')).rejects.toThrow(/needs to be live/);
});

test('a twurple client learns that its right to read was revoked', async () => {
  const { twitch, happened } = await judged();
  twitch.revoke();
  await waitFor('the revocation', () => happened.includes('revoked: authorization_revoked') || undefined);
});

test('a twurple client without the right to read is rejected', async () => {
  const { happened } = await judged(['user:write:chat']);
  expect(happened).toContainEqual(expect.stringMatching(/^refused: .*(403|authorization|scope)/i));
});
