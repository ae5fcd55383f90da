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
  /** @param {boolean} yes */
  const note = (yes) => yes === (hasEvents && hasMessages) && connected(yes);
  const reconnect = connect(`${SOCKETS}/api/v1/events?page`, {
    message: event,
    connected(yes) {
      hasEvents = yes;
      note(yes);
    },
  });
  void connectInWords('operator', {
    message(/** @type {OperatorMessage} */ now) {
      message(now, isFirst);
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
