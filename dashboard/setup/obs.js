/** Adds the overlay to OBS by its WebSocket server, or explains how to do it by hand. */
import { NO_ANSWER, send } from '../api.js';
import { byId, onPress, setText, setTextWithHelp, setUsable } from '../dom.js';
import { option, save, sentence } from '../saved.js';
import { elsewhere, phrase, translated } from '../text.js';
import { copyFrom } from './card.js';
import { finish } from './steps.js';

const form = byId('obs', HTMLFormElement);
const url = byId('obs-url', HTMLInputElement);
const password = byId('obs-password', HTMLInputElement);
const scene = byId('obs-scene', HTMLSelectElement);
const add = byId('obs-add', HTMLButtonElement);
const connect = byId('obs-connect', HTMLButtonElement);
const answer = byId('obs-answer');
const address = byId('address', HTMLInputElement);

export function start() {
  address.value = `${location.origin}/`;
  const copy = byId('copy-address', HTMLButtonElement);
  onPress(copy, () => void copyFrom(address, copy));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void work(connect, showScenes);
  });
  onPress(add, () => void work(add, addOverlay));
}

/** Shows saved values, unless the user has typed others already. */
export function load() {
  url.value ||= option('obs.url')?.value ?? '';
  password.placeholder = option('obs.password')?.isSet ? phrase('Saved. Type another one to replace it') : '';
}

/** @param {string | null} other  overlay address for another computer; null if no other computer can reach it */
export function show(other) {
  setText(
    byId('other-address'),
    other === null
      ? phrase('No other computer reaches deckcast, so OBS has to run on this one.')
      : phrase('If OBS runs on another computer, the address is {address}', { address: other }),
  );
}

/**
 * @param {HTMLButtonElement} button
 * @param {() => Promise<{ done: boolean, reason: string }>} act
 */
async function work(button, act) {
  setUsable(button, false);
  setTextWithHelp(answer, phrase('Asking OBS…'));
  const { done, reason } = await act().catch(() => ({ done: false, reason: NO_ANSWER }));
  answer.classList.toggle('wrong', !done);
  const where = elsewhere(reason, ['obs.url', 'obs.password']);
  setTextWithHelp(answer, [sentence(translated(reason)), where].filter(Boolean).join(' '));
  setUsable(button, true);
}

function request() {
  return { url: url.value.trim(), password: password.value, scene: scene.value };
}

async function showScenes() {
  const { done, reason, scenes = [] } = await send('POST', 'setup/obs/scenes', request());
  byId('obs-scene-field').hidden = !done;
  add.hidden = !done;
  scene.replaceChildren(...scenes.map((/** @type {string} */ name) => new Option(name, name)));
  if (!done) {
    return { done, reason };
  }
  return { done, reason: phrase('OBS answers. Choose the scene, and add the overlay.') };
}

/** Saves the connection to an OBS that has the overlay, so that each start of deckcast reloads it there. */
async function saveWay() {
  const answered = await save({
    'obs.url': url.value.trim() || url.placeholder,
    ...(password.value === '' ? {} : { 'obs.password': password.value }),
  });
  load();
  return answered;
}

async function addOverlay() {
  const { done, reason } = await send('POST', 'setup/obs', request());
  if (!done) {
    return { done, reason };
  }
  const { saved, reason: why } = await saveWay();
  const shown = `${translated(reason)} ${saved ? phrase('Each start of deckcast reloads it there.') : why}`;
  finish('obs', shown);
  return { done, reason: shown };
}
