/**
 * Reads the controllers of this computer over Web MIDI, and sends their control changes to deckcast: the newest of each
 * number, and the next ones when the server has taken those before. No timer is involved, because browsers slow the timers
 * of hidden pages down.
 *
 * @import { MidiMessage, MidiStateMessage } from '../src/web/wire/midi.ts'
 */
import { openMidi } from './api.js';

/** Milliseconds until a reconnect. */
const AGAIN_MS = 1_000;
/** Fits into one message. */
const MOST_CHANGES = 40;
const MOST_PORTS = 8;
const CONTROL_CHANGE = 0xb0;

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
  /** Newest value by port, channel and number; oldest first. @type {Map<string, { port: string, change: number[] }>} */
  const waiting = new Map();

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
    send({ port, changes: some.map(([, { change }]) => change) });
  }

  /** @param {MIDIInput} input @param {MIDIMessageEvent} event */
  function take(input, { data }) {
    const [status = 0, number = 0, value = 0] = data ?? [];
    if ((status & 0xf0) !== CONTROL_CHANGE) {
      return;
    }
    const port = nameOf(input);
    const change = [(status & 0x0f) + 1, number, value];
    const key = `${change[0]}/${number}/${port}`;
    waiting.delete(key);
    waiting.set(key, { port, change });
    sendChanges();
  }

  /** A port that comes back may be another object. */
  function follow() {
    for (const input of inputs()) {
      input.onmidimessage = (event) => take(input, event);
    }
    sendPorts();
  }

  function open() {
    const mine = openMidi();
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
      readsPages = message.readsPages;
      sendPorts();
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
    /** Asks the user. Rejects if this browser has no MIDI, or may not use it. */
    async request() {
      access = await navigator.requestMIDIAccess();
      access.onstatechange = follow;
      follow();
    },
    /** Goes on without a question where the user has agreed before. */
    async resume() {
      if (access === undefined && (await isGranted())) {
        await this.request().catch(() => undefined);
      }
    },
    /** @param {{ port: string, fader: number | 'x', taken: string } | null} lesson */
    teach: (lesson) => send({ lesson }),
  };
}

/** Whether the user has agreed before. */
export async function isGranted() {
  const permission = await navigator.permissions
    ?.query(/** @type {PermissionDescriptor} */ ({ name: 'midi' }))
    .catch(() => undefined);
  return permission?.state === 'granted' && 'requestMIDIAccess' in navigator;
}

/** @param {MIDIInput} input */
function nameOf({ name, id }) {
  return (name ?? id).slice(0, 100);
}
