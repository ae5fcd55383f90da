/**
 * The way to the server: it connects from any start order, and again for ever.
 *
 * @import { EventMessage } from '../../../src/wire/events.ts'
 */

/** The server says something every 15 seconds. */
const SILENCE_LIMIT_MS = 40_000;
const CONNECT_LIMIT_MS = 4_000;
const FIRST_WAIT_MS = 200;
/** Short, because it is this computer or the same room, and the audience waits for the right track. */
const LONGEST_WAIT_MS = 1_500;

/**
 * @param {string} url of `/api/v1/events`
 * @param {{ event(message: EventMessage): void, connected(yes: boolean): void }} listener
 */
export function connect(url, listener) {
  /** @type {WebSocket | undefined} */
  let socket;
  let wait = FIRST_WAIT_MS;
  let heardAt = 0;
  let retry = 0;

  function open() {
    clearTimeout(retry);
    const mine = new WebSocket(url);
    socket = mine;
    heardAt = Date.now();
    const tooLong = setTimeout(() => mine.readyState === WebSocket.CONNECTING && drop(), CONNECT_LIMIT_MS);
    mine.onmessage = ({ data }) => {
      heardAt = Date.now();
      if (wait !== FIRST_WAIT_MS) {
        wait = FIRST_WAIT_MS;
      }
      const message = parse(data);
      if (message !== undefined) {
        if (message.type === 'snapshot') {
          listener.connected(true);
        }
        listener.event(message);
      }
    };
    mine.onclose = () => {
      clearTimeout(tooLong);
      if (socket === mine) {
        drop();
      }
    };
  }

  /** Leaves this connection to itself and tries again a little later. */
  function drop() {
    const old = socket;
    socket = undefined;
    old?.close();
    listener.connected(false);
    // A little disorder, so that twenty overlays do not come back in the same millisecond.
    retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 1.6, LONGEST_WAIT_MS);
  }

  // A computer that slept finds its connection dead without being told.
  setInterval(() => socket !== undefined && Date.now() - heardAt > SILENCE_LIMIT_MS && drop(), 2_000);
  open();
}

/**
 * @param {unknown} data
 * @returns {EventMessage | undefined}
 */
function parse(data) {
  try {
    const message = JSON.parse(String(data));
    return message?.v === 1 ? message : undefined;
  } catch {
    return undefined;
  }
}
