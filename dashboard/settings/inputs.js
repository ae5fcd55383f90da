/**
 * Input of one option, with its value as a save sends it.
 *
 * @import { WireOption, WireSettingValue } from '../../src/web/wire/settings.ts'
 *
 * @typedef {object} Entry
 * @property {HTMLElement} element  target of the label
 * @property {() => string} text  changes with the value
 * @property {() => WireSettingValue} value  throws an Error with the reason if the input has no valid value
 */
import { orderedChoices } from '../choices.js';
import { setText } from '../dom.js';
import { inputFor, textOf } from '../fields.js';
import { word } from '../words.js';

/** @param {WireOption} option @param {() => void} onChange @returns {Entry} */
export function entryFor(option, onChange) {
  if (option.field === 'choices') {
    const { element, text } = orderedChoices(option, onChange);
    return { element, text, value: text };
  }
  if (option.field === 'map') {
    return mapText(option, onChange);
  }
  const input = inputFor(option);
  input.disabled = option.isFixed;
  input.addEventListener('input', onChange);
  const text = () => textOf(input).replace(/^#/, option.field === 'color' ? '' : '#');
  return { element: input, text, value: text };
}

/** Section of free names, edited as JSON. @param {WireOption} option @param {() => void} onChange @returns {Entry} */
function mapText({ value, isFixed }, onChange) {
  const area = document.createElement('textarea');
  area.rows = 5;
  area.spellcheck = false;
  area.disabled = isFixed;
  setText(area, value === '{}' ? '' : JSON.stringify(JSON.parse(value), null, 2));
  area.addEventListener('input', onChange);
  return {
    element: area,
    text: () => area.value.trim(),
    value() {
      const read = area.value.trim() === '' ? {} : JSON.parse(area.value);
      if (typeof read !== 'object' || read === null || Array.isArray(read)) {
        throw new Error(word('settings.braces', { example: '{"size": 3}' }));
      }
      return read;
    },
  };
}
