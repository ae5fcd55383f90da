import { UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Picture } from '../../core/track.ts';
import { exchange, type HttpAnswer, type HttpRequest, NoAnswerError } from '../http.ts';
import type { ServiceTools } from '../service.ts';

const REQUEST_LIMIT_MS = 8_000;
const MAX_ANSWER_BYTES = 256 * 1024;

export interface ChatRequest extends Pick<HttpRequest, 'url' | 'headers' | 'signal'> {
  readonly json?: unknown;
  /** Posted unchanged, in the format of its type. Without any body the request is a GET. */
  readonly body?: HttpRequest['body'];
}

/** Errors are those of `exchange`. */
export function request(service: string, chat: ChatRequest, tools: ServiceTools): Promise<HttpAnswer> {
  const { url, headers, signal, json, body } = chat;
  const common = { url, timeLimitMs: REQUEST_LIMIT_MS, maxBytes: MAX_ANSWER_BYTES, signal };
  const agent = { 'user-agent': tools.userAgent, ...headers };
  if (body !== undefined) {
    return exchange(service, { ...common, method: 'POST', headers: agent, body }, tools);
  }
  return exchange(
    service,
    json === undefined
      ? { ...common, headers: agent }
      : {
          ...common,
          method: 'POST',
          headers: { ...agent, 'content-type': 'application/json; charset=utf-8' },
          body: JSON.stringify(json),
        },
    tools,
  );
}

/** Neutral file name, because services show it. */
export function coverFile({ png }: Picture): File {
  return new File([new Uint8Array(png)], 'cover.png', { type: 'image/png' });
}

/**
 * For a service that does not detect duplicates. Without an answer the message may have arrived, so it is dropped,
 * because posting it twice is worse than not at all.
 */
export async function requestOnce(
  service: string,
  chat: ChatRequest,
  tools: ServiceTools,
): Promise<HttpAnswer> {
  try {
    return await request(service, chat, tools);
  } catch (error) {
    throw error instanceof NoAnswerError && error.maybeArrived
      ? new UpstreamError(say('chat.message-may-arrived', { message: error.message }), 'drop', {
          cause: error,
        })
      : error;
  }
}
