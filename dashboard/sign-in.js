/**
 * Checks the caller's permission before a page shows restricted content: asks for the token, or shows the reason of a
 * refusal.
 */
import { readPermission } from './api.js';
import { reloadPage } from './words.js';

const RETRY_MS = 1_500;
const CODE = /^#(sign-in|configure)=/;
const loadForm = () => import('./sign-in-form.js').catch(reloadPage);

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
export async function signIn({ right, page, nextFocus, allowed, connected }) {
  // Replaces the page, which is the main part of the document.
  const place = document.createElement('main');
  place.className = 'message sign-in';
  place.hidden = true;
  page.before(place);
  /** Reason why the code in the address was refused. */
  let codeProblem = '';
  /** @type {ReturnType<typeof import('./sign-in-form.js').createForm> | undefined} */
  let form;

  async function checkPermission() {
    const { may, reason } = await readPermission(right);
    connected(may !== 'unknown');
    if (may === 'unknown') {
      setTimeout(checkPermission, RETRY_MS);
      return;
    }
    page.hidden = may !== 'yes';
    if (may === 'yes') {
      // The focus moves first: hiding the form would drop it.
      form?.leave(nextFocus);
      place.hidden = true;
      allowed();
      return;
    }
    place.hidden = false;
    form ??= (await loadForm()).createForm(place, right, (problem) => {
      codeProblem = problem;
      void checkPermission();
    });
    form.show(may, reason, codeProblem);
  }

  if (CODE.test(location.hash)) {
    codeProblem = await (await loadForm()).redeemCode();
  }
  await checkPermission();
  // A new fragment alone loads nothing.
  addEventListener('hashchange', () => CODE.test(location.hash) && location.reload());
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
