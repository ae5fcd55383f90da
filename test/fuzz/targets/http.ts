import { connect } from 'node:net';
import { afterReading } from '../../../src/core/waiting.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { startServer } from '../../support/server.ts';
import { type FuzzTarget, hold, seedsOf } from '../target.ts';

const request = (first: string, ...lines: readonly string[]) =>
  [`${first} HTTP/1.1`, 'Host: 127.0.0.1', ...lines].join('\r\n');
const post = (path: string, body: string) =>
  `${request(`POST /api/v1/${path}`, 'Content-Type: application/json', `Content-Length: ${body.length}`)}\r\n\r\n${body}`;
const upgrade = (path: string) =>
  `${request(`GET ${path}`, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==')}\r\n\r\n\x81\x82aaaa\x09\x08`;

const SEEDS = [
  `${request('GET /')}\r\n\r\n`,
  `${request('GET /overlay/slider/?max=3')}\r\n\r\n`,
  `${request('GET /sdk/..%2f..%2fpackage.json')}\r\n\r\n`,
  `${request('GET /api/v1/history?session=1', 'Range: bytes=0-4', 'If-None-Match: "a"')}\r\n\r\n`,
  `${request('GET /api/v1/export?format=cue')}\r\n\r\n${request('HEAD /api/v1/health')}\r\n\r\n`,
  `${request('POST /api/v1/edit', 'Transfer-Encoding: chunked')}\r\n\r\n5\r\n{"art\r\n0\r\n\r\n`,
  post('onair', '{"deck":2}'),
  post('edit', '{"artist":"Ada","title":"One"}'),
  post('track', '{"artist":"Ada","title":"One","duration":200}'),
  upgrade('/ws'),
  upgrade('/api/v1/operator'),
];
/** Ms for a connection to end after its client's last byte. */
const CLOSED_WITHIN_MS = 5_000;

export function http(): FuzzTarget {
  const starting = startServer();
  return {
    seeds: seedsOf(SEEDS),
    words: ['GET ', 'POST ', 'OPTIONS ', '%00', '%2e%2e/', 'Origin: null\r\n', 'Expect: 100-continue\r\n'],
    runs: 20,
    async run(bytes) {
      const { port, log } = await starting;
      const answer = await exchange(port, bytes);
      hold(answer !== undefined, 'the connection does not end');
      hold(
        !/^HTTP\/1\.1 5(?!03)\d\d/m.test(answer ?? ''),
        `the answer says that it is our mistake: ${answer}`,
      );
      hold(!log.at('error').includes('a request failed'), 'a request failed');
    },
    close: async () => (await starting).stop(),
  };
}

/** Undefined if the connection does not end. */
async function exchange(port: number, bytes: Buffer): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1');
  const pieces: Buffer[] = [];
  const closed = new Promise<string>((resolve) => {
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('latin1')));
  });
  socket.end(bytes);
  let cancel = (): void => undefined;
  const limit = new Promise<undefined>((resolve) => {
    cancel = afterReading(systemClock, CLOSED_WITHIN_MS, () => resolve(undefined));
  });
  try {
    return await Promise.race([closed, limit]);
  } finally {
    cancel();
    socket.destroy();
  }
}
