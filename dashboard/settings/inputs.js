/**
 * The input of one option: what people type or choose, as a save sends it.
 *
 * @import { WireOption, WireSettingValue } from '../../src/web/wire/settings.ts'
 *
 * @typedef {object} Entry
 * @property {HTMLElement} element  what the label names
 * @property {() => string} text  changes with the value
 * @property {() => WireSettingValue} value  throws an Error that says why there is none
 */
import { make, onPress, setText, setUsable } from '../dom.js';
import { inputFor, textOf } from '../fields.js';
import { phrase } from '../text.js';

/** @param {WireOption} option @param {() => void} onChange @returns {Entry} */
export function entryFor(option, onChange) {
  if (option.field === 'choices') {
    return orderedChoices(option, onChange);
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

/** Several of some words, the most important first. @param {WireOption} option @param {() => void} onChange @returns {Entry} */
function orderedChoices({ items = [], choices = [], choiceTitles = {}, isFixed }, onChange) {
  const list = make('ol', 'ordered');
  const rows = [...items, ...choices.filter((choice) => !items.includes(choice))].map((choice) => {
    const row = make('li');
    const label = make('label', 'check');
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = items.includes(choice);
    box.disabled = isFixed;
    box.value = choice;
    const up = document.createElement('button');
    up.type = 'button';
    up.textContent = '↑';
    const title = choiceTitles[choice];
    up.setAttribute('aria-label', phrase('Move {name} up', { name: title ?? choice }));
    label.append(box, make('span', '', title ?? choice));
    if (title !== undefined) {
      label.append(make('code', 'key', choice));
    }
    row.append(label, up);
    box.addEventListener('change', changed);
    onPress(up, () => {
      row.previousElementSibling?.before(row);
      up.focus();
      changed();
    });
    return { row, box, up };
  });
  list.append(...rows.map(({ row }) => row));

  function showUsable() {
    for (const { row, box, up } of rows) {
      setUsable(up, !isFixed && box.checked && row.previousElementSibling !== null);
    }
  }
  function changed() {
    showUsable();
    onChange();
  }
  showUsable();
  const chosen = () => [...list.querySelectorAll('input')].filter(({ checked }) => checked);
  const text = () =>
    chosen()
      .map((box) => box.value)
      .join(',');
  return { element: list, text, value: text };
}

/** A section of free names, as JSON. @param {WireOption} option @param {() => void} onChange @returns {Entry} */
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
        throw new Error(phrase('names and values belong in braces: {example}', { example: '{"size": 3}' }));
      }
      return read;
    },
  };
}
