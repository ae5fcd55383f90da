/**
 * Cards of the sinks: a form, and a test that shows the other side's answer.
 *
 * @import { Refusal } from '../../src/web/wire/answers.ts'
 * @import { SetupAnswer, SinkCard } from '../../src/web/wire/setup.ts'
 */
import { NO_ANSWER, send } from '../api.js';
import { byId, make, makeButton, onPress, part, setText, setUsable, showList } from '../dom.js';
import { readSettings, save, sentence } from '../saved.js';
import { elsewhere, phrase, translated } from '../text.js';
import { authorizeForm } from './authorize.js';
import { cardForm, worded } from './card.js';

/** Forms of the cards, which keep the user's input. @type {Map<string, ReturnType<typeof cardForm>>} */
const forms = new Map();
/** @type {Map<string, ReturnType<typeof authorizeForm>>} */
const authorizations = new Map();

/** @param {readonly SinkCard[]} cards */
export function showSinks(cards) {
  showList(byId('sinks'), cards.map(worded), ({ name }) => name, fill);
}

/** @param {HTMLElement} row @param {SinkCard} card */
function fill(row, card) {
  const isNew = row.childElementCount === 0;
  const { name, title, about, on, problem, steps } = card;
  row.classList.add('card');
  row.dataset.sink = name;
  const head = part(row, 'div', 'head');
  part(head, 'span', 'light').className = `light ${problem !== undefined ? 'bad' : on ? 'good' : 'idle'}`;
  setText(part(head, 'strong', 'title'), title);
  setText(part(head, 'span', 'on'), on ? phrase('On') : phrase('Off'));
  setText(part(row, 'p', 'dim'), about);
  const trouble = part(row, 'p', 'problem');
  trouble.hidden = problem === undefined;
  setText(
    trouble,
    problem === undefined
      ? ''
      : [sentence(translated(problem)), elsewhere(problem, card.options)].filter(Boolean).join(' '),
  );
  if (isNew) {
    makeInside(row, card);
  }
  forms.get(name)?.show(steps);
  authorizations.get(name)?.show(card);
}

/** @param {HTMLElement} row @param {SinkCard} card */
function makeInside(row, card) {
  const how = document.createElement('details');
  how.append(make('summary', '', phrase('Set it up')));
  const authorization =
    card.authorized === undefined
      ? undefined
      : authorizeForm(card, 'sign in', {
          async saveFirst() {
            const { saved, reason } = await saveAll();
            answer.classList.toggle('wrong', !saved);
            setText(answer, saved ? '' : reason);
            return saved;
          },
          async given() {
            // The authorization has changed settings.
            await readSettings();
            refreshForms();
          },
        });
  if (authorization !== undefined) {
    authorizations.set(card.name, authorization);
  }
  const form = cardForm(card, authorization?.element);
  forms.set(card.name, form);
  const answer = make('p', 'answer');
  answer.setAttribute('role', 'status');
  const buttons = make('div', 'row');

  async function saveAll() {
    const answered = await save(form.changes());
    if (answered.saved) {
      form.saved();
      refreshForms();
    }
    return answered;
  }

  /**
   * @param {string} text
   * @param {() => Promise<{ saved: boolean, reason: string }>} act
   */
  const add = (text, act) => {
    const button = makeButton(text, `${text}: ${card.title}`);
    onPress(button, async () => {
      setUsable(button, false);
      setText(answer, '…');
      const { saved, reason } = await act();
      answer.classList.toggle('wrong', !saved);
      setText(answer, reason);
      setUsable(button, true);
    });
    buttons.append(button);
    return button;
  };
  const saveButton = add(phrase('Save'), saveAll);
  saveButton.classList.add('strong');
  form.savedBy(saveButton);
  add(phrase('Send a test'), async () => {
    // The test uses the current input.
    const hasChanges = Object.keys(form.changes()).length > 0;
    const saved = hasChanges ? await saveAll() : undefined;
    return saved?.saved === false ? saved : test(card.name);
  });
  how.append(...form.elements, buttons);
  row.append(how, answer);
}

/** Several cards share options. */
function refreshForms() {
  for (const form of forms.values()) {
    form.refresh();
  }
}

/** @param {string} sink */
async function test(sink) {
  try {
    /** @type {SetupAnswer | Refusal} */
    const { done, reason } = await send('POST', 'setup/test', { sink });
    return { saved: done, reason: sentence(translated(reason)) };
  } catch {
    return { saved: false, reason: NO_ANSWER };
  }
}
