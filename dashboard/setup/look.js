/**
 * The look of the overlay: pictures of the themes, and the options of the chosen one with a live preview over a picture.
 * Saved as the one at the address `/`.
 *
 * @import { WireTheme, WireThemeOption } from '../../src/web/wire/themes.ts'
 * @import { createOverlay } from './overlay.js'
 */
import { fieldView, groupsView, specsOf } from '/overlay/fields.js';
import { CANVAS, placeFor } from '/overlay/place.js';
import { createThumbnails } from '/overlay/thumbnail.js';
import { send } from '../api.js';
import { html, live, nothing } from '../lit/lit-html.js';
import { option, save } from '../saved.js';
import { translated } from '../text.js';
import { createTask } from '../view.js';
import { word } from '../words.js';

const SETTLE_MS = 200;
const SCENES = ['club', 'day', 'photo'];

/** @param {() => void} redraw @param {ReturnType<typeof createOverlay>} overlay  loaded */
export function createLook(redraw, overlay) {
  const task = createTask(redraw);
  let chosen = '';
  let scene = SCENES[0] ?? '';
  /** Values that differ from the theme's defaults, as in a configuration file. @type {Map<string, string>} */
  let values = new Map();
  /** @type {HTMLElement | undefined} */
  let preview;
  let settling = 0;

  const thumbnailOf = createThumbnails();

  const theme = () => overlay.themes().find(({ id }) => id === chosen);

  /** @param {string} id @param {boolean} saved  begin with the saved options */
  function choose(id, saved) {
    chosen = id;
    values = new Map(saved ? Object.entries(savedOptions()) : []);
    showPreview();
  }

  /**
   * @param {string} name
   * @param {WireThemeOption} spec
   * @param {string | undefined} text
   */
  function change(name, spec, text) {
    if (text === undefined) {
      values.delete(name);
    } else {
      values.set(name, spec.type === 'color' && !text.startsWith('#') ? `#${text}` : text);
    }
    task.say('');
    clearTimeout(settling);
    settling = setTimeout(showPreview, SETTLE_MS);
  }

  /** On the whole canvas, over a picture. */
  function showPreview() {
    const shown = theme();
    if (shown !== undefined) {
      const place = values.has('pos') ? [] : [['pos', 'bottom-left']];
      const sample = shown.id === 'sliderstreaming' ? 'code' : 'usual';
      const query = new URLSearchParams([...place, ...values, ['demo', sample]]);
      const made = placeFor(`${shown.path}?${query}`, CANVAS);
      made.frame.title = word('setup-look.preview', { theme: shown.name });
      preview = made.place;
    }
    redraw();
  }

  function isInUse() {
    const saved = Object.entries(savedOptions());
    return (
      chosen === overlay.current()?.id &&
      saved.length === values.size &&
      saved.every(([name, value]) => values.get(name) === value)
    );
  }

  async function use() {
    const shown = theme();
    if (shown === undefined || isInUse()) {
      return '';
    }
    const choice = shown.id === 'custom' ? {} : { 'theme.internal': shown.id };
    const { saved, reason } = await save({ ...choice, 'theme.options': Object.fromEntries(values) });
    if (!saved) {
      return { done: saved, reason };
    }
    return overlay.use(shown, savedOptions())
      ? `${word('setup-look.saved')} ${await sizeInObs(overlay.size())}`
      : word('setup-look.saved');
  }

  /** @param {WireTheme} one */
  function pictureOf(one) {
    const options = new Map(one.selected ? Object.entries(savedOptions()) : []);
    const address = one.id === 'custom' ? '/dashboard/shell/sleeve.svg' : `${one.path}thumbnail.webp`;
    return options.size > 0
      ? thumbnailOf('', one, options)
      : html`<img src=${address} alt="" width="480" height="270" loading="lazy">`;
  }

  choose(overlay.current()?.id ?? '', true);
  return {
    isInUse,
    /** Resolves to whether the chosen look is in use. */
    use: () => task.run('', use),
    view: () => html`<div class="head"><h2>${word('setup-look.heading')}</h2></div>
      <div class="looklay">
        <fieldset class="picks" id="looks">
          <legend class="sr">${word('setup-look.look')}</legend>
          ${overlay.themes().map(
            (one) => html`<label class="pick">
              <input type="radio" name="theme" value=${one.id} .checked=${live(one.id === chosen)} @change=${() => choose(one.id, one.selected)}>
              ${pictureOf(one)}
              <span class="name" lang="en">${one.name}</span>
              ${one.selected ? html`<span class="tag">${word('look.in-use')}</span>` : nothing}
            </label>`,
          )}
        </fieldset>
        <div class="work">
          <div class="preview">
            <div class="scene ${scene}" id="preview">${preview ?? nothing}</div>
            <div class="under row" role="group" aria-label=${word('setup-look.background')}>
              ${SCENES.map(
                (one) => html`<button class="swatch scene ${one}" type="button" aria-pressed=${one === scene}
                  aria-label=${word(/** @type {'setup-look.scene-club'} */ (`setup-look.scene-${one}`))} @click=${() => {
                    scene = one;
                    redraw();
                  }}></button>`,
              )}
            </div>
          </div>
          <form class="plate" id="look" @submit=${(/** @type {Event} */ event) => {
            event.preventDefault();
            void task.run('', use);
          }}>
            <div class="row wrap between">
              <p class="row wrap">
                <button class="btn ${isInUse() ? '' : 'key'}" type="submit" aria-disabled=${task.isBusy || isInUse()}>
                  ${word(isInUse() ? 'look.in-use' : 'setup-look.use')}
                </button>
                <a class="btn quiet" href="/overlay/">${word('setup-look.all')}</a>
              </p>
              <p id="look-answer" class=${task.isWrong ? 'wrong' : ''} role="status">${translated(task.text)}</p>
            </div>
            <details>
              <summary>${word('setup-look.options')}</summary>
              <div id="look-options">${groupsView(
                Object.entries(specsOf(theme(), overlay.own())),
                (name, spec) =>
                  fieldView(name, spec, values.get(name), (text) => change(name, spec, text), { redraw }),
              )}</div>
            </details>
          </form>
        </div>
      </div>`,
  };
}

/** Options below `theme.options` in the configuration. @returns {Record<string, string>} */
function savedOptions() {
  try {
    return JSON.parse(option('theme.options')?.value || '{}');
  } catch {
    return {};
  }
}

/**
 * Resizes the overlay that deckcast added to OBS. Returns the result as a text.
 *
 * @param {WireTheme['size']} size
 */
async function sizeInObs({ width, height }) {
  const isKnown = (option('obs.url')?.value ?? '') !== '';
  const { done = false, reason = '' } = isKnown
    ? await send('POST', 'setup/obs', { fit: true }).catch(() => ({}))
    : {};
  return done ? translated(reason) : word('setup-look.size', { width, height });
}
