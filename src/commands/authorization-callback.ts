import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../core/listening.ts';
import { unlessAborted } from '../core/waiting.ts';

/** Services accept only a number as loopback address, not `localhost`. */
const HOST = '127.0.0.1';
const PATH = '/callback';

export interface ResultPage {
  readonly good: boolean;
  readonly heading: string;
  readonly text: string;
}

export function callbackAddress(port: number): string {
  return `http://${HOST}:${port}${PATH}`;
}

/**
 * Waits for the browser to return from the authorization page, and shows the page that `use` makes of the query.
 * Requests with another state are forged: they get an error page, and the wait goes on. Settles once the page is
 * delivered or its reader has left; rejects with the error of `use`, or with the signal's reason.
 */
export async function awaitCallback(
  port: number,
  state: string,
  use: (answer: URLSearchParams) => Promise<ResultPage>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const server = createServer();
  try {
    await listen(
      server,
      { host: HOST, port },
      (reason) => `cannot wait for your browser at ${callbackAddress(port)}: ${reason}`,
    );
    const answered = new Promise<void>((resolve, reject) => {
      let used = false;
      server.on('request', (request, response) => {
        const url = addressOf(request.url ?? '/', port);
        if (url?.pathname !== PATH || request.method !== 'GET' || used) {
          show(response, 404, OTHER);
        } else if (url.searchParams.get('state') !== state || !isAnswer(url.searchParams)) {
          show(response, 400, FORGED);
        } else {
          used = true;
          use(url.searchParams).then(
            (page) => show(response, page.good ? 200 : 400, page, resolve),
            (error: unknown) => show(response, 502, BROKEN, () => reject(error)),
          );
        }
      });
    });
    await unlessAborted(answered, signal);
    signal.throwIfAborted();
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Any page in the user's browser can request a malformed address (`//`). */
function addressOf(requested: string, port: number): URL | undefined {
  const base = callbackAddress(port);
  return URL.canParse(requested, base) ? new URL(requested, base) : undefined;
}

function isAnswer(query: URLSearchParams): boolean {
  return ['code', 'error'].some((name) => (query.get(name) ?? '') !== '');
}

const OTHER: ResultPage = {
  good: false,
  heading: 'Nothing here',
  text: 'deckcast waits for the streaming service to send your browser back to another address.',
};
const FORGED: ResultPage = {
  good: false,
  heading: 'Not our request',
  text: 'This answer does not belong to the authorization that deckcast waits for. Open the address in the terminal.',
};
const BROKEN: ResultPage = {
  good: false,
  heading: 'That did not work',
  text: 'The terminal says why.',
};

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#111;color:#eee;' +
  'font:18px/1.5 system-ui,sans-serif}main{max-width:32rem;padding:2rem}h1{font-size:1.6rem;margin:0 0 .5rem}' +
  'p{margin:0;color:#bbb}';

/** Never shows content of the request. */
function show(
  response: ServerResponse,
  status: number,
  { heading, text }: ResultPage,
  done?: () => void,
): void {
  if (response.destroyed) {
    // `close` will never fire: the browser has left.
    done?.();
    return;
  }
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.once('close', () => done?.());
  response.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>deckcast</title><style>${STYLE}</style>` +
      `</head><body><main><h1>${heading}</h1><p>${text}</p></main></body></html>`,
  );
}
