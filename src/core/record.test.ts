import { expect, test } from 'vitest';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { recordOf } from './record.ts';
import { TRANSPARENT_PIXEL } from './track.ts';

const PIXEL = Buffer.from(TRANSPARENT_PIXEL.png).toString('base64');

test('recordOf returns exactly the published keys', () => {
  const at = Date.UTC(2026, 0, 1, 20, 10, 5, 250);
  const record = recordOf(publication({ at }));
  expect(record).toEqual({
    artist: 'Nightjar Avenue',
    title: 'Paper Lanterns',
    genre: 'House',
    art: PIXEL,
    streaming_code: '',
    duration: 361,
    timestamp: expect.stringMatching(/^2026-01-0[12]T\d\d:\d\d:05\.250(Z|[+-]\d\d:\d\d)$/),
    timestamp_epoch: at,
    elapsed: '00:10:05',
  });
  expect(Date.parse(record.timestamp)).toBe(at);
});

test('recordOf encodes only the bytes of a picture that is a view into a larger buffer', () => {
  const environment = new Uint8Array([9, 9, 1, 2, 3, 9]);
  const record = recordOf(
    publication({ art: { png: environment.subarray(2, 5) }, code: { png: new Uint8Array([4]) } }),
  );
  expect([...Buffer.from(record.art, 'base64')]).toEqual([1, 2, 3]);
  expect([...Buffer.from(record.streaming_code, 'base64')]).toEqual([4]);
});

test('recordOf contains nothing of a hidden track', () => {
  expect(recordOf(hiddenPublication())).toMatchObject({
    artist: '',
    title: '',
    genre: '',
    art: PIXEL,
    streaming_code: '',
    duration: 0,
  });
});
