import { say, type Text } from '../../core/message.ts';
import type { Kind, Parsed } from '../../core/option.ts';
import { bad, good, quoted, scalarText, textual } from './kind.ts';

const TRUE = /^(1|t|T|true|TRUE|True)$/;
const FALSE = /^(0|f|F|false|FALSE|False)$/;
const FILE_TRUE = /^(yes|on)$/i;
const FILE_FALSE = /^(no|off)$/i;

/** Files may also use yes, no, on and off. */
export const flag: Kind<boolean> = {
  type: '',
  standsAlone: true,
  choices: ['true', 'false'],
  parse: readBool,
  fromFile(value) {
    const scalar = scalarText(value);
    if (!scalar.ok) {
      return scalar;
    }
    if (FILE_TRUE.test(scalar.value)) {
      return good(true);
    }
    return FILE_FALSE.test(scalar.value) ? good(false) : readBool(scalar.value);
  },
  print: String,
};

function readBool(text: string): Parsed<boolean> {
  if (TRUE.test(text)) {
    return good(true);
  }
  return FALSE.test(text) ? good(false) : bad(say('settings.true-false-not', { quoted: quoted(text) }));
}

export interface UintOptions {
  readonly min?: number;
  /** Default: 2^53 - 1. */
  readonly max?: number;
  /** Shown in errors: `seconds`, `pixels`. */
  readonly unit?: string;
  /** Shown in errors: `a port`, `a percentage`. */
  readonly what?: Text;
}

/** Go's notations: `16`, `0x10`, `020`, `0o20`, `0b1_0000`. */
export function uint(options: UintOptions = {}): Kind<number> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options;
  const what =
    options.what ??
    (options.unit === undefined
      ? say('settings.whole-number')
      : say('settings.whole-number-of', { unit: options.unit }));
  return textual({
    type: 'uint',
    range: {
      min,
      ...(max < Number.MAX_SAFE_INTEGER && { max }),
      ...(options.unit !== undefined && { unit: options.unit }),
    },
    parse(text) {
      const value = readUint(text);
      if (value !== undefined && value >= min && value <= max) {
        return good(value);
      }
      return bad(
        max === Number.MAX_SAFE_INTEGER
          ? say('settings.least-not', { what, min, given: quoted(text) })
          : say('settings.not', { what, min, max, given: quoted(text) }),
      );
    },
    print: String,
  });
}

export const port: Kind<number> = uint({ min: 1, max: 65_535, what: say('settings.a-port') });

const UINT =
  /^(?:0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?[0-7])*|[1-9](?:_?[0-9])*)$/;

function readUint(text: string): number | undefined {
  // 64 binary digits, underscores and prefix stay well below.
  if (text.length > 140 || !UINT.test(text)) {
    return undefined;
  }
  const digits = text.replaceAll('_', '');
  return Number(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3, // micro sign
  μs: 1e-3, // Greek mu
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const DURATION = /^\+?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const DURATION_PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;

/** Milliseconds: `5s`, `1m30s`, `250ms`; Go's grammar without sign. */
export const duration: Kind<number> = textual({
  type: 'duration',
  parse(text) {
    if (/^\+?0+$/.test(text)) {
      return good(0);
    }
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) {
      return bad(
        say('settings.duration-needs-unit-seconds-thousandths', {
          one: quoted(`${text}s`),
          two: quoted(`${text}ms`),
        }),
      );
    }
    if (text.length > 100 || !DURATION.test(text)) {
      return bad(say('settings.duration-written-like-5s-1m30s-250ms', { quoted: quoted(text) }));
    }
    let ms = 0;
    for (const [, count, unit = ''] of text.matchAll(DURATION_PART)) {
      ms += Number(count) * (UNIT_MS[unit] ?? 0);
    }
    return Number.isSafeInteger(Math.round(ms))
      ? good(ms)
      : bad(say('settings.longer-anything-lasts', { quoted: quoted(text) }));
  },
  print: printDuration,
});

/** Milliseconds; negative after a minus: `-1m30s`. */
export const signedDuration: Kind<number> = textual({
  type: duration.type,
  async parse(text) {
    const isNegative = text.startsWith('-');
    const parsed = await duration.parse(isNegative ? text.slice(1) : text);
    return parsed.ok && isNegative ? good(-parsed.value) : parsed;
  },
  print: (ms) => (ms < 0 ? `-${printDuration(-ms)}` : printDuration(ms)),
});

export function durationUpTo(most: number): Kind<number> {
  return textual({
    type: duration.type,
    async parse(text) {
      const parsed = await duration.parse(text);
      return parsed.ok && parsed.value > most
        ? bad(say('settings.most-not', { most: printDuration(most), quoted: quoted(text) }))
        : parsed;
    },
    print: printDuration,
  });
}

function printDuration(ms: number): string {
  if (ms === 0) {
    return '0s';
  }
  if (ms < 1000) {
    return `${ms}ms`;
  }
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor((ms % 3_600_000) / 60_000);
  const seconds = (ms % 60_000) / 1000;
  return [
    [hours, 'h'],
    [minutes, 'm'],
    [seconds, 's'],
  ]
    .filter(([count]) => count !== 0)
    .map((part) => part.join(''))
    .join('');
}
