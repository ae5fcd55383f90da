/**
 * A user's permission for a service: a link to the service's page with the code to enter there. Without a code, a field
 * for the address where the browser ended up, if it cannot return to deckcast because it runs on another computer.
 *
 * @import { AuthorizationAnswer, SetupAnswer, SetupCard } from '../../src/web/wire/setup.ts'
 */
import { NO_ANSWER, send } from '../api.js';
import { make, makeButton, onPress, setShown, setText, setUsable } from '../dom.js';
import { sentence } from '../saved.js';
import { translated } from '../text.js';
import { word } from '../words.js';

const WORDS = {
  'sign in': {
    verb: word('account.sign-in'),
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
 * @param {object} card
 * @param {() => Promise<boolean>} card.saveFirst  saves the card's input; false if that was refused
 * @param {() => unknown} [card.given]  called when a shown code has led to the authorization
 */
export function authorizeForm({ name, title }, kind, { saveFirst, given }) {
  const { verb, again, done: isDone } = WORDS[kind];
  const element = make('div', 'form authorize');
  const begin = makeButton(verb, `${verb}: ${title}`);
  const answer = make('p', 'answer');
  answer.setAttribute('role', 'status');
  const next = make('div', 'form');
  next.hidden = true;
  const link = document.createElement('a');
  link.target = '_blank';
  link.rel = 'noopener';
  const code = make('output', 'code');
  code.setAttribute('aria-label', word('account.code'));
  const what = make('p');
  const pasted = pasteForm(title, showAnswer);
  next.append(code, link, what, pasted);
  element.append(answer, begin, next);

  /** @param {boolean} good @param {string} text */
  function showAnswer(good, text) {
    answer.classList.toggle('wrong', !good);
    setText(answer, sentence(translated(text)));
  }

  /** @param {string} page @param {string} [wanted]  code to enter there */
  function showPage(page, wanted) {
    link.href = page;
    setText(link, word('account.open', { address: new URL(page).hostname }));
    setText(code, wanted ?? '');
    code.hidden = wanted === undefined;
    setText(what, wanted === undefined ? word('account.agree') : word('account.enter-code'));
    pasted.hidden = wanted !== undefined;
    next.hidden = false;
  }

  onPress(begin, () =>
    work(begin, showAnswer, async () => {
      if (!(await saveFirst())) {
        return;
      }
      /** @type {AuthorizationAnswer} */
      const { done, reason, page, code: wanted } = await send('POST', 'setup/authorize', { part: name });
      showAnswer(done, done ? word('account.now-open') : reason);
      if (done) {
        showPage(page, wanted);
        link.focus();
      }
    }),
  );

  let was = false;
  let isWaiting = false;
  let refusal = '';
  return {
    element,
    /** @param {SetupCard} card  current state */
    show({ authorized = false, code: waiting, refused = '' }) {
      const isAsked = waiting !== undefined && refused === '';
      if (isAsked) {
        // The code may have been requested before this page was loaded.
        showPage(waiting.page, waiting.code);
      } else if (refused !== '' && refused !== refusal) {
        showAnswer(false, refused);
        setShown(next, false, begin);
      } else if (authorized && (!was || isWaiting)) {
        showAnswer(true, isDone);
        setShown(next, false, begin);
        if (isWaiting) {
          void given?.();
        }
      }
      was = authorized;
      isWaiting = isAsked;
      refusal = refused;
      setText(begin, authorized ? again : verb);
    },
  };
}

/**
 * Takes the address where a browser ended up that cannot return by itself.
 * @param {string} title
 * @param {(good: boolean, text: string) => void} showAnswer
 */
function pasteForm(title, showAnswer) {
  const element = make('div', 'form');
  const field = make('div', 'field');
  const address = document.createElement('input');
  made += 1;
  address.id = `authorized-${made}`;
  address.autocomplete = 'off';
  address.spellcheck = false;
  const label = document.createElement('label');
  label.htmlFor = address.id;
  label.textContent = word('account.paste');
  field.append(label, address);
  const useText = word('account.use-address');
  const use = makeButton(useText, `${useText}: ${title}`);
  element.append(field, use);
  onPress(use, () =>
    work(use, showAnswer, async () => {
      /** @type {SetupAnswer} */
      const { done, reason } = await send('POST', 'setup/authorized', { address: address.value });
      showAnswer(done, reason);
      if (done) {
        address.value = '';
      }
    }),
  );
  return element;
}

/**
 * @param {HTMLButtonElement} pressed
 * @param {(good: boolean, text: string) => void} showAnswer
 * @param {() => Promise<void>} act
 */
async function work(pressed, showAnswer, act) {
  setUsable(pressed, false);
  await act().catch(() => showAnswer(false, NO_ANSWER));
  setUsable(pressed, true);
}
