/** @import { WireOwnFiles, WireTheme, WireThemeOption } from '../../src/web/wire/themes.ts' */

import { inputFor, textOf } from '/dashboard/fields.js';
import { phrase, translated } from '/dashboard/text.js';
import { STANDARD_OPTIONS, usableSpecs } from '/sdk/v1/options.js';

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
  if (type === 'duration' && input instanceof HTMLInputElement) {
    input.placeholder = phrase('12, 500ms or 2m');
  }
  return input;
}
