/**
 * Asks who the caller is before a page for operators shows anything: with the token, or with the reason why it is
 * refused.
 */
import { readPermission, send, storeToken, token } from './api.js';
import { make, setShown, setText } from './dom.js';
import { sentence } from './saved.js';

const RETRY_MS = 1_500;
const NEEDS_TOKEN = 'This page needs the token that deckcast was started with (--http.token).';
const WRONG_TOKEN = 'That is not the token that deckcast was started with (--http.token).';

/**
 * Shows `page` once the caller may operate, and calls `allowed`.
 *
 * @param {object} given
 * @param {HTMLElement} given.page
 * @param {HTMLElement} given.nextFocus  what gets the focus in place of the form
 * @param {() => void} given.allowed
 * @param {(known: boolean) => void} given.connected  false while the server does not answer
 */
export function signIn({ page, nextFocus, allowed, connected }) {
  const { form, reasonLine, tokenRow, tokenField } = makeForm();
  /** Why the code that brought this browser here was refused. */
  let codeProblem = '';
  page.before(form);

  async function checkPermission() {
    const { may, reason } = await readPermission();
    connected(may !== 'unknown');
    if (may === 'unknown') {
      setTimeout(checkPermission, RETRY_MS);
      return;
    }
    page.hidden = may !== 'yes';
    setShown(form, may !== 'yes', nextFocus);
    if (may === 'yes') {
      allowed();
      return;
    }
    tokenRow.hidden = may === 'no';
    const why = may === 'no' ? reason : token() === '' ? NEEDS_TOKEN : WRONG_TOKEN;
    setText(reasonLine, [codeProblem, why].filter((text) => text !== '').join(' '));
    if (may === 'token') {
      tokenField.select();
      tokenField.focus();
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    storeToken(tokenField.value);
    codeProblem = '';
    // So that the same answer is read out again.
    setText(reasonLine, '');
    void checkPermission();
  });
  void redeemCode().then((problem) => {
    codeProblem = problem;
    void checkPermission();
  });
}

/** The code of a QR code that brought this browser here: it replaces the token. Resolves with what went wrong. */
async function redeemCode() {
  const code = /^#sign-in=([\w-]+)$/.exec(location.hash)?.[1];
  if (code === undefined) {
    return '';
  }
  // It works only once, and need not stay in the history.
  history.replaceState(null, '', location.pathname);
  try {
    const { done, reason, token: given } = await send('POST', 'sign-in', { code });
    if (done) {
      storeToken(given);
      return '';
    }
    return sentence(reason);
  } catch {
    return 'The server does not answer.';
  }
}

/**
 * What the server answers, asked for again until it does: a page may be opened at the moment of a restart.
 *
 * @template T
 * @param {() => Promise<T>} request
 * @param {(known: boolean) => void} connected  false while the server does not answer
 */
export async function untilAnswered(request, connected) {
  for (;;) {
    try {
      const answer = await request();
      connected(true);
      return answer;
    } catch {
      connected(false);
      await reloadIfRefused();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** The program may have been restarted with another token: then the page starts again with the form. */
export async function reloadIfRefused() {
  const { may } = await readPermission();
  if (may === 'token' || may === 'no') {
    location.reload();
  }
}

function makeForm() {
  const form = document.createElement('form');
  form.className = 'panel sign-in';
  form.hidden = true;
  const reasonLine = make('p');
  reasonLine.setAttribute('role', 'status');
  const tokenRow = make('div', 'row');
  const label = document.createElement('label');
  label.htmlFor = 'token';
  label.textContent = 'Token';
  const tokenField = document.createElement('input');
  tokenField.id = 'token';
  tokenField.name = 'token';
  tokenField.type = 'password';
  tokenField.autocomplete = 'current-password';
  const open = document.createElement('button');
  open.type = 'submit';
  open.className = 'strong';
  open.textContent = 'Open';
  tokenRow.append(label, tokenField, open);
  form.append(reasonLine, tokenRow);
  return { form, reasonLine, tokenRow, tokenField };
}
