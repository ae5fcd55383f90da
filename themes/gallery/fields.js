/**
 * @import { WireOwnFiles, WireTheme, WireThemeOption } from '../../src/web/wire/themes.ts'
 * @import { PageText } from '/dashboard/words.js'
 *
 * @typedef {(typeof GROUPS)[number]} Group
 */

import { inputFor, textOf } from '/dashboard/fields.js';
import { translated } from '/dashboard/text.js';
import { word } from '/dashboard/words.js';
import { STANDARD_OPTIONS, usableSpecs } from '/sdk/v1/options.js';

export const GROUPS = /** @type {const} */ (['color', 'type', 'motion', 'place', 'more']);

/** Options by the group that shows them; colors are in `color`, and all others in `more`. */
const IN_GROUPS = {
  color: ['cover-accent', 'opacity', 'radius'],
  type: ['font', 'label', 'before', 'details', 'handle'],
  motion: ['entrance', 'show', 'delay', 'marquee', 'speed', 'spin'],
  place: ['pos', 'scale', 'margin', 'only'],
};

/** @param {string} name @param {WireThemeOption} spec @returns {Group} */
export function groupOf(name, { type }) {
  const listed = GROUPS.find((group) => group !== 'more' && IN_GROUPS[group].includes(name));
  return listed ?? (type === 'color' ? 'color' : 'more');
}

/** Words of values that the SDK's options have. @type {Readonly<Record<string, PageText>>} */
const VALUES = {
  all: 'value.all',
  album: 'value.album',
  art: 'value.art',
  auto: 'value.auto',
  bottom: 'value.bottom',
  'bottom-left': 'value.bottom-left',
  'bottom-right': 'value.bottom-right',
  bpm: 'value.bpm',
  'bpm-key': 'value.bpm-key',
  'bpm-key-label': 'value.bpm-key-label',
  center: 'value.center',
  fade: 'value.fade',
  genre: 'value.genre',
  key: 'value.key',
  label: 'value.label',
  'label-year': 'value.label-year',
  left: 'value.left',
  none: 'value.none',
  own: 'value.own',
  right: 'value.right',
  rise: 'value.rise',
  text: 'value.text',
  top: 'value.top',
  'top-left': 'value.top-left',
  'top-right': 'value.top-right',
};

/**
 * Options of a theme, its own first, with the user's fonts and pictures among the suggestions.
 *
 * @param {WireTheme | undefined} theme
 * @param {WireOwnFiles} own
 * @returns {Record<string, WireThemeOption>}
 */
export function specsOf(theme, { fonts, pictures }) {
  /** @type {Record<string, WireThemeOption>} */
  const specs = { ...theme?.options, ...STANDARD_OPTIONS, ...usableSpecs(theme?.options) };
  const { font = STANDARD_OPTIONS.font, logo = STANDARD_OPTIONS.logo } = specs;
  return {
    ...specs,
    font: { ...font, values: [...(font.values ?? []), ...fonts] },
    logo: { ...logo, values: pictures },
  };
}

/**
 * Makes a labeled field for one option.
 *
 * @param {string} name
 * @param {WireThemeOption} spec
 * @param {(text: string | undefined) => void} changed  called with the value in the form of the address; undefined for the default
 * @param {string} [prefix]  of the ids on this page
 */
export function fieldFor(name, spec, changed, prefix = 'option') {
  const field = document.createElement('div');
  field.className = 'field look-field';
  const label = document.createElement('label');
  label.htmlFor = `${prefix}-${name}`;
  label.textContent = translated(spec.label ?? name);
  const input = inputOf(spec);
  input.id = `${prefix}-${name}`;
  field.append(label, input);
  if (spec.type === 'text' && spec.values !== undefined && input instanceof HTMLInputElement) {
    const suggestions = document.createElement('datalist');
    suggestions.id = `${prefix === 'option' ? '' : `${prefix}-`}suggestions-${name}`;
    suggestions.append(...spec.values.map((value) => new Option(value, value)));
    input.setAttribute('list', suggestions.id);
    field.append(suggestions);
  }
  const output = document.createElement('output');
  if (spec.type === 'range') {
    field.append(output);
  }
  const show = () => {
    if (spec.type === 'range') {
      const { min = 0, max = 100 } = spec;
      input.style.setProperty('--p', `${(100 * (Number(textOf(input)) - min)) / (max - min)}%`);
    }
    output.textContent = `${textOf(input)}${spec.unit ?? ''}`;
  };
  show();
  input.addEventListener('input', () => {
    show();
    const text = textOf(input);
    const isDefault = text === String(spec.default);
    // An address can't contain a color's `#`, which would begin the fragment.
    changed(isDefault ? undefined : spec.type === 'color' ? text.replace('#', '') : text);
  });
  return field;
}

/** @type {Readonly<Partial<Record<WireThemeOption['type'], string>>>} */
const INPUTS = { bool: 'switch', enum: 'choice' };

/** @param {WireThemeOption} spec */
function inputOf({ type, default: value, values, min = 0, max = 100, step = 1 }) {
  const input = inputFor({
    field: INPUTS[type] ?? type,
    value: String(value),
    ...(values !== undefined && { choices: values }),
    ...(type === 'range' && { range: { min, max, step } }),
  });
  if (input instanceof HTMLSelectElement) {
    for (const each of input.options) {
      const text = VALUES[each.value];
      each.textContent = text === undefined ? each.value : word(text);
    }
  }
  if (type === 'duration' && input instanceof HTMLInputElement) {
    input.placeholder = word('setup-look.duration');
  }
  return input;
}
