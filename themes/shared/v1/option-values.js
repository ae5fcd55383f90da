/**
 * Values of a theme's options, set by the configuration and the page's address. Forms with options don't load them. Pure.
 * @import { OptionSpec, OptionSpecs } from './options.js'
 * @typedef {Record<string, string | number | boolean>} OptionValues durations are milliseconds
 */

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
