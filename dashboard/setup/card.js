/**
 * What the cards of sources and sinks share: the steps with what to type, and the form of the options.
 *
 * @import { SetupCard, Step } from '../../src/wire/setup.ts'
 * @import { WireSettingValue, WireOption } from '../../src/wire/settings.ts'
 * @import { OptionField } from '../fields.js'
 */
import { make, onPress, part, setText, showList } from '../dom.js';
import { fieldFor } from '../fields.js';
import { option } from '../saved.js';

/**
 * @param {HTMLElement} list
 * @param {readonly Step[]} steps
 */
export function showSteps(list, steps) {
  list.className = 'steps numbered';
  showList(list, steps, ({ text }) => text, fillStep);
  list.hidden = steps.length === 0;
}

/** @param {HTMLElement} row @param {Step} step */
function fillStep(row, { text, copy }) {
  setText(part(row, 'span', 'text'), `${text}${copy === undefined ? '.' : ':'}`);
  if (copy !== undefined) {
    const box = part(row, 'div', 'row');
    box.classList.add('copy');
    const field = part(box, 'input', 'what');
    const button = part(box, 'button', 'do');
    if (field instanceof HTMLInputElement && button instanceof HTMLButtonElement) {
      field.readOnly = true;
      field.value = copy;
      field.setAttribute('aria-label', text);
      if (button.textContent === '') {
        button.type = 'button';
        setText(button, 'Copy');
        onPress(button, () => copyFrom(field, button));
      }
    }
  }
}

/**
 * @param {HTMLInputElement} field
 * @param {HTMLButtonElement} button  says for a moment that it was done
 */
export async function copyFrom(field, button) {
  field.select();
  // Browsers offer the clipboard to secure origins only; elsewhere `execCommand` still works.
  const copied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  );
  setText(button, copied === true || document.execCommand('copy') ? 'Copied' : 'Press Ctrl+C');
  setTimeout(() => setText(button, 'Copy'), 2_000);
}

/**
 * The form of a card's options, made once: those that have to be given first, the others folded away.
 *
 * @param {SetupCard} card
 * @returns {{ element: HTMLElement, changes: () => Record<string, WireSettingValue> }}
 */
export function optionsForm({ options }) {
  const element = make('div', 'form');
  /** @type {WireOption[]} */
  const known = options.flatMap((name) => option(name) ?? []);
  // An option without a default is one that somebody has to fill in.
  const [needed, others] = [known.filter(isNeeded), known.filter((one) => !isNeeded(one))];
  const fields = [...needed, ...others].map(fieldFor);
  element.append(...fields.slice(0, needed.length).map((field) => field.element));
  if (others.length > 0) {
    const more = document.createElement('details');
    more.append(make('summary', '', needed.length === 0 ? 'Options' : 'More options'));
    const inner = make('div', 'form');
    inner.append(...fields.slice(needed.length).map((field) => field.element));
    more.append(inner);
    element.append(more);
  }
  return {
    element,
    changes: () =>
      Object.fromEntries(
        fields.filter((field) => field.isChanged()).map(({ name, value }) => [name, value()]),
      ),
  };
}

/** @param {WireOption} option */
function isNeeded({ default: usual, field }) {
  return usual === '' && field !== 'list' && field !== 'map' && field !== 'switch';
}
