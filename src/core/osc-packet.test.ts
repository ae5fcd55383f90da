import { Bundle, encode, Message } from 'node-osc';
import { expect, test } from 'vitest';
import { numberMessage, readPacket, textMessage } from './osc-packet.ts';

test('readPacket returns a message with its address and arguments of every type', () => {
  const message = new Message('/deck/1/title', 'Jóga 雪', 7, 0.5, true, false);
  expect(readPacket(encode(message))).toEqual([
    { address: '/deck/1/title', args: ['Jóga 雪', 7, 0.5, true, false] },
  ]);
});

test.each(['', 'a', 'abc', 'Jóga 雪'])('textMessage encodes %j like node-osc', (text) => {
  expect(textMessage('/deck/1', text)).toEqual(encode(new Message('/deck/1', text)));
});

test.each([
  ['i', 3, 'integer'],
  ['i', -1, 'integer'],
  ['f', 0.25, 'float'],
] as const)('numberMessage encodes %s %d like node-osc', (type, value, kind) => {
  const theirs = new Message('/beat');
  theirs.append({ type: kind, value });
  expect(numberMessage('/beat', type, value)).toEqual(encode(theirs));
});

test('readPacket returns the messages of nested bundles in order', () => {
  const inner = new Bundle(['/b', 2], ['/c', 3]);
  const bundle = new Bundle(['/a', 1], inner, ['/d', 4]);
  expect(readPacket(encode(bundle)).map(({ address }) => address)).toEqual(['/a', '/b', '/c', '/d']);
});

test('readPacket skips damaged messages and keeps the rest of the bundle', () => {
  const bytes = encode(new Bundle(['/first', 1], ['/second', 'x']));
  expect(readPacket(bytes.subarray(0, -5)).map(({ address }) => address)).toEqual(['/first']);
});

test('readPacket reads endlessly nested bundles and blobs of four gigabytes quickly', () => {
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
