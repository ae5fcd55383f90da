import { protocols, SOCKETS } from './api.js';

/** Opens a connection that takes this page's sound or controllers (`wire/hear.ts`, `wire/midi.ts`). @param {string} path */
export function openSocket(path) {
  return new WebSocket(`${SOCKETS}/api/v1/${path}`, protocols());
}
