import { unescape as percentDecoded } from 'node:querystring';
import { UpstreamError } from '../../core/errors.ts';
import { OWN_SERVER_PAUSE_MS } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import { basicAuthorization, exchange, type HttpRequest, StatusError } from '../http.ts';
import type { ServiceTools } from '../service.ts';
import { signedHeaders } from './signature.ts';

/** A hide waits for one running request at most. */
const REQUEST_LIMIT_MS = 5_000;
const MAX_READ_BYTES = 100_000;
const DEFAULT_REGION = 'us-east-1';

export interface StoredFile {
  readonly type: string;
  readonly body: string | Uint8Array;
  /** Stores pass it on; WebDAV servers have a setting for it. */
  readonly seconds: number;
}

/** Rejects with an UpstreamError, or the signal's reason. */
export interface FileStore {
  /** `example.org/tonight/`. */
  readonly name: string;
  /** Undefined if missing or unreadable. */
  read(path: string, signal: AbortSignal): Promise<Uint8Array | undefined>;
  put(path: string, file: StoredFile, signal: AbortSignal): Promise<void>;
  remove(path: string, signal: AbortSignal): Promise<void>;
}

type Method = 'GET' | 'PUT' | 'DELETE' | 'MKCOL';
type Sent = Pick<HttpRequest, 'headers'> & { readonly body?: Uint8Array<ArrayBuffer> };
type Authorize = (method: Method, url: URL, sent: Sent) => Promise<Readonly<Record<string, string>>>;

/** @param address without problems (`address.ts`) */
export function fileStore(address: string, tools: ServiceTools): FileStore {
  const url = new URL(address);
  const isS3 = url.protocol.startsWith('s3');
  const isPlain = url.protocol === 'http:' || url.protocol === 's3http:';
  const folder = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  const base = `${isPlain ? 'http' : 'https'}://${url.host}${folder}`;
  const name = `${url.host}${folder}`;
  const [user, password] = [percentDecoded(url.username), percentDecoded(url.password)];
  const explained = (error: unknown): unknown => explanation(name, password !== '', error);
  const region = url.searchParams.get('region') ?? DEFAULT_REGION;
  const authorize: Authorize = isS3
    ? (method, url, { headers = {}, body }) =>
        signedHeaders(
          { method, url, headers, body },
          { id: user, secret: password, region },
          tools.clock.now(),
        )
    : basic(user, password);

  async function send(method: Method, path: string, sent: Sent, signal: AbortSignal): Promise<Uint8Array> {
    const target = new URL(`${base}${path}`);
    const headers = { 'user-agent': tools.userAgent, ...sent.headers };
    const request = {
      url: target,
      method,
      headers: { ...headers, ...(await authorize(method, target, sent)) },
      ...(sent.body === undefined ? {} : { body: sent.body }),
      // The password must not follow a redirection.
      redirect: 'manual',
      timeLimitMs: REQUEST_LIMIT_MS,
      maxBytes: method === 'GET' ? MAX_READ_BYTES : 0,
      signal,
    } as const;
    return (await exchange(name, request, tools)).bytes;
  }

  async function put(path: string, { type, body, seconds }: StoredFile, signal: AbortSignal): Promise<void> {
    const headers = { 'content-type': type, 'cache-control': `public, max-age=${seconds}` };
    const sent = { headers, body: new Uint8Array(Buffer.from(body)) };
    await send('PUT', path, sent, signal).catch(async (error: unknown) => {
      if (isS3 || !isStatus(error, 409)) {
        throw error;
      }
      for (const missing of ['', path.slice(0, path.lastIndexOf('/') + 1)]) {
        await send('MKCOL', missing, {}, signal).catch(unlessStatus(405));
      }
      await send('PUT', path, sent, signal);
    });
  }

  return {
    name,
    read: (path, signal) =>
      send('GET', path, {}, signal).catch((error: unknown) => {
        // Stores answer 403 for a missing file if we may not list their files.
        if (error instanceof StatusError && error.advice !== 'retry') {
          return undefined;
        }
        throw error;
      }),
    put: (path, file, signal) => put(path, file, signal).catch((error) => Promise.reject(explained(error))),
    async remove(path, signal) {
      await send('DELETE', path, {}, signal)
        .catch(unlessStatus(404))
        .catch((error) => Promise.reject(explained(error)));
    },
  };
}

function basic(user: string, password: string): Authorize {
  const headers = user === '' ? {} : basicAuthorization(user, password);
  return async () => headers;
}

/** `isKnown`: the address has a password. */
function explanation(name: string, isKnown: boolean, error: unknown): unknown {
  if (!(error instanceof StatusError)) {
    return error;
  }
  if (error.advice === 'stop') {
    const refused = isKnown ? 'files.rejects-name-password-check-page-url' : 'files.needs-password';
    const why = error.status === 403 ? 'files.forbids-check-page-url' : refused;
    return new UpstreamError(say(why, { server: name }), 'stop', {
      cause: error,
      retryAfterMs: OWN_SERVER_PAUSE_MS,
    });
  }
  return error.advice === 'drop'
    ? new UpstreamError(
        say('files.takes-no-files-answered-check-page', { server: name, status: error.status }),
        'retry',
        {
          cause: error,
        },
      )
    : error;
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof StatusError && error.status === status;
}

function unlessStatus(status: number) {
  return (error: unknown): undefined => {
    if (!isStatus(error, status)) {
      throw error;
    }
  };
}
