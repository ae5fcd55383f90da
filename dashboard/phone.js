/**
 * A QR code that signs a phone in, and the token that this needs.
 *
 * @import { PhoneAnswer } from '../src/web/wire/phone.ts'
 */
import { send, storeToken } from './api.js';
import { byId, onPress, setShown, setText, setUsable } from './dom.js';
import { NO_SETTINGS, readSettings, refusalIn, save, sentence } from './saved.js';
import { phrase, translated } from './text.js';

const section = byId('phone');
const show = byId('phone-show', HTMLButtonElement);
const make = byId('phone-token', HTMLButtonElement);
const picture = byId('phone-code', HTMLImageElement);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ending;

export function start() {
  onPress(show, () => work(show, showCode));
  onPress(make, () => work(make, makeToken));
}

/**
 * @param {HTMLButtonElement} button
 * @param {() => Promise<string>} act  resolves with the text to show
 */
async function work(button, act) {
  setUsable(button, false);
  const answer = await act().catch((error) => refusalIn(error));
  setText(byId('phone-answer'), answer);
  setUsable(button, true);
}

async function showCode() {
  /** @type {PhoneAnswer} */
  const answer = await send('POST', 'phone', {});
  section.hidden = !answer.done;
  setShown(make, !answer.done && answer.needsToken === true, show);
  if (!answer.done) {
    return sentence(translated(answer.reason));
  }
  const seconds = answer.seconds;
  picture.src = `data:image/svg+xml,${encodeURIComponent(answer.picture)}`;
  const ends = new Date(Date.now() + seconds * 1_000);
  setText(byId('phone-ends'), phrase('Until {time}.', { time: ends.toLocaleTimeString() }));
  clearTimeout(ending);
  ending = setTimeout(() => {
    section.hidden = true;
  }, seconds * 1_000);
  return '';
}

/** Makes a token that is too long to guess. This browser keeps it. */
async function makeToken() {
  const token = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  if (!(await readSettings())) {
    return NO_SETTINGS;
  }
  const { saved, reason } = await save({ 'http.token': token });
  if (saved) {
    storeToken(token);
    setShown(make, false, show);
  }
  return reason;
}
