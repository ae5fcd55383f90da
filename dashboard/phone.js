/**
 * A QR code that signs a phone in, with the token that this needs, and the code of the guests' page.
 *
 * @import { OperatorMessage } from '../src/web/wire/operator.ts'
 * @import { PhoneAnswer, PhoneCode } from '../src/web/wire/phone.ts'
 */
import { send, storeToken } from './api.js';
import { html, nothing } from './lit/lit-html.js';
import { NO_SETTINGS, option, readSettings, save } from './saved.js';
import { isHere, mayConfigure } from './shell.js';
import { createTask } from './task.js';
import { sentence, translated } from './text.js';
import { timeOf } from './times.js';
import { press } from './view.js';
import { word } from './words.js';

/**
 * `before`: issuer of the page's messages when the code arrived.
 *
 * @type {PhoneCode & { ends: number, before: string | undefined } | undefined}
 */
let code;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ending;
/** Never beside the code that lets others operate. */
let showsGuests = false;
/** Whether guests reach their page; undefined until its code has loaded or failed. @type {boolean | undefined} */
let isInReach;

/** Lets other devices operate; pages on this computer need none. */
const PHONE_TOKEN = 'http.phone_token';
/** Needed on this computer too; phones get it where it is set. */
const TOKEN = 'http.token';
const ADMIN_TOKEN = 'http.admin_token';

/** Together longer than the restart of the server. */
const TRIES = 20;
const RETRY_MS = 500;

/**
 * @param {() => void} redraw
 * @param {() => Pick<OperatorMessage, 'hasToken' | 'codeIssuer' | 'signedIn'> | undefined} now
 */
export function createPhone(redraw, now) {
  const task = createTask(redraw);

  /** Makes a token if there is none. Resolves with the problem; empty if there is none. */
  async function showCode() {
    /** @type {PhoneAnswer} */
    let answer = await send('POST', 'phone', {});
    if (!answer.done && answer.needsToken === true) {
      const { done, reason } = await makeToken(PHONE_TOKEN);
      if (!done) {
        return { done, reason };
      }
      answer = await askOnceTokenCounts();
    }
    if (!answer.done) {
      return { done: false, reason: sentence(translated(answer.reason)) };
    }
    const { seconds } = answer;
    code = { ...answer, ends: Date.now() + seconds * 1_000, before: now()?.codeIssuer };
    showsGuests = false;
    clearTimeout(ending);
    ending = setTimeout(() => {
      code = undefined;
      task.say(word('phone.expired'));
    }, seconds * 1_000);
    return '';
  }

  function dropCode() {
    code = undefined;
    clearTimeout(ending);
  }

  function showGuests() {
    dropCode();
    showsGuests = true;
    redraw();
  }

  /** A spent code, or one of before a restart, would be scanned in vain. */
  function dropDeadCode() {
    const { codeIssuer, signedIn = 0 } = now() ?? {};
    if (code?.codeIssuer === codeIssuer) {
      if (code && signedIn > code.signedIn) {
        dropCode();
        task.say(word('phone.has-signed-in'));
      }
    } else if (code && code.before !== codeIssuer) {
      dropCode();
      task.say(word('phone.restarted'));
    }
  }

  /** Also from devices that may configure. */
  async function takeAccess() {
    if (!(await readSettings())) {
      return { done: false, reason: NO_SETTINGS };
    }
    const tokens = [TOKEN, PHONE_TOKEN, ADMIN_TOKEN].filter(isSet);
    // A browser that needs a token gets a new one.
    const own = isSet(TOKEN) ? TOKEN : isHere ? undefined : PHONE_TOKEN;
    const others = tokens.filter((name) => name !== own);
    const { done, reason } = await (own === undefined ? unset(others) : makeToken(own, others));
    dropCode();
    return done ? word('phone.taken') : { done, reason };
  }

  /** @param {boolean} yes */
  const reaches = (yes) => () => {
    isInReach = yes;
    redraw();
  };

  /** A phone scans whole codes only. The code to type is beside or below. @param {Event & { currentTarget: HTMLElement }} event */
  const bringIntoView = ({ currentTarget: { parentElement: scan } }) =>
    scan?.scrollIntoView({ block: 'nearest' });

  const showView =
    () => html`<p><button class="btn" id="phone-show" type="button" aria-disabled=${task.isBusy}
      @click=${press(() => task.run(word('phone.working'), showCode))}>${code === undefined ? word('phone.use') : word('phone.another')}</button>
      ${
        now()?.hasToken
          ? html`<button class="btn quiet" type="button" aria-disabled=${task.isBusy} @click=${press(() => confirm(word('phone.take-sure')) && task.run(word('phone.taking'), takeAccess))}>${word('phone.take')}</button>`
          : nothing
      }</p>`;

  const view = () => html`<div class="codes whole" role="group" aria-label=${word('phone.tab')}>
    <section aria-labelledby="phone-heading">
      <h3 id="phone-heading">${word('phone.heading')}</h3>
      <p class="dim">${word(mayConfigure() ? 'phone.may' : 'phone.signed-in')}</p>
      ${
        code === undefined
          ? nothing
          : html`<div class="scan"><img class="code" src=${`data:image/svg+xml,${encodeURIComponent(code.picture)}`} alt=${word('phone.code')} width="200" height="200" @load=${bringIntoView}>
            <div><p>${word('phone.scan', { time: timeOf(code.ends) })}</p>
            <p>${word('phone.type', { address: partsOf(code.url).address })} <code class="key">${partsOf(code.url).typed}</code></p></div></div>
            <p class="dim">${word('phone.not-opening')} <a href="/help/operate#if-the-page-does-not-open-on-the-phone" target="_blank">${word('setup.what-to-do')}</a></p>`
      }
      ${mayConfigure() ? showView() : nothing}
      <p id="phone-answer" role="status" class=${task.isWrong ? 'wrong' : ''}>${task.text}</p>
    </section>
    <section aria-labelledby="page-heading">
      <h3 id="page-heading">${word('phone.guests')}</h3>
      <p class="dim">${isInReach === false ? word('phone.guests-no') : word('phone.guests-about')}</p>
      ${showsGuests && isInReach !== false ? html`<img class="code" id="page-code" src="/page/qr.svg" alt=${word('phone.guests-code')} width="200" height="200" @load=${reaches(true)} @error=${reaches(false)}>` : nothing}
      <p class="row wrap">
        ${showsGuests ? nothing : html`<button class="btn" type="button" data-next="page-open" @click=${showGuests}>${word('phone.guests-show')}</button>`}
        <a class="btn" id="page-open" href="/page/" target="_blank">${word('phone.guests-open')}</a>
      </p>
    </section>
  </div>`;
  return () => {
    dropDeadCode();
    return view();
  };
}

/** The page that the code is for, and the code in two groups. @param {string} url */
function partsOf(url) {
  const [address = '', code = ''] = url.split('#sign-in=');
  return { address, typed: `${code.slice(0, 5)}\u00a0${code.slice(5)}` };
}

/** @param {string} name */
function isSet(name) {
  return option(name)?.isSet === true;
}

/**
 * The server restarts with the new token, and refuses until then.
 *
 * @returns {Promise<PhoneAnswer>}
 */
async function askOnceTokenCounts() {
  for (let left = TRIES; ; left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    try {
      /** @type {PhoneAnswer} */
      const answer = await send('POST', 'phone', {});
      if (answer.done || answer.needsToken !== true || left === 1) {
        return answer;
      }
    } catch (error) {
      if (left === 1) {
        throw error;
      }
    }
  }
}

/** @param {readonly string[]} names  of options */
async function unset(names) {
  const { saved, reason } = await save({}, names);
  return { done: saved, reason };
}

/**
 * Makes a token that is too long to guess, in place of the old one. This browser keeps it.
 *
 * @param {string} name  of the option
 * @param {readonly string[]} [unset]  options to take out of the file
 */
async function makeToken(name, unset = []) {
  const token = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  if (!(await readSettings())) {
    return { done: false, reason: NO_SETTINGS };
  }
  const { saved, reason } = await save({ [name]: token }, unset);
  if (saved) {
    storeToken(token);
  }
  return { done: saved, reason };
}
