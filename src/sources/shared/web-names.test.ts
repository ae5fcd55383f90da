import { describe, expect, test } from 'vitest';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { decodedFromWeb, namesFromWeb } from './web-names.ts';

describe('decodedFromWeb', () => {
  test.each([
    ['Simon &amp; Garfunkel - Don&#039;t &#x26; &quot;Go&quot;', 'Simon & Garfunkel - Don\'t & "Go"'],
    ['Mira%20Vale%20-%20Low%20Tide', 'Mira Vale - Low Tide'],
    ['Bj%C3%B6rk%20-%20J%C3%B3ga', 'Björk - Jóga'],
  ])('decodes %s', (given, text) => {
    expect(decodedFromWeb(given)).toBe(text);
  });

  test.each(['R&B; Soul', '100%20 Proof', '%20%', '&unknown;', '&#0;', '&#9999999;', 'AT&T', '50%'])(
    'keeps %s',
    (text) => {
      expect(decodedFromWeb(text)).toBe(text);
    },
  );
});

test('namesFromWeb returns the artist without the name of a YouTube channel', () => {
  const track = { ...UNKNOWN_TRACK, artist: 'Ada - Topic', title: 'Hot - Topic', album: 'A &amp; B' };
  expect(namesFromWeb(track)).toEqual({
    ...track,
    artist: 'Ada',
    album: 'A & B',
  });
});
