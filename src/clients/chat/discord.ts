/** Discord's REST API, version 10, as a bot. https://docs.discord.com/developers/resources/message#create-message */

import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { jsonIn } from '../../core/json.ts';
import { say } from '../../core/message.ts';
import { StatusError } from '../http.ts';
import type { ServiceTools } from '../service.ts';
import { Throttle } from '../throttle.ts';
import type { ChatAccount, ChatClient, ChatPost } from './contract.ts';
import { type ChatRequest, coverFile, request } from './request.ts';

const SERVICE = 'Discord';
const ADDRESS = 'https://discord.com';
/** Keeps a link in a title from showing a preview. */
const SUPPRESS_EMBEDS = 4;
/** Discord rounds pauses to milliseconds, up or down, and a timer may fire early by one. */
const ROUNDING_MS = 2;

export function createDiscord(account: ChatAccount, tools: ServiceTools): ChatClient {
  const channel = encodeURIComponent(account.channel);
  const place = new URL(`${account.url ?? ADDRESS}/api/v10/channels/${channel}`);
  const url = new URL(`${place.href}/messages`);
  const headers = {
    authorization: `Bot ${account.token.reveal()}`,
    // Discord requires this form of bots.
    'user-agent': `DiscordBot (${tools.userAgent.replace('/', ', ')})`,
  };
  const pace = new Throttle(SERVICE, tools.clock);
  return {
    maxLength: 2_000,
    escape: escapeMarkup,
    async verify(signal) {
      try {
        await request(SERVICE, { url: place, headers, signal }, tools);
      } catch (error) {
        throw explained(error);
      }
    },
    async post(message, signal) {
      await pace.acquire(signal);
      try {
        const answer = await request(SERVICE, { url, headers, ...content(message), signal }, tools);
        if (answer.headers.get('x-ratelimit-remaining') === '0') {
          const seconds = Number(answer.headers.get('x-ratelimit-reset-after'));
          // A value that is not finite would end all pacing, or all messages.
          pace.pause(1_000 * (Number.isFinite(seconds) ? Math.max(0, seconds) : 0) + ROUNDING_MS);
        }
        if (message.cover !== undefined && jsonIn(answer.bytes, Posted)?.embeds?.length === 0) {
          throw new UpstreamError(say('chat.discord-left-text-out-give-bot'), 'drop');
        }
      } catch (error) {
        throw explained(error);
      }
    },
  };
}

/** An embed shows the cover beside the text. */
function content({ text, nonce, cover }: ChatPost): Pick<ChatRequest, 'json' | 'body'> {
  const common = { allowed_mentions: { parse: [] }, nonce, enforce_nonce: true };
  if (cover === undefined) {
    return { json: { content: text, flags: SUPPRESS_EMBEDS, ...common } };
  }
  const { accent } = cover;
  const file = coverFile(cover);
  const embed = {
    description: text,
    thumbnail: { url: `attachment://${file.name}` },
    ...(accent === undefined ? {} : { color: Number.parseInt(accent.slice(1), 16) }),
  };
  const body = new FormData();
  const attachments = [{ id: 0, filename: file.name }];
  body.set('payload_json', JSON.stringify({ embeds: [embed], attachments, ...common }));
  body.set('files[0]', file);
  return { body };
}

/** If a bot may not embed, Discord posts the message without its embeds. */
const Posted = v.object({ embeds: v.optional(v.array(v.unknown())) });

const ErrorBody = v.object({ code: v.optional(v.number()), retry_after: v.optional(v.number()) });

function explained(error: unknown): unknown {
  if (!(error instanceof StatusError)) {
    return error;
  }
  const body = jsonIn(error.answer.bytes, ErrorBody);
  switch (error.status) {
    case 401:
      return new UpstreamError(say('chat.discord-does-not-know-token-check'), 'stop');
    case 403:
      return new UpstreamError(say('chat.discord-does-not-let-bot-post'), 'stop');
    case 404:
      return new UpstreamError(say('chat.discord-knows-no-such-channel-check'), 'stop');
    case 429: {
      const retryAfterMs = error.retryAfterMs ?? (body?.retry_after ?? 5) * 1_000;
      return new UpstreamError(error.text, 'retry', { retryAfterMs });
    }
    default:
      return body?.code === undefined
        ? error
        : new UpstreamError(say('chat.code', { message: error.text, code: body.code }), error.advice);
  }
}

/** Markdown that works anywhere in a line, or only at its start. */
const MARKUP = /[\\*_~`|<[\]@]/g;
const LINE_START = /^(?:#{1,3}|>|[-+]|-#|\d+\.)(?=\s)/;

/** Discord shows a character after a backslash unchanged. The request switches mentions off. */
function escapeMarkup(value: string): string {
  return value
    .replace(MARKUP, '\\$&')
    .replace(LINE_START, (mark) => `${mark.slice(0, -1)}\\${mark.slice(-1)}`);
}
