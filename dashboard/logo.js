/** Chooses the logo's file on this computer, which deckcast keeps beside its configuration file. */
import { NO_ANSWER, send } from './api.js';
import { html } from './lit/lit-html.js';
import { sentence, translated } from './text.js';
import { createTask } from './view.js';
import { word } from './words.js';

/** The server takes no larger picture. */
const MOST_BYTES = 500_000;

/** @param {() => void} redraw @param {(path: string) => void} chosen */
export function createLogo(redraw, chosen) {
  const task = createTask(redraw);

  /** @param {File} file */
  async function keep(file) {
    // Larger ones would not arrive, and the server says the same of them.
    const content = new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer());
    const data = btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join(''));
    const answer = await send('POST', 'settings/picture', { data }).catch(() => ({ reason: NO_ANSWER }));
    if (answer.done) {
      chosen(answer.path);
    }
    return { done: answer.done === true, reason: sentence(translated(answer.reason ?? '')) };
  }

  /** @param {Event & { target: HTMLInputElement }} event */
  const take = ({ target }) => {
    const [file] = target.files ?? [];
    if (file !== undefined) {
      void task.run(word('settings.saving'), () => keep(file));
    }
    // The same file can be chosen again.
    target.value = '';
  };
  return {
    view: () => html`<label class="btn pick-file">${word('settings.choose-file')}
        <input class="sr" type="file" accept=".png,.jpg,.jpeg,.webp,.svg" @change=${take}></label>
      <p class=${task.isWrong ? 'wrong' : 'help'} role="status">${task.text}</p>`,
  };
}
