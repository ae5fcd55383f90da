/** Connects in any start order, and reconnects forever. */

const CONNECT_LIMIT_MS = 4_000;
const FIRST_WAIT_MS = 200;
/** Short: the server is near, and the audience waits for the right track. */
const LONGEST_WAIT_MS = 700;
const CHECK_EVERY_MS = 2_000;

/**
 * @template Message
 * @typedef {object} ConnectionListener
 * @property {(message: Message) => void} message
 * @property {(yes: boolean) => void} connected  true with the first message, false whenever it is lost or cannot be made
 */

/**
 * @template Message
 * @param {string} url  whose messages have `v: 1`
 * @param {ConnectionListener<Message>} listener
 * @param {{ silenceMs?: number, protocols?: () => string[] }} [options]  reconnects after
 *   `silenceMs` without a message
 * @returns {() => void} reconnects, for callers who know that the link was lost
 */
export function connect(url, listener, { silenceMs = 40_000, protocols = () => [] } = {}) {
  /** @type {WebSocket | undefined} */
  let socket;
  let wait = FIRST_WAIT_MS;
  let heardAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;

  function open() {
    clearTimeout(retry);
    const mine = new WebSocket(url, protocols());
    socket = mine;
    heardAt = Date.now();
    const tooLong = setTimeout(
      () => mine.readyState === WebSocket.CONNECTING && lose(mine),
      CONNECT_LIMIT_MS,
    );
    let isFirst = true;
    mine.onmessage = ({ data }) => {
      heardAt = Date.now();
      wait = FIRST_WAIT_MS;
      const message = parse(data);
      if (message !== undefined && socket === mine) {
        if (isFirst) {
          isFirst = false;
          listener.connected(true);
        }
        if (message.type === 'moved') {
          follow(message);
        }
        // Our own server's message, with a checked version.
        listener.message(/** @type {Message} */ (message));
      }
    };
    mine.onclose = () => {
      clearTimeout(tooLong);
      lose(mine);
    };
  }

  /**
   * Closes this connection and reconnects later.
   * @param {WebSocket} lost
   */
  function lose(lost) {
    if (socket !== lost) {
      return;
    }
    socket = undefined;
    lost.close();
    listener.connected(false);
    // Random, so that twenty overlays don't reconnect at once.
    retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 1.6, LONGEST_WAIT_MS);
  }

  // Sleep or a lost network may kill a connection without a `close` event.
  setInterval(
    () => {
      if (socket !== undefined && Date.now() - heardAt > silenceMs) {
        lose(socket);
      }
    },
    Math.min(CHECK_EVERY_MS, silenceMs / 4),
  );
  open();
  return () => socket && lose(socket);
}

/** Goes to the server's new port, unless a proxy is between. @param {{ from: number, to: number }} ports */
function follow({ from, to }) {
  if ((location.port || '80') === `${from}`) {
    location.port = `${to}`;
  }
}

/**
 * @param {unknown} data
 * @returns {any}
 */
function parse(data) {
  try {
    const message = JSON.parse(String(data));
    return message?.v === 1 ? message : undefined;
  } catch {
    return undefined;
  }
}
