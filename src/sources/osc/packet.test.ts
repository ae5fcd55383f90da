import { Bundle, encode, Message } from 'node-osc';
import { expect, test } from 'vitest';
import { readPacket } from './packet.ts';

test('a message has its address and its arguments, of every type that a deck can be told with', () => {
  const message = new Message('/deck/1/title', 'Jóga 雪', 7, 0.5, true, false);
  expect(readPacket(encode(message))).toEqual([
    { address: '/deck/1/title', args: ['Jóga 雪', 7, 0.5, true, false] },
  ]);
});

test('a bundle is its messages in their order, and so is a bundle in it', () => {
  const inner = new Bundle(['/b', 2], ['/c', 3]);
  const bundle = new Bundle(['/a', 1], inner, ['/d', 4]);
  expect(readPacket(encode(bundle)).map(({ address }) => address)).toEqual(['/a', '/b', '/c', '/d']);
});

test('what is damaged is left out, and the rest of the bundle stands', () => {
  const bytes = encode(new Bundle(['/first', 1], ['/second', 'x']));
  expect(readPacket(bytes.subarray(0, -5)).map(({ address }) => address)).toEqual(['/first']);
});

test('bundles in bundles without end, and blobs of four gigabytes, are read in no time', () => {
  const head = Buffer.from('#bundle\0\0\0\0\0\0\0\0\u0001', 'latin1');
  let nested = encode(new Message('/deep', 1));
  for (let depth = 0; depth < 2_000; depth += 1) {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(nested.length);
    nested = Buffer.concat([head, size, nested]);
  }
  expect(readPacket(nested)).toEqual([]);
  expect(readPacket(Buffer.from('/b\0\0,b\0\0\xff\xff\xff\xff', 'latin1'))).toEqual([]);
});
