/** One HTTP exchange with an outside service: bounded in time and size, every failure an UpstreamError. */
import { messageOf, UpstreamError } from '../core/errors.ts';
import type { Clock, Fetch } from '../core/tools.ts';

export interface HttpRequest {
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
  /** Milliseconds for everything: connecting, headers and body. */
  readonly timeLimitMs: number;
  /** Bytes of body beyond which the answer is refused. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The service answered with a status other than 2xx. */
export class StatusError extends UpstreamError {
  readonly status: number;

  constructor(service: string, status: number, advice: UpstreamError['advice'], retryAfterMs?: number) {
    super(`${service} answered ${status}`, advice, retryAfterMs === undefined ? {} : { retryAfterMs });
    this.status = status;
  }
}

export interface HttpAnswer {
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/**
 * Sends one request and reads the whole answer. `service` is what errors call the other side; neither the
 * address nor the body goes into an error, because both may hold names of tracks or secrets.
 *
 * Throws the signal's reason when the signal fires, otherwise UpstreamError (StatusError for an answered status): `retry` for no connection, too slow,
 * 408, 429 and 5xx; `stop` for 401 and 403; `drop` for the rest.
 */
export async function exchange(
  service: string,
  request: HttpRequest,
  tools: { readonly fetch: Fetch; readonly clock: Clock },
): Promise<HttpAnswer> {
  const { signal } = request;
  signal.throwIfAborted();
  const limit = new AbortController();
  const cancelLimit = tools.clock.after(request.timeLimitMs, () => limit.abort());
  const either = AbortSignal.any([signal, limit.signal]);
  try {
    const response = await tools.fetch(request.url, {
      method: request.method ?? 'GET',
      headers: { ...request.headers },
      body: request.body ?? null,
      signal: either,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw errorOfStatus(service, response, tools.clock.now());
    }
    return { headers: response.headers, bytes: await readBody(service, response, request.maxBytes) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UpstreamError) {
      throw error;
    }
    if (limit.signal.aborted) {
      throw new UpstreamError(`${service} did not answer within ${request.timeLimitMs} ms`, 'retry');
    }
    throw new UpstreamError(`${service} cannot be reached: ${reasonOf(error)}`, 'retry', { cause: error });
  } finally {
    cancelLimit();
  }
}

async function readBody(service: string, response: Response, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new UpstreamError(`${service} sent more than ${maxBytes} bytes`, 'drop');
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw tooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function errorOfStatus(service: string, response: Response, now: number): StatusError {
  const { status } = response;
  if (status === 408 || status === 429 || status >= 500) {
    const asked = retryAfterMs(response.headers.get('retry-after'), now);
    return new StatusError(
      service,
      status,
      'retry',
      asked ?? (status === 429 ? UNSTATED_PAUSE_MS : undefined),
    );
  }
  return new StatusError(service, status, status === 401 || status === 403 ? 'stop' : 'drop');
}

/** A 429 that names no time: the services that do so count calls over a minute. */
const UNSTATED_PAUSE_MS = 60_000;

/** `Retry-After` in milliseconds, from seconds or an HTTP date (RFC 9110, 10.2.3); undefined when it says nothing usable. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) {
    return undefined;
  }
  const seconds = Number(header);
  const ms = header.trim() !== '' && Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Node says only "fetch failed" and keeps the reason in the cause: `ECONNREFUSED`, a certificate's problem. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : messageOf(cause);
}
