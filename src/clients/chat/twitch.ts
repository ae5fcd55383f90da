/** Chat over Twitch's HTTP API. https://dev.twitch.tv/docs/api/reference/#send-chat-message */

import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { jsonIn } from '../../core/json.ts';
import { say } from '../../core/message.ts';
import type { ServiceTools } from '../service.ts';
import { Throttle } from '../throttle.ts';
import { SCOPE, TWITCH, TwitchAccount, type TwitchChannel } from '../twitch/account.ts';
import type { ChatClient } from './contract.ts';

/** Twitch allows twenty messages in thirty seconds unless the account moderates the channel. */
const DISTANCE_MS = 1_500;

const Sent = v.object({
  data: v.array(
    v.object({
      is_sent: v.boolean(),
      drop_reason: v.optional(v.nullable(v.object({ message: v.optional(v.string()) }))),
    }),
  ),
});

export interface TwitchChat extends ChatClient {
  /** `to`: id of the answered message. */
  reply(message: { readonly text: string; readonly to: string }, signal: AbortSignal): Promise<void>;
}

export function createTwitch(channel: TwitchChannel, tools: ServiceTools): TwitchChat {
  const account = new TwitchAccount(channel, tools);
  const pace = new Throttle(TWITCH, tools.clock);

  async function send(text: string, parent: object, signal: AbortSignal): Promise<void> {
    await pace.acquire(signal);
    const { userId, broadcasterId } = await account.identify(SCOPE.write, signal);
    const json = { broadcaster_id: broadcasterId, sender_id: userId, message: text, ...parent };
    const answer = await account
      .call('/helix/chat/messages', { json, once: true }, signal)
      // A message without an answer counts, too.
      .finally(() => pace.pause(DISTANCE_MS));
    const sent = jsonIn(answer.bytes, Sent)?.data[0];
    if (sent?.is_sent !== true) {
      const reason = sent?.drop_reason?.message ?? say('service.no-reason');
      throw new UpstreamError(say('chat.twitch-did-not-show-message', { reason }), 'drop');
    }
  }

  return {
    maxLength: 500,
    // No markup. The API runs no commands, which begin with a slash.
    escape: (value) => value,
    async verify(signal) {
      await account.identify(SCOPE.write, signal);
    },
    mended: (signal) => channel.tokens.changed(signal),
    post: ({ text }, signal) => send(text, {}, signal),
    reply: ({ text, to }, signal) => send(text, { reply_parent_message_id: to }, signal),
  };
}
