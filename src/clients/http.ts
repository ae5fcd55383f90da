/** Every failure is an UpstreamError. */

import type * as v from 'valibot';
import { codeOf, messageOf, systemReasonOf, textOf, UpstreamError } from '../core/errors.ts';
import { JsonError, readJson } from '../core/json.ts';
import { nearness } from '../core/loopback.ts';
import { Message, say, type Text, type TextId } from '../core/message.ts';
import type { Clock, Fetch } from '../core/tools.ts';
import { within } from '../core/waiting.ts';

/** Usual limit of a request to a service. */
export const TIME_LIMIT_MS = 10_000;

export interface HttpRequest {
  readonly url: URL;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE' | 'MKCOL';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | FormData | Uint8Array<ArrayBuffer>;
  /** `manual`: returns redirections like other answers, for requests that must not go elsewhere. */
  readonly redirect?: 'follow' | 'manual';
  /** Includes connecting and body. Default `TIME_LIMIT_MS`. */
  readonly timeLimitMs?: number;
  /** 0: the body is not read. Default 64 KiB. */
  readonly maxBytes?: number;
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export class StatusError extends UpstreamError {
  readonly status: number;
  /** Lacks a body that was too large. */
  readonly answer: HttpAnswer;

  constructor(
    service: Text,
    status: number,
    answer: HttpAnswer,
    advice: UpstreamError['advice'],
    retryAfterMs?: number,
  ) {
    super(
      say('service.answered', { service, status }),
      advice,
      retryAfterMs === undefined ? {} : { retryAfterMs },
    );
    this.status = status;
    this.answer = answer;
  }
}

export class NoAnswerError extends UpstreamError {
  /** False if the service certainly never got the request, so that a retry is safe. */
  readonly maybeArrived: boolean;
  /** Why there was no answer, without the service's name. */
  readonly reason: Text;

  constructor(message: Text, maybeArrived: boolean, reason: Text, cause?: unknown) {
    super(message, 'retry', { cause });
    this.maybeArrived = maybeArrived;
    this.reason = reason;
  }
}

/** Reason of a service that was reached, but closed the connection before its answer was complete. */
export function isClosed(reason: Text): reason is Message {
  return reason instanceof Message && reason.id === 'system.connection-lost';
}

/**
 * `service` names the other side in errors, which never contain address or body, because both may hold names
 * of tracks or secrets.
 *
 * Throws the signal's reason, or UpstreamError: `retry` for no connection and too slow (NoAnswerError), 408,
 * 429 and 5xx; `stop` for 401, 403 and a request that cannot be made; `drop` for other statuses
 * (StatusError).
 */
export async function exchange(
  service: Text,
  request: HttpRequest,
  tools: { readonly fetch: Fetch; readonly clock: Clock },
): Promise<HttpAnswer> {
  const { signal, timeLimitMs = TIME_LIMIT_MS, maxBytes = 64 * 1024 } = request;
  const late = (): Error => {
    if (isLookingUp(request.url)) {
      return Object.assign(new Error('lookup timed out'), { code: 'EAI_AGAIN' });
    }
    const text = say('service.did-not-answer-within-s', { service, seconds: timeLimitMs / 1_000 });
    return new NoAnswerError(text, true, text);
  };
  const limit = { clock: tools.clock, ms: timeLimitMs, late, signal };
  try {
    return await within(limit, async (either) => {
      const response = await tools.fetch(request.url, {
        method: request.method ?? 'GET',
        headers: { ...request.headers },
        body: request.body ?? null,
        redirect: request.redirect ?? 'follow',
        signal: either,
      });
      if (!response.ok) {
        throw await errorOfStatus(service, response, maxBytes, tools.clock.now());
      }
      return { headers: response.headers, bytes: await readBody(service, response, maxBytes) };
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UpstreamError) {
      throw error;
    }
    if (error instanceof TypeError && error.cause === undefined) {
      // Node's message repeats the whole header or address, including secrets.
      throw new UpstreamError(say('service.cannot-called-credential-character-header', { service }), 'stop');
    }
    const { reason, maybeArrived } = failureOf(error);
    throw new NoAnswerError(
      isClosed(reason)
        ? say('service.closed-connection', { service, ...reason.params })
        : say('service.cannot-reached', { service, reason }),
      maybeArrived,
      reason,
      error,
    );
  }
}

/**
 * Returns whether a name on the internet may still be looked up: a silent name server outlasts our time limits.
 * Fetch doesn't tell whose lookups these are, but usual ones end in milliseconds.
 */
function isLookingUp(url: URL): boolean {
  const isName = !/^[\d.]+$|^\[/.test(url.hostname);
  return (
    isName && nearness(url) === 'internet' && process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')
  );
}

async function readBody(service: Text, response: Response, maxBytes: number): Promise<Uint8Array> {
  if (maxBytes === 0) {
    await response.body?.cancel();
    return new Uint8Array();
  }
  const tooLarge = () =>
    new UpstreamError(say('service.sent-more-bytes', { service, bytes: maxBytes }), 'drop');
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

async function errorOfStatus(
  service: Text,
  response: Response,
  maxBytes: number,
  now: number,
): Promise<StatusError> {
  const { status, headers } = response;
  // A broken body changes nothing.
  const bytes = await readBody(service, response, maxBytes).catch(() => new Uint8Array());
  const answer = { headers, bytes };
  if (status === 408 || status === 429 || status >= 500) {
    return new StatusError(service, status, answer, 'retry', retryAfterMs(headers.get('retry-after'), now));
  }
  return new StatusError(service, status, answer, status === 401 || status === 403 ? 'stop' : 'drop');
}

/** Seconds or HTTP date (RFC 9110, 10.2.3); undefined for others. */
function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) {
    return undefined;
  }
  const seconds = Number(header);
  const ms = header.trim() !== '' && Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

interface Failure {
  readonly reason: Text;
  readonly maybeArrived: boolean;
}

/** Node's and OpenSSL's codes of failures before a request is sent. */
const BEFORE_SENDING: Readonly<Record<string, TextId>> = {
  ECONNREFUSED: 'service.nothing-listens',
  ENOTFOUND: 'service.no-such-host',
  EAI_AGAIN: 'service.name-server-silent',
  EHOSTUNREACH: 'service.no-route-to-host',
  ENETUNREACH: 'service.no-route-to-network',
  UND_ERR_CONNECT_TIMEOUT: 'service.no-answer',
  CERT_HAS_EXPIRED: 'service.certificate-expired',
  CERT_NOT_YET_VALID: 'service.certificate-not-valid-yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'service.certificate-self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'service.certificate-unknown-authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'service.certificate-unknown-authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'service.certificate-unknown-authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'service.certificate-other-host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'service.no-tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'service.no-tls',
};

/** Node's reason why a connection failed, in words where its code is a known one. */
export function whyNotReached(error: unknown): Text {
  return knownReason(error) ?? textOf(error);
}

function knownReason(error: unknown): Text | undefined {
  const code = String(codeOf(error));
  const id = BEFORE_SENDING[code];
  return id && say(id, { code });
}

/** Node says "fetch failed"; the cause has the reason: `ECONNREFUSED`, a certificate's problem. */
function failureOf(error: unknown): Failure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = codeOf(cause);
  if (typeof code !== 'string') {
    // Fetch refuses some ports, such as 6667.
    return messageOf(cause) === 'bad port'
      ? { reason: say('service.bad-port'), maybeArrived: false }
      : { reason: textOf(cause), maybeArrived: true };
  }
  const reason = knownReason(cause);
  return reason === undefined
    ? { reason: systemReasonOf(cause) ?? code, maybeArrived: true }
    : { reason, maybeArrived: false };
}

export function basicAuthorization(user: string, password: string): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/** The base's path, perhaps set by the user, stays. */
export function joinUrl(base: string, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value);
  }
  return url;
}

/** Throws UpstreamError (`drop`): a retry does not help. */
export function readAnswer<Schema extends v.GenericSchema>(
  service: Text,
  { bytes }: HttpAnswer,
  schema: Schema,
): v.InferOutput<Schema> {
  try {
    return readJson(bytes, schema);
  } catch (error) {
    throw error instanceof JsonError
      ? new UpstreamError(say('service.sent', { service, reason: error.text }), 'drop')
      : error;
  }
}
