/**
 * DJ products as pictures, and the cards of their sources. A card is green only after a track arrived.
 *
 * @import { WireFinding as Finding } from '../../src/web/wire/doctor.ts'
 * @import { SetupCard, SourceCard, SourceState } from '../../src/web/wire/setup.ts'
 * @import { PageText } from '../words.js'
 * @import { Choice, createActs, Inside } from './choosing.js'
 * @import { Product } from './products.js'
 */
import { withHelp } from '../help-links.js';
import { html, nothing, repeat } from '../lit/lit-html.js';
import { option } from '../saved.js';
import { createTask } from '../task.js';
import { sentence, translated } from '../text.js';
import { agoOf } from '../times.js';
import { createLater, press } from '../view.js';
import { word } from '../words.js';
import { elsewhere, optionsNamed } from './elsewhere.js';
import { nameOf } from './product-name.js';
import { isFound, isPictured, NONE, PRODUCTS, productOf } from './products.js';

/** @type {Readonly<Record<SourceState, string>>} */
const LIGHTS = { off: '', waiting: 'wait', trouble: 'bad', arrived: 'good' };
/** Amber, as on On air, if something keeps the first track away. @param {SourceCard} card */
const lightOf = ({ state, problem, findings }) =>
  state === 'waiting' && (problem ?? findings.find(({ severity }) => severity !== 'note')) !== undefined
    ? 'warn'
    : LIGHTS[state];
/** Sources and products that report no faders. */
const WITHOUT_FADERS = ['softa', 'softb', 'rekordbox', 'mixxx'];
/** Ways to know which of their tracks is heard: option, page, and texts while it is off and on. */
const WAYS = /** @type {const} */ ([
  { input: 'hear.input', page: '/dashboard/#listen', off: 'setup.also-hear', on: 'setup.hears' },
  {
    input: 'midi.input',
    page: '/dashboard/#controller',
    off: 'setup.also-controller',
    on: 'setup.reads-controller',
  },
]);

/** @param {() => void} redraw */
export function createSources(redraw) {
  /** @type {Map<string, Inside>} */
  const insides = new Map();
  /** @type {Choice} */
  const choice = {
    shown: [],
    picks: new Map(),
    pressed: JSON.parse(localStorage.getItem('deckcast.gear') ?? '{}'),
    chosen: undefined,
    places: [],
    isEarly: false,
  };
  const { picks } = choice;
  let choices = Promise.resolve();
  let isReady = false;
  const answer = createTask(redraw);
  /** Forms of the cards: a new user sees none before the gear is chosen. */
  const forms = createLater(redraw, () => import('./card.js'));
  const acts = createLater(redraw, async () => {
    const [{ createActs }] = await Promise.all([import('./choosing.js'), forms.loaded()]);
    return createActs({
      choice,
      answer,
      redraw,
      insideOf,
      onNames,
      isDefault,
      isAsked,
      shownProduct,
      cardOf,
    });
  });
  /** @param {(acts: ReturnType<typeof createActs>) => unknown} does */
  const act = (does) => press(async () => does(await acts.loaded()));
  /** Ignores the second press of a double click. @param {Parameters<typeof act>[0]} does */
  const actOnce = (does) => press(async ({ detail }) => detail < 2 && does(await acts.loaded()));

  /** Undefined until the forms are loaded. @param {SourceCard} card */
  function insideOf(card) {
    const loaded = forms.now();
    const known = insides.get(card.name);
    if (known !== undefined || loaded === undefined) {
      return known;
    }
    const inside = makeInside(card, loaded);
    inside.authorization?.show(card);
    insides.set(card.name, inside);
    return inside;
  }

  /** @param {SourceCard} card @param {Awaited<ReturnType<typeof forms.loaded>>} loaded @returns {Inside} */
  function makeInside(card, { cardForm, authorizationOf }) {
    const saveForm = async () => (await acts.loaded()).saveForm(card);
    const authorization = authorizationOf(card, 'authorize', redraw, {
      saveFirst: async () => ({ done: await saveForm(), reason: '' }),
    });
    const form = cardForm(card, redraw, authorization);
    return { task: createTask(redraw), form, authorization, saveForm, isOpened: false, isLed: false };
  }

  /** Sources in use, in the user's order. @returns {readonly string[]} */
  function onNames() {
    return (
      option('source')?.items ?? choice.shown.filter(({ state }) => state !== 'off').map(({ name }) => name)
    );
  }

  function isDefault() {
    return option('source')?.origin.from === 'default';
  }

  /**
   * Returns whether the user wants the source: it was picked, is on and not just the default, or delivers as the default
   * to a user who has not removed all.
   *
   * @param {SourceCard} card
   */
  function isAsked({ name, state }) {
    return (
      picks.has(name) ||
      (isDefault() ? state === 'arrived' && !choice.pressed[NONE] : onNames().includes(name))
    );
  }

  /** @param {SourceCard} card */
  const shownProduct = (card) => productOf(card, choice.pressed[card.name]);

  /** Card of the product, if the user wants it. @param {Product} product */
  function cardOf({ id }) {
    return choice.shown.find((card) => isAsked(card) && shownProduct(card)?.id === id);
  }

  /** Choices run one after the other, because each adds to the sources that are on. @param {Product} product */
  function choose(product) {
    choices = choices.then(async () => (await acts.loaded()).choose(product));
  }

  /** @param {Product} product */
  function tileView(product) {
    const { id, source } = product;
    const card = cardOf(product);
    const isOn = card !== undefined || (source === '' && choice.chosen === product);
    return html`<li class="tile ${isOn ? 'on' : ''}" data-product=${id}>
      <button type="button" aria-pressed=${isOn} @click=${press(({ detail }) => detail < 2 && choose(product))}>
        <img src="/dashboard/setup/gear/${id}.svg" alt="" width="150" height="98">
        <b>${nameOf(product)}</b>
        <span class="dim">${wordOf(`gear.${id}-about`)}</span>
        ${isOn && card !== undefined && card.state !== 'off' ? html`<span class="led ${lightOf(card)}"></span>` : !isOn && isFound(product, choice.shown) ? html`<span class="found">${word('setup.found')}</span>` : nothing}
      </button>
    </li>`;
  }

  /** Returns whether the card shows its steps at once. @param {SourceCard} card */
  const isOpen = ({ name, state }) =>
    state === 'waiting' || state === 'trouble' || (state === 'off' && picks.has(name));

  /** @param {SourceCard} card */
  function cardView(card) {
    const { name, title, about, state, watching = '', details = [], findings, steps, problem } = card;
    const inside = insideOf(card);
    if (inside === undefined) {
      return nothing;
    }
    const { task, form } = inside;
    const isOn = state !== 'off';
    const on = onNames();
    // The last source can't be switched off here. A picked source needs no second press.
    const isUseful = isOn ? choice.shown.filter((one) => one.state !== 'off').length > 1 : !picks.has(name);
    const use = isOn ? word('setup.switch-off') : word('setup.use-it');
    const seen = isOn ? [{ name: watching, state: '' }, ...details].filter((one) => one.name !== '') : [];
    const open = () => {
      inside.isOpened = true;
      redraw();
    };
    const light = lightOf(card);
    const troubles = [...(problem === undefined ? [] : [asFinding(problem)]), ...findings];
    return html`<li class="plate card" data-source=${name} data-state=${state} data-home>
      <div class="row between">
        <h3 class="title">${title}</h3>
        ${isUseful ? html`<button class="btn use" type="button" aria-label=${`${use}: ${title}`} aria-disabled=${task.isBusy} @click=${actOnce(({ toggle }) => toggle(name))}>${use}</button>` : nothing}
      </div>
      ${
        isOn
          ? html`<div class="says ${light === 'wait' ? '' : light}">
              <span class="led ${light}"></span><strong class="state">${stateOf(card)}</strong>
              ${seen.map((one) => html`<span></span><span class="small">${[translated(one.name), translated(one.state)].filter(Boolean).join(': ')}</span>`)}
            </div>`
          : html`<p class="dim small">${about}</p>`
      }
      ${repeat(
        troubles,
        ({ finding }) => finding,
        (finding) => findingView(card, finding),
      )}
      <details class="how" .open=${isOpen(card) || inside.isLed} @toggle=${open} @input=${inside.task.forget}>
        <summary>${word('setup.what-to-do')}</summary>
        ${
          isOpen(card) || inside.isOpened || inside.isLed
            ? form.view(
                steps,
                inside.saveForm,
                html`<button class="btn save" type="button" aria-label=${`${word('more.save')}: ${title}`} aria-disabled=${task.isBusy} @click=${press(inside.saveForm)}>${word('more.save')}</button>`,
              )
            : nothing
        }
        ${
          on.length < 2 || !on.includes(name)
            ? nothing
            : html`<p class="row wrap">
                <button class="btn" type="button" aria-label=${`${word('setup.up')}: ${title}`} aria-disabled=${on[0] === name} @click=${act(({ move }) => move(name, -1))}>${word('setup.up')}</button>
                <button class="btn" type="button" aria-label=${`${word('setup.down')}: ${title}`} aria-disabled=${on[on.length - 1] === name} @click=${act(({ move }) => move(name, 1))}>${word('setup.down')}</button>
              </p>`
        }
      </details>
      ${isOn || picks.has(name) ? alsoView(card) : nothing}
      <p class="answer ${task.isWrong ? 'wrong' : ''}" role="status">${withHelp(task.text)}</p>
    </li>`;
  }

  /** Ways to know which track is heard from a program without faders. @param {SourceCard} card */
  function alsoView(card) {
    if (card.name === 'hear') {
      return html`<ul class="also small"><li>${withLink('setup.ear-listens', '/dashboard/#listen')}</li></ul>`;
    }
    if (![card.name, shownProduct(card)?.id ?? ''].some((one) => WITHOUT_FADERS.includes(one))) {
      return nothing;
    }
    const used = WAYS.filter(({ input }) => option(input)?.value);
    const shown = used.length > 0 ? used : WAYS;
    return html`<ul class="also small">
      ${shown.map((way) => html`<li>${withLink(shown === used ? way.on : way.off, way.page)}</li>`)}
    </ul>`;
  }

  /** @param {SourceCard} card @param {Finding} one */
  function findingView({ name, state, options }, { severity, finding, todo, plain, waits, offers }) {
    const exact = [finding, todo].filter((text) => text !== '').map((text) => sentence(translated(text)));
    const words = [...exact, elsewhere(`${finding} ${todo}`, options)].filter(Boolean).join(' ');
    const fixed = optionsNamed(`${todo}`)
      .flatMap((one) => option(one) ?? [])
      .find(({ isFixed }) => isFixed);
    const where = fixed === undefined ? '' : word('settings.fixed', { place: fixed.origin.place });
    const short =
      plain === undefined ? words : [sentence(translated(plain)), where].filter(Boolean).join(' ');
    const canUse =
      state === 'off' && offers !== undefined && !Object.keys(offers).some((one) => option(one)?.isFixed);
    const level = !waits ? severity : state === 'off' || severity === 'note' ? 'note' : 'warning';
    const kind = level === 'fault' ? 'bad' : level === 'warning' ? 'warn' : '';
    return html`<div class="says finding small ${kind}" data-severity=${level} data-home>
      <span class="led ${kind}"></span>
      <div class="form">
        <span class="text">${withHelp(short)}</span>
        ${plain === undefined ? nothing : html`<details class="exact"><summary>${word('sign-in.details')}</summary><p class="dim">${withHelp(words)}</p></details>`}
        ${canUse ? html`<button class="btn offer" type="button" aria-label=${`${word('setup.use-this')}: ${Object.values(offers).join(', ')}`} @click=${act(({ toggle }) => toggle(name, offers))}>${word('setup.use-this')}</button>` : nothing}
      </div>
    </div>`;
  }

  return {
    /** Returns whether the cards that the page begins with can be drawn. */
    isReady() {
      isReady ||= choice.shown
        .filter(isAsked)
        .every((card) => insideOf(card)?.form.isReady(isOpen(card) ? card.steps : []));
      return isReady;
    },
    state() {
      const one =
        choice.shown.find(({ state }) => state === 'arrived') ??
        choice.shown.find((card) => card.state !== 'off' && isAsked(card));
      return one === undefined
        ? { light: 'wait', text: word('setup.choose') }
        : { light: lightOf(one), text: stateOf(one) };
    },
    /** @param {readonly SourceCard[]} cards */
    show(cards) {
      choice.shown = cards.map(worded);
      for (const card of choice.shown) {
        insides.get(card.name)?.authorization?.show(card);
      }
      if (choice.isEarly && choice.chosen !== undefined) {
        void acts.now()?.watchWith(choice.chosen);
      }
    },
    /** @param {() => unknown} viewersSee */
    view(viewersSee) {
      const isEverything = choice.chosen?.source === '';
      const placeOf = (/** @type {SourceCard} */ { name }) =>
        isEverything ? choice.places.indexOf(name) : Number(name !== choice.chosen?.source);
      const cards = choice.shown
        .filter((card) => isAsked(card) || (isEverything && !isPictured(card.name)))
        .sort((one, other) => placeOf(one) - placeOf(other));
      const other = choice.shown.find(({ name }) => name === choice.chosen?.otherwise?.source);
      return html`<div class="head">
          <h2 id="sources-heading" tabindex="-1">${word('setup.heading')}</h2>
          <p class="dim">${word('setup.about')}</p>
        </div>
        <div class="gearlay ${isEverything ? 'everything' : ''}">
          <div>
            <ul class="tiles" id="products" aria-labelledby="sources-heading">${PRODUCTS.map(tileView)}</ul>
            <p id="products-answer" class=${answer.isWrong ? 'wrong' : ''} role="status">${withHelp(answer.text)}</p>
          </div>
          <div class="side" data-home>
            ${isEverything ? nothing : viewersSee()}
            ${cards.length < 2 || isEverything ? nothing : html`<p class="dim small">${word('setup.several')}</p>`}
            ${cards.length > 0 ? nothing : html`<p class="plate dim">${word('setup.nothing-chosen')}</p>`}
            <ul class="cards" id="sources" aria-label=${word('setup.watched')}>${repeat(cards, ({ name }) => name, cardView)}</ul>
            ${
              other?.state === 'off' && choice.chosen?.otherwise !== undefined
                ? html`<p class="plate form" id="otherwise"><span>${wordOf(`gear.${choice.chosen.id}-otherwise`)}</span>
                    <button class="btn" id="otherwise-use" type="button" @click=${act(({ otherWay }) => otherWay())}>${other.title}</button></p>`
                : nothing
            }
            ${isEverything ? viewersSee() : nothing}
          </div>
        </div>`;
    },
  };
}

/** Makes the part of the text in brackets a link. @param {(typeof WAYS)[number]['off' | 'on'] | 'setup.ear-listens'} id @param {string} href */
function withLink(id, href) {
  const [before = '', link = '', after = ''] = word(id).split(/[[\]]/);
  return html`${before}<a href=${href}>${link}</a>${after}`;
}

/** @param {SourceCard} card */
function stateOf({ state, trackAt }) {
  switch (state) {
    case 'off':
      return '';
    case 'waiting':
      return word('operator.waiting-for-track');
    case 'trouble':
      return word('setup.problem');
    case 'arrived':
      return word('setup.arrived', { when: agoOf(Date.now() - (trackAt ?? 0)) });
  }
}

/** @param {string} id  made of a product's */
function wordOf(id) {
  return word(/** @type {PageText} */ (id));
}

/** @param {string} finding @returns {Finding} */
function asFinding(finding) {
  return { area: 'program', severity: 'fault', finding, means: '', todo: '' };
}

/** @template {SetupCard} Card @param {Card} card @returns {Card} */
export function worded(card) {
  return {
    ...card,
    title: translated(card.title),
    about: translated(card.about),
    steps: card.steps.map((step) => ({ ...step, text: translated(step.text) })),
  };
}
