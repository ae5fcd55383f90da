/** Fields of pages hide the passwords in addresses. */
import { describe, expect, test } from 'vitest';
import { createMasked } from '../dashboard/masked.js';
import { startOptions } from '../src/operator/options.ts';

const ADDRESSES = [
  'https://dj:hunter2@example.org/folder/',
  'wss://dj:hunter2@example.org:4455/',
  'icecast://source:hunter2@example.org/live, icecast://source:hunter2@example.org/hq',
  's3://dj:hunter2@example.org/set/?region=eu-1',
  "ffmpeg -i 'https://dj:hunter2@example.org/live' -f wav -",
];

test.each(Object.entries(startOptions).filter(([, { kind }]) => kind.mayHoldPassword))(
  'a page hides what the server does in %s',
  async (_, { kind }) => {
    const { mayHoldPassword: hides = 'name' } = kind;
    for (const address of ADDRESSES) {
      const parsed = await kind.parse(address);
      if (parsed.ok) {
        const masked = createMasked('', hides, kind.path !== undefined);
        masked.type(address);
        masked.hide();
        expect(masked.shown().replace(/, /g, ',')).toBe(
          (kind.print as (value: unknown) => string)(parsed.value),
        );
        expect(masked.text()).toBe(address);
      }
    }
  },
);

describe('a hidden password', () => {
  const TYPED = 'icecast://dj:hunter2@one.example.org/live, icecast://dj:hunter3@two.example.org/live';

  function hidden() {
    const masked = createMasked('', 'name');
    masked.type(TYPED);
    masked.hide();
    return masked;
  }

  test.each([
    [
      'behind it',
      (shown: string) => shown.replace('/live,', '/hq,'),
      (text: string) => text.replace('/live,', '/hq,'),
    ],
    [
      'before it',
      (shown: string) => shown.replace('icecast', 'icecasts'),
      (text: string) => text.replace('icecast', 'icecasts'),
    ],
    ['at the end', (shown: string) => `${shown}2`, (text: string) => `${text}2`],
    [
      'of a whole address',
      (shown: string) => shown.slice(shown.indexOf(',')),
      (text: string) => text.slice(text.indexOf(',')),
    ],
  ])('stays through an edit %s', (_, edit, edited) => {
    const masked = hidden();
    masked.type(edit(masked.shown()));
    expect(masked.text()).toBe(edited(TYPED));
  });

  test('goes with its mark', () => {
    const masked = hidden();
    masked.type(masked.shown().replace('***', '**'));
    expect(masked.text()).toBe(TYPED.replace('dj:hunter2', '**'));
    masked.type(masked.shown().replace('**@', 'dj:new@'));
    expect(masked.text()).toBe(TYPED.replace('hunter2', 'new'));
  });

  test('is replaced by a pasted one, which is hidden at once', () => {
    const masked = hidden();
    masked.type('https://dj:hunter4@three.example.org/', 'insertFromPaste');
    expect(masked.shown()).toBe('https://***@three.example.org/');
    expect(masked.text()).toBe('https://dj:hunter4@three.example.org/');
  });

  test.each(['https://dj:hunt/er2@example.org/x', 'icecast://dj:hunt,er2@example.org/x'])(
    'may contain characters of addresses: %s',
    (address) => {
      const masked = createMasked('', 'name');
      masked.type(address);
      masked.hide();
      expect(masked.shown()).not.toContain('er2');
      expect(masked.text()).toBe(address);
    },
  );

  test('leaves the mark of a stored one as it is', () => {
    const masked = createMasked('icecast://***@one.example.org/live', 'name');
    masked.hide();
    expect(masked.text()).toBe('icecast://***@one.example.org/live');
  });
});
