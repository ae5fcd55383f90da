/**
 * Switches sources on and off when the user presses a picture or a card of the set-up page.
 *
 * @import { SourceCard } from '../../src/web/wire/setup.ts'
 * @import { Product } from './products.js'
 * @import { Task } from '../task.js'
 * @import { WireSettingValue } from '../../src/web/wire/settings.ts'
 * @import { authorizationOf, cardForm } from './card.js'
 *
 * @typedef {object} Choice  what the user wants
 * @property {readonly SourceCard[]} shown
 * @property {Map<string, Product>} picks  pictures pressed on this page, by source; one that needs input is not on yet
 * @property {Record<string, string | undefined>} pressed  product by source, kept: the settings name the source only
 * @property {Product | undefined} chosen  last of them
 * @property {readonly string[]} places  sources in the list of all: pressed, a card keeps its place under the pointer
 * @property {boolean} isEarly  the choice waits for the cards
 *
 * @typedef {object} Inside  what a card keeps between answers of the server
 * @property {Task} task
 * @property {ReturnType<typeof cardForm>} form
 * @property {ReturnType<typeof authorizationOf>} authorization
 * @property {() => Promise<boolean>} saveForm
 * @property {boolean} isOpened  by the user
 * @property {boolean} isLed  opened for a field that the source needs
 * @property {string | undefined} [missing]  option without which the last save was refused
 */
import { focusLater } from '../focus.js';
import { option, save } from '../saved.js';
import { word } from '../words.js';
import { nameOf } from './product-name.js';
import { NONE, offersOf } from './products.js';

/**
 * @param {{
 *   choice: Choice, answer: Task, redraw(): void,
 *   insideOf(card: SourceCard): Inside | undefined,
 *   onNames(): readonly string[], isDefault(): boolean, isAsked(card: SourceCard): boolean,
 *   shownProduct(card: SourceCard): Product | undefined,
 *   cardOf(product: Product): SourceCard | undefined,
 * }} sources
 */
export function createActs({
  choice,
  answer,
  redraw,
  insideOf,
  onNames,
  isDefault,
  isAsked,
  shownProduct,
  cardOf,
}) {
  const { picks } = choice;

  /** @param {string} name */
  const named = (name) => choice.shown.find((card) => card.name === name);

  /** Names of the sources that stay on beside a new one. */
  function kept() {
    const asked = choice.shown.filter(isAsked).map(({ name }) => name);
    return onNames().filter((name) => !isDefault() || asked.includes(name));
  }

  /** @param {Product} product */
  async function choose(product) {
    answer.say('');
    const card = cardOf(product);
    if (product.source === '') {
      choice.chosen = choice.chosen === product ? undefined : product;
      const isLater = (/** @type {SourceCard} */ one) => Number(isAsked(one));
      const places = [...choice.shown].sort((one, other) => isLater(one) - isLater(other));
      choice.places = places.map(({ name }) => name);
      redraw();
      bringIntoView('#sources');
    } else if (card === undefined || (isDefault() && !picks.has(card.name))) {
      await watchWith(product);
    } else {
      await remove(product, card);
    }
  }

  /** @param {Product} product @param {SourceCard} card */
  async function remove(product, { name, state }) {
    const rest = onNames().filter((one) => one !== name);
    if (rest.length === 0 && state === 'arrived') {
      answer.say(word('setup.stays', { name: nameOf(product) }));
      return;
    }
    const isOn = onNames().includes(name);
    const { saved, reason } = isOn
      ? await save(rest.length > 0 ? { source: rest } : {}, [
          ...(rest.length > 0 ? [] : ['source']),
          ...ownOf(product),
        ])
      : { saved: true, reason: '' };
    if (saved) {
      forget(name);
      if (rest.length === 0) {
        // The default source runs then, but was not chosen.
        keepPressed(NONE, NONE);
      }
    }
    answer.say(saved ? word('setup.removed', { name: nameOf(product) }) : reason, !saved);
  }

  /** Options of the file that the product set. @param {Product | undefined} product */
  function ownOf(product) {
    return Object.keys(product?.set ?? {}).filter((one) => option(one)?.origin.from === 'file');
  }

  /** @param {string} name  of a source @param {string} [product]  undefined if the user named none */
  function keepPressed(name, product) {
    choice.pressed[name] = product;
    localStorage.setItem('deckcast.gear', JSON.stringify(choice.pressed));
  }

  /** @param {string} name  of a source */
  function forget(name) {
    picks.delete(name);
    keepPressed(name);
    if (choice.chosen?.source === name) {
      choice.chosen = undefined;
    }
  }

  /**
   * Switches the product's source on, beside those that the user wants already. Resolves with whether that was saved.
   *
   * @param {Product} product
   * @param {boolean} [isAnswer]  the user has answered the card
   */
  async function watchWith(product, isAnswer = false) {
    const { source: name, set = {}, initial = {}, instead = '' } = product;
    const focus = focusLater();
    const card = named(name);
    const before = card !== undefined && isAsked(card) ? shownProduct(card) : undefined;
    choice.chosen = product;
    picks.set(name, product);
    keepPressed(name, product.id);
    const inside = card && insideOf(card);
    if (card === undefined || inside === undefined) {
      // The cards are not there yet.
      choice.isEarly = true;
      return false;
    }
    choice.isEarly = false;
    const { form, task } = inside;
    const offers = offersOf(product, card);
    const missingNow = Object.entries(initial).filter(
      ([one]) => option(one)?.value === '' && !form.changes()[one],
    );
    await form.fill({ ...offers, ...set, ...Object.fromEntries(missingNow) });
    answer.say(word('settings.saving'));
    const source = [name, ...kept().filter((one) => one !== name && one !== instead)];
    const { saved, reason, problems = [] } = await save({ source, ...set, ...form.changes(), ...offers });
    const missing = problems.find(
      ({ option: one }) => one !== undefined && card.options.includes(one),
    )?.option;
    const isPicked = saved || missing !== undefined;
    if (saved) {
      picks.delete(instead);
      keepPressed(NONE);
    } else if (!isPicked) {
      forget(name);
    }
    const other = before === undefined || before.id === product.id ? undefined : nameOf(before);
    const said = other === undefined ? '' : word('setup.replaces', { name: nameOf(product), other });
    answer.say(isPicked ? said : reason, !isPicked);
    task.say(saved || isAnswer ? reason : isPicked ? word('setup.needs') : '', isAnswer && !saved);
    if (saved) {
      form.saved();
    }
    bringIntoView(`[data-source="${name}"]`);
    queueMicrotask(() => {
      if (missing !== undefined) {
        form.lead(missing, focus);
      }
    });
    return saved;
  }

  /** Saves the fields of the card together with `set`. @param {SourceCard} card @param {Record<string, WireSettingValue>} [set] @param {string[]} [unset] */
  async function saveAll(card, set = {}, unset = []) {
    const inside = insideOf(card);
    if (inside === undefined) {
      return false;
    }
    return inside.task.run(word('settings.saving'), async () => {
      const { saved, reason, problems = [] } = await save({ ...inside.form.changes(), ...set }, unset);
      inside.missing = saved
        ? undefined
        : problems.find(({ option: one = '' }) => card.options.includes(one))?.option;
      if (saved) {
        inside.form.saved();
      }
      return { done: saved, reason };
    });
  }

  /** Switches a source that needed this input on with it. @param {SourceCard} card */
  async function saveForm(card) {
    const pick = picks.get(card.name);
    if (onNames().includes(card.name)) {
      return saveAll(card);
    }
    return pick !== undefined
      ? watchWith(pick, true)
      : insideOf(card)?.missing !== undefined
        ? toggle(card.name)
        : saveAll(card);
  }

  /** Switches a source on or off. Resolves with whether that was saved. @param {string} name @param {Readonly<Record<string, string>>} [offers] */
  async function toggle(name, offers = {}) {
    const isOn = onNames().includes(name);
    const card = named(name);
    const inside = card && insideOf(card);
    const focus = focusLater();
    await inside?.form.fill(offers);
    const source = isOn ? onNames().filter((one) => one !== name) : [...kept(), name];
    const saved =
      card !== undefined && (await saveAll(card, { source }, isOn ? ownOf(shownProduct(card)) : []));
    if (saved) {
      if (isOn) {
        forget(name);
      } else {
        // An offer names its program.
        keepPressed(name, Object.keys(offers).length === 0 ? 'other' : undefined);
      }
    } else if (inside?.missing !== undefined) {
      inside.isLed = true;
      const { missing } = inside;
      redraw();
      queueMicrotask(() => inside.form.lead(missing, focus));
    }
    redraw();
    return saved;
  }

  /** @param {string} name @param {number} by */
  function move(name, by) {
    const source = onNames().filter((one) => one !== name);
    source.splice(Math.max(0, onNames().indexOf(name) + by), 0, name);
    const card = named(name);
    void (card && saveAll(card, { source }));
  }

  function otherWay() {
    const { chosen, shown } = choice;
    const other = chosen?.otherwise;
    if (chosen !== undefined && other !== undefined) {
      const isArrived = shown.some(({ name, state }) => name === chosen.source && state === 'arrived');
      const instead = isArrived ? '' : chosen.source;
      void watchWith({ ...chosen, source: other.source, seen: new RegExp(chosen.name), set: {}, instead });
    }
  }

  return { choose, watchWith, toggle, move, otherWay, saveForm };
}

/**
 * Scrolls to cards below the tiles. Cards beside them are in view; scrolling would move the tiles under the pointer.
 *
 * @param {string} selector  of what the next drawing shows
 */
function bringIntoView(selector) {
  queueMicrotask(() => {
    const element = document.querySelector(selector);
    if (element !== null && element.getBoundingClientRect().top > innerHeight / 2) {
      element.scrollIntoView();
    }
  });
}
