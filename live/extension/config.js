// Broadcaster's page: how to connect, whether it works, and the accent color.
import { saveAccent, savedAccent, useAccent } from './configuration.js';
import { readMessage } from './message.js';
import { trackAtOpening } from './opening.js';
import { BACKEND, LIVE_CLIENT_ID } from './settings.js';

/** @import { LiveMessage } from '../../src/clients/live/message.ts' */

const { ext } = window.Twitch;
const accent = /** @type {HTMLInputElement} */ (document.getElementById('accent'));

write('setup', `deckcast live setup --live.url=${BACKEND} --live.client_id=${LIVE_CLIENT_ID}`);

ext.listen('broadcast', (_target, _type, text) => showNow(readMessage(text)));
ext.configuration.onChanged(() => {
  accent.value = savedAccent(ext);
  useAccent(accent.value);
  showNow(trackAtOpening(ext, Date.now()));
});
accent.addEventListener('input', () => {
  useAccent(accent.value);
  write('saved', '');
});
document.getElementById('look')?.addEventListener('submit', (event) => {
  event.preventDefault();
  saveAccent(ext, accent.value);
  write('saved', 'Saved. Viewers see it when they reload the page.');
});

/** @param {LiveMessage | undefined} message */
function showNow(message) {
  write(
    'status',
    message === undefined || message.message === ''
      ? 'No track of yours is shown now.'
      : `It works. On now: ${message.message}`,
  );
}

/**
 * @param {string} id
 * @param {string} text
 */
function write(id, text) {
  const element = document.getElementById(id);
  if (element !== null) {
    element.textContent = text;
  }
}
