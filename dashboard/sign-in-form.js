/** Asks for the token, or shows why no token would help. */

import { NO_ANSWER, readPermission, send, storeToken, token } from './api.js';
import { loadStyle } from './dom.js';
import { html, nothing, render } from './lit/lit-html.js';
import { sentence, translated } from './text.js';
import { word } from './words.js';

/**
 * @param {HTMLElement} place
 * @param {'operate' | 'configure'} right
 * @param {() => void} entered  called after the user has entered a token
 */
export function createForm(place, right, entered) {
  // The operator's page has no fields otherwise.
  void loadStyle('/dashboard/fields.css').catch(() => {});
  const isHere = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  // A user at the computer itself needs no phone.
  const hasSteps = right === 'operate' && !isHere;
  /** Earlier token, kept until the typed one is known to be valid. @type {string | undefined} */
  let replaced;

  /** @param {string} why @param {string} served  the server's own reason @param {boolean} asksToken */
  function draw(why, served, asksToken) {
    const isPlain = !asksToken && !why.includes(served);
    const steps = [word('sign-in.step-computer'), word('sign-in.step-press'), word('sign-in.step-scan')];
    render(
      html`<h2>${asksToken || hasSteps ? word('sign-in.heading') : word('sign-in.not-allowed-yet')}</h2>
        <form class="plate form" @submit=${submit}>
          <p id="sign-in-reason" role="status">${why}</p>
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
    return right === 'configure' ? word(isHere ? 'sign-in.not-here' : 'sign-in.only-there') : served;
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
    // Cleared first, so that screen readers announce the same text again.
    draw('', '', true);
    entered();
  }

  return {
    /** @param {'token' | 'no'} may @param {string} reason @param {string} codeProblem  of the code in the address */
    show(may, reason, codeProblem) {
      if (replaced !== undefined && right === 'configure') {
        // Restores the token that this browser operates with.
        storeToken(replaced);
        replaced = undefined;
      }
      const served = sentence(translated(reason));
      const why = may === 'no' ? whyNotHere(served) : whyNotWith(token(), served);
      draw([codeProblem, why].filter(Boolean).join(' '), served, may === 'token');
      if (may === 'token') {
        const field = place.querySelector('input');
        field?.select();
        field?.focus();
      }
    },
    /** Moves the form's focus to the element `next` once the page has drawn it. @param {string} next  its id */
    leave(next) {
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && place.contains(activeElement)) {
        activeElement.blur();
        focusOnceDrawn(next);
      }
    },
  };
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
