/** Chooses the file of a logo on this computer, which deckcast keeps. */
import { NO_ANSWER, send } from './api.js';
import { html } from './lit/lit-html.js';
import { option, readSettings, save } from './saved.js';
import { createTask } from './task.js';
import { sentence, translated } from './text.js';
import { word } from './words.js';

/** The server takes no larger picture. */
const MOST_BYTES = 500_000;

/** Picks the logo of the set's page. @param {() => void} redraw @param {(path: string) => void} chosen */
export function createLogo(redraw, chosen) {
  return createPicker(redraw, async (file) => {
    const { done, path, reason } = await keep(file);
    if (done) {
      chosen(path);
    }
    return { done, reason };
  });
}

/** Picks the logo of a look, which goes into the folder of the user's files. @param {() => void} redraw @param {(name: string) => void} chosen */
export function createLookLogo(redraw, chosen) {
  return createPicker(redraw, async (file) => {
    const { done, path, reason } = await keep(file, file.name);
    const [, folder = '', name = ''] = /^(.*)[\\/](.+)$/.exec(path) ?? [];
    if (!done) {
      return { done, reason };
    }
    const isKnown = (await readSettings()) && option('theme.files')?.value !== '';
    const { saved, reason: why } = isKnown
      ? { saved: true, reason: '' }
      : await save({ 'theme.files': folder });
    if (saved) {
      chosen(name);
    }
    return { done: saved, reason: saved ? '' : why };
  });
}

/**
 * Returns a missing logo of a look with the reason, because OBS would show a hole; undefined if the picture exists.
 *
 * @param {string | undefined} text
 * @param {readonly string[]} pictures  in the folder of the user's files
 */
export function wrongLogoIn(text, pictures) {
  if (text === undefined || text === '' || pictures.includes(text)) {
    return undefined;
  }
  const problem =
    pictures.length === 0
      ? word('look.logo-none')
      : word('look.logo-missing', { name: text, pictures: pictures.join(', ') });
  return { text, problem };
}

/** @param {File} file @param {string} [name]  for a look @returns {Promise<{ done: boolean, path: string, reason: string }>} */
async function keep(file, name) {
  // Larger ones would not arrive, and the server says the same of them.
  const content = new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer());
  const data = btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join(''));
  const sent = { data, ...(name !== undefined && { name }) };
  const answer = await send('POST', 'settings/picture', sent).catch(() => ({ reason: NO_ANSWER }));
  const reason = sentence(translated(answer.reason ?? ''));
  return { done: answer.done === true, path: answer.path ?? '', reason };
}

/** @param {() => void} redraw @param {(file: File) => Promise<{ done: boolean, reason: string }>} take */
function createPicker(redraw, take) {
  const task = createTask(redraw);
  /** @param {Event & { target: HTMLInputElement }} event */
  const picked = ({ target }) => {
    const [file] = target.files ?? [];
    if (file !== undefined) {
      void task.run(word('settings.saving'), () => take(file));
    }
    // The same file can be chosen again.
    target.value = '';
  };
  return {
    view: () => html`<label class="btn pick-file">${word('settings.choose-file')}
        <input class="sr" type="file" accept=".png,.jpg,.jpeg,.webp,.svg" @change=${picked}></label>
      <p class=${task.isWrong ? 'wrong' : 'help'} role="status">${task.text}</p>`,
  };
}
