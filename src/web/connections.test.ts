import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { cleanUps } from '../../test/support/clean-up.ts';
import { keptLog } from '../../test/support/log.ts';
import { startProgram } from '../../test/support/program.ts';
import { waitFor } from '../../test/support/wait.ts';
import { listen } from '../core/listening.ts';
import { systemClock } from '../host/clock.ts';
import { ConnectionSlots, limitConnections } from './connections.ts';

const later = cleanUps();
const HOST = '192.168.1.20';

function acquire(places: ConnectionSlots, address: string, times: number): (string | undefined)[] {
  return Array.from({ length: times }, () => places.acquire(address));
}

test('an address has as many connections as its limit, and again when it has left', () => {
  const places = new ConnectionSlots({ local: 9, remote: 9, perAddress: 2 });
  expect(acquire(places, HOST, 3)).toEqual([undefined, undefined, `${HOST} has 2 open already`]);
  expect(places.acquire('192.168.1.21')).toBeUndefined();
  places.release(HOST);
  expect(acquire(places, HOST, 2)).toEqual([undefined, `${HOST} has 2 open already`]);
});

test('many addresses together cannot keep this computer out, nor it them', () => {
  const places = new ConnectionSlots({ local: 3, remote: 4, perAddress: 2 });
  const network = Array.from({ length: 10 }, (_, host) => places.acquire(`10.0.0.${host}`));
  expect(network.filter((reason) => reason === undefined)).toHaveLength(4);
  expect(network.at(-1)).toBe('other computers have 4 open already');
  expect([places.acquire('127.0.0.1'), places.acquire('::1'), places.acquire('127.0.0.2')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(places.acquire('127.0.0.1')).toBe('this computer has 3 open already');
  places.release('10.0.0.0');
  expect(places.acquire('10.0.0.99')).toBeUndefined();
});

test('a connection over the limit is closed, the open ones stay, and that is logged once', async () => {
  const log = keptLog();
  const server = createServer((_, response) => response.end('here'));
  limitConnections(server, { log, clock: systemClock }, { local: 2, remote: 2, perAddress: 2 });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  later(() => server.close());
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    later(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const answer = async (socket: Socket): Promise<string> => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return String(await once(socket, 'data'));
  };

  const first = await open();
  const second = await open();
  expect(await answer(first)).toContain('here');
  for (let refused = 0; refused < 3; refused += 1) {
    await once((await open()).resume(), 'close');
  }
  expect(await answer(first)).toContain('here');
  expect(await answer(second)).toContain('here');
  expect(log.lines).toMatchObject([
    { level: 'warn', message: 'connections are refused', fields: { address: '127.0.0.1' } },
  ]);

  second.destroy();
  await waitFor('the place that is free again', async () => {
    const socket = await open();
    return Promise.race([answer(socket), once(socket, 'close').then(() => undefined)]);
  });
});

test('where the system lets the program have no more connections, the log says so once, and the doctor afterward', async () => {
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
  await program.waitForLine('the next connections are reset');
  for (const socket of sockets) {
    socket.destroy();
  }
  await waitFor('an answer', () =>
    fetch(`http://127.0.0.1:${port}/api/v1/now`).then(
      ({ ok }) => (ok ? true : undefined),
      () => undefined,
    ),
  );
  expect(program.stderr.match(/the next connections are reset/g)).toHaveLength(1);
  const examined = await fetch(`http://127.0.0.1:${port}/api/v1/doctor`);
  expect(await examined.json()).toMatchObject({
    findings: expect.arrayContaining([
      {
        area: 'computer',
        severity: 'warning',
        finding: expect.stringMatching(
          /^the system let this program have no more connections and files open, last at 2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/,
        ),
        means: expect.any(String),
        todo: expect.stringContaining('"ulimit -n" in a shell, LimitNOFILE= in a systemd unit'),
      },
    ]),
  });
});
