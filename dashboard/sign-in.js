/**
 * Checks the caller's permission before a page shows restricted content: asks for the token, or shows the reason of a
 * refusal.
 */
import { NO_ANSWER, readPermission, send, storeToken, token } from './api.js';
import { html, nothing, render } from './lit/lit-html.js';
import { sentence } from './saved.js';
import { translated } from './text.js';
import { word } from './words.js';

const RETRY_MS = 1_500;

/**
 * Shows `page` once the caller has the right, and calls `allowed`.
 *
 * @param {object} given
 * @param {'operate' | 'configure'} given.right
 * @param {HTMLElement} given.page
 * @param {string} given.nextFocus  id of the element that gets the focus instead of the form
 * @param {() => void} given.allowed
 * @param {(known: boolean) => void} given.connected  false while the server does not answer
 */
export function signIn({ right, page, nextFocus, allowed, connected }) {
  // A user at the computer itself needs no phone.
  const hasSteps = right === 'operate' && !/^(localhost|127\.|\[::1\])/.test(location.hostname);
  /** Reason why the code in the address was refused. */
  let codeProblem = '';
  /** Earlier token, kept until the typed one is known to be valid. @type {string | undefined} */
  let replaced;
  // Replaces the page, which is the main part of the document.
  const place = document.createElement('main');
  place.className = 'message sign-in';
  place.hidden = true;
  page.before(place);

  async function checkPermission() {
    const { may, reason } = await readPermission(right);
    connected(may !== 'unknown');
    if (may === 'unknown') {
      setTimeout(checkPermission, RETRY_MS);
      return;
    }
    page.hidden = may !== 'yes';
    if (may === 'yes') {
      const hadFocus = place.contains(document.activeElement);
      place.hidden = true;
      allowed();
      if (hadFocus) {
        // The page is drawn first.
        queueMicrotask(() => document.getElementById(nextFocus)?.focus());
      }
      return;
    }
    if (replaced !== undefined && right === 'configure') {
      // Restores the token that this browser operates with.
      storeToken(replaced);
      replaced = undefined;
    }
    const served = sentence(translated(reason));
    show(may === 'no' ? whyNotHere(served) : whyNotWith(token(), served), served, may === 'token');
    if (may === 'token') {
      const field = place.querySelector('input');
      field?.select();
      field?.focus();
    }
  }

  /** @param {string} why @param {string} served  the server's own reason @param {boolean} asksToken */
  function show(why, served, asksToken) {
    const isPlain = why === word('sign-in.not-yet') || why === word('sign-in.not-here');
    const steps = [word('sign-in.step-computer'), word('sign-in.step-press'), word('sign-in.step-scan')];
    place.hidden = false;
    render(
      html`<h2>${word('sign-in.heading')}</h2>
        <form class="plate form" @submit=${submit}>
          <p id="sign-in-reason" role="status">${[codeProblem, why].filter(Boolean).join(' ')}</p>
          ${hasSteps ? html`<ol class="todo">${steps.map((text) => html`<li>${text}</li>`)}</ol>` : nothing}
          ${
            asksToken
              ? html`<p class="field"><label for="token">${word('sign-in.token')}</label>
                  <input id="token" name="token" type="password" autocomplete="current-password"></p>
                  <p><button class="btn key" type="submit">${word('sign-in.open')}</button></p>`
              : nothing
          }
          ${isPlain ? html`<details><summary>${word('sign-in.details')}</summary><p class="dim">${served}</p></details>` : nothing}
        </form>`,
      place,
    );
  }

  /** No token would help. @param {string} served  the server's own reason */
  function whyNotHere(served) {
    if (hasSteps) {
      return word('sign-in.not-yet');
    }
    return right === 'configure' ? word('sign-in.not-here') : served;
  }

  /** @param {string} given  token of this browser @param {string} served  the server's own reason */
  function whyNotWith(given, served) {
    if (right === 'configure') {
      return served;
    }
    return given === '' ? word('sign-in.needs-token') : word('sign-in.wrong-token');
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    replaced = token();
    storeToken(place.querySelector('input')?.value ?? '');
    codeProblem = '';
    // Cleared first, so that screen readers announce the same text again.
    show('', '', true);
    void checkPermission();
  }
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
    return may === 'yes' ? '' : word('sign-in.used-address');
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
