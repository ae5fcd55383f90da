import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StagelinqError } from './errors.ts';
import { type Measure, measureFirst, measureFrames, Splitter } from './framing.ts';
import { directoryCodec, measureDirectory } from './messages/directory.ts';
import { stateCodec } from './messages/state-map.ts';
import { directoryFixtures, fileFixtures, stateFixtures } from './testing/fixtures.ts';

const frames = stateFixtures.rows.map((row) => stateCodec.encode(row.value).toString('hex'));
const directory = directoryFixtures.rows.map((row) => directoryCodec.encode(row.value).toString('hex'));
const bytesOf = (messages: readonly string[]) => Buffer.from(messages.join(''), 'hex');

describe('messages are the same for all chunks', () => {
  const opening = directory.slice(0, 1);
  const kinds: [string, readonly string[], () => Measure][] = [
    ['frames', frames, () => measureFrames()],
    ['directory messages', directory, () => measureDirectory],
    ['a service connection', [...opening, ...frames], () => measureFirst(measureDirectory, measureFrames())],
  ];

  test.each(kinds)('%s, cut anywhere', (_, messages, measure) => {
    const bytes = bytesOf(messages);
    const byteByByte = [...bytes.keys()];
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        expect(split(chunks, measure())).toEqual(messages);
      }),
      { examples: [[[]], [byteByByte]] },
    );
  });
});

describe('limits', () => {
  test('a frame at the limit passes, and one byte more is refused before it is gathered', () => {
    expect(split([Buffer.from('00000002abcd', 'hex')], measureFrames(2))).toEqual(['00000002abcd']);
    expect(() => split([Buffer.from('00000003', 'hex')], measureFrames(2))).toThrow(/above the limit of 2/);
  });

  test('a service name above 254 bytes loses framing', () => {
    const head = `00000000${'00'.repeat(16)}00000100`;
    expect(() => split([Buffer.from(head, 'hex')], measureDirectory)).toThrow(/service name/);
  });

  test('an unknown id on the main connection loses framing', () => {
    expect(() => split([Buffer.from('00000014', 'hex')], measureDirectory)).toThrow(StagelinqError);
  });

  test('a length without its bytes costs no memory', () => {
    const splitter = new Splitter(measureFrames());
    const before = process.memoryUsage().arrayBuffers;
    splitter.push(Buffer.from('00080000ff', 'hex'), () => expect.unreachable());
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(0x80000);
    expect(splitter.held).toBe(5);
  });
});

test('a large file chunk in network-sized pieces arrives whole', () => {
  const data = Buffer.alloc(65536, 7);
  const message = fileFixtures.codec.encode({ transfer: 1, body: { kind: 'chunk', offset: 0, data } });
  const chunks = Array.from({ length: Math.ceil(message.length / 1448) }, (_, index) =>
    message.subarray(index * 1448, index * 1448 + 1448),
  );
  expect(split(chunks, measureFrames())).toEqual([message.toString('hex')]);
});

function split(chunks: readonly Buffer[], measure: Measure): string[] {
  const splitter = new Splitter(measure);
  const messages: string[] = [];
  for (const chunk of chunks) {
    splitter.push(chunk, (bytes, start, end) => messages.push(bytes.toString('hex', start, end)));
  }
  expect(splitter.held).toBe(0);
  return messages;
}
