import { createSocket } from 'node:dgram';
import { expect, test } from 'vitest';
import { DATABASE, databaseCodec } from './messages/database.ts';
import { type KeepAlive, presenceCodec } from './messages/presence.ts';
import { classifyOutgoing } from './outgoing.ts';
import { Sender } from './sender.ts';
import { databaseFixtures } from './testing/database-fixtures.ts';
import { fileCallFixtures } from './testing/file-fixtures.ts';
import { bytesOf } from './testing/fixtures.ts';
import { presenceFixtures } from './testing/presence-fixtures.ts';
import { statusFixtures } from './testing/status-fixtures.ts';
import { timingFixtures } from './testing/timing-fixtures.ts';

const OURS: KeepAlive = {
  kind: 'keep-alive',
  name: 'deckcast',
  format: 2,
  number: 7,
  first: false,
  mac: '02:00:00:00:00:01',
  ip: '10.0.0.7',
  devices: 3,
  role: 1,
  generation: 0x64,
};

function classifyKeepAlive(more: Partial<KeepAlive>, ownNumber?: number): string | undefined {
  return classifyOutgoing('presence', presenceCodec.encode({ ...OURS, ...more }), ownNumber);
}

test('a guest announces itself as an observer, never as the first, and in a form that a CDJ-3000 accepts', () => {
  expect(classifyKeepAlive({})).toBe('keep-alive');
  expect(classifyKeepAlive({ number: 15 })).toBe('keep-alive');
  for (const impolite of [{ number: 6 }, { number: 16 }, { first: true }, { role: 2 }, { generation: 0 }]) {
    expect(classifyKeepAlive(impolite), JSON.stringify(impolite)).toBeUndefined();
  }
});

test("a player's number passes only if the user chose it", () => {
  expect([classifyKeepAlive({ number: 4 }, 4), classifyKeepAlive({ number: 3 }, 4)]).toEqual([
    'keep-alive',
    undefined,
  ]);
});

test('packets that only devices send are refused', () => {
  const passing = (channel: 'presence' | 'status', rows: readonly { name: string; hex: string }[]) =>
    rows.filter((row) => classifyOutgoing(channel, bytesOf(row)) !== undefined).map(({ name }) => name);
  expect(passing('presence', presenceFixtures.rows)).toEqual([]);
  expect(passing('status', statusFixtures.rows)).toEqual(['query of the medium in slot 3 of player 2']);
  expect(passing('presence', timingFixtures.rows)).toEqual([]);
  expect(passing('status', timingFixtures.rows)).toEqual([]);
});

test('only reading calls for files, and the needed database queries, pass', () => {
  expect(new Set(fileCallFixtures.rows.map((row) => classifyOutgoing('files', bytesOf(row))))).toEqual(
    new Set([
      'port-call',
      'mount-call',
      'exports-call',
      'lookup-call',
      'read-call',
      'unmount-call',
      'attributes-call',
    ]),
  );
  expect(
    databaseFixtures.rows
      .filter((row) => classifyOutgoing('database', bytesOf(row)) !== undefined)
      .map(({ value }) => value.kind),
  ).toEqual([
    DATABASE.setUp,
    DATABASE.metadata,
    DATABASE.render,
    DATABASE.artwork,
    DATABASE.trackInfo,
    DATABASE.goodbye,
  ]);
  const closeMenu = databaseCodec.encode({ transaction: 1, kind: DATABASE.menuClose, args: [] });
  expect(classifyOutgoing('database', closeMenu)).toBeUndefined();
});

test('sending on a closed socket fails', async () => {
  const socket = createSocket('udp4');
  socket.close();
  expect(await new Sender().datagram(socket, 'presence', presenceCodec.encode(OURS), '127.0.0.1', 9)).toBe(
    'ERR_SOCKET_DGRAM_NOT_RUNNING',
  );
});

test('a refused packet is not sent, and throws a RangeError', () => {
  const noted: string[] = [];
  const sender = new Sender(({ kind }) => noted.push(kind));
  const socket = createSocket('udp4');
  const command = Buffer.from('5173707431576d4a4f4c02', 'hex');
  expect(() => sender.datagram(socket, 'presence', command, '127.0.0.1', 9)).toThrow(RangeError);
  expect(noted).toEqual([]);
  socket.close();
});
