/**
 * A user's permission for a service: a link to the service's page with the code to enter there. Without a code, a field
 * for the address where the browser ended up, if it cannot return to deckcast because it runs on another computer.
 *
 * @import { AuthorizationAnswer, SetupAnswer, SetupCard } from '../../src/web/wire/setup.ts'
 */
import { send } from '../api.js';
import { focusLater } from '../focus.js';
import { html, nothing } from '../lit/lit-html.js';
import { createTask } from '../task.js';
import { sentence, translated } from '../text.js';
import { press } from '../view.js';
import { word } from '../words.js';

const WORDS = {
  'sign in': {
    verb: word('sign-in.heading'),
    again: word('account.sign-in-again'),
    done: word('account.signed-in'),
  },
  authorize: {
    verb: word('account.authorize'),
    again: word('account.authorize-again'),
    done: word('account.authorized'),
  },
};

let made = 0;

/**
 * @param {SetupCard} part
 * @param {'sign in' | 'authorize'} kind  wording for the user
 * @param {() => void} redraw
 * @param {object} card
 * @param {() => Promise<{ done: boolean, reason: string }>} card.saveFirst  saves the card's input
 * @param {() => unknown} [card.given]  called when a shown code has led to the authorization
 */
export function authorizeForm({ name, title }, kind, redraw, { saveFirst, given }) {
  const { verb, again, done: isDone } = WORDS[kind];
  made += 1;
  const id = `authorized-${made}`;
  const task = createTask(redraw);
  /** The service's page; undefined while there is nothing to do there. @type {{ page: string, code?: string } | undefined} */
  let next;
  let was = false;
  let isWaiting = false;
  let refusal = '';

  /** @param {string} reason */
  const worded = (reason) => sentence(translated(reason));

  async function begin() {
    const focus = focusLater();
    const saved = await saveFirst();
    if (!saved.done) {
      return saved;
    }
    /** @type {AuthorizationAnswer} */
    const { done, reason, page, code } = await send('POST', 'setup/authorize', { part: name });
    if (!done) {
      return { done, reason: worded(reason) };
    }
    next = { page, ...(code !== undefined && { code }) };
    setTimeout(() => focus(document.getElementById(`${id}-link`)));
    return '';
  }

  async function usePasted() {
    const field = document.getElementById(id);
    const address = field instanceof HTMLInputElement ? field.value : '';
    /** @type {SetupAnswer} */
    const { done, reason } = await send('POST', 'setup/authorized', { address });
    if (done && field instanceof HTMLInputElement) {
      field.value = '';
    }
    return { done, reason: worded(reason) };
  }

  /** Takes the address where a browser ended up that cannot return by itself. */
  function pasteView() {
    const use = word('account.use-address');
    return html`<div class="form">
      <div class="field"><label for=${id}>${word('account.paste')}</label><input id=${id} autocomplete="off" spellcheck="false"></div>
      <button class="btn" type="button" aria-label="${use}: ${title}" aria-disabled=${task.isBusy} @click=${press(() => task.run('', usePasted))}>${use}</button>
    </div>`;
  }

  return {
    view: () => html`<div class="form authorize" data-home>
      <p class="answer ${task.isWrong ? 'wrong' : ''}" role="status">${task.text}</p>
      <button class="btn" type="button" id="${id}-begin" aria-label="${verb}: ${title}" aria-disabled=${task.isBusy}
        @click=${press(() => task.run(task.text, begin))}>${was ? again : verb}</button>
      ${
        next === undefined
          ? nothing
          : html`<div class="form">
              ${next.code === undefined ? nothing : html`<output class="code" aria-label=${word('account.code')}>${next.code}</output>`}
              <a id="${id}-link" href=${next.page} target="_blank" rel="noopener" data-next="${id}-begin">${word('account.open', { address: new URL(next.page).hostname })}</a>
              <p>${next.code === undefined ? word('account.agree') : word('account.enter-code')}</p>
              ${next.code === undefined ? pasteView() : nothing}
            </div>`
      }
    </div>`,
    /** @param {SetupCard} card  current state */
    show({ authorized = false, account, code: waiting, refused = '' }) {
      const isAsked = waiting !== undefined && refused === '';
      if (isAsked) {
        // The code may have been requested before this page was loaded.
        next = { page: waiting.page, code: waiting.code };
      } else if (refused !== '' && refused !== refusal) {
        next = undefined;
        task.say(worded(refused), true);
      } else if (authorized && (!was || isWaiting)) {
        next = undefined;
        task.say(sentence(account === undefined ? isDone : word('account.signed-in-as', { account })));
        if (isWaiting) {
          void given?.();
        }
      }
      was = authorized;
      isWaiting = isAsked;
      refusal = refused;
    },
  };
}
