/**
 * @import { EventMessage } from '../src/web/wire/events.ts'
 * @import { OperatorMessage } from '../src/web/wire/operator.ts'
 */
import { connect } from '/sdk/v1/connection.js';
import { connectInWords, SOCKETS } from './api.js';

/**
 * Follows both streams. Connected while both are current: after a silent loss, an old connection brings events late.
 *
 * @param {{ event(event: EventMessage): void, message(now: OperatorMessage, isFirst: boolean): void, connected(yes: boolean): void }} listener
 */
export function listen({ event, message, connected }) {
  let [hasEvents, hasMessages, isFirst] = [false, false, true];
  /** News of the stream that came back first. The page waits for the other stream, which may contradict them. @type {(() => void)[]} */
  const held = [];
  /** @param {() => void} show */
  function pass(show) {
    held.push(show);
    if (hasEvents && hasMessages) {
      for (const one of held.splice(0)) {
        one();
      }
    }
  }
  /** @param {boolean} yes */
  const note = (yes) => yes === (hasEvents && hasMessages) && connected(yes);
  const reconnect = connect(`${SOCKETS}/api/v1/events?page`, {
    message: (/** @type {EventMessage} */ one) => pass(() => event(one)),
    connected(yes) {
      hasEvents = yes;
      note(yes);
    },
  });
  void connectInWords('operator', {
    message(/** @type {OperatorMessage} */ now) {
      const first = isFirst;
      pass(() => message(now, first));
      isFirst = false;
    },
    connected(yes) {
      if (hasMessages && !yes) {
        reconnect();
      }
      hasMessages = isFirst = yes;
      note(yes);
    },
  });
}
