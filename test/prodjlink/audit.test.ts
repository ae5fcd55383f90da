/**
 * Compares the program's list of allowed packets with the tests' own, and checks that every test applies the latter.
 */
import { createSocket } from 'node:dgram';
import { presenceCodec } from '@deckcast/prodjlink';
import { expect, test } from 'vitest';
import { classifyOutgoing, type OutgoingChannel } from '../../packages/prodjlink/src/outgoing.ts';
import { databaseFixtures } from '../../packages/prodjlink/src/testing/database-fixtures.ts';
import { fileCallFixtures } from '../../packages/prodjlink/src/testing/file-fixtures.ts';
import { bytesOf } from '../../packages/prodjlink/src/testing/fixtures.ts';
import { presenceFixtures } from '../../packages/prodjlink/src/testing/presence-fixtures.ts';
import { statusFixtures } from '../../packages/prodjlink/src/testing/status-fixtures.ts';
import { timingFixtures } from '../../packages/prodjlink/src/testing/timing-fixtures.ts';
import { impolite, type OutgoingPacket } from '../support/link-audit.ts';
import { watchedComplaints } from '../support/link-audit-setup.ts';

const GREETING = Buffer.from('1100000001', 'hex');

function datagram(bytes: Uint8Array): OutgoingPacket {
  return {
    protocol: 'udp',
    from: '',
    fromPort: 0,
    to: '10.0.0.255',
    toPort: 50_000,
    bytes: Buffer.from(bytes),
  };
}

const EVERY_MESSAGE: readonly (readonly [OutgoingChannel, string, Buffer])[] = [
  ...presenceFixtures.rows.map((row) => ['presence', row.name, bytesOf(row)] as const),
  ...statusFixtures.rows.map((row) => ['status', row.name, bytesOf(row)] as const),
  ...timingFixtures.rows.map((row) => ['status', row.name, bytesOf(row)] as const),
  ...fileCallFixtures.rows.map((row) => ['files', row.name, bytesOf(row)] as const),
  ...databaseFixtures.rows.map((row) => ['database', row.name, bytesOf(row)] as const),
];

test.each(EVERY_MESSAGE)('both lists agree on %s: %s', (channel, _, bytes) => {
  const packet =
    channel === 'database'
      ? { ...datagram(Buffer.concat([GREETING, bytes])), protocol: 'tcp' as const }
      : datagram(bytes);
  expect(impolite(packet) === undefined).toBe(classifyOutgoing(channel, bytes) !== undefined);
});

test('a guest may send no keep-alive of players and mixers, no status and no claim', () => {
  const polite = EVERY_MESSAGE.filter(([channel, , bytes]) => classifyOutgoing(channel, bytes) !== undefined);
  expect(new Set(polite.map(([channel]) => channel))).not.toContain('presence');
  expect(polite.length).toBeLessThan(EVERY_MESSAGE.length / 2);
});

const JOINED = presenceFixtures.rows.find(({ name }) => name === 'keep-alive of a CDJ-3000 as player 6');

test.each([
  ['as itself', {}, /^$/],
  ['as a player', { number: 2 }, /the number 2/],
  ['as the first', { first: true }, /the first on the network/],
  ['as a mixer', { role: 2 }, /the role/],
  ['as an older player', { generation: 0 }, /generation/],
])('impolite judges a keep-alive %s', (_, change, complaint) => {
  const observer = { ...Object(JOINED?.value), number: 7, generation: 0x64 };
  const wrong = impolite(datagram(presenceCodec.encode({ ...observer, ...change })));
  expect(wrong ?? '').toMatch(complaint);
});

test('a packet sent around the program is reported', async () => {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const claim = presenceFixtures.rows.find(({ value }) => value.kind === 'claim-number');
  await new Promise((resolve) => {
    socket.send(claim === undefined ? '' : bytesOf(claim), socket.address().port, '127.0.0.1', resolve);
  });
  socket.close();
  expect(watchedComplaints.splice(0)).toEqual([expect.stringContaining('a message of kind 4')]);
});
