/**
 * Form fields for options, each with the input for its type, its help, and its value for a save.
 *
 * @import { WireSettingValue, WireOption } from '../src/web/wire/settings.ts'
 *
 * @typedef {object} InputSpec
 * @property {string} field  `choice`, `switch`, `secret`, `color`, `number`, `range`, or anything else for text
 * @property {string} value
 * @property {string} [default]
 * @property {readonly string[]} [choices]
 * @property {Readonly<Record<string, string>>} [choiceTitles]  words for choices
 * @property {{ readonly min: number, readonly max?: number, readonly step?: number }} [range]
 * @property {boolean} [masked]  the value is shown as a placeholder only
 *
 * @typedef {object} OptionField
 * @property {string} name  of the option
 * @property {HTMLElement} element
 * @property {() => boolean} isChanged  since it was made
 * @property {() => WireSettingValue} value
 * @property {(text: string) => void} fill  enters the text, as if the user had typed it
 * @property {() => void} saved  call it after a save of the shown value
 */
import { orderedChoices } from './choices.js';
import { make, setText } from './dom.js';
import { sentence } from './saved.js';
import { word } from './words.js';

let made = 0;

/** @param {WireOption} option @returns {OptionField} */
export function fieldFor(option) {
  const element = make('div', 'field');
  const entry = option.field === 'choices' ? orderedChoices(option) : single(option);
  made += 1;
  const id = `field-${made}`;
  entry.element.id = id;
  entry.element.setAttribute('aria-describedby', `${id}-help`);
  const label = document.createElement('label');
  label.id = `${id}-name`;
  if (option.field === 'choices') {
    entry.element.setAttribute('aria-labelledby', label.id);
  } else {
    label.htmlFor = id;
  }
  label.textContent = option.title;
  const help = make('p', 'help', helpOf(option));
  help.id = `${id}-help`;
  element.append(label, entry.element, help);
  let first = entry.text();
  return {
    name: option.name,
    element,
    isChanged: () => !option.isFixed && entry.text() !== first,
    fill: entry.fill,
    saved() {
      if (option.field === 'secret' && entry.text() !== '') {
        entry.fill('');
        setText(help, helpOf({ ...option, isSet: true }));
      }
      first = entry.text();
    },
    value: () => (option.field === 'switch' ? entry.text() === 'true' : entry.text()),
  };
}

/** @param {WireOption} option */
function single(option) {
  const input = inputFor(option);
  input.disabled = option.isFixed;
  return {
    element: input,
    text: () => textOf(input),
    /** @param {string} text */
    fill(text) {
      if (input instanceof HTMLInputElement && input.type === 'checkbox') {
        input.checked = text === 'true';
      } else {
        input.value = text;
      }
    },
  };
}

/** @param {WireOption} option */
function helpOf({ title, help, isFixed, isElsewhere, isSet, range }) {
  return [
    help.toLowerCase() === title.toLowerCase() ? '' : sentence(help),
    range?.max === undefined ? '' : word('settings.from-to', range),
    isSet ? word('settings.is-set') : '',
    isElsewhere ? word('settings.names-something') : isFixed ? word('settings.chosen-at-start') : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}

/**
 * Makes the input for a type, with its value.
 *
 * @param {InputSpec} spec
 */
export function inputFor({ field, value, choices, choiceTitles, range, masked, default: usual }) {
  if (field === 'choice') {
    const select = document.createElement('select');
    const none = usual === '' || value === '' ? [''] : [];
    const allowed = [...none, ...(choices ?? []).filter((choice) => choice !== '')];
    select.append(
      ...allowed.map(
        (choice) => new Option(choiceTitles?.[choice] ?? (choice || word('settings.nothing')), choice),
      ),
    );
    select.value = value;
    return select;
  }
  const input = document.createElement('input');
  input.autocomplete = 'off';
  input.spellcheck = false;
  switch (field) {
    case 'switch':
      input.type = 'checkbox';
      input.checked = value === 'true';
      return input;
    case 'secret':
      input.type = 'password';
      return input;
    case 'color':
      input.type = 'color';
      input.value = `#${value.replace('#', '')}`;
      return input;
    case 'number':
    case 'range':
      input.type = field;
      input.min = String(range?.min ?? '');
      input.max = String(range?.max ?? '');
      input.step = String(range?.step ?? '');
  }
  if (masked) {
    input.placeholder = value;
  } else {
    input.value = value;
  }
  return input;
}

/** @param {HTMLInputElement | HTMLSelectElement} input */
export function textOf(input) {
  return input instanceof HTMLInputElement && input.type === 'checkbox' ? String(input.checked) : input.value;
}
