/** Chooses the file of a logo or a font on this computer, which deckcast keeps. */
import { NO_ANSWER, send } from './api.js';
import { html } from './lit/lit-html.js';
import { option, readSettings, save } from './saved.js';
import { createTask } from './task.js';
import { sentence, translated } from './text.js';
import { word } from './words.js';

/** The server takes no larger file. */
export const MOST_BYTES = { picture: 500_000, font: 4_000_000 };
const ENDINGS = { picture: '.png,.jpg,.jpeg,.webp,.svg', font: '.woff2,.woff,.ttf,.otf' };

/** Picks the logo of the set's page. @param {() => void} redraw @param {(path: string) => void} chosen */
export function createLogo(redraw, chosen) {
  return createPicker(
    redraw,
    'picture',
    async (file) => {
      const { done, path, reason } = await keep(file, 'picture');
      if (done) {
        chosen(path);
      }
      return { done, reason };
    },
    word('settings.choose-file'),
  );
}

/**
 * Picks the logo or font of a look, which goes into the folder of the user's files.
 *
 * @param {'picture' | 'font'} kind
 * @param {() => void} redraw
 * @param {(value: string) => void} chosen  called with the value of the look's option
 */
export function createLookFile(kind, redraw, chosen) {
  return createPicker(
    redraw,
    kind,
    async (file) => {
      const { done, value, reason } = await keepLookFile(file, file.name, kind);
      if (done) {
        chosen(value);
      }
      return { done, reason };
    },
    word('look.pick-file'),
  );
}

/**
 * Stores a logo or font in the folder of the user's files, and sets that folder in the settings if none is set.
 *
 * @param {Blob} content
 * @param {string} given  file name; another file of that name stays
 * @param {'picture' | 'font'} kind
 * @returns {Promise<{ done: boolean, value: string, reason: string }>}  value of the look's option
 */
export async function keepLookFile(content, given, kind) {
  const { done, path, family, reason } = await keep(content, kind, given);
  const [, folder = '', name = ''] = /^(.*)[\\/](.+)$/.exec(path) ?? [];
  if (!done) {
    return { done, value: '', reason };
  }
  const isKnown = (await readSettings()) && option('theme.files')?.value !== '';
  const { saved, reason: why } = isKnown
    ? { saved: true, reason: '' }
    : await save({ 'theme.files': folder });
  return { done: saved, value: family ?? name, reason: saved ? '' : why };
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

/**
 * @param {Blob} file
 * @param {'picture' | 'font'} kind
 * @param {string} [name]  for a look
 * @returns {Promise<{ done: boolean, path: string, family?: string, reason: string }>}
 */
async function keep(file, kind, name) {
  // Larger ones would not arrive, and the server says the same of them.
  const data = await base64(file.slice(0, MOST_BYTES[kind] + 1));
  if (kind === 'picture' && file.size <= MOST_BYTES.picture && !(await isWhole(file, data))) {
    return { done: false, path: '', reason: word('look.damaged') };
  }
  const sent = { data, kind, ...(name !== undefined && { name }) };
  const answer = await send('POST', 'settings/picture', sent).catch(() => ({ reason: NO_ANSWER }));
  const reason = sentence(translated(answer.reason ?? ''));
  return { done: answer.done === true, path: answer.path ?? '', family: answer.family, reason };
}

/** Whether all of the picture can be decoded. @param {Blob} file @param {string} data  the same as Base64 */
function isWhole(file, data) {
  const svg = new Image();
  svg.src = `data:image/svg+xml;base64,${data}`;
  // An element takes a part of a picture as well; a bitmap needs the whole, but not of an SVG.
  return createImageBitmap(file)
    .catch(() => svg.decode())
    .then(
      () => true,
      () => false,
    );
}

/** @param {Blob} content @returns {Promise<string>} empty if it cannot be read */
export function base64(content) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = () => resolve(String(reader.result ?? '').replace(/^[^,]*,/, ''));
    reader.readAsDataURL(content);
  });
}

/**
 * @param {() => void} redraw
 * @param {'picture' | 'font'} kind
 * @param {(file: File) => Promise<{ done: boolean, reason: string }>} take
 * @param {string} title  beside an input, there is room for a short one
 */
function createPicker(redraw, kind, take, title) {
  const task = createTask(redraw);
  /** @param {Event & { target: HTMLInputElement }} event */
  const picked = ({ target }) => {
    const [file] = target.files ?? [];
    if (file !== undefined) {
      void task.run(word('settings.saving'), async () => {
        const { done, reason } = await take(file);
        // The field may name an earlier file.
        return { done, reason: done ? reason : `${file.name}: ${reason}` };
      });
    }
    // The same file can be chosen again.
    target.value = '';
  };
  return {
    view: () => html`<label class="btn pick-file">${title}
        <input class="sr" type="file" aria-label=${word(kind === 'font' ? 'look.choose-font' : 'settings.choose-file')} accept=${ENDINGS[kind]} @change=${picked}></label>
      <p class=${task.isWrong ? 'wrong' : 'help'} role="status">${task.text}</p>`,
  };
}
