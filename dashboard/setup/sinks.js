/**
 * Cards of the sinks: a form, and a test that shows the other side's answer.
 *
 * @import { Refusal } from '../../src/web/wire/answers.ts'
 * @import { SetupAnswer, SinkCard } from '../../src/web/wire/setup.ts'
 */
import { NO_ANSWER, send } from '../api.js';
import { html, nothing, repeat } from '../lit/lit-html.js';
import { readSettings, save } from '../saved.js';
import { createTask } from '../task.js';
import { sentence, translated } from '../text.js';
import { press } from '../view.js';
import { word } from '../words.js';
import { authorizationOf, cardForm } from './card.js';
import { elsewhere } from './elsewhere.js';
import { worded } from './sources.js';

/** @param {() => void} redraw */
export function createSinks(redraw) {
  /** @type {readonly SinkCard[]} */
  let given = [];
  /** The same in the user's language. @type {readonly SinkCard[]} */
  let shown = [];
  /** What a card keeps between answers of the server. @type {Map<string, ReturnType<typeof makeInside>>} */
  const insides = new Map();

  /** @param {SinkCard} card */
  function makeInside(card) {
    const task = createTask(redraw);
    const authorization = authorizationOf(card, 'sign in', redraw, {
      saveFirst() {
        task.say('');
        return saveAll();
      },
      async given() {
        // The authorization has changed settings.
        await readSettings();
        refreshForms();
      },
    });
    const form = cardForm(card, redraw, authorization);
    async function saveAll() {
      const { steps, implied = {} } = given.find(({ name }) => name === card.name) ?? card;
      form.dropOffers(steps);
      const changes = form.changes();
      const isStepChanged = steps.some(({ set = [] }) => set.some((name) => name in changes));
      const { saved, reason } = await save({ ...(isStepChanged ? implied : {}), ...changes });
      if (saved) {
        form.saved();
        refreshForms();
      }
      return { done: saved, reason };
    }
    async function test() {
      // The test uses the current input.
      const saved = Object.keys(form.changes()).length > 0 ? await saveAll() : undefined;
      if (saved?.done === false) {
        return saved;
      }
      const { done, reason } = await sendTest(card.name);
      return { done, reason: `${saved?.reason ?? ''} ${reason}`.trim() };
    }
    return {
      task,
      form,
      authorization,
      saveAll: () => task.run('…', saveAll),
      test: () => task.run('…', test),
    };
  }

  /** Several cards share options. */
  function refreshForms() {
    for (const { form } of insides.values()) {
      form.refresh();
    }
  }

  /** @param {SinkCard} card */
  function cardView(card) {
    const { name, title, about, on, problem, steps } = card;
    const inside = insides.get(name);
    if (inside === undefined) {
      return nothing;
    }
    const { task, form } = inside;
    const says =
      problem === undefined
        ? ''
        : [sentence(translated(problem)), elsewhere(problem, card.options)].filter(Boolean).join(' ');
    return html`<li class="plate card" data-sink=${name}>
      <p class="row"><span class="led ${problem !== undefined ? 'bad' : on ? 'good' : ''}"></span><strong class="title">${title}</strong> <span class="on dim small">${on ? word('more.on') : word('more.off')}</span></p>
      <p class="dim small">${about}</p>
      ${says === '' || task.text.includes(says) ? nothing : html`<p class="says bad small"><span class="led bad"></span><span class="problem">${says}</span></p>`}
      <details @input=${task.forget} @click=${task.forget}>
        <summary>${word('more.set-up')}</summary>
        ${form.view(steps, inside.saveAll, nothing)}
        <p class="row wrap">
          <button class="btn" type="button" aria-label=${`${word('more.save')}: ${title}`} aria-disabled=${task.isBusy} @click=${press(inside.saveAll)}>${word('more.save')}</button>
          <button class="btn" type="button" aria-label=${`${word('more.test')}: ${title}`} aria-disabled=${task.isBusy} @click=${press(inside.test)}>${word('more.test')}</button>
        </p>
      </details>
      <p class=${task.isWrong ? 'wrong' : ''} role="status">${task.text}</p>
    </li>`;
  }

  /** @param {readonly SinkCard[]} cards */
  function show(cards) {
    given = cards;
    shown = cards.map(worded);
    for (const card of shown) {
      if (!insides.has(card.name)) {
        insides.set(card.name, makeInside(card));
      }
      insides.get(card.name)?.authorization?.show(card);
    }
  }

  return {
    /** @param {readonly SinkCard[]} cards  as the server sent them */
    view(cards) {
      if (cards !== given) {
        show(cards);
      }
      return html`<div class="head"><h2 id="sinks-heading">${word('more.heading')}</h2><p class="dim">${word('more.about')}</p></div>
        <ul class="cards" id="sinks" aria-labelledby="sinks-heading">${repeat(shown, ({ name }) => name, cardView)}</ul>`;
    },
  };
}

/** @param {string} sink */
async function sendTest(sink) {
  try {
    /** @type {SetupAnswer | Refusal} */
    const { done, reason } = await send('POST', 'setup/test', { sink });
    return { done, reason: sentence(translated(reason)) };
  } catch {
    return { done: false, reason: NO_ANSWER };
  }
}
