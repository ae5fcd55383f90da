import { UpstreamError } from '../../core/errors.ts';
import { say, type Text } from '../../core/message.ts';
import type { Picture } from '../../core/track.ts';
import { exchange, type HttpAnswer, type HttpRequest, NoAnswerError } from '../http.ts';
import type { ServiceTools } from '../service.ts';

const REQUEST_LIMIT_MS = 8_000;
const MAX_ANSWER_BYTES = 256 * 1024;

export interface ChatRequest extends Pick<HttpRequest, 'url' | 'headers' | 'signal'> {
  readonly json?: unknown;
  /** Posted unchanged. Without any body, the request is a GET. */
  readonly body?: HttpRequest['body'];
}

/** Throws as `exchange`. */
export function request(service: Text, chat: ChatRequest, tools: ServiceTools): Promise<HttpAnswer> {
  const { url, headers, signal, json } = chat;
  const type = json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
  const body = json === undefined ? chat.body : JSON.stringify(json);
  return exchange(
    service,
    {
      url,
      headers: { 'user-agent': tools.userAgent, ...headers, ...type },
      ...(body !== undefined && { method: 'POST', body }),
      timeLimitMs: REQUEST_LIMIT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    },
    tools,
  );
}

/** Services show the neutral file name. */
export function coverFile({ png }: Picture): File {
  return new File([new Uint8Array(png)], 'cover.png', { type: 'image/png' });
}

/**
 * Services don't detect duplicates. A message without an answer may have arrived, so it is dropped: twice is
 * worse than not at all.
 */
export async function requestOnce(
  service: Text,
  chat: ChatRequest,
  tools: ServiceTools,
): Promise<HttpAnswer> {
  try {
    return await request(service, chat, tools);
  } catch (error) {
    throw error instanceof NoAnswerError && error.maybeArrived
      ? new UpstreamError(say('chat.message-may-arrived', { message: error.text }), 'drop', {
          cause: error,
        })
      : error;
  }
}
