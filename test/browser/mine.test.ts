import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileOf, problemOfName, readFile } from '../../themes/gallery/look-file.js';
import { looksOf, settingOf } from '../../themes/gallery/mine.js';

const LOOK = {
  theme: 'slider',
  options: new Map([
    ['accent', '00ff00'],
    ['handle', '@me & you = 100 %'],
  ]),
};
const THEMES = ['default', 'slider'];

/** Look in a file, with these files in it. */
const withFiles = (files: string) => `{"kind":"deckcast look","version":1,"theme":"slider","files":${files}}`;

describe('a saved look', () => {
  test('is read from the configuration file', () => {
    const looks = new Map([['Friday night', LOOK]]);
    const setting = settingOf(looks);
    expect(setting).toEqual({ 'Friday night': 'slider?accent=00ff00&handle=%40me+%26+you+%3D+100+%25' });
    expect(looksOf(setting)).toEqual(looks);
  });

  test.each([[undefined], ['slider'], [{ a: 3, b: '', c: { theme: 'slider' }, d: '?accent=1' }]])(
    'does not exist in %j',
    (saved) => {
      expect(looksOf(saved).size).toBe(0);
    },
  );

  test('works without options', () => {
    expect(looksOf({ plain: 'text' }).get('plain')).toEqual({ theme: 'text', options: new Map() });
  });

  test.each(['Friday night', 'Späti-3', '東京', 'a', 'x'.repeat(40)])('may have the name %j', (name) => {
    expect(problemOfName(name)).toBe('');
  });

  test('has to be typed', () => {
    expect(problemOfName('')).toBe('Type a name for the look first.');
  });

  test.each([' a', 'a ', 'a.b', 'a=b', '#a', 'x'.repeat(41), 'a\nb'])('rejects the name %j', (name) => {
    expect(problemOfName(name)).toContain('40 letters');
  });
});

describe('an exported look', () => {
  test('is read back', () => {
    expect(readFile(fileOf('Friday night', LOOK), THEMES)).toEqual({
      name: 'Friday night',
      kept: LOOK,
      files: {},
    });
  });

  test('is read back with its logo and fonts', () => {
    const files = {
      logo: [{ name: 'logo.svg', data: 'PHN2Zy8+' }],
      font: [{ name: 'A-Bold.ttf', data: 'AAEAAA==' }],
    };
    expect(readFile(fileOf('Friday night', LOOK, files), THEMES)).toMatchObject({ files });
  });

  test.each([
    ['', 'This file is not a look.'],
    ['[]', 'This file is not a look.'],
    ['{"kind":"deckcast look","version":2}', 'newer deckcast'],
    ['{"kind":"deckcast look","version":1,"theme":"mine"}', 'not here'],
    ['{"kind":"deckcast look","version":1,"theme":"slider","options":[]}', 'damaged'],
    ['{"kind":"deckcast look","version":1,"theme":"slider","options":{"a b":1}}', 'damaged'],
    ['{"kind":"deckcast look","version":1,"theme":"slider","options":{"accent":{}}}', 'damaged'],
    [withFiles('[]'), 'logo or font in this look is damaged'],
    [withFiles('{"logo":{}}'), 'logo or font in this look is damaged'],
    [withFiles('{"logo":[]}'), 'logo or font in this look is damaged'],
    [withFiles('{"logo":[null]}'), 'logo or font in this look is damaged'],
    [withFiles('{"logo":[{"name":"a.svg"}]}'), 'logo or font in this look is damaged'],
    [withFiles('{"logo":[{"name":"a.svg","data":"<svg>"}]}'), 'logo or font in this look is damaged'],
  ])('%s is rejected with the problem', (text, problem) => {
    expect(readFile(text, THEMES)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test('gets a name if its own is unusable', () => {
    const text = '{"kind":"deckcast look","version":1,"name":"<b>","theme":"slider"}';
    expect(readFile(text, THEMES)).toMatchObject({ name: 'Imported look' });
  });

  test('has only files that can be decoded', () => {
    const almost = fc.string({ unit: fc.constantFrom('A', 'z', '9', '+', '/', '='), maxLength: 9 });
    fc.assert(
      fc.property(almost, (data) => {
        const read = readFile(fileOf('a', LOOK, { logo: [{ name: 'a.svg', data }] }), THEMES);
        expect('problem' in read || atob(data).length > 0).toBe(true);
      }),
    );
  });

  test('rejects arbitrary contents without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(Object.keys(readFile(text, THEMES))).toEqual(['problem']);
      }),
    );
  });
});
