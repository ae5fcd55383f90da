/** @import { MovedEvent } from '../../../src/web/wire/events.ts' */

/**
 * A server stops within two seconds, and listens elsewhere then; a busy computer needs longer. OBS does not try again
 * where nothing answers yet.
 */
const MOVED_AFTER_MS = 6_000;

/** Goes to the port that the server goes to. Behind a proxy, the address stays. @param {Pick<MovedEvent, 'from' | 'to'>} ports */
export function follow({ from, to }) {
  const { protocol, hostname, port, pathname, search, hash } = location;
  if ((port || '80') === `${from}`) {
    const there = `${protocol}//${hostname}:${to}${pathname}${search}${hash}`;
    setTimeout(() => location.replace(there), MOVED_AFTER_MS);
  }
}
