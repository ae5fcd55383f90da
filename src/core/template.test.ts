import { describe, expect, test } from 'vitest';
import { publication } from '../../test/support/publication.ts';
import { track } from '../../test/support/tracks.ts';
import { fillTemplate } from './template.ts';

const AT = new Date(2026, 2, 4, 5, 6, 7).getTime();

function fill(format: string, names: { artist?: string; title?: string; genre?: string } = {}): string {
  const more = {
    album: 'LP',
    label: 'Harbour',
    remixer: 'Mira',
    comment: 'Opener',
    key: 'Am',
    bpm: 127.98,
    year: 1999,
    isrc: 'DEABC2600001',
  };
  const named = track({ artist: 'Ada', title: 'Blue', genre: 'House', ...more, ...names });
  return fillTemplate(format, publication({ track: named, at: AT, elapsedMs: 3_723_999 }));
}

describe('a format string', () => {
  test.each([
    ['$ARTIST$ - $SONG$', 'Ada - Blue'],
    ['$GENRE$', 'House'],
    ['$TIMESTAMP_YEAR$-$TIMESTAMP_MONTH$-$TIMESTAMP_DAY$', '2026-03-04'],
    ['$TIMESTAMP_HOUR$:$TIMESTAMP_MINUTE$:$TIMESTAMP_SECOND$ - $ARTIST$', '05:06:07 - Ada'],
    ['$ELAPSED$', '01:02:03'],
    ['$ALBUM$ [$LABEL$, $YEAR$] $REMIXER$: $COMMENT$', 'LP [Harbour, 1999] Mira: Opener'],
    ['$BPM$ $KEY$ $KEY_CAMELOT$ $KEY_OPEN$', '128 Am 8A 1m'],
    ['$ISRC$', 'DEABC2600001'],
    ['$POSITION$. on $DECK$', '3. on 2'],
    ['$SONG$ $SONG$$SONG$', 'Blue BlueBlue'],
    ['no variable, 5 $, $OTHER$ and $artist$', 'no variable, 5 $, $OTHER$ and $artist$'],
    ['', ''],
  ])('%j becomes %j', (format, wanted) => {
    expect(fill(format)).toBe(wanted);
  });

  test('does not expand variables inside values', () => {
    expect(fill('$ARTIST$ - $SONG$', { artist: '$SONG$', title: '$& $1 $$ $ARTIST$' })).toBe(
      '$SONG$ - $& $1 $$ $ARTIST$',
    );
  });

  test('leaves unknown values empty', () => {
    const format = '$ALBUM$$LABEL$$REMIXER$$COMMENT$$YEAR$$ISRC$$BPM$$KEY$$KEY_CAMELOT$$KEY_OPEN$$DECK$';
    const { deck: _none, ...withoutDeck } = publication({ track: track({ title: 'Blue' }) });
    expect(fillTemplate(format, withoutDeck)).toBe('');
    expect(fillTemplate('$KEY$|$KEY_CAMELOT$', publication({ track: track({ key: 'none' }) }))).toBe('none|');
  });

  test.each([
    ['$ARTIST$ - $SONG$', 'Blue'],
    ['$SONG$ - $ARTIST$', 'Blue'],
    ['Now: $ARTIST$ – $SONG$!', 'Now: Blue!'],
    ['$ELAPSED$ $ARTIST$ - $SONG$', '01:02:03 Blue'],
    ['$SONG$ | $ARTIST$ | $LABEL$', 'Blue | Harbour'],
    ['$SONG$, $ARTIST$ - $ARTIST$', 'Blue'],
    ['**$ARTIST$** - _$SONG$_', '_Blue_'],
    ['$ARTIST$ - $GENRE$', ''],
  ])('leaves no separator beside an empty artist: %j becomes %j', (format, wanted) => {
    expect(fill(format, { artist: '', genre: '' })).toBe(wanted);
  });

  test.each([
    ['by $ARTIST$ - $SONG$', 'by Blue'],
    ['$SONG$ by $ARTIST$', 'Blue by '],
    ['$ARTIST$;$SONG$;$ARTIST$', ';Blue;'],
    ['$ARTIST$\t$SONG$', '\tBlue'],
    ['$ARTIST$\n$SONG$', '\nBlue'],
    ['$SONG$ [$ARTIST$]', 'Blue []'],
  ])('keeps words, columns and brackets beside an empty value: %j becomes %j', (format, wanted) => {
    expect(fill(format, { artist: '' })).toBe(wanted);
  });

  test('uses the names that a sink passes', () => {
    const id = track({ artist: 'ID', title: 'ID' });
    expect(fillTemplate('$ARTIST$ - $SONG$', publication(), id)).toBe('ID - ID');
  });
});
