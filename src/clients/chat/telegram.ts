/** Telegram's Bot API. https://core.telegram.org/bots/api#sendmessage */

import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { jsonIn } from '../../core/json.ts';
import { say } from '../../core/message.ts';
import { StatusError } from '../http.ts';
import type { ServiceTools } from '../service.ts';
import { Throttle } from '../throttle.ts';
import type { ChatAccount, ChatClient } from './contract.ts';
import { coverFile, request, requestOnce } from './request.ts';

const SERVICE = 'Telegram';
const ADDRESS = 'https://api.telegram.org';
/** Telegram allows about one message a second per chat. */
const DISTANCE_MS = 1_000;

export function createTelegram(account: ChatAccount, tools: ServiceTools): ChatClient {
  // The token is part of the address, so addresses never go into errors.
  const method = (name: string) =>
    new URL(
      `${account.url ?? ADDRESS}/bot${encodeURIComponent(account.token.reveal()).replace('%3A', ':')}/${name}`,
    );
  const pace = new Throttle(SERVICE, tools.clock);
  return {
    maxLength: 4_096,
    maxCaption: 1_024,
    // Telegram knows no markup without a parse mode.
    escape: (value) => value,
    async verify(signal) {
      try {
        await request(SERVICE, { url: method('getChat'), json: { chat_id: account.channel }, signal }, tools);
      } catch (error) {
        throw explained(error);
      }
    },
    async post({ text, cover }, signal) {
      await pace.acquire(signal);
      const chat_id = account.channel;
      try {
        if (cover === undefined) {
          const json = { chat_id, text, link_preview_options: { is_disabled: true } };
          await requestOnce(SERVICE, { url: method('sendMessage'), json, signal }, tools);
        } else {
          const body = new FormData();
          body.set('chat_id', chat_id);
          body.set('caption', text);
          body.set('photo', coverFile(cover));
          await requestOnce(SERVICE, { url: method('sendPhoto'), body, signal }, tools);
        }
      } catch (error) {
        throw explained(error);
      } finally {
        // A message without an answer counts, too.
        pace.pause(DISTANCE_MS);
      }
    },
  };
}

const ErrorBody = v.object({
  description: v.optional(v.string()),
  parameters: v.optional(
    v.object({ retry_after: v.optional(v.number()), migrate_to_chat_id: v.optional(v.number()) }),
  ),
});

function explained(error: unknown): unknown {
  if (!(error instanceof StatusError)) {
    return error;
  }
  const body = jsonIn(error.answer.bytes, ErrorBody);
  const movedTo = body?.parameters?.migrate_to_chat_id;
  if (movedTo !== undefined) {
    return new UpstreamError(say('chat.telegram-group-moved-set-chat-channel', { channel: movedTo }), 'stop');
  }
  switch (error.status) {
    case 401:
    case 404:
      return new UpstreamError(say('chat.telegram-does-not-know-token-check'), 'stop');
    case 403:
      return new UpstreamError(say('chat.telegram-does-not-let-bot-post'), 'stop');
    case 400:
      return /chat not found|rights/i.test(body?.description ?? '')
        ? new UpstreamError(say('chat.telegram-does-not-let-bot-post-2'), 'stop')
        : new UpstreamError(
            say('core.about', {
              about: error.text,
              text: body?.description ?? say('service.no-reason'),
            }),
            'drop',
          );
    case 429: {
      const retryAfterMs = (body?.parameters?.retry_after ?? 5) * 1_000;
      return new UpstreamError(error.text, 'retry', { retryAfterMs: error.retryAfterMs ?? retryAfterMs });
    }
    default:
      return error;
  }
}
