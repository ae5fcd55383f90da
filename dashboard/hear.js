/**
 * Inputs for the sound of the room, among them this page: it sends an audio input of this computer as 16-bit samples
 * over a WebSocket. Sound is not stored.
 *
 * @import { HearMessage, WireCollection, WireDoor } from '../src/web/wire/hear.ts'
 */
import { listenToHearing, openSound } from './api.js';
import { byId, onPress, part, setShown, setText, setTextWithHelp, setUsable, showList } from './dom.js';
import { NO_SETTINGS, option, readSettings, save, sentence } from './saved.js';
import { phrase, translated } from './text.js';

const answer = byId('hear-answer');
const switchOn = byId('hear-switch', HTMLButtonElement);
const input = byId('hear-input', HTMLSelectElement);
const listenTo = byId('hear-listen', HTMLButtonElement);
const system = byId('hear-system', HTMLButtonElement);
const stop = byId('hear-stop', HTMLButtonElement);

const NAMES = { icecast: phrase('Broadcast'), page: phrase('Page'), command: phrase('Command') };
const SWITCH_ON = phrase('Switch on');
/** Label while sound comes another way. */
const HERE_TOO = phrase('Listen on a page, too');
/** Left end of the level bar in dBFS. */
const QUIETEST = -60;
/** Milliseconds until a reconnect. */
const AGAIN_MS = 1_000;
/** Longest backlog on a slow network in bytes: one second. */
const MAX_WAITING = 22_050;
/** Turns off the browser's speech processing, which distorts music. */
const AS_IT_IS = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

/** Close codes of the server, with their reasons. */
const CLOSED = new Map([
  [4000, phrase('Another page listens now.')],
  [4001, phrase('deckcast does not listen to pages.')],
  [4002, phrase('The server does not understand this page: load it again.')],
  [4003, phrase('This page sent too much sound: load it again.')],
]);
const INSECURE = phrase(
  'Browsers give a page a microphone only at http://127.0.0.1, http://localhost or over HTTPS: open this page there.',
);

/** @type {{ close(): void } | undefined} */
let ear;

export function start() {
  onPress(switchOn, () => work(switchOn, listenToPages));
  onPress(listenTo, () => work(listenTo, () => listenBy(microphone)));
  onPress(system, () => work(system, () => listenBy(loudspeakers)));
  onPress(stop, () => end(phrase('Stopped.')));
  navigator.mediaDevices?.addEventListener('devicechange', () => void showInputs());
}

export function listen() {
  listenToHearing({ connected: () => undefined, message: show });
}

/** @param {HearMessage} message */
function show({ doors, audible, collection }) {
  const isHeard = doors.some(({ name }) => name === 'page');
  showList(byId('hear-doors'), doors, ({ name }) => name, fill);
  setText(byId('hear-heard'), heardOf(audible));
  const music = byId('hear-collection');
  music.hidden = collection === null;
  setText(music, collection === null ? '' : describedOf(collection));
  setText(switchOn, doors.length === 0 ? SWITCH_ON : HERE_TOO);
  setShown(switchOn, !isHeard, listenTo);
  setShown(stop, ear !== undefined, listenTo);
  const mayListen = isHeard && ear === undefined;
  setShown(listenTo, mayListen && isSecureContext, stop);
  setShown(system, mayListen && 'getDisplayMedia' in (navigator.mediaDevices ?? {}), stop);
  input.hidden = !mayListen || input.options.length === 0;
  if (isHeard && !isSecureContext) {
    setText(answer, INSECURE);
  }
}

/** @param {HearMessage['audible']} audible */
function heardOf(audible) {
  const [first, second] = audible.map(({ artist, title, hidden, share }) =>
    phrase('{track} ({percent} % of the sound)', {
      track: hidden
        ? phrase('A hidden track')
        : [title, artist].filter(Boolean).join(' · ') || phrase('Untitled'),
      percent: Math.round(100 * share),
    }),
  );
  if (first === undefined) {
    return '';
  }
  return second === undefined
    ? phrase('Heard: {first}', { first })
    : phrase('Heard: {first}, then {second}', { first, second });
}

/** @param {WireCollection} collection */
function describedOf({ total, known, secondsLeft }) {
  if (total === 0) {
    return phrase('Your music: no track was found yet.');
  }
  if (known === total) {
    return phrase('Your music: {total} tracks are known by their sound.', { total });
  }
  return secondsLeft === null
    ? phrase('Your music: {known} of {total} tracks are known by their sound.', { known, total })
    : phrase('Your music: {known} of {total} tracks are known by their sound, {time} left.', {
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

/** @param {HTMLElement} row @param {WireDoor} door */
function fill(row, { name, counts, level, problem, todo }) {
  setText(part(row, 'span', 'name'), counts ? phrase('{door} (heard)', { door: NAMES[name] }) : NAMES[name]);
  const meter = part(row, 'meter', 'level');
  if (meter instanceof HTMLMeterElement) {
    meter.min = QUIETEST;
    meter.max = 0;
    meter.value = level ?? QUIETEST;
    meter.title = level === null ? phrase('no sound') : `${level} dBFS`;
    meter.setAttribute('aria-label', phrase('Level of {door}', { door: NAMES[name] }));
  }
  const words = [problem, todo].filter(Boolean).map((text) => sentence(translated(text)));
  setTextWithHelp(part(row, 'p', 'trouble'), words.join(' '));
}

/** @param {HTMLButtonElement} button @param {() => Promise<string>} act  resolves with the text to show */
async function work(button, act) {
  setUsable(button, false);
  setText(answer, await act().catch((error) => String(error.message ?? error)));
  setUsable(button, true);
}

async function listenToPages() {
  if (!(await readSettings())) {
    return NO_SETTINGS;
  }
  const { reason } = await save({ 'hear.input': [...(option('hear.input')?.items ?? []), 'page'] });
  return reason;
}

function microphone() {
  const deviceId = input.value === '' ? {} : { deviceId: { exact: input.value } };
  return navigator.mediaDevices.getUserMedia({ audio: { ...AS_IT_IS, ...deviceId } });
}

/** Browsers capture the computer's sound only together with its screen, which is ignored. */
function loudspeakers() {
  return navigator.mediaDevices.getDisplayMedia({ audio: AS_IT_IS, video: { frameRate: 1 } });
}

/** @param {() => Promise<MediaStream>} open @returns {Promise<string>} */
async function listenBy(open) {
  const stream = await open().catch((error) => {
    throw new Error(
      error.name === 'NotAllowedError'
        ? phrase('The browser was not allowed to.')
        : phrase('This input cannot be opened.'),
    );
  });
  const [track] = stream.getAudioTracks();
  if (track === undefined) {
    closeStream(stream);
    return phrase('No sound was shared: tick “Share system audio” (Windows), or share a tab.');
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
  const worklet = new AudioWorkletNode(context, 'deckcast-ear', { numberOfOutputs: 0 });
  lowPass(context, context.createMediaStreamSource(stream)).connect(worklet);
  const sender = sendTo((why) => end(why));
  worklet.port.onmessage = ({ data }) => sender.send(data);
  track.onended = () => end(phrase('The input is gone: it was unplugged, or taken away.'));
  // Another input may have been chosen meanwhile.
  ear?.close();
  ear = {
    close() {
      track.onended = null;
      sender.close();
      close();
    },
  };
  void showInputs();
  return phrase('Listening to {input}.', { input: track.label });
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

/** Opens a connection for sound. @param {(why: string) => void} refused */
function sendTo(refused) {
  let isOver = false;
  let socket = open();

  function open() {
    const mine = openSound();
    mine.onclose = ({ code }) => {
      const why = CLOSED.get(code);
      if (isOver) {
        return;
      }
      if (why !== undefined) {
        refused(why);
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
  setText(answer, why);
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
  const inputs = devices.filter(({ kind, label }) => kind === 'audioinput' && label !== '');
  const chosen = input.value;
  input.replaceChildren(...inputs.map(({ label, deviceId }) => new Option(label, deviceId)));
  if (inputs.some(({ deviceId }) => deviceId === chosen)) {
    input.value = chosen;
  }
}
