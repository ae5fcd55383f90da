/**
 * Options of a theme, declared in `theme.json`, set by the configuration and the page's address. Pure.
 * @import { STANDARD_OPTION_TYPES, WireThemeOption } from '../../../src/web/wire/themes.ts'
 * @typedef {WireThemeOption} OptionSpec
 * @typedef {Readonly<Record<string, OptionSpec>>} OptionSpecs
 * @typedef {Record<string, string | number | boolean>} OptionValues durations are milliseconds
 */

/**
 * Options of every theme.
 *
 * @satisfies {{ readonly [Name in keyof typeof STANDARD_OPTION_TYPES]:
 * OptionSpec & { readonly type: (typeof STANDARD_OPTION_TYPES)[Name] } }}
 */
export const STANDARD_OPTIONS = {
  show: { type: 'duration', default: 0, label: 'Hide after (0: stay)' },
  delay: { type: 'duration', default: 0, label: 'Show later, to match the stream' },
  pos: {
    type: 'enum',
    default: 'auto',
    values: [
      'auto',
      'top-left',
      'top',
      'top-right',
      'left',
      'center',
      'right',
      'bottom-left',
      'bottom',
      'bottom-right',
    ],
    label: 'Place on the canvas',
  },
  only: {
    type: 'enum',
    default: 'all',
    values: ['all', 'text', 'art'],
    label: 'Show only a part',
  },
  details: {
    type: 'enum',
    default: 'none',
    values: ['none', 'bpm', 'key', 'bpm-key', 'label', 'label-year', 'bpm-key-label', 'genre', 'album'],
    label: 'More about the track',
  },
  handle: { type: 'text', default: '', label: 'Your name or handle' },
  logo: { type: 'text', default: '', label: 'Your logo' },
  margin: {
    type: 'range',
    default: 5,
    min: 0,
    max: 15,
    unit: 'vmin',
    label: 'Distance from the canvas edge',
  },
  scale: { type: 'range', default: 1, min: 0.5, max: 3, step: 0.05, label: 'Size' },
  font: {
    type: 'text',
    default: 'Inter',
    values: ['Inter', 'Barlow Condensed', 'Space Grotesk', 'DM Serif Display', 'JetBrains Mono'],
    label: 'Font: one of these, of your own files, or of the streaming computer',
  },
  radius: { type: 'range', default: 0, min: 0, max: 50, label: 'Round corners' },
  opacity: {
    type: 'range',
    default: 100,
    min: 0,
    max: 100,
    step: 5,
    unit: '%',
    label: 'Opacity of the panel',
  },
  'cover-accent': { type: 'bool', default: false, label: 'Accent color from the cover' },
  entrance: {
    type: 'enum',
    default: 'own',
    values: ['own', 'fade', 'rise', 'none'],
    label: 'Entrance and exit',
  },
  marquee: { type: 'bool', default: true, label: 'Scroll long titles' },
  speed: { type: 'range', default: 40, min: 10, max: 200, step: 5, unit: 'px/s', label: 'Scroll speed' },
  replay: { type: 'bool', default: false, label: 'Play the entrance whenever the scene comes up' },
  qr: { type: 'bool', default: false, label: 'QR code of the page for everybody' },
};

const TYPES = ['color', 'number', 'range', 'enum', 'bool', 'text', 'duration'];

/**
 * Valid options of a `theme.json`; the server reports the others.
 * @param {unknown} declared
 * @returns {OptionSpecs}
 */
export function usableSpecs(declared) {
  /** @type {OptionSpecs} */
  const standard = STANDARD_OPTIONS;
  return Object.fromEntries(
    Object.entries(declared ?? {}).filter(
      ([name, spec]) =>
        TYPES.includes(spec?.type) &&
        (spec.type !== 'enum' || Array.isArray(spec.values)) &&
        // The SDK computes with a standard option's type.
        (standard[name]?.type ?? spec.type) === spec.type,
    ),
  );
}

/**
 * Ignores a layer's invalid values.
 * @param {OptionSpecs} specs
 * @param {readonly Readonly<Record<string, unknown>>[]} layers later ones win; unknown names are ignored
 * @param {(text: string) => boolean} isColor whether CSS accepts the color, which only browsers know
 * @returns {{ values: OptionValues, problems: string[] }} a problem names the option, its value, and the expected
 * values
 */
export function readOptions(specs, layers, isColor) {
  /** @type {OptionValues} */
  const values = {};
  /** @type {string[]} */
  const problems = [];
  // Maps: the address may say `?constructor=`.
  const given = layers.map((layer) => new Map(Object.entries(layer)));
  for (const [name, spec] of Object.entries(specs)) {
    values[name] = spec.default;
    const set = given.filter((layer) => layer.has(name)).map((layer) => layer.get(name));
    for (const raw of [spec.default, ...set]) {
      const value = readOption(spec, raw, isColor);
      if (value === undefined) {
        problems.push(`${name}=${String(raw).slice(0, MAX_SHOWN)}: should be ${expectation(spec)}`);
      } else {
        values[name] = value;
      }
    }
  }
  return { values, problems };
}

// CSS-wide keywords would empty the variable.
const COLOR =
  /^(?!(?:inherit|initial|unset|revert)$)(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/deg+-]{5,60}\))$/i;
const BARE_HEX = /^([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m)?$/;
const MAX_TEXT = 200;
/** Characters of an invalid value in its problem. */
const MAX_SHOWN = 40;

/**
 * @param {OptionSpec} spec
 * @param {unknown} raw
 * @param {(text: string) => boolean} isColor
 * @returns {string | number | boolean | undefined} undefined when it is invalid
 */
function readOption(spec, raw, isColor) {
  const text = String(raw).trim();
  switch (spec.type) {
    case 'color': {
      // Optional `#`: it begins an address's fragment.
      const color = BARE_HEX.test(text) ? `#${text}` : text;
      return COLOR.test(color) && isColor(color) ? color : undefined;
    }
    case 'number':
    case 'range': {
      const number = text === '' ? Number.NaN : Number(text);
      return Number.isFinite(number)
        ? Math.min(spec.max ?? number, Math.max(spec.min ?? number, number))
        : undefined;
    }
    case 'enum':
      return spec.values?.includes(text) ? text : undefined;
    case 'bool':
      return /^(true|1|yes|on|)$/i.test(text) ? true : /^(false|0|no|off)$/i.test(text) ? false : undefined;
    case 'text':
      return text.length <= MAX_TEXT ? text : undefined;
    case 'duration': {
      const found = DURATION.exec(text);
      const unit = { ms: 1, s: 1_000, m: 60_000 }[found?.[2] ?? 's'] ?? 1_000;
      return found === null ? undefined : Math.round(Number(found[1]) * unit);
    }
  }
}

/** @param {OptionSpec} spec */
function expectation(spec) {
  switch (spec.type) {
    case 'color':
      return 'a color, such as 39f or rebeccapurple';
    case 'number':
    case 'range':
      return 'a number';
    case 'enum':
      return `one of ${spec.values?.join(', ')}`;
    case 'bool':
      return 'true or false';
    case 'text':
      return `at most ${MAX_TEXT} characters`;
    case 'duration':
      return 'a time, such as 12, 500ms or 2m';
  }
}

/**
 * @param {OptionSpec} spec
 * @param {string | number | boolean} value
 */
export function cssValue(spec, value) {
  switch (spec.type) {
    case 'number':
    case 'range':
      return `${value}${spec.unit !== undefined && /^[a-z%]+$/.test(spec.unit) ? spec.unit : ''}`;
    case 'bool':
      return value ? '1' : '0';
    case 'text':
      return `"${String(value).replace(/["\\]/g, '\\$&').replace(/\s+/g, ' ')}"`;
    case 'duration':
      return `${value}ms`;
    default:
      return String(value);
  }
}
