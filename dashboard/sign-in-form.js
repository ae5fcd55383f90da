/** Asks for a code or the token, or shows why neither would help. */

import { NO_ANSWER, read, readPermission, send, storeToken, token } from './api.js';
import { loadStyle } from './dom.js';
import { html, nothing, render } from './lit/lit-html.js';
import { isHere } from './shell.js';
import { sentence, translated } from './text.js';
import { word } from './words.js';

/** @import { PageText } from './words.js' */

const RETRY_MS = 1_500;

/**
 * @param {HTMLElement} place
 * @param {'operate' | 'configure'} right
 * @param {(problem: string) => void} entered  called after the user has entered a code or a token, or this browser has got
 *   the right; `problem`: of the code
 */
export function createForm(place, right, entered) {
  // The operator's page has no fields otherwise.
  void loadStyle('/dashboard/fields.css').catch(() => {});
  /** How the user lets another device in; one at the computer itself needs no code. @type {readonly PageText[]} */
  const steps = isHere
    ? []
    : right === 'operate'
      ? ['sign-in.step-computer', 'sign-in.step-press', 'sign-in.step-scan']
      : ['sign-in.step-settings', 'sign-in.step-token', 'sign-in.step-here'];
  let hasEntered = false;
  /** Earlier token, kept until the typed one is known to be valid. @type {string | undefined} */
  let replaced;

  /** @param {string} why @param {string} served  the server's own reason @param {boolean} asksToken */
  function draw(why, served, asksToken) {
    const isPlain = !asksToken && !why.includes(served);
    const isSignIn = right === 'operate' && (asksToken || !isHere);
    render(
      html`<h2>${word(isSignIn ? 'sign-in.heading' : isHere ? 'sign-in.not-allowed-yet' : 'sign-in.no-settings')}</h2>
        <form class="plate form" @submit=${submit}>
          <p id="sign-in-reason" role="status">${why}</p>
          ${steps.length === 0 || (asksToken && right === 'configure') ? nothing : html`<ol class="todo">${steps.map((step) => html`<li>${word(step)}</li>`)}</ol>`}
          ${
            asksToken || isSignIn
              ? html`<p class="field"><label for="token">${word(right === 'operate' ? 'sign-in.or-token' : 'sign-in.token')}</label>
                  <input id="token" name="token" type=${right === 'operate' ? 'text' : 'password'} autocomplete=${right === 'operate' ? 'one-time-code' : 'current-password'} autocapitalize="none" spellcheck="false"></p>
                  <p><button class="btn key" type="submit">${word('sign-in.open')}</button></p>`
              : nothing
          }
          ${right === 'configure' ? html`<p><a class="btn" href="/dashboard/">${word('setup.to-on-air')}</a></p>` : nothing}
          ${isPlain ? html`<details><summary>${word('sign-in.details')}</summary><p class="dim">${served}</p></details>` : nothing}
        </form>`,
      place,
    );
  }

  /** @param {'token' | 'no'} may @param {string} served  the server's own reason */
  async function reasonOf(may, served) {
    if (right === 'operate') {
      if (token() !== '' && (may === 'token' || !isHere)) {
        return word('sign-in.taken');
      }
      return !isHere ? word('sign-in.not-yet') : may === 'no' ? served : word('sign-in.needs-token');
    }
    if (may === 'no' && isHere) {
      return word('sign-in.not-here');
    }
    const { may: operates } = await readPermission('operate');
    const about = word(operates === 'yes' ? 'sign-in.operates' : 'sign-in.only-there');
    return may === 'no' ? `${about} ${word('sign-in.allow')}` : `${about} ${word('sign-in.settings-token')}`;
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const text = place.querySelector('input')?.value ?? '';
    hasEntered = true;
    // Cleared first, so that screen readers announce the same text again.
    draw('', '', true);
    const [, ofAddress] = /#sign-in=([\w-]+)/.exec(text) ?? [];
    const mayBeCode = /^\s*([a-z\d][\s-]*){10}$/i.test(text);
    const code = right === 'operate' ? (ofAddress ?? (mayBeCode ? text : undefined)) : undefined;
    const { problem, isCode } = code === undefined ? NO_CODE : await redeem(code);
    if (!isCode && ofAddress === undefined) {
      replaced = token();
      storeToken(text);
    }
    entered(isCode || ofAddress !== undefined ? problem : '');
  }

  /** Another page of this browser gets the right, such as the one that deckcast opens when it starts. */
  async function waitForRight() {
    let may = 'no';
    while (may === 'no' || may === 'unknown') {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      if (document.visibilityState === 'visible') {
        ({ may } = await readPermission(right));
      }
    }
    entered('');
  }

  /** Reloads the page once another tab has signed in. */
  async function checkAgain() {
    if (
      !place.hidden &&
      document.visibilityState === 'visible' &&
      (await readPermission(right)).may === 'yes'
    ) {
      location.reload();
    }
  }
  addEventListener('storage', checkAgain);
  document.addEventListener('visibilitychange', checkAgain);

  return {
    /** @param {'token' | 'no'} may @param {string} reason @param {string} codeProblem  of the code in the address */
    async show(may, reason, codeProblem) {
      if (replaced !== undefined) {
        storeToken(replaced);
        replaced = undefined;
      }
      if (right === 'configure' && (await isDemo())) {
        render((await import('./demo.js')).demoView(), place);
        return;
      }
      const served = sentence(translated(reason));
      const wrong = word(right === 'operate' ? 'sign-in.wrong-code' : 'sign-in.wrong-token');
      const problem = codeProblem || (hasEntered ? wrong : '');
      const why = hasEntered && right === 'operate' ? '' : await reasonOf(may, served);
      draw([problem, why].filter(Boolean).join(' '), served, may === 'token');
      if (may === 'no' && isHere) {
        void waitForRight();
      }
      // The keyboard of a phone would cover the steps.
      if (may === 'token' && (isHere || right === 'configure')) {
        const field = place.querySelector('input');
        field?.select();
        field?.focus();
      }
    },
    /** Removes the form, and moves its focus to the element `next` once the page has drawn it. @param {string} next  its id */
    leave(next) {
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && place.contains(activeElement)) {
        activeElement.blur();
        focusOnceDrawn(next);
      }
      // The form may hold a token.
      render(nothing, place);
    },
  };
}

/** Nothing grants the right to configure the demo. */
async function isDemo() {
  try {
    return (await (await read('health')).json()).isDemo === true;
  } catch {
    return false;
  }
}

/** Leaves a focus that the user has chosen meanwhile. @param {string} id */
function focusOnceDrawn(id) {
  const element = document.getElementById(id);
  if (element !== null) {
    element.focus();
  } else if (document.activeElement === document.body) {
    requestAnimationFrame(() => focusOnceDrawn(id));
  }
}

/**
 * Redeems the code in the address. A QR code's code replaces the token; the code of `deckcast open` lets this browser
 * configure. Resolves with the problem, or an empty text.
 */
export async function redeemCode() {
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
  return (await redeem(code)).problem;
}

const NO_CODE = { problem: '', isCode: false };

/** Whether the server knows the code, and why it does not count; empty if it does. @param {string} code */
async function redeem(code) {
  try {
    const { done, reason, code: state, token: given } = await send('POST', 'sign-in', { code });
    if (done) {
      storeToken(given);
      return { problem: '', isCode: true };
    }
    return { problem: sentence(translated(reason)), isCode: state !== 'unknown' };
  } catch {
    return { problem: NO_ANSWER, isCode: true };
  }
}
