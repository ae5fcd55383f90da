// The broadcaster's page: how to connect, whether it works, and the accent color.
import { fetchNow } from './backend.js';
import { saveAccent, savedAccent, useAccent } from './configuration.js';
import { BACKEND, LIVE_CLIENT_ID } from './settings.js';

const { ext } = window.Twitch;
const accent = /** @type {HTMLInputElement} */ (document.getElementById('accent'));

write('setup', `deckcast live setup --live.url=${BACKEND} --live.client_id=${LIVE_CLIENT_ID}`);

ext.onAuthorized((authorization) => {
  fetchNow(authorization).then(
    (message) =>
      write(
        'status',
        message === undefined
          ? 'The backend works. It has no track of yours at the moment.'
          : `The backend works. On now: ${message.message}`,
      ),
    () =>
      write(
        'status',
        'The backend cannot be reached at the moment. Viewers see the next track that arrives.',
      ),
  );
});

ext.configuration.onChanged(() => {
  accent.value = savedAccent(ext);
  useAccent(accent.value);
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
