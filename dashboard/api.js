/**
 * Connection to the server for operating and configuring. Only this browser stores the token.
 *
 * @import { VerbAnswer } from '../src/web/wire/answers.ts'
 */
import { connect } from '/sdk/v1/connection.js';
import { localized, textsRead } from './text.js';
import { word } from './words.js';

const TOKEN_KEY = 'deckcast.token';
export const SOCKETS = location.origin.replace(/^http/, 'ws');
/** The server sends twice a second, so that the page notices within three seconds that it is out of date. */
const SILENCE_MS = 2_300;
/** Time limit: twice what the doctor needs, which listens to the network first. */
const ANSWER_MS = 60_000;
/** Short, because an operator who pressed Hide must soon learn that the request was lost. */
const VERB_MS = 8_000;

/** Shown when it is unknown whether a request arrived. */
export const NO_ANSWER = word('settings.no-answer');

export function token() {
  return localStorage.getItem(TOKEN_KEY) ?? '';
}

/** @param {string} text */
export function storeToken(text) {
  localStorage.setItem(TOKEN_KEY, text);
}

/** @returns {Record<string, string>} */
function authorization() {
  return token() === '' ? {} : { Authorization: `Bearer ${utf8(token())}` };
}

/** Encodes UTF-8 as one character per byte, as headers and `btoa` need it. @param {string} text */
function utf8(text) {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/** @typedef {{ method?: string, headers?: Record<string, string>, body?: string }} Init */

/**
 * Rejects when no answer begins in time. A phone that left the network would learn that only after minutes.
 *
 * @param {string} path  below `/api/v1/`
 * @param {Init} [init]
 * @param {number} [limitMs]
 */
async function request(path, init, limitMs) {
  const response = await requestOnce(path, init, limitMs);
  // The server may not have let this page in yet, or not since the program's restart: ask for the right and retry.
  const lacksRight = isDenied(response) && /^(settings|setup|recording)\b/.test(path);
  return lacksRight && (await readPermission('configure')).may === 'yes'
    ? requestOnce(path, init, limitMs)
    : response;
}

/** @param {Response} response */
function isDenied({ status }) {
  return status === 401 || status === 403;
}

/**
 * @param {string} path
 * @param {Init} [init]
 * @param {number} [limitMs]
 */
async function requestOnce(path, { headers, ...init } = {}, limitMs = ANSWER_MS) {
  // The answer may contain texts.
  await textsRead;
  const tooLate = new AbortController();
  const limit = setTimeout(() => tooLate.abort(), limitMs);
  try {
    return await fetch(`/api/v1/${path}`, {
      ...init,
      headers: { ...authorization(), ...headers },
      signal: tooLate.signal,
    });
  } finally {
    clearTimeout(limit);
  }
}

/**
 * Returns whether this page has the right: `yes`, or why not; `unknown` while the server does not answer. On deckcast's
 * own computer, the first page that asks for the right to configure gets it.
 *
 * @param {'operate' | 'configure'} right
 * @param {string} [code]  from the address that deckcast opened
 * @returns {Promise<{ may: 'yes' | 'token' | 'no' | 'unknown', reason: string }>}
 */
export async function readPermission(right, code) {
  try {
    const response =
      right === 'operate'
        ? await requestOnce('operator', {}, VERB_MS)
        : await requestOnce('configure', withBody('POST', { ...(code !== undefined && { code }) }), VERB_MS);
    if (isDenied(response)) {
      const { reason } = localized(await response.json());
      return { may: response.status === 401 ? 'token' : 'no', reason };
    }
    return { may: 'yes', reason: '' };
  } catch {
    return { may: 'unknown', reason: '' };
  }
}

/** Returns the status of a read without its content, without asking for the right; 0 without an answer. @param {string} path */
export async function readStatus(path) {
  return requestOnce(path, { method: 'HEAD' }, VERB_MS).then(
    ({ status }) => status,
    () => 0,
  );
}

/**
 * Reads `/api/v1/<path>`. Rejects when the server does not answer, and with `Refused` when it refuses.
 *
 * @param {string} path
 */
export async function read(path) {
  const response = await request(path);
  if (!response.ok) {
    const { reason } = localized(await response.json());
    throw new Refused(reason, response.status);
  }
  return response;
}

export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} status  of HTTP
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * Sends a request with a body to `/api/v1/<path>`. Rejects when the server does not answer; a refusal is an answer.
 *
 * @param {'POST' | 'PATCH' | 'DELETE'} method
 * @param {string} path
 * @param {object} body
 * @param {number} [limitMs]
 * @returns {Promise<any>} the answer's JSON
 */
export async function send(method, path, body, limitMs) {
  const response = await request(path, withBody(method, body), limitMs);
  return localized(await response.json());
}

/** @param {'POST' | 'PATCH' | 'DELETE'} method @param {object} body @returns {Init} */
function withBody(method, body) {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/**
 * @param {string} verb
 * @param {object} [body]
 * @returns {Promise<string>} what the user must know; empty on success
 */
export async function post(verb, body = {}) {
  try {
    /** @type {VerbAnswer} */
    const answer = await send('POST', verb, body, VERB_MS);
    if (!answer.done) {
      return answer.reason;
    }
    const isStored = answer.stored !== false;
    return isStored ? '' : word(verb === 'hide' ? 'operator.not-stored' : 'set.not-stored');
  } catch {
    return NO_ANSWER;
  }
}

/**
 * Passes on messages in the user's language.
 *
 * @template Message
 * @param {string} path
 * @param {{ message(message: Message): void, connected(yes: boolean): void }} listener
 */
export async function connectInWords(path, { message, connected }) {
  await textsRead;
  const inWords = { connected, message: (/** @type {Message} */ given) => message(localized(given)) };
  connect(`${SOCKETS}/api/v1/${path}`, inWords, { silenceMs: SILENCE_MS, protocols });
}

/** A browser's WebSocket cannot send headers, so the token is sent as a subprotocol in base64url. */
export function protocols() {
  const encoded = btoa(utf8(token())).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  return encoded === '' ? ['deckcast.operator'] : ['deckcast.operator', `deckcast.token.${encoded}`];
}
