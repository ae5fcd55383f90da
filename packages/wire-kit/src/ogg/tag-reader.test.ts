import { type OggCodec, OggStreamWriter } from '@deckcast/simulator';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OggTagReader } from './index.ts';

const CODECS: readonly OggCodec[] = ['vorbis', 'opus', 'flac'];

function commentsIn(bytes: Buffer, pieceBytes = bytes.length): readonly (readonly string[])[] {
  const reader = new OggTagReader();
  const found: (readonly string[])[] = [];
  for (let at = 0; at < bytes.length; at += Math.max(1, pieceBytes)) {
    for (const comments of reader.push(bytes.subarray(at, at + pieceBytes))) {
      found.push(comments.map(({ name, value }) => `${name}=${value}`));
    }
  }
  return found;
}

/** A second of bytes stands for sound. */
function track(serial: number, codec: OggCodec, comments: readonly (string | Uint8Array)[]): Buffer {
  const stream = new OggStreamWriter(serial);
  const audio = Buffer.alloc(3_000, serial);
  return Buffer.concat([
    stream.begin(codec, comments),
    stream.pages([audio]),
    stream.pages([audio], { last: true }),
  ]);
}

test.each(CODECS)('reads the comments of %s, one stream after another', (codec) => {
  const bytes = Buffer.concat([
    track(1, codec, ['Artist=Björk', 'TITLE=Jóga']),
    track(2, codec, []),
    track(2, codec, ['artist=坂本龍一', 'title==', 'noname', '=empty']),
  ]);
  const expected = [['ARTIST=Björk', 'TITLE=Jóga'], [], ['ARTIST=坂本龍一', 'TITLE==']];
  expect(commentsIn(bytes)).toEqual(expected);
});

test('reads comments from pieces of any size', () => {
  const comment = fc.string({ maxLength: 600, unit: 'grapheme' }).map((value) => `TITLE=${value}`);
  const tracks = fc.array(fc.tuple(fc.constantFrom(...CODECS), fc.array(comment, { maxLength: 5 })), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(tracks, fc.integer({ min: 1, max: 5_000 }), (set, pieceBytes) => {
      const bytes = Buffer.concat(set.map(([codec, comments], serial) => track(serial, codec, comments)));
      expect(commentsIn(bytes, pieceBytes)).toEqual(set.map(([, comments]) => comments));
    }),
    { numRuns: 30 },
  );
});

test('reads comments over several pages, and leaves out a cover', () => {
  const cover = `METADATA_BLOCK_PICTURE=${'A'.repeat(200_000)}`;
  const bytes = track(7, 'vorbis', ['ARTIST=Ada', cover, 'TITLE=One']);
  expect(commentsIn(bytes, 1_400)).toEqual([['ARTIST=Ada', 'TITLE=One']]);
});

test('reads interleaved streams', () => {
  const [one, two] = [new OggStreamWriter(1), new OggStreamWriter(2)];
  const bytes = Buffer.concat([
    one.begin('opus', ['TITLE=One']),
    two.begin('flac', ['TITLE=Two']),
    one.pages([Buffer.alloc(100)]),
    two.pages([Buffer.alloc(100)]),
  ]);
  expect(commentsIn(bytes)).toEqual([['TITLE=One'], ['TITLE=Two']]);
});

test('finds a track after bytes that are not pages', () => {
  const bytes = Buffer.concat([
    Buffer.from('OggOggS\x07 an MP3 says OggS'),
    Buffer.alloc(400, 'x'),
    track(1, 'opus', ['TITLE=One']),
  ]);
  expect(commentsIn(bytes, 3)).toEqual([['TITLE=One']]);
});

test('skips a damaged name, and reads the next track', () => {
  const damaged = track(1, 'vorbis', ['TITLE=Wrong']);
  damaged[damaged.indexOf('Wrong')] = 0x77;
  const bytes = Buffer.concat([damaged, track(2, 'vorbis', ['TITLE=Right'])]);
  expect(commentsIn(bytes)).toEqual([['TITLE=Right']]);
});

test('skips comments with a missing page', () => {
  const whole = track(1, 'vorbis', [`TITLE=${'long '.repeat(20_000)}`, 'ARTIST=Ada']);
  const second = whole.indexOf('OggS', whole.indexOf('OggS', 10) + 4);
  const third = whole.indexOf('OggS', second + 4);
  const bytes = Buffer.concat([whole.subarray(0, second), whole.subarray(third)]);
  expect(commentsIn(whole)).toEqual([['ARTIST=Ada']]);
  expect(commentsIn(bytes)).toEqual([]);
});

test('ends the list at a comment that claims to be longer than its packet', () => {
  const bytes = track(1, 'opus', ['TITLE=One']);
  expect(commentsIn(bytes)).toHaveLength(1);
  const stream = new OggStreamWriter(1);
  const lie = Buffer.concat([Buffer.from('OpusTags'), Buffer.from([0, 0, 0, 0, 1, 0, 0, 0, 255, 0, 0, 0])]);
  const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.alloc(11)]);
  expect(commentsIn(Buffer.concat([stream.pages([head], { first: true }), stream.pages([lie])]))).toEqual([]);
});

test('returns no name that was not sent after any change of any byte', () => {
  const bytes = Buffer.concat([track(1, 'vorbis', ['TITLE=One']), track(2, 'flac', ['TITLE=Two'])]);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ change;
      for (const [title] of commentsIn(changed)) {
        expect(['TITLE=One', 'TITLE=Two']).toContain(title);
      }
    }),
  );
});
