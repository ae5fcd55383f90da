/**
 * @typedef {object} InputSpec
 * @property {string} field  `choice`, `switch`, `secret`, `color`, `number`, `range`, `map`, and text otherwise
 * @property {readonly string[]} [choices]
 * @property {Readonly<Record<string, string>>} [choiceTitles]  words for choices
 * @property {{ readonly min: number, readonly max?: number, readonly step?: number }} [range]
 * @property {boolean} [isFixed]
 * @property {string} [default]
 * @property {string} [placeholder]
 *
 * @typedef {object} InputPlace
 * @property {string} id
 * @property {string} [about]  ids of the elements that describe it
 * @property {string} [list]  id of the suggestions
 * @property {boolean} [isWrong]
 * @property {() => void} [left]  called when the focus leaves it
 *
 * @typedef {Event & { target: HTMLInputElement, inputType?: string }} InputEvent
 */
import { html, live, nothing } from './lit/lit-html.js';
import { word } from './words.js';

const TYPES = new Map([
  ['secret', 'password'],
  ['color', 'color'],
  ['number', 'number'],
  ['range', 'range'],
]);

/**
 * Input for one value.
 *
 * @param {InputSpec} spec
 * @param {string} text
 * @param {(text: string, inputType?: string) => void} enter  `inputType`: of the browser's event
 * @param {InputPlace} place
 */
export function inputView(spec, text, enter, { id, about, list, isWrong = false, left }) {
  const { field, choices = [], choiceTitles = {}, range, isFixed = false, placeholder = nothing } = spec;
  const input = (/** @type {InputEvent} */ { target, inputType }) => enter(target.value, inputType);
  if (field === 'choice') {
    const none = spec.default === '' || text === '' ? [''] : [];
    const allowed = [...none, ...choices.filter((choice) => choice !== '')];
    return html`<select id=${id} aria-describedby=${about ?? nothing} aria-invalid=${isWrong} ?disabled=${isFixed} @input=${input}>
      ${allowed.map((choice) => html`<option value=${choice} .selected=${live(choice === text)}>${choiceTitles[choice] ?? (choice || word('settings.nothing'))}</option>`)}
    </select>`;
  }
  if (field === 'switch') {
    return html`<input id=${id} type="checkbox" aria-describedby=${about ?? nothing} aria-invalid=${isWrong} ?disabled=${isFixed}
      .checked=${live(text === 'true')} @input=${(/** @type {InputEvent} */ { target }) => enter(String(target.checked))}>`;
  }
  if (field === 'map') {
    return html`<textarea id=${id} rows=${text === '' ? 2 : 5} spellcheck="false" aria-describedby=${about ?? nothing} aria-invalid=${isWrong}
      ?disabled=${isFixed} .value=${live(text)} @input=${input}></textarea>`;
  }
  const { min, max, step } = range ?? {};
  const part = min === undefined || max === undefined ? 0 : (Number(text) - min) / (max - min);
  return html`<input id=${id} type=${TYPES.get(field) ?? 'text'} min=${min ?? nothing} max=${max ?? nothing} step=${step ?? nothing} autocomplete="off"
    spellcheck="false" list=${list ?? nothing} placeholder=${placeholder} aria-describedby=${about ?? nothing} aria-invalid=${isWrong}
    ?disabled=${isFixed} .style=${field === 'range' ? `--p: ${100 * part}%` : ''} .value=${live(text)} @input=${input} @blur=${left}>`;
}
