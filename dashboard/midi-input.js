/**
 * Reads the controllers of this computer over Web MIDI, and sends their control changes to deckcast: the newest of each
 * number, and the next ones when the server has taken those before. No timer is involved, because browsers slow the timers
 * of hidden pages down.
 *
 * @import { MidiMessage, MidiStateMessage } from '../src/web/wire/midi.ts'
 */
import { protocols, SOCKETS } from './api.js';
import { mayReadControllers } from './dom.js';

const AGAIN_MS = 1_000;
/** Fits into one message. */
const MOST_CHANGES = 40;
const MOST_PORTS = 8;
/** Changes of a lesson that wait for the server. */
const MOST_WAITING = 2_000;
const CONTROL_CHANGE = 0xb0;
/** Controls of NRPN and RPN. The server needs them to tell data entry from a fader (`src/midi/messages.ts`). */
const PARAMETER_NUMBERS = [98, 99, 100, 101];

/** @typedef {{ port: string, fader: number | 'x', taken: string }} Lesson */
/** Values are channel, number and value. @typedef {{ port: string, values: number[] }} Change */

/**
 * @param {(state: MidiStateMessage | undefined) => void} changed  called with each state, and undefined once the connection
 *   is lost
 */
export function createMidiInput(changed) {
  /** @type {MIDIAccess | undefined} */
  let access;
  /** @type {WebSocket | undefined} */
  let socket;
  let readsPages = false;
  let isSending = false;
  /** @type {Lesson | null} */
  let lesson = null;
  /** Newest change of each control of the connected ports, in the order of the changes. @type {Map<string, Change>} */
  const newest = new Map();
  /** Changes to send. @type {Map<unknown, Change>} */
  const waiting = new Map();
  /** Controls that the server uses, as channel and number. @type {Set<string>} */
  let used = new Set();
  let valuesRead = 0;

  function inputs() {
    return [...(access?.inputs.values() ?? [])].filter(({ state }) => state === 'connected');
  }

  /** @param {object} message */
  function send(message) {
    if (readsPages && socket?.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify(message));
    }
  }

  /** Also the sign of life that the server waits for. */
  function sendPorts() {
    if (access !== undefined) {
      send({ ports: inputs().slice(0, MOST_PORTS).map(nameOf) });
    }
  }

  function sendChanges() {
    const [first] = waiting.values();
    if (first === undefined || isSending || !readsPages || socket?.readyState !== WebSocket.OPEN) {
      return;
    }
    const { port } = first;
    const some = [...waiting].filter(([, one]) => one.port === port).slice(0, MOST_CHANGES);
    for (const [key] of some) {
      waiting.delete(key);
    }
    isSending = true;
    send({ port, changes: some.map(([, { values }]) => values) });
  }

  /** Jog wheels send hundreds of changes a second. @param {readonly number[]} values */
  function isUsed([channel = 0, number = 0]) {
    return lesson !== null || PARAMETER_NUMBERS.includes(number) || used.has(`${channel}/${number}`);
  }

  /** @param {MidiStateMessage['controllers']} controllers */
  function use(controllers) {
    const before = used;
    used = new Set(controllers.flatMap(({ entry }) => controlsOf(entry)));
    if ([...used].some((control) => !before.has(control))) {
      resend();
    }
  }

  /** The server knows nothing of these ports, because it or this page was away. */
  function resend() {
    for (const [key, change] of newest) {
      if (isUsed(change.values)) {
        waiting.set(key, change);
      }
    }
    send({ lesson });
    sendChanges();
  }

  /** @param {MIDIInput} input @param {MIDIMessageEvent} event */
  function take(input, { data }) {
    const [status = 0, number = 0, value = 0] = data ?? [];
    if ((status & 0xf0) !== CONTROL_CHANGE) {
      return;
    }
    valuesRead += 1;
    const port = nameOf(input);
    const change = { port, values: [(status & 0x0f) + 1, number, value] };
    const key = `${status}/${number}/${port}`;
    newest.delete(key);
    newest.set(key, change);
    if (!isUsed(change.values)) {
      return;
    }
    waiting.delete(key);
    // A lesson needs the way of the fader, not only where it is.
    waiting.set(lesson !== null && waiting.size < MOST_WAITING ? change : key, change);
    sendChanges();
  }

  /** A port that comes back may be another object, with its faders elsewhere. */
  function follow() {
    const names = inputs().map(nameOf);
    for (const [key, { port }] of newest) {
      if (!names.includes(port)) {
        newest.delete(key);
        waiting.delete(key);
      }
    }
    for (const input of inputs()) {
      input.onmidimessage = (event) => take(input, event);
    }
    sendPorts();
  }

  function open() {
    const mine = new WebSocket(`${SOCKETS}/api/v1/midi`, protocols());
    socket = mine;
    isSending = false;
    mine.onmessage = ({ data }) => {
      /** @type {MidiMessage} */
      const message = JSON.parse(data);
      if (message.type === 'taken') {
        isSending = false;
        sendChanges();
        return;
      }
      if (message.type !== 'midi') {
        resend();
        return;
      }
      readsPages = message.readsPages;
      sendPorts();
      use(message.controllers);
      if (lesson !== null && message.lesson === null) {
        // The server restarted, or another page's lesson has ended.
        send({ lesson });
      }
      sendChanges();
      changed(message);
    };
    mine.onclose = () => {
      readsPages = false;
      changed(undefined);
      setTimeout(open, AGAIN_MS);
    };
  }

  return {
    open,
    get isAllowed() {
      return access !== undefined;
    },
    get valuesRead() {
      return valuesRead;
    },
    /** Asks the user. Rejects if this browser has no MIDI, or may not use it. */
    async request() {
      access = await navigator.requestMIDIAccess();
      access.onstatechange = follow;
      follow();
    },
    /** Goes on without a question where the user has agreed before. */
    async resume() {
      if (access === undefined && (await mayReadControllers())) {
        await this.request().catch(() => undefined);
      }
    },
    /** @param {Lesson | null} next */
    teach(next) {
      lesson = next;
      send({ lesson });
    },
  };
}

/** @param {MIDIInput} input */
function nameOf({ name, id }) {
  return (name ?? id).slice(0, 100);
}

/** Channel and number of each fader in an entry such as "DDJ-SB3 = 1:1/19/51 x:7/31". @param {string} entry */
function controlsOf(entry) {
  const faders = entry.slice(entry.lastIndexOf('=') + 1).matchAll(/:(\d+)\/(\d+)(?:\/(\d+))?/g);
  return [...faders].flatMap(([, channel, high, low]) =>
    low === undefined ? [`${channel}/${high}`] : [`${channel}/${high}`, `${channel}/${low}`],
  );
}
