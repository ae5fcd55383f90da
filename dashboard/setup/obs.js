/**
 * Adds the overlay to OBS by its WebSocket server, or explains how to do it by hand.
 *
 * @import { HealthMessage } from '../../src/web/wire/health.ts'
 * @import { ScenesAnswer } from '../../src/web/wire/setup.ts'
 */
import { CANVAS } from '/overlay/place.js';
import { send } from '../api.js';
import { withHelp } from '../help-links.js';
import { inputView } from '../inputs.js';
import { html, nothing } from '../lit/lit-html.js';
import { createMasked } from '../masked.js';
import { option, save } from '../saved.js';
import { createTask } from '../task.js';
import { sentence, translated } from '../text.js';
import { timeOf } from '../times.js';
import { press } from '../view.js';
import { word } from '../words.js';
import { copyView } from './card.js';
import { elsewhere } from './elsewhere.js';

const HERE = 'ws://127.0.0.1:4455';

/** OBS shows an IP address and a port. @param {string} text */
function addressOf(text) {
  if (text === '' || text.includes('://')) {
    return text;
  }
  return `ws://${text}${/:\d+$/.test(text) ? '' : ':4455'}`;
}

/** Saved address without its password; undefined if it has none. */
const masked = () => (option('obs.url')?.masked ? option('obs.url')?.value : undefined);

/**
 * @param {() => void} redraw
 * @param {() => { width: number, height: number }} size  of the overlay
 */
export function createObs(redraw, size) {
  const task = createTask(redraw);
  /** OBS's address, which may contain a password. */
  const address = createMasked(masked() ? '' : (option('obs.url')?.value ?? ''), 'path');
  /** Scenes of the OBS that answered. @type {readonly string[] | undefined} */
  let scenes;
  let wasInObs = false;

  /** An earlier problem is solved once OBS has the overlay. @param {boolean} isInObs */
  function noteInObs(isInObs) {
    if (isInObs && !wasInObs && task.isWrong) {
      task.say('');
    }
    wasInObs = isInObs;
  }

  /** @param {string} text @param {string} [inputType] */
  function enterAddress(text, inputType) {
    address.type(text, inputType);
    redraw();
  }

  function leaveAddress() {
    address.hide();
    redraw();
  }

  /** @param {string} id */
  const textOf = (id) => {
    const field = document.getElementById(id);
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value.trim() : '';
  };
  const request = () => ({
    url: addressOf(address.text().trim()),
    password: textOf('obs-password'),
    scene: textOf('obs-scene'),
  });

  /** @param {{ done: boolean, reason: string }} answer */
  function worded({ done, reason }) {
    const where = elsewhere(reason, ['obs.url', 'obs.password']);
    return { done, reason: [sentence(translated(reason)), where].filter(Boolean).join(' ') };
  }

  async function connect() {
    /** @type {ScenesAnswer} */
    const { done, reason, scenes: found = [] } = await send('POST', 'setup/obs/scenes', request());
    scenes = done ? found : undefined;
    return done ? word('obs.answers') : worded({ done, reason });
  }

  async function addOverlay() {
    const { done, reason } = await send('POST', 'setup/obs', request());
    if (!done) {
      return worded({ done, reason });
    }
    // Each start of deckcast reloads the overlay there.
    const { password, url } = request();
    const { saved, reason: why } = await save({
      ...((url !== '' || !masked()) && { 'obs.url': url || HERE }),
      ...(password !== '' && { 'obs.password': password }),
    });
    return `${translated(reason)} ${saved ? word('obs.reloads') : why}`;
  }

  return {
    /**
     * @param {string | null} other  overlay address for another computer; null if no other computer can reach it
     * @param {HealthMessage['overlays']} overlays
     * @param {string} refusal  why OBS refuses the saved settings; otherwise empty
     */
    view(other, { obs, obsGoneAt }, refusal) {
      const isInObs = obs > 0;
      const isGone = obsGoneAt !== undefined;
      noteInObs(isInObs);
      return html`<div class="head"><h2>${word('obs.heading')}</h2></div>
      <div class="obslay">
        <form class="plate form" id="obs" @submit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          void task.run(word('obs.asking'), connect);
        }}>
          <h3>${word('obs.let')}</h3>
          <p class="dim small">${word('obs.enable')}</p>
          <p class="field"><label for="obs-url">${word('obs.address')}</label>
            ${inputView({ field: 'text', placeholder: masked() ?? HERE }, address.shown(), enterAddress, { id: 'obs-url', left: leaveAddress })}</p>
          <p class="field"><label for="obs-password">${word('obs.password')}</label>
            <input id="obs-password" name="password" type="password" autocomplete="off" placeholder=${option('obs.password')?.isSet ? word('obs.password-saved') : ''}></p>
          ${
            scenes === undefined
              ? nothing
              : html`<p class="field"><label for="obs-scene">${word('obs.scene')}</label>
                  <select id="obs-scene" name="scene">${scenes.map((name) => html`<option value=${name}>${name}</option>`)}</select></p>`
          }
          <p class="row wrap">
            <button class="btn ${scenes === undefined ? 'key' : ''}" id="obs-connect" type="submit" aria-disabled=${task.isBusy}>${word('obs.connect')}</button>
            ${scenes === undefined ? nothing : html`<button class="btn key" id="obs-add" type="button" aria-disabled=${task.isBusy} @click=${press(() => task.run(word('obs.asking'), addOverlay))}>${word('obs.add')}</button>`}
          </p>
          <p id="said-obs" class=${task.isWrong || task.text === '' ? 'wrong' : ''} role="status">${withHelp(task.text || refusal)}</p>
        </form>
        <section class="plate form">
          <h3>${word('obs.by-hand')}</h3>
          <ol class="todo">
            <li><span>${word('obs.todo-source')}</span></li>
            <li><span>${word(size() === CANVAS ? 'obs.todo-canvas' : 'obs.todo-size', size())}</span></li>
            <li><div class="form"><span>${word('obs.todo-address')}</span>${copyView(word('obs.overlay-address'), `${location.origin}/`)}</div></li>
          </ol>
          <p class="says ${isInObs ? 'good' : isGone ? 'warn' : ''} small"><span class="led ${isInObs ? 'good' : isGone ? 'warn' : 'wait'}"></span>
            <span>${isInObs ? word('obs.open') : isGone ? [word('obs.gone-at', { time: timeOf(obsGoneAt) }), ' ', word('obs.gone-why')] : word('obs.waiting')}</span></p>
          <p class="dim small">${other === null ? word('obs.no-other') : word('obs.other', { address: other })}</p>
          <p class="row wrap small">
            <a href="/help/obs#without-the-websocket-server" target="_blank">${word('obs.import')}</a>
            <a href="/help/operate#as-a-dock-in-obs" target="_blank">${word('obs.dock')}</a>
          </p>
        </section>
      </div>`;
    },
  };
}
