/**
 * Shared parts of source and sink cards: the steps with their fields, and the form of the options.
 *
 * @import { SetupCard } from '../../src/web/wire/setup.ts'
 * @import { WireStep as SetupStep } from '../../src/web/wire/setup.ts'
 * @import { WireSettingValue } from '../../src/web/wire/settings.ts'
 */
import { copyText, make, onPress, part, setText, showList } from '../dom.js';
import { fieldFor } from '../fields.js';
import { option } from '../saved.js';
import { phrase, translated } from '../text.js';

/**
 * Translates a card into the user's language.
 *
 * @template {SetupCard} Card
 * @param {Card} card
 * @returns {Card}
 */
export function worded(card) {
  return {
    ...card,
    title: translated(card.title),
    about: translated(card.about),
    steps: card.steps.map((step) => ({ ...step, text: translated(step.text) })),
  };
}

/**
 * Makes the steps with their options' fields; other options are folded away below.
 *
 * @param {SetupCard} card
 * @param {HTMLElement} [authorization]  shown at the step that gives the authorization
 */
export function cardForm({ options }, authorization) {
  const fields = new Map(
    options.flatMap((name) => {
      const known = option(name);
      return known === undefined ? [] : [[name, fieldFor(known)]];
    }),
  );
  const list = make('ol', 'steps numbered');
  const more = document.createElement('details');
  const rest = make('div', 'form');
  rest.append(...[...fields.values()].map(({ element }) => element));
  more.append(make('summary', '', phrase('More options')), rest);

  /** @param {HTMLElement} row @param {SetupStep} step */
  function fill(row, { text, copy, set = [], authorize }) {
    const isNew = row.childElementCount === 0;
    setText(part(row, 'span', 'text'), `${text}${copy === undefined ? '.' : ':'}`);
    if (copy !== undefined) {
      showCopy(row, text, copy);
    }
    if (isNew && set.length > 0) {
      const place = part(row, 'div', 'form');
      place.append(...set.flatMap((name) => fields.get(name)?.element ?? []));
    }
    if (isNew && authorize && authorization !== undefined) {
      row.append(authorization);
    }
  }

  return {
    elements: [list, more],
    /**
     * Lets Enter in a field do what the button does.
     * @param {HTMLButtonElement} button
     */
    savedBy(button) {
      for (const { element } of fields.values()) {
        element.addEventListener('keydown', (event) => {
          // While composing a word, as in Japanese, Enter ends the word.
          if (event.key === 'Enter' && !event.isComposing && event.target instanceof HTMLInputElement) {
            button.click();
          }
        });
      }
    },
    /** @param {readonly SetupStep[]} steps */
    show(steps) {
      showList(list, steps, ({ text }) => text, fill);
      // Moves fields out of a removed step.
      const elements = [...fields.values()].map(({ element }) => element);
      rest.append(...elements.filter((one) => !list.contains(one) && !rest.contains(one)));
      list.hidden = steps.length === 0;
      more.hidden = rest.childElementCount === 0;
    },
    /** @returns {Record<string, WireSettingValue>} */
    changes: () =>
      Object.fromEntries(
        [...fields.values()].filter((field) => field.isChanged()).map(({ name, value }) => [name, value()]),
      ),
    /** @param {Readonly<Record<string, string>>} values  by option */
    fill(values) {
      for (const [name, text] of Object.entries(values)) {
        fields.get(name)?.fill(text);
      }
    },
    /** @param {string} name  of an option */
    focus(name) {
      fields.get(name)?.element.querySelector('input')?.focus();
    },
    /** Shows saved values, except in fields that the user edits. */
    refresh() {
      for (const field of fields.values()) {
        const known = option(field.name);
        if (known !== undefined && known.field !== 'secret' && !known.masked && !field.isChanged()) {
          field.fill(known.value);
          field.saved();
        }
      }
    },
    saved() {
      for (const field of fields.values()) {
        field.saved();
      }
    },
  };
}

/** @param {HTMLElement} row @param {string} text @param {string} copy */
function showCopy(row, text, copy) {
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
      setText(button, phrase('Copy'));
      onPress(button, () => copyFrom(field, button));
    }
  }
}

/**
 * @param {HTMLInputElement} field
 * @param {HTMLButtonElement} button  shows a confirmation for a moment
 */
export async function copyFrom(field, button) {
  setText(button, (await copyText(field)) ? phrase('Copied') : phrase('Press Ctrl+C'));
  setTimeout(() => setText(button, phrase('Copy')), 2_000);
}
