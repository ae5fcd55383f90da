/**
 * The cards of the sources: one is green only once a track has arrived.
 *
 * @import { Finding } from '../../src/core/finding.ts'
 * @import { SourceCard, SourceState } from '../../src/web/wire/setup.ts'
 * @import { WireSettingValue } from '../../src/web/wire/settings.ts'
 */
import { byId, make, onPress, part, setText, setTextWithHelp, setUsable, showList } from '../dom.js';
import { option, save, sentence } from '../saved.js';
import { agoOf } from '../times.js';
import { authorizeForm } from './authorize.js';
import { cardForm } from './card.js';

/** @type {Readonly<Record<SourceState, string>>} */
const LIGHTS = { off: 'idle', waiting: 'warn', trouble: 'bad', arrived: 'good' };

/** @type {readonly SourceCard[]} */
let shown = [];
/** The forms of the cards, which keep what is being typed. @type {Map<string, ReturnType<typeof cardForm>>} */
const forms = new Map();
/** @type {Map<string, ReturnType<typeof authorizeForm>>} */
const authorizations = new Map();

/** @param {readonly SourceCard[]} cards */
export function showSources(cards) {
  shown = cards;
  showList(byId('sources', HTMLElement), cards, ({ name }) => name, fill);
}

/** @param {HTMLElement} row @param {SourceCard} card */
function fill(row, card) {
  const isNew = row.childElementCount === 0;
  const { name, title, about, state, watching = '', details = [], findings, steps, problem } = card;
  const isOn = state !== 'off';
  row.classList.add('card');
  row.classList.toggle('wide', isOn);
  row.dataset.state = state;
  row.dataset.source = name;

  const head = part(row, 'div', 'head');
  part(head, 'span', 'light').className = `light ${LIGHTS[state]}`;
  setText(part(head, 'strong', 'title'), title);
  const use = part(head, 'button', 'use');
  setText(use, isOn ? 'Switch off' : 'Use it');
  use.setAttribute('aria-label', `${isOn ? 'Switch off' : 'Use'}: ${title}`);
  use.classList.toggle('strong', !isOn);

  setText(part(row, 'p', 'state'), stateOf(card));
  setText(part(row, 'p', 'about'), about);
  part(row, 'p', 'about').classList.add('dim');

  const found = part(row, 'ul', 'details');
  const seen = isOn ? [{ name: watching, state: '' }, ...details] : [];
  showList(
    found,
    seen.filter((one) => one.name !== ''),
    (one) => one.name,
    (line, one) => setText(line, [one.name, one.state].filter(Boolean).join(': ')),
  );
  const troubles = part(row, 'ul', 'findings');
  const isExplained = problem === undefined || findings.some(({ severity }) => severity === 'fault');
  const wrong = [...(isExplained ? [] : [asFinding(problem)]), ...findings];
  const answer = part(row, 'p', 'answer');
  answer.setAttribute('role', 'status');
  const how = part(row, 'details', 'how');
  showList(
    troubles,
    wrong,
    ({ finding }) => finding,
    (line, finding) => {
      fillFinding(line, finding);
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
    // What to do is in view until a track has arrived.
    how.open = state === 'waiting' || state === 'trouble';
    how.dataset.was = state;
  }
  forms.get(name)?.show(steps);
  authorizations.get(name)?.show(card.authorized ?? false);
  showOrder(how, card);
}

/** @param {HTMLDetailsElement} how @param {SourceCard} card @param {HTMLElement} answer */
function makeInside(how, card, answer) {
  how.append(make('summary', '', 'What to do'));
  const saveButton = document.createElement('button');
  const saveForm = async () => {
    const saved = await saveAll(form.changes(), saveButton, answer);
    if (saved) {
      form.saved();
    }
    return saved;
  };
  const authorization =
    card.authorized === undefined ? undefined : authorizeForm(card.name, card.title, saveForm);
  if (authorization !== undefined) {
    authorizations.set(card.name, authorization);
  }
  const form = cardForm(card, authorization?.element);
  forms.set(card.name, form);
  how.append(...form.elements);
  if (card.options.length > 0) {
    saveButton.type = 'button';
    saveButton.className = 'save';
    saveButton.textContent = 'Save';
    saveButton.setAttribute('aria-label', `Save the options: ${card.title}`);
    onPress(saveButton, saveForm);
    form.savedBy(saveButton);
    how.append(saveButton);
  }
  const order = make('div', 'row order');
  for (const [className, text, by] of /** @type {const} */ ([
    ['up', 'Move up', -1],
    ['down', 'Move down', 1],
  ])) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = className;
    button.textContent = text;
    button.setAttribute('aria-label', `${text}: ${card.title}`);
    onPress(button, () => saveAll({ source: moved(card.name, by) }, button, answer));
    order.append(button);
  }
  how.append(order);
}

/** @param {HTMLElement} how @param {SourceCard} card */
function showOrder(how, { name }) {
  const on = chosen();
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
  const on = chosen();
  const source = on.includes(name) ? on.filter((one) => one !== name) : [...on, name];
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
  setText(answer, 'Saving…');
  const { saved, reason } = await save(set);
  answer.classList.toggle('wrong', !saved);
  setText(answer, reason);
  setUsable(button, true);
  return saved;
}

/** Names of the sources that are switched on, in their order. @returns {readonly string[]} */
function chosen() {
  return option('source')?.items ?? shown.filter(({ state }) => state !== 'off').map(({ name }) => name);
}

/** @param {string} name @param {number} by */
function moved(name, by) {
  const order = chosen().filter((one) => one !== name);
  order.splice(Math.max(0, chosen().indexOf(name) + by), 0, name);
  return order;
}

/** @param {SourceCard} card */
function stateOf({ state, trackAt }) {
  switch (state) {
    case 'off':
      return '';
    case 'waiting':
      return 'On. Waits for a track.';
    case 'trouble':
      return 'On. There is a problem.';
    case 'arrived':
      return `A track has arrived, ${agoOf(Date.now() - (trackAt ?? 0))}.`;
  }
}

/** @param {string} problem @returns {Finding} */
function asFinding(problem) {
  return { area: 'program', severity: 'fault', finding: problem, means: '', todo: '' };
}

/**
 * A button that uses what was found.
 *
 * @param {HTMLElement} row
 * @param {Readonly<Record<string, string>>} offers
 * @param {(button: HTMLButtonElement) => void} act
 */
function showOffer(row, offers, act) {
  const button = part(row, 'button', 'offer');
  if (button instanceof HTMLButtonElement && button.textContent === '') {
    button.type = 'button';
    setText(button, 'Use this');
    button.setAttribute('aria-label', `Use ${Object.values(offers).join(', ')}`);
    onPress(button, () => act(button));
  }
}

/** @param {HTMLElement} row @param {Finding} finding */
function fillFinding(row, { severity, finding, todo }) {
  row.className = 'finding';
  row.dataset.severity = severity;
  setTextWithHelp(
    part(row, 'span', 'text'),
    [finding, todo]
      .filter((text) => text !== '')
      .map(sentence)
      .join(' '),
  );
}
