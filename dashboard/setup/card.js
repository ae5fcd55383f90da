/**
 * Shared parts of source and sink cards: the steps with their fields, and the other options.
 *
 * @import { SetupCard, WireStep } from '../../src/web/wire/setup.ts'
 * @import { WireSettingValue } from '../../src/web/wire/settings.ts'
 */
import { copyText } from '../dom.js';
import { fieldFor } from '../fields.js';
import { html, nothing, repeat } from '../lit/lit-html.js';
import { option } from '../saved.js';
import { translated } from '../text.js';
import { word } from '../words.js';

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

  /** @param {WireStep} step */
  function stepView({ text, copy, set = [], authorize }) {
    return html`<li><div class="form">
      <span>${text}${copy === undefined ? '.' : ':'}</span>
      ${copy === undefined ? nothing : copyView(text, copy)}
      ${set.map((name) => fields.get(name)?.element ?? nothing)}
      ${authorize && authorization !== undefined ? authorization : nothing}
    </div></li>`;
  }

  return {
    /**
     * @param {readonly WireStep[]} steps
     * @param {() => unknown} save  Enter in a field does it, too
     * @param {unknown} button  saves; it stands where the fields are
     */
    view(steps, save, button) {
      const inSteps = new Set(steps.flatMap(({ set = [] }) => set));
      const rest = [...fields].filter(([name]) => !inSteps.has(name)).map(([, { element }]) => element);
      // Without fields in the steps, the button is below the other options.
      const isAllThere = rest.length === fields.size;
      /** @param {KeyboardEvent} event */
      const keydown = (event) => {
        // While composing a word, as in Japanese, Enter ends the word.
        if (event.key === 'Enter' && !event.isComposing && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          save();
        }
      };
      return html`<div class="form wide" @keydown=${keydown}>
        ${steps.length === 0 ? nothing : html`<ol class="todo">${repeat(steps, ({ text }) => text, stepView)}</ol>`}
        ${rest.length === 0 ? nothing : html`<details class="more"><summary>${word('setup.more-options')}</summary><div class="form">${rest}${isAllThere ? button : nothing}</div></details>`}
        ${isAllThere ? nothing : button}
      </div>`;
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

/** Text to copy, with its button. @param {string} label @param {string} text */
export function copyView(label, text) {
  /** @param {Event & { currentTarget: HTMLButtonElement }} event */
  const copy = async ({ currentTarget: button }) => {
    const field = button.previousElementSibling;
    const copied = field instanceof HTMLInputElement && (await copyText(field));
    button.dataset.said = copied ? word('setup.copied') : word('setup.press-ctrl-c');
    setTimeout(() => delete button.dataset.said, 2_000);
  };
  return html`<div class="row copy">
    <input readonly .value=${text} aria-label=${label}>
    <button class="btn" type="button" @click=${copy}>${word('setup.copy')}</button>
  </div>`;
}
