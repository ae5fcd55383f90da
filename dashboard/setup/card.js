/**
 * Shared parts of source and sink cards: the steps with their fields, and the other options.
 *
 * @import { SetupCard, WireStep } from '../../src/web/wire/setup.ts'
 * @import { WireSettingValue } from '../../src/web/wire/settings.ts'
 * @import { Field } from './card-fields.js'
 */

import { copyText } from '../copy-text.js';
import { html, live, nothing, repeat } from '../lit/lit-html.js';
import { option } from '../saved.js';
import { createLater } from '../view.js';
import { word } from '../words.js';

/**
 * Makes the steps with their options' fields; other options are folded away below.
 *
 * @param {SetupCard} card
 * @param {() => void} redraw
 * @param {{ view(): unknown } | undefined} authorization  shown at the step that gives the authorization
 */
export function cardForm({ options }, redraw, authorization) {
  const names = options.filter((name) => option(name) !== undefined);
  /** Empty until they are loaded for the first step, or the other options, that need them. @type {Map<string, Field>} */
  let fields = new Map();
  const inputs = createLater(redraw, async () => {
    const made = (await import('./card-fields.js')).createFields(names, redraw);
    ({ fields } = made);
    return made;
  });
  let isMoreOpen = false;

  /** @param {string} name  of an option */
  const textOf = (name) => fields.get(name)?.text() ?? option(name)?.value ?? '';

  /** @param {WireStep} step */
  function stepView({ text, copy, set = [], network, authorize, offers }) {
    const [first = ''] = set;
    const isFolded = offers !== undefined && textOf(first) === '' && fields.get(first)?.isChanged() !== true;
    return html`<li><div class="form">
      ${offers === undefined ? html`<span>${text}${copy === undefined ? '.' : ':'}</span>` : switchView(text, first, offers)}
      ${copy === undefined ? nothing : givenView(text, copy)}
      ${isFolded ? nothing : set.map((name) => inputs.now()?.view(name) ?? nothing)}
      ${network === undefined ? nothing : html`<p><button class="btn" type="button" @click=${() => form.fill({ [first]: network })}>${word('setup.listen-network')}</button></p>`}
      ${authorize ? (authorization?.view() ?? nothing) : nothing}
    </div></li>`;
  }

  /** @param {string} text @param {string} name  of an option @param {string} value  when on */
  const switchView = (text, name, value) => {
    const isOn = textOf(name) !== '';
    return html`<label class="check"><input type="checkbox" ?disabled=${option(name)?.isFixed} .checked=${live(isOn)}
      @change=${() => form.fill({ [name]: isOn ? '' : value })}> <span>${text}</span></label>`;
  };

  /** A page to open, or a text to copy. @param {string} label @param {string} text */
  const givenView = (label, text) =>
    /^https:/.test(text)
      ? html`<a href=${text} target="_blank" rel="noreferrer">${text}</a>`
      : copyView(label, text);

  /** @param {WireStep} step */
  const isMeant = ({ when }) => when === undefined || when.is.includes(textOf(when.option));

  /** @param {(field: Field) => boolean} mayShow */
  function showSaved(mayShow) {
    for (const field of fields.values()) {
      const known = option(field.name);
      if (known !== undefined && mayShow(field)) {
        field.show(known);
      }
    }
  }

  const form = {
    /** @param {readonly WireStep[]} steps @param {() => unknown} save  also by Enter in a field @param {unknown} button  saves */
    view(steps, save, button) {
      const inSteps = new Set(steps.flatMap(({ set = [] }) => set));
      const rest = names.filter((name) => !inSteps.has(name));
      // Without fields in the steps, the button is below the other options.
      const isAllThere = rest.length === names.length;
      const openMore = () => {
        isMoreOpen = true;
        redraw();
      };
      /** @param {KeyboardEvent} event */
      const keydown = (event) => {
        // While composing a word, as in Japanese, Enter ends the word.
        if (event.key === 'Enter' && !event.isComposing && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          save();
        }
      };
      return html`<div class="form wide" @keydown=${keydown}>
        ${steps.length === 0 ? nothing : html`<ol class="todo">${repeat(steps.filter(isMeant), ({ text }) => text, stepView)}</ol>`}
        ${rest.length === 0 ? nothing : html`<details class="more" @toggle=${openMore}><summary>${word('setup.more-options')}</summary>${isMoreOpen || fields.size > 0 ? html`<div class="form">${inputs.now()?.groups(rest) ?? nothing}${isAllThere ? button : nothing}</div>` : nothing}</details>`}
        ${isAllThere ? nothing : button}
      </div>`;
    },
    /** @returns {Record<string, WireSettingValue>} */
    changes: () =>
      Object.fromEntries(
        [...fields.values()].filter((field) => field.isChanged()).map(({ name, value }) => [name, value()]),
      ),
    /** Switches off what only another choice offers. @param {readonly WireStep[]} steps */
    dropOffers(steps) {
      for (const { set: [name = ''] = [] } of steps.filter((step) => step.offers && !isMeant(step))) {
        fields.get(name)?.fill('');
      }
    },
    /** Whether these steps can be drawn as they stay. @param {readonly WireStep[]} steps */
    isReady: (steps) => steps.every(({ set = [] }) => set.length === 0) || inputs.now() !== undefined,
    /** @param {Readonly<Record<string, string>>} values  by option */
    async fill(values) {
      for (const [name, text] of Object.entries(values)) {
        (await inputs.loaded()).fields.get(name)?.fill(text);
      }
      redraw();
    },
    /** @param {string} name  of an option @param {ReturnType<typeof import('../focus.js').focusLater>} focus */
    async lead(name, focus) {
      focus(document.getElementById((await inputs.loaded()).fields.get(name)?.id ?? ''));
    },
    /** Shows saved values, except in fields that the user edits. */
    refresh() {
      showSaved((field) => !field.isChanged());
    },
    /** Call it after a save of `changes`. */
    saved() {
      showSaved((field) => field.isSent() || !field.isChanged());
    },
  };
  return form;
}

/**
 * Form of the authorization that the card's part needs; undefined if it needs none.
 *
 * @param {SetupCard} card
 * @param {'sign in' | 'authorize'} kind
 * @param {() => void} redraw
 * @param {Parameters<typeof import('./authorize.js').authorizeForm>[3]} acts
 */
export function authorizationOf(card, kind, redraw, acts) {
  if (card.authorized === undefined) {
    return undefined;
  }
  let current = card;
  const form = createLater(redraw, async () => {
    const made = (await import('./authorize.js')).authorizeForm(card, kind, redraw, acts);
    made.show(current);
    return made;
  });
  return {
    view: () => form.now()?.view() ?? nothing,
    /** @param {SetupCard} now */
    show(now) {
      current = now;
      form.now()?.show(now);
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
