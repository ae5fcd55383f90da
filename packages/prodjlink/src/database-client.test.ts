import { afterEach, beforeEach, expect, test } from 'vitest';
import { LinkDatabaseServer } from '../../simulator/src/prodjlink/link-database-server.ts';
import { DatabaseClient } from './database-client.ts';
import { databaseNumber } from './database-number.ts';
import type { LinkDevice } from './device-table.ts';
import { DATABASE } from './messages/database.ts';
import { MENU_ITEM } from './messages/database-queries.ts';
import { loopbackClock } from './testing/loopback-clock.ts';

const item = (type: number, main: number, text = '', artworkId = 0) => ({
  type,
  main,
  text,
  related: 0,
  artworkId,
});

const SUBJECT = { asNumber: 1, slot: 3, trackType: 1 };
const PICTURE = Buffer.from('ffd8ffe0', 'hex');
const TRACK = [
  item(MENU_ITEM.title, 7, '夜の海', 5),
  item(MENU_ITEM.artist, 2, 'North & Harbour'),
  item(MENU_ITEM.genre, 3, '\ufffaHouse\ufffb'),
  item(MENU_ITEM.tempo, 12_800),
  item(MENU_ITEM.duration, 300),
  item(MENU_ITEM.key, 4, ''),
  // A CDJ-3000 sets higher bits.
  item(0x10000 | MENU_ITEM.label, 6, 'Pier'),
  // Unknown item type.
  item(0x99, 1, 'whatever'),
];

let server: LinkDatabaseServer;
const known = { highestNumber: 255 };
let queryPort: number;
let client: DatabaseClient | undefined;

const open = (options: { answerMs?: number } = {}) =>
  DatabaseClient.open({
    address: '127.0.0.1',
    asNumber: 1,
    queryPort,
    notReadyMs: [1, 1],
    clock: loopbackClock,
    ...options,
  });

beforeEach(async () => {
  const items = new Map([
    [7, TRACK],
    [9, Array(100).fill(item(MENU_ITEM.comment, 1, 'long'))],
  ]);
  known.highestNumber = 255;
  server = new LinkDatabaseServer({
    answers: (asNumber) => asNumber <= known.highestNumber,
    items: (_, trackId) => items.get(trackId),
    picture: (_, artworkId) => (artworkId === 5 ? PICTURE : undefined),
  });
  queryPort = await server.open();
});

afterEach(async () => {
  await client?.close();
  client = undefined;
  server.close();
});

test('metadata is read by the types of its items', async () => {
  client = await open();
  expect(await client.metadata(SUBJECT, 7)).toEqual({
    id: 7,
    title: '夜の海',
    artist: 'North & Harbour',
    genre: 'House',
    bpm: 128,
    duration: 300,
    label: 'Pier',
    artworkId: 5,
  });
});

test('pictures are returned unchanged, or as null', async () => {
  client = await open();
  expect(Buffer.from((await client.artwork(SUBJECT, 5)) ?? []).equals(PICTURE)).toBe(true);
  expect(await client.artwork(SUBJECT, 6)).toBeNull();
});

test('answers may arrive byte by byte, and long lists in parts', async () => {
  server.faults.splitBytes = 1;
  client = await open();
  const [first, second] = await Promise.all([client.metadata(SUBJECT, 7), client.metadata(SUBJECT, 9)]);
  expect([first.title, second.comment]).toEqual(['夜の海', 'long']);
  // The 8 items at once, the 100 in two parts: players send no more than 64.
  expect(server.received.filter((kind) => kind === DATABASE.render)).toHaveLength(1 + 2);
});

test('a broken connection ends the conversation at once', async () => {
  client = await open();
  server.faults.silent = true;
  const answer = client.metadata(SUBJECT, 7);
  answer.catch(() => undefined);
  await expect.poll(() => server.received).toContain(DATABASE.metadata);
  server.drop();
  await expect(answer).rejects.toMatchObject({
    code: 'closed',
    message: expect.stringContaining('ECONNRESET'),
  });
});

test('a goodbye ends the conversation, and the player closes the connection', async () => {
  await (await open()).close();
  expect(server.goodbyes).toBe(1);
});

test('a starting player is asked again', async () => {
  server.faults.notReady = 2;
  client = await open();
  expect((await client.metadata(SUBJECT, 7)).title).toBe('夜の海');
});

test.each([
  ['has been starting for too long', 'not-ready', () => Object.assign(server.faults, { notReady: 9 })],
  ['does not know our number', 'timeout', () => Object.assign(known, { highestNumber: 0 })],
  ['greets otherwise', 'malformed', () => Object.assign(server.faults, { greeting: Buffer.from('hello') })],
  ['is not there', 'unreachable', () => server.close()],
])('a player that %s has no database', async (_, code, befalls) => {
  befalls();
  await expect(open({ answerMs: 50 })).rejects.toMatchObject({ code });
});

test('an unknown track and a refusal fail one request', async () => {
  client = await open();
  await expect(client.metadata(SUBJECT, 8)).rejects.toMatchObject({ code: 'missing' });
  server.faults.refuse = true;
  await expect(client.metadata(SUBJECT, 7)).rejects.toMatchObject({ code: 'refused' });
  server.faults.refuse = false;
  expect((await client.metadata(SUBJECT, 7)).title).toBe('夜の海');
});

test.each([
  ['no message at all', Buffer.from('HTTP/1.1 400 Bad Request')],
  ['another answer', Buffer.from('11872349ae11038000011042010f00140000000c000000000000000000000000', 'hex')],
])('%s ends the conversation', async (_, garbage) => {
  client = await open();
  server.faults.garbage = garbage;
  await expect(client.metadata(SUBJECT, 7)).rejects.toMatchObject({ code: 'malformed' });
  delete server.faults.garbage;
  await expect(client.metadata(SUBJECT, 7)).rejects.toMatchObject({ code: expect.any(String) });
});

test('a picture above the limit is rejected', async () => {
  const limits = { textUnits: 100, bytes: PICTURE.length - 1 };
  client = await DatabaseClient.open({ address: '127.0.0.1', asNumber: 1, queryPort, limits });
  await expect(client.artwork(SUBJECT, 5)).rejects.toMatchObject({ code: 'too-large' });
});

const device = (name: string, number: number, role: LinkDevice['role'] = 'player'): LinkDevice => ({
  key: '',
  name,
  number,
  role,
  address: '10.0.0.1',
  mac: null,
});

test('a guest presents only a number that the device answers', () => {
  expect(databaseNumber(device('CDJ-3000', 5), 7)).toBe(5);
  expect(databaseNumber(device('XDJ-AZ', 1), 7)).toBe(1);
  expect(databaseNumber(device('CDJ-3000X', 6), 7)).toBe(6);
  expect(databaseNumber(device('rekordbox', 17, 'rekordbox'), 7)).toBe(7);
  expect(databaseNumber(device('CDJ-2000NXS2', 1), 7)).toBeNull();
  expect(databaseNumber(device('CDJ-2000NXS2', 1), 4)).toBe(4);
  expect(databaseNumber(device('CDJ-2000NXS2', 4), 4)).toBeNull();
  expect(databaseNumber(device('DJM-900NXS2', 33, 'mixer'), 7)).toBeNull();
});
