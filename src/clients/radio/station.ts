import { unescape as percentDecoded } from 'node:querystring';
import { UpstreamError } from '../../core/errors.ts';
import { OWN_SERVER_PAUSE_MS } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import { exchange, type HttpAnswer, type HttpRequest, StatusError } from '../http.ts';
import type { ServiceTools } from '../service.ts';
import type { Charset } from './address.ts';

const REQUEST_LIMIT_MS = 5_000;
/** Room for an error page. */
const MAX_ANSWER_BYTES = 1_000_000;

/** Mount or stream. Rejects with an UpstreamError, or the signal's reason. */
export interface Station {
  /** `radio.example.org:8000/live`. */
  readonly name: string;
  write(title: Title, signal: AbortSignal): Promise<void>;
  /** Writes no title. Rejects with the problem that would stop one. Absent if the server has no such request. */
  examine?(signal: AbortSignal): Promise<void>;
}

export interface Title {
  readonly text: string;
  readonly artist: string;
  readonly title: string;
}

/** Takes the last title away: nothing is on air. */
export const NO_TITLE: Title = { text: '', artist: '', title: '' };

export interface StationTools extends ServiceTools {
  readonly charset: Charset;
}

export interface StationPlace {
  /** `http://host:port/`. */
  readonly base: string;
  readonly user: string;
  readonly password: string;
  /** `host:8000/live`. */
  readonly name: string;
}

/** `usual`: defaults for such servers. */
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

export interface RequestInputs {
  readonly headers: Readonly<Record<string, string>>;
  readonly tools: StationTools;
  readonly signal: AbortSignal;
}

/** Encodes the query itself: `URL` writes all text as UTF-8. */
export function get(
  place: StationPlace,
  path: string,
  query: Readonly<Record<string, string>>,
  making: RequestInputs,
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
  { headers, tools, signal }: RequestInputs,
): Promise<HttpAnswer> {
  return exchange(
    name,
    {
      ...request,
      headers: { 'user-agent': tools.userAgent, ...headers },
      // The password must not follow a redirection.
      redirect: 'manual',
      timeLimitMs: REQUEST_LIMIT_MS,
      signal,
    },
    tools,
  );
}

const REJECTED = 'radio.rejects-name-password-check-radio-url';

/** Rewords a refusal; returns other errors unchanged. */
export function refusal({ name, password }: StationPlace, error: unknown): unknown {
  return error instanceof StatusError && error.advice === 'stop'
    ? new UpstreamError(say(password === '' ? 'radio.needs-password' : REJECTED, { server: name }), 'stop', {
        cause: error,
        retryAfterMs: OWN_SERVER_PAUSE_MS,
      })
    : error;
}

/** Players end `StreamTitle='…';` at the first `';`. */
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

/** Letters that Latin-1 lacks lose their marks, or become `?`. */
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
