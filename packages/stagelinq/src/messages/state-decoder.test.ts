import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf } from '../../../wire-kit/src/testing/fixtures.ts';
import { StagelinqError } from '../errors.ts';
import { measureFrames, Splitter } from '../framing.ts';
import { everyPath } from '../paths.ts';
import { stateFixtures } from '../testing/fixtures.ts';
import { StateDecoder } from './state-decoder.ts';
import { stateCodec } from './state-map.ts';
import { StateScanner } from './state-scanner.ts';
import { formatStateValue, NO_VALUE, parseStateValue, type StateValue } from './state-value.ts';

type Event = readonly ['value', string, StateValue] | readonly ['bad', string];

/** As devices write it. */
const FORMS = [
  '{"type":0,"value":121.9754638671875}',
  '{"type":0,"value":0.00}',
  '{"type":0,"value":-0.30000001192092896}',
  '{"type":14,"value":44100}',
  '{"state":false,"type":1}',
  '{"type":1,"state":true}',
  '{"string":"","type":8}',
  '{"string":"夜に駆ける 🎧","type":8}',
  '{"color":"#ffea2828","type":16}',
];

describe('the fast reader agrees exactly with JSON.parse', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.float({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.integer().map(String),
    fc.bigInt().map(String),
    fc.tuple(fc.integer(), fc.nat()).map(([whole, decimals]) => `${whole}.${decimals}`),
    fc.stringMatching(/^-?[0-9]{1,25}(\.[0-9]{0,30})?([eE][+-]?[0-9]{1,3})?$/),
  );
  const value = fc.oneof(
    number,
    fc.constantFrom('true', 'false', 'null', '[]', '{}', 'tru', '-', '', '01', '-0', '0.00', '1.', '.5'),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.string({ unit: 'grapheme' }).map((text) => `"${text}"`),
  );
  const field = fc
    .tuple(fc.constantFrom('type', 'value', 'state', 'string', 'color', 'other', ''), value)
    .map(([name, text]) => `"${name}":${text}`);
  const json = fc.oneof(
    fc.array(field, { maxLength: 4 }).map((fields) => `{${fields.join(',')}}`),
    value,
    fc.string(),
    fc.tuple(field, field).map(([one, two]) => `{ ${one} , ${two} }`),
  );

  test('for any text that looks like a state', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(decodeOne('/x', text)).toEqual(slowly('/x', text));
      }),
      { examples: [...FORMS, '{"type":10}', '{"value":1}'].map((text) => [text]) },
    );
  });

  test('for every number it reads itself, to the last bit', () => {
    fc.assert(
      fc.property(number, (text) => {
        const scanned = scan(`{"type":0,"value":${text}}`);
        if (scanned !== undefined) {
          expect(Object.is(scanned.value, JSON.parse(text))).toBe(true);
        }
      }),
    );
  });
});

test('for the forms that devices send, without JSON.parse', () => {
  expect(FORMS.map(scan)).toEqual(FORMS.map((text) => parseStateValue(text)));
});

describe('a stream of frames', () => {
  test('decodes every known path, the first time and the next', () => {
    const decoder = new StateDecoder();
    for (let round = 0; round < 2; round++) {
      for (const path of everyPath()) {
        expect(decode(decoder, valueFrame(path, '{"state":true,"type":1}'))).toEqual([
          ['value', path, { type: 1, value: true }],
        ]);
      }
    }
  });

  test('decodes any paths, however many', () => {
    const decoder = new StateDecoder();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (path) => {
        expect(decode(decoder, valueFrame(path, null))).toEqual([['value', path, NO_VALUE]]);
      }),
    );
  });

  test('loses only the value with bad JSON', () => {
    const good = valueFrame('/good', '{"type":10,"value":4}');
    const stream = Buffer.concat([good, valueFrame('/bad', '{"type":10,'), valueFrame('/bad', '5'), good]);
    const value = ['value', '/good', { type: 10, value: 4 }];
    expect(decode(new StateDecoder(), stream)).toEqual([value, ['bad', '/bad'], ['bad', '/bad'], value]);
  });

  test('ignores subscriptions and writes of the other side', () => {
    const others = stateFixtures.rows.filter((row) => row.value.kind !== 'value');
    expect(others.length).toBeGreaterThan(1);
    expect(decode(new StateDecoder(), Buffer.concat(others.map(bytesOf)))).toEqual([]);
  });
});

test('decodes values written as devices write them', () => {
  const values = fc.record({
    type: fc.constantFrom(null, 0, 1, 4, 8, 10, 14, 16),
    value: fc.oneof(fc.boolean(), fc.string(), fc.integer(), fc.constant(121.9754638671875)),
  });
  fc.assert(
    fc.property(values, (value) => {
      expect(parseStateValue(formatStateValue(value))).toEqual(value);
    }),
  );
  expect(formatStateValue({ type: 0, value: 121.9754638671875 })).toBe(
    '{"type":0,"value":121.9754638671875}',
  );
  expect(formatStateValue({ type: 4, value: '1' })).toBe('{"string":"1","type":4}');
  expect(formatStateValue(NO_VALUE)).toBeNull();
});

function valueFrame(path: string, json: string | null): Buffer {
  return stateCodec.encode({ kind: 'value', path, json });
}

function decode(decoder: StateDecoder, stream: Buffer): Event[] {
  const events: Event[] = [];
  new Splitter(measureFrames()).push(stream, (bytes, start, end) => {
    decoder.decode(bytes, start, end, {
      value: (path, value) => events.push(['value', path, value]),
      badValue: (path, error) => {
        expect(error).toBeInstanceOf(StagelinqError);
        events.push(['bad', path]);
      },
    });
  });
  return events;
}

function decodeOne(path: string, json: string): Event | undefined {
  return decode(new StateDecoder(), valueFrame(path, json))[0];
}

function slowly(path: string, json: string): Event {
  try {
    return ['value', path, parseStateValue(json)];
  } catch {
    return ['bad', path];
  }
}

function scan(json: string): StateValue | undefined {
  const bytes = Buffer.from(json, 'utf16le').swap16();
  return new StateScanner().scan(bytes, 0, bytes.length);
}
