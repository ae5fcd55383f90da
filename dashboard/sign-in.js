/**
 * Checks the caller's permission before a page shows restricted content: asks for the token, or shows the reason of a
 * refusal.
 */
import { NO_ANSWER, readPermission, send, storeToken, token } from './api.js';
import { make, setShown, setText } from './dom.js';
import { sentence } from './saved.js';
import { phrase, translated } from './text.js';

const RETRY_MS = 1_500;
const USED_ADDRESS = phrase('The address that this page was opened with was used already, or is too old.');
const NEEDS_TOKEN = phrase('This page needs the token that deckcast was started with.');
const NOT_HERE = phrase(
  'This page may not change anything yet. On the computer that deckcast runs on, use the page that it opened when it started, or run “deckcast open” in a terminal.',
);
const NOT_YET = phrase('This device may not operate yet.');
const WRONG_TOKEN = phrase('That is not the token that deckcast was started with.');
/** Instructions for a phone user, who gets the code at the computer. */
const STEPS = [
  phrase('At the computer that runs deckcast, open On air.'),
  phrase('Under “Operate from a phone”, press Show a code.'),
  phrase('Scan the code with the camera of this device.'),
];

/**
 * Shows `page` once the caller has the right, and calls `allowed`.
 *
 * @param {object} given
 * @param {'operate' | 'configure'} given.right
 * @param {HTMLElement} given.page
 * @param {HTMLElement} given.nextFocus  gets the focus instead of the form
 * @param {() => void} given.allowed
 * @param {(known: boolean) => void} given.connected  false while the server does not answer
 */
export function signIn({ right, page, nextFocus, allowed, connected }) {
  // A user at the computer itself needs no phone.
  const hasSteps = right === 'operate' && !/^(localhost|127\.|\[::1\])/.test(location.hostname);
  const { form, reasonLine, tokenRow, tokenField, details, detail } = makeForm(hasSteps ? STEPS : []);
  /** Reason why the code in the address was refused. */
  let codeProblem = '';
  /** Earlier token, kept until the typed one is known to be valid. @type {string | undefined} */
  let replaced;
  // Replaces the page, which is the main part of the document.
  const place = document.createElement('main');
  place.hidden = true;
  place.append(form);
  page.before(place);

  async function checkPermission() {
    const { may, reason } = await readPermission(right);
    connected(may !== 'unknown');
    if (may === 'unknown') {
      setTimeout(checkPermission, RETRY_MS);
      return;
    }
    page.hidden = may !== 'yes';
    setShown(form, may !== 'yes', nextFocus);
    place.hidden = form.hidden;
    if (may === 'yes') {
      allowed();
      return;
    }
    tokenRow.hidden = may === 'no';
    const served = sentence(translated(reason));
    const why = may === 'no' ? whyNotHere(served) : whyNotWith(token(), served);
    const isPlain = why === NOT_YET || why === NOT_HERE;
    details.hidden = !isPlain;
    setText(detail, isPlain ? served : '');
    if (replaced !== undefined && right === 'configure') {
      // Restores the token that this browser operates with.
      storeToken(replaced);
      replaced = undefined;
    }
    setText(reasonLine, [codeProblem, why].filter((text) => text !== '').join(' '));
    if (may === 'token') {
      tokenField.select();
      tokenField.focus();
    }
  }

  /** No token would help. @param {string} served  the server's own reason */
  function whyNotHere(served) {
    if (hasSteps) {
      return NOT_YET;
    }
    return right === 'configure' ? NOT_HERE : served;
  }

  /** @param {string} given  token of this browser @param {string} served  the server's own reason */
  function whyNotWith(given, served) {
    if (right === 'configure') {
      return served;
    }
    return given === '' ? NEEDS_TOKEN : WRONG_TOKEN;
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    replaced = token();
    storeToken(tokenField.value);
    codeProblem = '';
    // Cleared first, so that screen readers announce the same text again.
    setText(reasonLine, '');
    void checkPermission();
  });
  void redeemCode().then((problem) => {
    codeProblem = problem;
    void checkPermission();
  });
}

/**
 * Redeems the code in the address. A QR code's replaces the token; the code of an address that deckcast opened lets
 * this browser configure. Resolves with the problem, or an empty text.
 */
async function redeemCode() {
  const [, kind, code] = /^#(sign-in|configure)=([\w-]+)$/.exec(location.hash) ?? [];
  if (code === undefined) {
    return '';
  }
  // The code works only once and should not stay in the history.
  history.replaceState(null, '', location.pathname);
  if (kind === 'configure') {
    const { may } = await readPermission('configure', code);
    return may === 'yes' ? '' : USED_ADDRESS;
  }
  try {
    const { done, reason, token: given } = await send('POST', 'sign-in', { code });
    if (done) {
      storeToken(given);
      return '';
    }
    return sentence(translated(reason));
  } catch {
    return NO_ANSWER;
  }
}

/**
 * Repeats the request until the server answers, because a page may be opened during a restart. For pages that
 * configure.
 *
 * @template T
 * @param {() => Promise<T>} request
 * @param {(known: boolean, error?: unknown) => void} connected  false while the server does not answer or fails, with the error
 */
export async function untilAnswered(request, connected) {
  for (;;) {
    try {
      const answer = await request();
      connected(true);
      return answer;
    } catch (error) {
      connected(false, error);
      await reloadIfRefused('configure');
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/**
 * Shows the form again if the program was restarted with another token.
 *
 * @param {'operate' | 'configure'} right
 */
export async function reloadIfRefused(right) {
  const { may } = await readPermission(right);
  if (may === 'token' || may === 'no') {
    location.reload();
  }
}

/** @param {readonly string[]} steps */
function makeForm(steps) {
  const form = document.createElement('form');
  form.className = 'panel sign-in';
  form.hidden = true;
  const reasonLine = make('p');
  reasonLine.setAttribute('role', 'status');
  const tokenRow = make('div', 'row');
  const label = document.createElement('label');
  label.htmlFor = 'token';
  label.textContent = phrase('Token');
  const tokenField = document.createElement('input');
  tokenField.id = 'token';
  tokenField.name = 'token';
  tokenField.type = 'password';
  tokenField.autocomplete = 'current-password';
  const open = document.createElement('button');
  open.type = 'submit';
  open.className = 'strong';
  open.textContent = phrase('Open');
  tokenRow.append(label, tokenField, open);
  const list = make('ol', 'numbered');
  list.hidden = steps.length === 0;
  list.append(...steps.map((text) => make('li', '', text)));
  const details = document.createElement('details');
  const detail = make('p', 'dim');
  details.append(make('summary', '', phrase('Details')), detail);
  form.append(reasonLine, list, tokenRow, details);
  return { form, reasonLine, tokenRow, tokenField, details, detail };
}
