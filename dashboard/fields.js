/**
 * @import { WireSettingValue, WireOption } from '../src/web/wire/settings.ts'
 * @import { InputPlace } from './inputs.js'
 */
import { inputView } from './inputs.js';
import { html, live, nothing, repeat } from './lit/lit-html.js';
import { sentence } from './text.js';
import { createLater, press } from './view.js';
import { word } from './words.js';

const MADE_OF_PARTS = ['radio.url', 'page.url'];

/**
 * Input of an option, with its draft.
 *
 * @param {WireOption} option
 * @param {() => void} changed  called after each change by the user
 * @param {() => void} redraw
 */
export function createInput(option, changed, redraw) {
  const { field, items = [], choices = [], choiceTitles = {}, isFixed, mayHoldPassword } = option;
  let text = firstText(option);
  const hiding =
    mayHoldPassword &&
    createLater(redraw, async () =>
      (await import('./masked.js')).createMasked(text, mayHoldPassword, field === 'file'),
    );
  /** Order of the choices; the chosen ones are saved in it. */
  let order = [...items, ...choices.filter((choice) => !items.includes(choice))];

  const logo = createLater(redraw, async () => (await import('./logo.js')).createLogo(redraw, enter));

  /** @param {string} next @param {string} [inputType] */
  function enter(next, inputType) {
    const masked = hiding?.now();
    masked?.type(next, inputType);
    text = masked?.text() ?? next;
    changed();
  }

  async function hide() {
    (await hiding?.loaded())?.hide(text);
    redraw();
  }

  /** @param {readonly string[]} chosen */
  const inOrder = (chosen) => order.filter((choice) => chosen.includes(choice)).join(',');

  /** @param {string} choice @param {number} at */
  function choiceView(choice, at) {
    const chosen = text.split(',');
    const isChosen = chosen.includes(choice);
    const title = choiceTitles[choice];
    const toggle = () =>
      enter(inOrder(isChosen ? chosen.filter((one) => one !== choice) : [...chosen, choice]));
    const up = () => {
      order = order.filter((one) => one !== choice);
      order.splice(at - 1, 0, choice);
      enter(inOrder(chosen));
    };
    return html`<li>
      <label class="check"><input type="checkbox" value=${choice} ?disabled=${isFixed} .checked=${live(isChosen)} @change=${toggle}>
        <span>${title ?? choice}</span>${title === undefined ? nothing : html`<code class="key id">${choice}</code>`}</label>
      <button class="btn" type="button" aria-label=${word('settings.move-up', { name: title ?? choice })}
        aria-disabled=${isFixed || !isChosen || at === 0} @click=${press(up)}>↑</button>
    </li>`;
  }

  return {
    text: () => text,
    /** Replaces the draft, as if the user had typed it. @param {string} next */
    fill(next) {
      text = field === 'choices' ? inOrder(next.split(',')) : next;
      void hide();
    },
    /** The draft as a save sends it. Throws an Error with the reason if it is not valid. @returns {WireSettingValue} */
    value() {
      if (field === 'map') {
        const read = text.trim() === '' ? {} : JSON.parse(text);
        if (typeof read !== 'object' || read === null || Array.isArray(read)) {
          throw new Error(word('settings.braces', { example: '{"size": 3}' }));
        }
        return read;
      }
      if (field === 'address' && /^\d+$/.test(text.trim())) {
        // A bare port keeps the host.
        return option.value.replace(/[^:]*$/, '') + text.trim();
      }
      return field === 'switch' ? text === 'true' : field === 'color' ? text.replace('#', '') : text;
    },
    /** @param {InputPlace} place @param {string} labelId */
    view: (place, labelId) =>
      field === 'choices'
        ? html`<ol class="ordered" id=${place.id} aria-labelledby=${labelId} aria-describedby=${place.about ?? nothing}>
            ${repeat(order, (choice) => choice, choiceView)}
          </ol>`
        : html`${inputView(option, hiding?.now()?.shown() ?? text, enter, hiding ? { ...place, left: hide } : place)}
          ${option.name === 'page.logo' && !isFixed ? (logo.now()?.view() ?? nothing) : nothing}`,
  };
}

/**
 * Fields that make the address of some options from its parts; they outlive a save.
 *
 * @param {WireOption} option
 * @param {() => void} redraw
 * @param {{ text(): string, fill(text: string): void }} input
 */
export function createPartsOf({ name, field, isFixed }, redraw, input) {
  const parts =
    MADE_OF_PARTS.includes(name) && !isFixed
      ? createLater(redraw, async () =>
          (await import('./address-parts.js')).createParts(name, field === 'list', redraw, input),
        )
      : undefined;
  return () => parts?.now()?.() ?? nothing;
}

/** @param {WireOption} option */
function firstText({ field, value, items = [] }) {
  if (field === 'secret') {
    return '';
  }
  if (field === 'choices') {
    return items.join(',');
  }
  if (field === 'map') {
    return value === '{}' ? '' : JSON.stringify(JSON.parse(value), null, 2);
  }
  return field === 'color' ? `#${value.replace('#', '')}` : value;
}

let made = 0;

/**
 * Label, input and help of an option on a card.
 *
 * @param {WireOption} first
 * @param {() => void} redraw
 */
export function createField(first, redraw) {
  made += 1;
  const id = `field-${made}`;
  let option = first;
  let input = createInput(option, redraw, redraw);
  let shown = input.text();
  let sent = shown;
  const parts = createPartsOf(option, redraw, {
    text: () => input.text(),
    fill: (text) => input.fill(text),
  });
  return {
    name: option.name,
    id,
    view: () => html`<div class="field">
      <label id="${id}-name" for=${option.field === 'choices' ? nothing : id}>${option.title}</label>
      ${input.view({ id, about: `${id}-help` }, `${id}-name`)}
      <p class="help" id="${id}-help">${notesOf(option)}</p>
      ${parts()}
    </div>`,
    /** Compares with the value that was last shown or saved. */
    isChanged: () => !option.isFixed && input.text() !== shown,
    /** Draft for a save. */
    value() {
      sent = input.text();
      return input.value();
    },
    text: () => input.text(),
    /** Whether the draft is the one that was sent. */
    isSent: () => input.text() === sent,
    /** @param {string} text */
    fill: (text) => input.fill(text),
    /** Shows the server's value; a secret becomes an empty field. @param {WireOption} now */
    show(now) {
      option = now;
      input = createInput(option, redraw, redraw);
      shown = input.text();
    },
  };
}

/** Description, if it says more than the title. @param {Pick<WireOption, 'title' | 'help'>} option */
export function helpOf({ title, help }) {
  const known = title.toLowerCase();
  const words = help.toLowerCase().match(/\p{L}{4,}|\p{N}+/gu) ?? [];
  return words.every((one) => known.includes(one)) ? '' : sentence(help);
}

/** @param {WireOption} option */
function notesOf({ title, help, isFixed, isElsewhere, isSet, range }) {
  return [
    helpOf({ title, help }),
    range?.max === undefined ? '' : word('settings.from-to', range),
    isSet ? word('settings.is-set') : '',
    isElsewhere ? word('settings.names-something') : isFixed ? word('settings.chosen-at-start') : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}
