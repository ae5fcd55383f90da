/**
 * The permission of a service's user: the link to the service's page, and a field for where the browser ended up when it
 * cannot come back to deckcast by itself (it runs on another computer).
 *
 * @import { AuthorizationAnswer, SetupAnswer } from '../../src/web/wire/setup.ts'
 */
import { NO_ANSWER, send } from '../api.js';
import { make, onPress, setShown, setText, setUsable } from '../dom.js';
import { sentence } from '../saved.js';

let made = 0;

/**
 * @param {string} source
 * @param {string} title  of its card
 * @param {() => Promise<boolean>} saveFirst  saves what was typed on the card; false when that was refused
 */
export function authorizeForm(source, title, saveFirst) {
  const element = make('div', 'form authorize');
  const begin = button('Authorize', `Authorize: ${title}`);
  const link = document.createElement('a');
  link.target = '_blank';
  link.rel = 'noopener';
  const next = make('div', 'form');
  next.hidden = true;
  const paste = make('div', 'field');
  const address = document.createElement('input');
  made += 1;
  address.id = `authorized-${made}`;
  address.autocomplete = 'off';
  address.spellcheck = false;
  const label = document.createElement('label');
  label.htmlFor = address.id;
  label.textContent = 'If the browser finds no page afterwards, paste the address that it shows';
  paste.append(label, address);
  const use = button('Use this address', `Use this address: ${title}`);
  next.append(link, make('p', '', 'Agree there, and come back to this page.'), paste, use);
  const answer = make('p', 'answer');
  answer.setAttribute('role', 'status');
  element.append(answer, begin, next);

  /** @param {boolean} good @param {string} text */
  function showAnswer(good, text) {
    answer.classList.toggle('wrong', !good);
    setText(answer, sentence(text));
  }

  /** @param {HTMLButtonElement} pressed @param {() => Promise<void>} act */
  async function work(pressed, act) {
    setUsable(pressed, false);
    await act().catch(() => showAnswer(false, NO_ANSWER));
    setUsable(pressed, true);
  }

  onPress(begin, () =>
    work(begin, async () => {
      if (!(await saveFirst())) {
        return;
      }
      /** @type {AuthorizationAnswer} */
      const { done, reason, page } = await send('POST', 'setup/authorize', { source });
      showAnswer(done, done ? 'Now open the page of the service' : reason);
      if (done) {
        link.href = page;
        link.textContent = `Open ${new URL(page).hostname}`;
        next.hidden = false;
        link.focus();
      }
    }),
  );
  onPress(use, () =>
    work(use, async () => {
      /** @type {SetupAnswer} */
      const { done, reason } = await send('POST', 'setup/authorized', { address: address.value });
      showAnswer(done, reason);
      if (done) {
        address.value = '';
      }
    }),
  );

  let was = false;
  return {
    element,
    /** @param {boolean} authorized */
    show(authorized) {
      if (authorized && !was) {
        showAnswer(true, 'Authorized');
        setShown(next, false, begin);
      }
      was = authorized;
      setText(begin, authorized ? 'Authorize again' : 'Authorize');
    },
  };
}

/** @param {string} text @param {string} name  for those who hear the page */
function button(text, name) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.setAttribute('aria-label', name);
  return element;
}
