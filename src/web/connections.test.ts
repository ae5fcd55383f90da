import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { cleanUps } from '../../test/support/clean-up.ts';
import { testFolder } from '../../test/support/folder.ts';
import { freePort } from '../../test/support/free-port.ts';
import { tool } from '../../test/support/judge.ts';
import { keptLog } from '../../test/support/log.ts';
import { Namespaces } from '../../test/support/namespaces.ts';
import { startProgram } from '../../test/support/program.ts';
import { testServer } from '../../test/support/server.ts';
import { waitFor } from '../../test/support/wait.ts';
import { listen } from '../core/listening.ts';
import { systemClock } from '../host/clock.ts';
import { SOME_PROXY, THIS_COMPUTER } from './client.ts';
import { ConnectionSlots, limitConnections } from './connections.ts';

const later = cleanUps();
const HOST = '192.168.1.20';
const LIMITS = { local: 3, others: 2_048, perClient: 256, operators: 2, idle: 8 };

/** Returns functions that free the slots. */
function takeAll(slots: ConnectionSlots, client: string, times = 5_000): (() => void)[] {
  const taken: (() => void)[] = [];
  for (let time = 0; time < times; time += 1) {
    const slot = slots.acquire(client);
    if (typeof slot === 'string') {
      break;
    }
    taken.push(slot);
  }
  return taken;
}

describe('ConnectionSlots', () => {
  test('limits each client, and frees slots', () => {
    const slots = new ConnectionSlots(LIMITS);
    const taken = takeAll(slots, HOST);
    expect(taken).toHaveLength(256);
    expect(slots.acquire(HOST)).toBe(`${HOST} has 256 open already`);
    taken.at(-1)?.();
    expect(takeAll(slots, HOST)).toHaveLength(1);
  });

  test('leaves room for a new client beside hundreds of others', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300), { minLength: 1, maxLength: 3_000 }), (clients) => {
        const slots = new ConnectionSlots(LIMITS);
        for (const client of clients) {
          takeAll(slots, `10.0.${client >> 8}.${client & 255}`, 40);
        }
        takeAll(slots, SOME_PROXY);
        expect(slots.acquire('203.0.113.9')).toBeInstanceOf(Function);
        expect(slots.acquire(THIS_COMPUTER)).toBeInstanceOf(Function);
      }),
      { numRuns: 20 },
    );
  });

  test('gives a proxy that names no address half of the free slots', () => {
    expect(takeAll(new ConnectionSlots(LIMITS), SOME_PROXY)).toHaveLength(1_024);
  });

  test('reserves slots for this computer', () => {
    const slots = new ConnectionSlots(LIMITS);
    expect(takeAll(slots, THIS_COMPUTER)).toHaveLength(3);
    expect(slots.acquire(THIS_COMPUTER)).toBe('this computer has 3 open already');
    expect(slots.acquire(HOST)).toBeInstanceOf(Function);
  });

  test('reserves slots for callers who may operate', () => {
    const slots = new ConnectionSlots(LIMITS);
    takeAll(slots, HOST);
    const first = slots.acquire(HOST, () => true);
    expect(first).toBeInstanceOf(Function);
    expect(slots.acquire(HOST, () => true)).toBeInstanceOf(Function);
    expect(slots.acquire(HOST, () => true)).toBe(`${HOST} has 256 open already`);
    (first as () => void)();
    expect(slots.acquire(HOST, () => true)).toBeInstanceOf(Function);
  });
});

async function outputOf(args: readonly string[]): Promise<string> {
  const program = await startProgram(args);
  await program.ended;
  const output = program.stdout + program.stderr;
  await program.stop();
  return output;
}

/** Numbers of open and refused WebSockets. */
async function openMany(url: string, localAddress: string, count: number) {
  const ends = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = new WebSocket(url, { localAddress });
      later(() => socket.terminate());
      return new Promise<'open' | number>((resolve) => {
        socket.once('open', () => resolve('open'));
        socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
        socket.once('error', () => resolve(0));
      });
    }),
  );
  return {
    open: ends.filter((end) => end === 'open').length,
    busy: ends.filter((end) => end === 503).length,
  };
}

describe('behind nginx, configured as in the guide', () => {
  async function startNginx(upstream: number): Promise<number> {
    const guide = await readFile('docs/guide/operate.md', 'utf8');
    const [, location = ''] = /```nginx\n(location [^`]*)```/.exec(guide) ?? [];
    const folder = await testFolder();
    const port = await freePort();
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off; client_body_temp_path ${folder}/t0; proxy_temp_path ${folder}/t1; fastcgi_temp_path ${folder}/t2; uwsgi_temp_path ${folder}/t3; scgi_temp_path ${folder}/t4;
  server { listen 127.0.0.1:${port}; ${location.replace('http://127.0.0.1:9090', `http://127.0.0.1:${upstream}`)} }
}`,
    );
    const nginx = spawn(tool('nginx'), ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
      stdio: 'ignore',
    });
    later(() => nginx.kill());
    await waitFor('nginx', () =>
      fetch(`http://127.0.0.1:${port}/api/v1/now`).then(
        ({ ok }) => ok || undefined,
        () => undefined,
      ),
    );
    return port;
  }

  test('a client with very many WebSockets locks out neither the operator, nor OBS, nor other viewers', async () => {
    const program = await startProgram([
      'start',
      '--source=http',
      '--http.addr=127.0.0.1:0',
      '--http.token=open sesame',
      '--session.filename=',
    ]);
    later(() => program.stop());
    const [, upstream] = /127\.0\.0\.1:(\d+)/.exec(await program.waitForLine('overlay ready')) ?? [];
    const proxied = `127.0.0.1:${await startNginx(Number(upstream))}`;

    expect(await openMany(`ws://${proxied}/api/v1/events`, '127.0.0.66', 600)).toEqual({
      open: 256,
      busy: 344,
    });
    expect(await openMany(`ws://${proxied}/api/v1/events`, '127.0.0.67', 20)).toEqual({ open: 20, busy: 0 });
    expect(await openMany(`ws://127.0.0.1:${upstream}/ws`, '127.0.0.1', 20)).toEqual({ open: 20, busy: 0 });
    expect(await outputOf(['ctl', 'health', `--url=http://127.0.0.1:${upstream}`])).toContain(
      'Another program: watches',
    );
    // In the attacker's network.
    const asStranger = (headers: Readonly<Record<string, string>>) =>
      statusFrom(`http://${proxied}/api/v1/health`, '127.0.0.66', headers);
    expect(await asStranger({})).toBe(503);
    expect(await asStranger({ Authorization: 'Bearer open sesame' })).toBe(200);
    expect(program.stderr).toContain('msg="connections are refused" address=127.0.0.66');
  });
});

function statusFrom(url: string, localAddress: string, headers: Readonly<Record<string, string>>) {
  return new Promise<number | undefined>((resolve, reject) => {
    get(url, { localAddress, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once('error', reject);
  });
}

/** Prints how many WebSockets of each address are open. */
const STRANGERS = `
import { connect } from 'node:net';
const [host, port, count, ...addresses] = process.argv.slice(1);
const upgrade = 'GET /ws HTTP/1.1\\r\\nHost: ' + host + '\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\nSec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n\\r\\n';
const one = (localAddress) => new Promise((resolve) => {
  const socket = connect({ host, port: Number(port), localAddress }, () => socket.write(upgrade));
  socket.once('data', (data) => resolve(String(data).startsWith('HTTP/1.1 101')));
  socket.once('error', () => resolve(false));
});
for (const address of addresses) {
  const open = await Promise.all(Array.from({ length: Number(count) }, () => one(address)));
  console.log(open.filter(Boolean).length);
}
setInterval(() => undefined, 1_000);
`;

test('eight addresses leave room for a ninth without a proxy', async () => {
  const network = new Namespaces();
  later(() => network.remove());
  const addresses = Array.from({ length: 9 }, (_, number) => `10.77.0.${20 + number}`);
  for (const address of addresses) {
    network.addTo('booth', address);
  }
  const program = await startProgram(['start', '--source=http', '--http.addr=:9090', '--session.filename='], {
    within: network.within('stage'),
  });
  later(() => program.stop());
  await program.waitForLine('overlay ready');
  const [command = '', ...args] = network.within('booth');
  const strangers = spawn(
    command,
    [
      ...args,
      process.execPath,
      '--input-type=module',
      '-e',
      STRANGERS,
      network.address('stage'),
      '9090',
      '300',
      ...addresses,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  later(() => strangers.kill());
  let printed = '';
  strangers.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const counts = await waitFor('nine counts', () => {
    const lines = printed.trim().split('\n');
    return lines.length === 9 ? lines.map(Number) : undefined;
  });
  expect(Math.max(...counts)).toBe(256);
  expect(Math.min(...counts)).toBeGreaterThan(20);
});

describe('an idle connection', () => {
  const open = async (port: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    later(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const PATIENCE = { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 50 };
  const HALF_BODY = 'POST /api/v1/hide HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20\r\n\r\n{';

  test.each([
    ['half a header', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['half a body', HALF_BODY],
  ])('is closed after sending %s', async (_, text) => {
    const { port } = await testServer({}, undefined, PATIENCE);
    const socket = await open(port);
    socket.write(text);
    await once(socket.resume(), 'close');
  });

  test('makes room for a new one when it is the oldest', async () => {
    const server = createServer((_, response) => response.end('here'));
    const log = keptLog();
    limitConnections(
      server,
      { log, clock: systemClock, proxies: [], mayOperate: () => false },
      { ...LIMITS, idle: 2 },
    );
    const port = await listen(server, { host: '127.0.0.1', port: 0 });
    later(() => server.close());
    const first = await open(port);
    const second = await open(port);
    const third = await open(port);
    await once(first.resume(), 'close');
    for (const socket of [second, third]) {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(String(await once(socket, 'data'))).toContain('here');
    }
    expect(log.lines).toMatchObject([
      { level: 'warn', message: 'connections are refused', fields: { address: THIS_COMPUTER } },
    ]);
  });
});

test('`ctl` distinguishes a busy deckcast from a stopped one', async () => {
  const busy = createServer((request) => request.socket.destroy());
  later(() => busy.close());
  const port = await listen(busy, { host: '127.0.0.1', port: 0 });
  const now = () => outputOf(['ctl', 'now', `--url=http://127.0.0.1:${port}`]);
  expect(await now()).toContain('deckcast may be busy, so try again');
  busy.close();
  await once(busy, 'close');
  expect(await now()).toContain('no deckcast answers at');
});

test('logs a lack of descriptors once, and the doctor reports it later', async () => {
  const program = await startProgram(
    ['start', '--source=http', '--http.addr=127.0.0.1:0', '--session.filename='],
    {
      within: ['sh', '-c', 'ulimit -n 64; exec "$0" "$@"'],
    },
  );
  later(() => program.stop());
  const [, port] = /127\.0\.0\.1:(\d+)/.exec(await program.waitForLine('overlay ready')) ?? [];
  const sockets = Array.from({ length: 100 }, () =>
    connect(Number(port), '127.0.0.1').on('error', () => undefined),
  );
  await program.waitForLine('file descriptors exhausted');
  for (const socket of sockets) {
    socket.destroy();
  }
  await waitFor('an answer', () =>
    fetch(`http://127.0.0.1:${port}/api/v1/now`).then(
      ({ ok }) => (ok ? true : undefined),
      () => undefined,
    ),
  );
  expect(program.stderr.match(/file descriptors exhausted/g)).toHaveLength(1);
  const examined = await fetch(`http://127.0.0.1:${port}/api/v1/doctor`);
  expect(await examined.json()).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({
        area: 'computer',
        severity: 'warning',
        finding: expect.stringMatching(
          /^the system's limit for open connections and files was reached, last at 2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/,
        ),
        means: expect.any(String),
        todo: expect.stringContaining('"ulimit -n" in a shell, LimitNOFILE= in a systemd unit'),
      }),
    ]),
  });
});
