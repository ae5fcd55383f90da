/**
 * DJ products as pictures, and the cards of their sources. A card is green only after a track arrived.
 *
 * @import { WireFinding as Finding } from '../../src/web/wire/doctor.ts'
 * @import { SourceCard, SourceState } from '../../src/web/wire/setup.ts'
 * @import { WireSettingValue } from '../../src/web/wire/settings.ts'
 * @import { Product } from './products.js'
 */
import {
  byId,
  make,
  makeButton,
  onPress,
  part,
  setShown,
  setText,
  setTextWithHelp,
  setUsable,
  showList,
} from '../dom.js';
import { option, save, sentence } from '../saved.js';
import { elsewhere, phrase, translated } from '../text.js';
import { agoOf } from '../times.js';
import { authorizeForm } from './authorize.js';
import { cardForm, worded } from './card.js';
import { isFound, offersOf, PRODUCTS, productOf } from './products.js';
import { finish } from './steps.js';

/** @type {Readonly<Record<SourceState, string>>} */
const LIGHTS = { off: 'idle', waiting: 'warn', trouble: 'bad', arrived: 'good' };

/** @type {readonly SourceCard[]} */
let shown = [];
/** Forms of the cards, which keep the user's input. @type {Map<string, ReturnType<typeof cardForm>>} */
const forms = new Map();
/** @type {Map<string, ReturnType<typeof authorizeForm>>} */
const authorizations = new Map();

/** The user's choice on this page. @type {Product | undefined} */
let chosen;
/** Source that is being switched on for the choice; empty for none. */
let switching = '';
/** Order of the pictures: found products first. @type {readonly Product[]} */
let products = PRODUCTS;
let hadArrived = false;

const grid = byId('products');
const productsAnswer = byId('products-answer');
const otherwise = byId('otherwise');
const otherwiseUse = byId('otherwise-use', HTMLButtonElement);

export function start() {
  onPress(otherwiseUse, () => {
    const other = chosen?.otherwise;
    if (chosen !== undefined && other !== undefined) {
      void watchWith({ ...chosen, source: other.source, seen: new RegExp(chosen.name), set: {} });
    }
  });
}

/** @param {readonly SourceCard[]} cards */
export function show(cards) {
  shown = cards.map(worded);
  if (shown.some(({ name, state }) => name === switching && state !== 'off')) {
    switching = '';
  }
  showAll();
  const arrived = shown.find(({ state }) => state === 'arrived');
  const isTyping = [...forms.values()].some((form) => Object.keys(form.changes()).length > 0);
  if (arrived !== undefined && !hadArrived && !isTyping) {
    hadArrived = true;
    const product = productOf(arrived, chosen);
    const name = product === undefined ? arrived.title : translated(product.name);
    finish('music', phrase('{name}: a track has arrived.', { name }), byId('done-section'));
  }
  hadArrived &&= arrived !== undefined;
}

function showAll() {
  // Don't move pictures while the user is about to press one.
  if (!grid.matches(':hover, :focus-within')) {
    const found = PRODUCTS.filter((product) => isFound(product, shown));
    products = [...found, ...PRODUCTS.filter((product) => !found.includes(product))];
  }
  showList(grid, products, ({ id }) => id, fillProduct);
  showList(byId('sources'), shown, ({ name }) => name, fill);
  byId('several').hidden = onNames().length < 2;
  const other = shown.find(({ name }) => name === chosen?.otherwise?.source);
  setShown(otherwise, other?.state === 'off', byId('sources'));
  setText(byId('otherwise-text'), translated(chosen?.otherwise?.text ?? ''));
  setText(otherwiseUse, other?.title ?? '');
}

/** @param {HTMLElement} row @param {Product} product */
function fillProduct(row, product) {
  const button = part(row, 'button', 'product');
  if (button instanceof HTMLButtonElement && button.childElementCount === 0) {
    button.type = 'button';
    button.append(pictureOf(product));
    onPress(button, () => void choose(product));
  }
  row.dataset.product = product.id;
  setText(part(button, 'strong', 'title'), translated(product.name));
  setText(part(button, 'span', 'dim'), translated(product.about));
  const found = part(button, 'span', 'found');
  setText(found, isFound(product, shown) ? phrase('Found') : '');
  button.setAttribute('aria-pressed', String(isChosen(product)));
}

/** @param {Product} product */
function pictureOf({ picture }) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 48 48');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', picture);
  svg.append(path);
  return svg;
}

/** @param {Product} product */
function isChosen(product) {
  if (product.source === '' || chosen?.source === '') {
    return chosen?.id === product.id;
  }
  const source = chosen?.id === product.id ? chosen.source : product.source;
  const card = shown.find(({ name }) => name === source);
  return card !== undefined && isAsked(card) && productOf(card, chosen) === product;
}

/**
 * Returns whether the user wants the source: it is on and not just the default, or it was chosen and needs more input.
 * @param {SourceCard} card
 */
function isAsked({ name, state }) {
  return (state !== 'off' && (!isDefault() || state === 'arrived')) || name === chosen?.source;
}

/** Returns whether the user has not chosen a source yet. */
function isDefault() {
  return option('source')?.origin.from === 'default';
}

/** @param {Product} product */
async function choose(product) {
  chosen = product;
  setText(productsAnswer, '');
  if (product.source === '') {
    showAll();
    return;
  }
  await watchWith(product);
}

/**
 * Switches the product's source on, and default sources off. Resolves with whether that was saved.
 *
 * @param {Product} product
 */
async function watchWith(product) {
  chosen = product;
  const { source: name } = product;
  switching = name;
  showAll();
  const card = shown.find((one) => one.name === name);
  const row = byId('sources').querySelector(`[data-source="${name}"]`);
  const how = row?.querySelector('.how');
  const answer = row?.querySelector('.card > .answer');
  if (card === undefined || !(how instanceof HTMLDetailsElement) || !(answer instanceof HTMLElement)) {
    switching = '';
    return false;
  }
  const offers = offersOf(product, card);
  forms.get(name)?.fill(offers);
  const source = [name, ...useful().filter((one) => one !== name)];
  setText(productsAnswer, phrase('Saving…'));
  const set = { source, ...product.set, ...forms.get(name)?.changes(), ...offers };
  const { saved, reason, problems = [] } = await save(set);
  if (!saved) {
    switching = '';
  }
  const missing = problems.find(
    (one) => one.option !== undefined && card.options.includes(one.option),
  )?.option;
  setText(productsAnswer, saved || missing !== undefined ? '' : reason);
  productsAnswer.classList.toggle('wrong', !saved);
  // The card's own steps ask for the missing input, so its answer is no error.
  answer.classList.remove('wrong');
  setText(answer, reason);
  how.open = true;
  if (saved) {
    forms.get(name)?.saved();
  } else if (missing !== undefined) {
    forms.get(name)?.focus(missing);
  }
  row?.scrollIntoView({ block: 'nearest' });
  return saved;
}

/** Names of the sources that stay on when another one is chosen: those that have delivered a track. */
function useful() {
  const arrived = new Set(shown.filter(({ state }) => state === 'arrived').map(({ name }) => name));
  return onNames().filter((name) => arrived.has(name));
}

/** @param {HTMLElement} row @param {SourceCard} card */
function fill(row, card) {
  const isNew = row.childElementCount === 0;
  const { name, title, about, state, watching = '', details = [], findings, steps, problem } = card;
  const isOn = state !== 'off';
  setShown(row, isAsked(card) || chosen?.source === '', grid);
  row.classList.add('card');
  row.classList.toggle('wide', isOn || (!row.hidden && chosen?.source !== ''));
  row.dataset.state = state;
  row.dataset.source = name;

  const head = part(row, 'div', 'head');
  part(head, 'span', 'light').className = `light ${LIGHTS[state]}`;
  setText(part(head, 'strong', 'title'), title);
  const use = part(head, 'button', 'use');
  setText(use, isOn ? phrase('Switch off') : phrase('Use it'));
  use.setAttribute('aria-label', `${use.textContent}: ${title}`);
  use.classList.toggle('strong', !isOn);
  // The last source can't be switched off, because choosing another one does that. A source that is being switched on
  // needs no second press.
  const isUseful = isOn ? shown.filter((one) => one.state !== 'off').length > 1 : switching !== name;
  setShown(use, isUseful, row);

  setText(part(row, 'p', 'state'), stateOf(card));
  setText(part(row, 'p', 'about'), about);
  part(row, 'p', 'about').classList.add('dim');

  const found = part(row, 'ul', 'details');
  const seen = isOn ? [{ name: translated(watching), state: '' }, ...details] : [];
  showList(
    found,
    seen.filter((one) => one.name !== ''),
    (one) => one.name,
    (line, one) => setText(line, [translated(one.name), translated(one.state)].filter(Boolean).join(': ')),
  );
  const troubles = part(row, 'ul', 'findings');
  const wrong = [...(problem === undefined ? [] : [asFinding(problem)]), ...findings];
  const answer = part(row, 'p', 'answer');
  answer.setAttribute('role', 'status');
  const how = part(row, 'details', 'how');
  showList(
    troubles,
    wrong,
    ({ finding }) => finding,
    (line, finding) => {
      fillFinding(line, finding, card.options);
      const { offers } = finding;
      const canUse = offers !== undefined && !Object.keys(offers).some((one) => option(one)?.isFixed);
      if (!isOn && canUse && how instanceof HTMLDetailsElement) {
        showOffer(line, offers, (button) => {
          forms.get(name)?.fill(offers);
          void toggle(name, button, how, answer);
        });
      }
    },
  );
  if (isNew && use instanceof HTMLButtonElement && how instanceof HTMLDetailsElement) {
    use.type = 'button';
    onPress(use, () => void toggle(name, use, how, answer));
    makeInside(how, card, answer);
  }
  if (how instanceof HTMLDetailsElement && how.dataset.was !== state) {
    // Instructions are open until a track has arrived.
    how.open = state === 'waiting' || state === 'trouble';
    how.dataset.was = state;
  }
  forms.get(name)?.show(steps);
  authorizations.get(name)?.show(card);
  showOrder(how, card);
}

/** @param {HTMLDetailsElement} how @param {SourceCard} card @param {HTMLElement} answer */
function makeInside(how, card, answer) {
  how.append(make('summary', '', phrase('What to do')));
  const saveText = phrase('Save');
  const saveButton = makeButton(saveText, `${saveText}: ${card.title}`);
  const saveForm = async () => {
    if (chosen?.source === card.name && !onNames().includes(card.name)) {
      // The chosen product needed this input, and is switched on with it.
      return watchWith(chosen);
    }
    const saved = await saveAll(form.changes(), saveButton, answer);
    if (saved) {
      form.saved();
    }
    return saved;
  };
  const authorization =
    card.authorized === undefined ? undefined : authorizeForm(card, 'authorize', { saveFirst: saveForm });
  if (authorization !== undefined) {
    authorizations.set(card.name, authorization);
  }
  const form = cardForm(card, authorization?.element);
  forms.set(card.name, form);
  how.append(...form.elements);
  if (card.options.length > 0) {
    saveButton.className = 'save';
    onPress(saveButton, saveForm);
    form.savedBy(saveButton);
    how.append(saveButton);
  }
  const order = make('div', 'row order');
  for (const [className, text, by] of /** @type {const} */ ([
    ['up', phrase('Move up'), -1],
    ['down', phrase('Move down'), 1],
  ])) {
    const button = makeButton(text, `${text}: ${card.title}`);
    button.className = className;
    onPress(button, () => saveAll({ source: moved(card.name, by) }, button, answer));
    order.append(button);
  }
  how.append(order);
}

/** @param {HTMLElement} how @param {SourceCard} card */
function showOrder(how, { name }) {
  const on = onNames();
  const order = how.querySelector('.order');
  if (order instanceof HTMLElement) {
    order.hidden = on.length < 2 || !on.includes(name);
    for (const button of order.querySelectorAll('button')) {
      setUsable(button, button.className === 'up' ? on[0] !== name : on[on.length - 1] !== name);
    }
  }
}

/**
 * @param {string} name
 * @param {HTMLButtonElement} button
 * @param {HTMLDetailsElement} how
 * @param {HTMLElement} answer
 */
async function toggle(name, button, how, answer) {
  const on = onNames();
  const source = on.includes(name)
    ? on.filter((one) => one !== name)
    : [...(isDefault() ? useful() : on), name];
  const saved = await saveAll({ source, ...forms.get(name)?.changes() }, button, answer);
  if (saved) {
    forms.get(name)?.saved();
  } else {
    how.open = true;
  }
}

/**
 * @param {Record<string, WireSettingValue>} set
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} answer
 */
async function saveAll(set, button, answer) {
  setUsable(button, false);
  setText(answer, phrase('Saving…'));
  const { saved, reason } = await save(set);
  answer.classList.toggle('wrong', !saved);
  setText(answer, reason);
  setUsable(button, true);
  return saved;
}

/** Names of the active sources, in their order. @returns {readonly string[]} */
function onNames() {
  return option('source')?.items ?? shown.filter(({ state }) => state !== 'off').map(({ name }) => name);
}

/** @param {string} name @param {number} by */
function moved(name, by) {
  const order = onNames().filter((one) => one !== name);
  order.splice(Math.max(0, onNames().indexOf(name) + by), 0, name);
  return order;
}

/** @param {SourceCard} card */
function stateOf({ state, trackAt }) {
  switch (state) {
    case 'off':
      return '';
    case 'waiting':
      return phrase('On. Waits for a track.');
    case 'trouble':
      return phrase('On. There is a problem.');
    case 'arrived':
      return phrase('A track has arrived, {when}.', { when: agoOf(Date.now() - (trackAt ?? 0)) });
  }
}

/** @param {string} finding @returns {Finding} */
function asFinding(finding) {
  return { area: 'program', severity: 'fault', finding, means: '', todo: '' };
}

/**
 * Button that uses the found values.
 *
 * @param {HTMLElement} row
 * @param {Readonly<Record<string, string>>} offers
 * @param {(button: HTMLButtonElement) => void} act
 */
function showOffer(row, offers, act) {
  const button = part(row, 'button', 'offer');
  if (button instanceof HTMLButtonElement && button.textContent === '') {
    button.type = 'button';
    setText(button, phrase('Use this'));
    button.setAttribute('aria-label', `${phrase('Use this')}: ${Object.values(offers).join(', ')}`);
    onPress(button, () => act(button));
  }
}

/** @param {HTMLElement} row @param {Finding} one @param {readonly string[]} options  with a field on this card */
function fillFinding(row, { severity, finding, todo, plain, waits }, options) {
  row.className = 'finding';
  row.dataset.severity = waits ? 'warning' : severity;
  const exact = [finding, todo].filter((text) => text !== '').map((text) => sentence(translated(text)));
  const words = [...exact, elsewhere(`${finding} ${todo}`, options)].filter(Boolean).join(' ');
  setTextWithHelp(part(row, 'span', 'text'), plain === undefined ? words : sentence(translated(plain)));
  const details = part(row, 'details', 'exact');
  details.hidden = plain === undefined;
  setText(part(details, 'summary', 'name'), phrase('Details'));
  setTextWithHelp(part(details, 'p', 'dim'), plain === undefined ? '' : words);
}
