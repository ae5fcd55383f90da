/**
 * Inputs for the sound of the room, among them this page: it sends an audio input of this computer as 16-bit samples
 * over a WebSocket. Sound is not stored.
 *
 * @import { HearMessage, WireCollection, WireDoor } from '../src/web/wire/hear.ts'
 */
import { connectInWords, protocols, SOCKETS } from './api.js';
import { withHelp } from './help-links.js';
import { letPages } from './let-pages.js';
import { html, nothing, repeat } from './lit/lit-html.js';
import { refusalIn } from './refusal.js';
import { mayConfigure } from './shell.js';
import { createTask } from './task.js';
import { sentence, translated } from './text.js';
import { press } from './view.js';
import { word } from './words.js';

const NAMES = { icecast: word('hear.broadcast'), page: word('hear.page'), command: word('hear.command') };
/** Left end of the level bar in dBFS. */
const QUIETEST = -60;
/** Storage key: id of the input that this browser listens with, or `SYSTEM`. `main.js` resumes while it is set. */
const LISTENS = 'deckcast.listens';
const SYSTEM = 'system';
/** Lock of the listening page. Another page waits for it, and listens when the first one is closed. */
const LOCK = 'deckcast.ear';
/** Browsers let a page use sound at once, or only after a press. */
const ALLOWED_WITHIN_MS = 1_000;
const AGAIN_MS = 1_000;
/** Hearing starts again with the new setting. */
const ON_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 200;
/** Longest backlog on a slow network in bytes: one second. */
const MAX_WAITING = 22_050;
/** Turns off the browser's speech processing, which distorts music. */
const AS_IT_IS = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

/** Sound of pages is switched off. */
const OFF = 4001;
/** Close codes of the server, with their reasons. */
const CLOSED = new Map([
  [4000, word('hear.another-page')],
  [OFF, word('hear.no-pages', { button: word('hear.let') })],
  [4002, word('hear.not-understood')],
  [4003, word('hear.too-much')],
]);
const INSECURE = word('hear.insecure');

/** `input`: id. `ended` resolves when it is closed. @type {{ close(): void, input: string, ended: Promise<void> } | undefined} */
let ear;
/** @type {Pick<HearMessage, 'doors' | 'audible' | 'collection'>} */
let heard = { doors: [], audible: [], collection: null };
/** Inputs of this computer, once the user has granted access. @type {readonly MediaDeviceInfo[]} */
let inputs = [];
/** Id of the chosen input; empty: the browser's choice. */
let chosen = '';
let task = createTask(() => {});

/** @param {() => void} redraw */
export function createHearing(redraw) {
  task = createTask(redraw);
  navigator.mediaDevices?.addEventListener('devicechange', () => void showInputs());
  // Another page in this tab would end the sound: links open it beside this one, and otherwise the browser asks first.
  addEventListener('click', openBeside, true);
  addEventListener('beforeunload', (event) => ear !== undefined && event.preventDefault());
  return {
    listen: () =>
      connectInWords('hear', {
        connected: () => undefined,
        message(/** @type {HearMessage} */ message) {
          heard = message;
          redraw();
        },
      }),
    resume,
    tools,
    view,
  };
}

/** @param {MouseEvent} event */
function openBeside(event) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (ear === undefined || link === null || link.target !== '') {
    return;
  }
  if (link.pathname === location.pathname) {
    // A hash opens a tab of this page.
    if (link.hash === '') {
      event.preventDefault();
    }
    return;
  }
  link.target = '_blank';
  setTimeout(() => link.removeAttribute('target'));
}

/**
 * Listens as this browser did before this page was left or closed, once no other page is heard.
 *
 * @param {() => void} show  shows this tab, because the page cannot go on by itself
 */
async function resume(show) {
  await navigator.locks?.request(LOCK, async () => {
    while (ear === undefined && pageDoor()?.level !== null) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    const input = localStorage.getItem(LISTENS);
    if (ear === undefined && input !== null) {
      const permission = await navigator.permissions.query({ name: 'microphone' }).catch(() => undefined);
      chosen = input;
      const canGoOn = input !== SYSTEM && permission?.state === 'granted';
      if (!(canGoOn && (await goOn()))) {
        const button = word(input === SYSTEM ? 'hear.system' : 'hear.listen');
        task.say([task.text, word('hear.no-longer', { button })].filter(Boolean).join(' '), true);
        show();
      }
    }
    await ear?.ended;
  });
}

function goOn() {
  return task.run('', () => listenBy(microphone).catch(({ message: reason }) => ({ done: false, reason })));
}

function pageDoor() {
  return heard.doors.find(({ name }) => name === 'page');
}

/** Listens at a press, and notes how. @param {'microphone' | 'system'} how */
async function listen(how) {
  const said = await listenBy(how === SYSTEM ? loudspeakers : microphone);
  if (ear !== undefined) {
    const { ended, input } = ear;
    localStorage.setItem(LISTENS, how === SYSTEM ? SYSTEM : input);
    void navigator.locks?.request(LOCK, () => ended);
  }
  return said;
}

/** Switches page sound on, and listens, at one press. */
async function letAndListen() {
  const answer = await letPages('hear.input', true);
  const until = performance.now() + ON_WITHIN_MS;
  while (answer.done && pageDoor() === undefined && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return answer.done && pageDoor() !== undefined && isSecureContext ? listen('microphone') : answer;
}

/** @param {string} why */
function stop(why) {
  localStorage.removeItem(LISTENS);
  end(why);
}

function tools() {
  const { doors } = heard;
  const isHeard = pageDoor() !== undefined;
  const isOpen = ear !== undefined;
  const mayListen = isHeard && !isOpen;
  /** @param {string} id @param {string} text @param {() => Promise<string | { done: boolean, reason: string }>} act */
  const button = (id, text, act) =>
    html`<button class="btn" id=${id} type="button" data-next="hear-stop" @click=${press(() => task.run('', () => act().catch((error) => ({ done: false, reason: refusalIn(error, String(error.message)) }))))}>${text}</button>`;
  return html`<div class="row tools hear-tools" data-home>
      ${isHeard ? nothing : !mayConfigure() ? html`<p class="dim">${word('hear.let-there')}</p>` : button('hear-switch', doors.length === 0 ? word('hear.let') : word('hear.here-too'), letAndListen)}
      ${
        mayListen && inputs.length > 0
          ? html`<select id="hear-input" aria-label=${word('hear.input')} @change=${(
              /** @type {Event & { target: HTMLSelectElement }} */ { target },
            ) => {
              chosen = target.value;
            }}>${inputs.map(({ label, deviceId }) => html`<option value=${deviceId} ?selected=${deviceId === chosen}>${label}</option>`)}</select>`
          : nothing
      }
      ${mayListen && isSecureContext ? button('hear-listen', word('hear.listen'), () => listen('microphone')) : nothing}
      ${mayListen && 'getDisplayMedia' in (navigator.mediaDevices ?? {}) ? button('hear-system', word('hear.system'), () => listen(SYSTEM)) : nothing}
      ${
        mayListen && mayConfigure()
          ? button('hear-off', word('setup.switch-off'), () => {
              localStorage.removeItem(LISTENS);
              return letPages('hear.input', false);
            })
          : nothing
      }
      ${isOpen ? html`<button class="btn" id="hear-stop" type="button" data-next="hear-listen" @click=${() => stop(word('hear.stopped'))}>${word('hear.stop')}</button>` : nothing}
      <span id="hear-answer" role="status">${task.text || (isHeard && !isSecureContext ? INSECURE : '')}</span>
    </div>`;
}

function view() {
  const { doors, audible, collection } = heard;
  return html`<div class="scroll whole" tabindex="0" role="group" aria-label=${word('hear.tab')}>
      <ul id="hear-doors" class="doors">${repeat(doors, ({ name }) => name, doorView)}</ul>
      <p id="hear-heard">${audible.length === 0 && doors.some(({ counts }) => counts) ? word('hear.none') : heardOf(audible)}</p>
      ${collection === null ? nothing : html`<p class="dim">${describedOf(collection)}</p>`}
      <p class="dim">${word('hear.about')}</p>
    </div>`;
}

/** @param {HearMessage['audible']} audible */
function heardOf(audible) {
  const [first, second] = audible.map(({ artist, title, hidden, share }) =>
    word('hear.share', {
      track: hidden
        ? word('operator.hidden-one')
        : [title, artist].filter(Boolean).join(' · ') || word('air.untitled'),
      percent: Math.round(100 * share),
    }),
  );
  if (first === undefined) {
    return '';
  }
  return second === undefined ? word('hear.first', { first }) : word('hear.first-second', { first, second });
}

/** @param {WireCollection} collection */
function describedOf({ total, known, secondsLeft }) {
  if (total === 0) {
    return word('hear.music-none');
  }
  if (known === total) {
    return word('hear.music-all', { total });
  }
  return secondsLeft === null
    ? word('hear.music-some', { known, total })
    : word('hear.music-left', {
        known,
        total,
        time: timeOf(secondsLeft),
      });
}

/** @param {number} seconds */
function timeOf(seconds) {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

/** @param {WireDoor} door */
function doorView({ name, counts, level, problem, todo }) {
  const share = level === null ? 0 : Math.max(0, 1 - level / QUIETEST);
  return html`<li>
    <span class="name">${counts ? word('hear.door-heard', { door: NAMES[name] }) : NAMES[name]}</span>
    <span class="meter ${counts ? 'live' : ''}" role="img" .style=${`--v: ${share}`}
      aria-label=${word('hear.level', { door: NAMES[name], level: level === null ? word('hear.no-sound') : `${level} dBFS` })}></span>
    ${
      name === 'page' && ear === undefined && (problem !== '' || level !== null)
        ? html`<p class="trouble dim">${word(problem !== '' ? 'hear.press' : 'hear.elsewhere')}</p>`
        : html`<p class="trouble warn">${withHelp(
            [problem, todo]
              .filter(Boolean)
              .map((text) => sentence(translated(text)))
              .join(' '),
          )}</p>`
    }
  </li>`;
}

function microphone() {
  const deviceId = chosen === '' ? {} : { deviceId: { exact: chosen } };
  return navigator.mediaDevices.getUserMedia({ audio: { ...AS_IT_IS, ...deviceId } });
}

/** Browsers capture the computer's sound only together with its screen, which is ignored. */
function loudspeakers() {
  return navigator.mediaDevices.getDisplayMedia({ audio: AS_IT_IS, video: { frameRate: 1 } });
}

/** Texts by the name of the error (W3C, Media Capture and Streams). */
const REFUSALS = {
  NotAllowedError: word('hear.not-allowed'),
  NotFoundError: word('hear.no-input'),
  NotReadableError: word('hear.in-use'),
  OverconstrainedError: word('hear.input-gone'),
};

/** @param {() => Promise<MediaStream>} open @returns {Promise<string>} */
async function listenBy(open) {
  const stream = await open().catch((error) => {
    throw new Error(REFUSALS[/** @type {keyof typeof REFUSALS} */ (error.name)] ?? word('hear.not-opened'));
  });
  const [track] = stream.getAudioTracks();
  if (track === undefined) {
    closeStream(stream);
    return word('hear.nothing-shared');
  }
  const context = new AudioContext();
  const close = () => {
    closeStream(stream);
    void context.close();
  };
  await context.audioWorklet.addModule('hear-worklet.js').catch((error) => {
    close();
    throw error;
  });
  const isRunning = () => context.state === 'running';
  if (!isRunning()) {
    // A page that was just opened may have to wait for a press.
    const late = new Promise((resolve) => setTimeout(resolve, ALLOWED_WITHIN_MS));
    await Promise.race([context.resume(), late]);
    if (!isRunning()) {
      close();
      throw new Error('');
    }
  }
  const worklet = new AudioWorkletNode(context, 'deckcast-ear', { numberOfOutputs: 0 });
  lowPass(context, context.createMediaStreamSource(stream)).connect(worklet);
  const sender = sendTo((why, isOff) => (isOff ? stop : end)(why));
  worklet.port.onmessage = ({ data }) => sender.send(data);
  track.onended = () => end(word('hear.input-gone'));
  // Another input may have been chosen meanwhile.
  ear?.close();
  /** @type {() => void} */
  let ended;
  ear = {
    input: track.getSettings().deviceId ?? '',
    ended: new Promise((resolve) => {
      ended = resolve;
    }),
    close() {
      track.onended = null;
      sender.close();
      close();
      ended();
    },
  };
  showListening();
  void showInputs();
  return word('hear.listening', { input: track.label });
}

/**
 * Eighth-order filter that removes frequencies above the lower sample rate's limit, which would alias.
 *
 * @param {AudioContext} context
 * @param {AudioNode} source
 */
function lowPass(context, source) {
  return [0.51, 0.6, 0.9, 2.56].reduce((before, Q) => {
    const filter = new BiquadFilterNode(context, {
      type: 'lowpass',
      frequency: 4_600,
      Q: 20 * Math.log10(Q),
    });
    before.connect(filter);
    return filter;
  }, source);
}

/** Opens a connection for sound. @param {(why: string, isOff: boolean) => void} refused */
function sendTo(refused) {
  let isOver = false;
  let socket = open();

  function open() {
    const mine = new WebSocket(`${SOCKETS}/api/v1/hear`, protocols());
    mine.onclose = ({ code }) => {
      const why = CLOSED.get(code);
      if (isOver) {
        return;
      }
      if (why !== undefined) {
        refused(why, code === OFF);
        return;
      }
      setTimeout(() => {
        if (!isOver) {
          socket = open();
        }
      }, AGAIN_MS);
    };
    return mine;
  }

  return {
    /** @param {ArrayBuffer} samples */
    send(samples) {
      if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < MAX_WAITING) {
        socket.send(samples);
      }
    },
    close() {
      isOver = true;
      socket.close();
    },
  };
}

/** @param {string} why */
function end(why) {
  ear?.close();
  ear = undefined;
  showListening();
  task.say(why);
}

function showListening() {
  document.documentElement.toggleAttribute('data-listens', ear !== undefined);
}

/** @param {MediaStream} stream */
function closeStream(stream) {
  for (const track of stream.getTracks()) {
    track.stop();
  }
}

/** Names of inputs are available only after the user has granted access. */
async function showInputs() {
  const devices = await navigator.mediaDevices.enumerateDevices();
  inputs = devices.filter(({ kind, label }) => kind === 'audioinput' && label !== '');
  if (!inputs.some(({ deviceId }) => deviceId === chosen)) {
    chosen = inputs[0]?.deviceId ?? '';
  }
}
