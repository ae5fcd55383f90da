/** WebSocket client for tests. */
import WebSocket from 'ws';
import { afterTest } from './clean-up.ts';
import { waitFor } from './wait.ts';

export interface SocketPage {
  readonly socket: WebSocket;
  /** Without pings, which may come at any time. */
  readonly messages: unknown[];
  /** True after a binary message. */
  binary: boolean;
  /** Close code; undefined while it is open. */
  closed: number | undefined;
  /** Resolves with the first `count` messages. */
  first(count: number): Promise<unknown[]>;
}

/** Resolves once it is connected. Rejects with status and body of a refusal. Closed after the running test. */
export async function openSocket(
  url: string,
  options: { readonly protocols?: string[]; readonly headers?: Record<string, string> } = {},
): Promise<SocketPage> {
  const socket = new WebSocket(url, options.protocols ?? [], { headers: options.headers ?? {} });
  afterTest(() => socket.terminate());
  const page: SocketPage = {
    socket,
    messages: [],
    binary: false,
    closed: undefined,
    first: (count) =>
      waitFor(`${count} messages`, () =>
        page.messages.length >= count ? page.messages.slice(0, count) : undefined,
      ),
  };
  socket.on('message', (data, isBinary) => {
    page.binary ||= isBinary;
    const message = JSON.parse(String(data));
    if (message.type !== 'ping') {
      page.messages.push(message);
    }
  });
  socket.on('close', (code) => {
    page.closed = code;
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', async (_, response) => {
      const body = Buffer.concat(await response.toArray());
      reject(new Error(`${response.statusCode} ${body}`));
    });
  });
  return page;
}
