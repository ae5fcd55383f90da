/** What the stations of every kind of radio server have in common: their contract, and their requests. */

import { unescape as percentDecoded } from 'node:querystring';
import { UpstreamError } from '../../core/errors.ts';
import { OWN_SERVER_PAUSE_MS } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import { exchange, type HttpAnswer, type HttpRequest, StatusError } from '../http.ts';
import type { ServiceTools } from '../service.ts';
import type { Charset } from './address.ts';

const REQUEST_LIMIT_MS = 5_000;
/** An error page of a server. */
const MAX_ANSWER_BYTES = 1_000_000;

/** One mount or stream of a server. Promises reject with an UpstreamError, or with the signal's reason. */
export interface Station {
  /** For people: `radio.example.org:8000/live`. */
  readonly name: string;
  /** Replaces the title. */
  write(title: Title, signal: AbortSignal): Promise<void>;
  /** Rejects with what would stop a title. None is written: where the server cannot be asked without, it resolves. */
  examine(signal: AbortSignal): Promise<void>;
}

export interface Title {
  /** The whole of it, as listeners read it. */
  readonly text: string;
  /** For servers that keep both apart. */
  readonly artist: string;
  readonly title: string;
}

export interface StationTools extends ServiceTools {
  /** In which titles are sent. */
  readonly charset: Charset;
}

/** Where a station is, without what must not be told. */
export interface StationPlace {
  /** `http://host:port/`. */
  readonly base: string;
  readonly user: string;
  readonly password: string;
  /** For people: `host:8000/live`. */
  readonly name: string;
}

/** `usual`: what such servers have where the address says nothing. */
export function placeOf(
  address: URL,
  usual: { readonly port?: string; readonly user?: string } = {},
): StationPlace {
  const { protocol, hostname, port, username, password, pathname } = address;
  const host = `${hostname}${port === '' ? (usual.port ?? '') : `:${port}`}`;
  return {
    base: `${/(?<=t)s:$/.test(protocol) ? 'https' : 'http'}://${host}/`,
    user: percentDecoded(username) || (usual.user ?? ''),
    password: percentDecoded(password),
    name: `${host}${pathname}`.replace(/\/$/, ''),
  };
}

/** How a request is made. */
export interface Making {
  readonly headers: Readonly<Record<string, string>>;
  readonly tools: StationTools;
  readonly signal: AbortSignal;
}

/** The query is written here, because `URL` writes all text as UTF-8. */
export function get(
  place: StationPlace,
  path: string,
  query: Readonly<Record<string, string>>,
  making: Making,
): Promise<HttpAnswer> {
  const written = Object.entries(query).map(
    ([key, value]) => `${key}=${percentEncoded(value, making.tools.charset)}`,
  );
  const url = new URL(`${place.base}${path}${written.length === 0 ? '' : `?${written.join('&')}`}`);
  return send(place, { url, maxBytes: MAX_ANSWER_BYTES }, making);
}

export function send(
  { name }: StationPlace,
  request: Pick<HttpRequest, 'url' | 'method' | 'body' | 'maxBytes'>,
  { headers, tools, signal }: Making,
): Promise<HttpAnswer> {
  return exchange(
    name,
    {
      ...request,
      headers: { 'user-agent': tools.userAgent, ...headers },
      // The password must not go elsewhere.
      redirect: 'manual',
      timeLimitMs: REQUEST_LIMIT_MS,
      signal,
    },
    tools,
  );
}

/** The refusal of a name and password in words; any other error as it is. */
export function refusal({ name }: StationPlace, error: unknown): unknown {
  return error instanceof StatusError && error.advice === 'stop'
    ? new UpstreamError(say('radio.rejects-name-password-check-radio-url', { server: name }), 'stop', {
        cause: error,
        retryAfterMs: OWN_SERVER_PAUSE_MS,
      })
    : error;
}

/**
 * A title as a station gets it: in letters that the character set has. `StreamTitle='…';` ends at the first `';` for
 * every player, so a title has none.
 */
export function sentText(text: string, charset: Charset): string {
  const whole = text.replaceAll("';", "' ;");
  return charset === 'latin1' ? latin1(whole) : whole;
}

function percentEncoded(text: string, charset: Charset): string {
  if (charset === 'utf-8') {
    return encodeURIComponent(text);
  }
  return [...Buffer.from(text, 'latin1')]
    .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
    .join('');
}

/** Letters that Latin-1 lacks lose their marks, or become a question mark. */
function latin1(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/[^\u0020-\u00ff]/gu, (letter) => {
      const plain = letter.normalize('NFD').replace(/\p{M}/gu, '');
      return /^[\u0020-\u00ff]+$/.test(plain) ? plain : '?';
    });
}
