/**
 * The look of the overlay: pictures of the user's looks and of the themes, and the options of the chosen one with a live preview over a picture.
 * Saved as the one at the address `/`.
 *
 * @import { WireTheme, WireThemeOption } from '../../src/web/wire/themes.ts'
 * @import { Look } from '/overlay/mine.js'
 * @import { createOverlay } from './overlay.js'
 */
import { fieldView, groupsView, isFromCover, specsOf } from '/overlay/fields.js';
import { CANVAS, placeFor } from '/overlay/place.js';
import { createThumbnails, isHigh } from '/overlay/thumbnail.js';
import { send } from '../api.js';
import { keepTrying } from '../dom.js';
import { html, live, nothing } from '../lit/lit-html.js';
import { option, save } from '../saved.js';
import { createTask } from '../task.js';
import { translated } from '../text.js';
import { word } from '../words.js';
import { nameInUse, savedLooks, savedOptions } from './saved-looks.js';

const SETTLE_MS = 200;
const SCENES = ['club', 'day', 'photo'];

/** @param {() => void} redraw @param {ReturnType<typeof createOverlay>} overlay  loaded */
export function createLook(redraw, overlay) {
  const task = createTask(redraw);
  let chosen = '';
  /** Refused, but still in its field. @type {{ text: string, problem: string } | undefined} */
  let wrongLogo;
  /** Name of the chosen saved look; otherwise empty. */
  let own = '';
  let scene = SCENES[0] ?? '';
  /** Values that differ from the theme's defaults, as in a configuration file. @type {Map<string, string>} */
  let values = new Map();
  /** @type {HTMLElement | undefined} */
  let preview;
  let settling = 0;

  const thumbnailOf = createThumbnails();

  /** @param {string} wanted */
  const themeOf = (wanted) => overlay.themes().find(({ id }) => id === wanted);
  const theme = () => themeOf(chosen);

  /** Lists the saved looks that have a theme. */
  const mine = () => [...savedLooks()].filter(([, look]) => themeOf(look.theme) !== undefined);
  const ownInUse = () => nameInUse(overlay.current()?.id);

  /** @param {string} id @param {boolean} saved  begin with the saved options */
  function choose(id, saved) {
    chosen = id;
    own = '';
    wrongLogo = undefined;
    values = new Map(saved ? Object.entries(savedOptions()) : []);
    showPreview();
  }

  /** @param {string} name @param {Look} look */
  function chooseOwn(name, look) {
    chosen = look.theme;
    own = name;
    wrongLogo = undefined;
    values = new Map();
    for (const [option, text] of look.options) {
      keep(option, text, specsOf(theme(), overlay.own())[option]);
    }
    showPreview();
  }

  /** Keeps the value as the configuration file writes it. @param {string} name @param {string} text @param {WireThemeOption | undefined} spec */
  function keep(name, text, spec) {
    values.set(name, spec?.type === 'color' && !text.startsWith('#') ? `#${text}` : text);
  }

  /**
   * @param {string} name
   * @param {WireThemeOption} spec
   * @param {string | undefined} text
   */
  async function change(name, spec, text) {
    if (name === 'logo') {
      wrongLogo = await missingLogo(text);
      if (wrongLogo !== undefined) {
        redraw();
        return;
      }
    }
    if (text === undefined) {
      values.delete(name);
    } else {
      keep(name, text, spec);
    }
    task.say('');
    clearTimeout(settling);
    settling = setTimeout(showPreview, SETTLE_MS);
  }

  /** @param {string | undefined} text */
  async function missingLogo(text) {
    // The user may have just put the file there.
    await overlay.load().catch(() => undefined);
    return (await keepTrying(() => import('../logo.js'))).wrongLogoIn(text, overlay.own().pictures);
  }

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
    const isOwn = shown.id === 'custom';
    const choice = isOwn ? {} : { 'theme.internal': shown.id };
    // The folder of the user's own look would override it.
    const isHidden = !isOwn && option('theme.dir')?.origin.from === 'file';
    const { saved, reason } = await save(
      { ...choice, 'theme.options': Object.fromEntries(values) },
      isHidden ? ['theme.dir'] : [],
    );
    if (!saved) {
      return { done: saved, reason };
    }
    return overlay.use(shown, savedOptions())
      ? `${word('setup-look.saved')} ${await sizeInObs(overlay.size())}`
      : word('setup-look.saved');
  }

  /** @param {WireTheme} one @param {ReadonlyMap<string, string>} options @param {string} [key]  name of a saved look */
  function pictureOf(one, options, key = '') {
    const address = one.id === 'custom' ? '/dashboard/shell/sleeve.svg' : `${one.path}thumbnail.webp`;
    return options.size > 0
      ? thumbnailOf(key, one, options)
      : html`<img src=${address} alt="" width="480" height="270" loading="lazy">`;
  }

  /** @param {[string, Look]} saved */
  function ownView([name, look]) {
    const one = themeOf(look.theme);
    return html`<label class="pick ${isHigh(look.options) ? 'high' : ''}">
      <input type="radio" name="theme" .checked=${live(own === name)} @change=${() => chooseOwn(name, look)}>
      ${one === undefined ? nothing : pictureOf(one, look.options, name)}
      <span class="name">${name}</span>
      ${tagView(name === ownInUse())}
    </label>`;
  }

  /** @param {WireTheme} one */
  function themeView(one) {
    const isUsed = one.selected && ownInUse() === '';
    const options = new Map(isUsed ? Object.entries(savedOptions()) : []);
    return html`<label class="pick ${isHigh(options) ? 'high' : ''}">
      <input type="radio" name="theme" value=${one.id} .checked=${live(own === '' && one.id === chosen)} @change=${() => choose(one.id, isUsed)}>
      ${pictureOf(one, options)}
      <span class="name" lang="en">${one.name}</span>
      ${tagView(isUsed)}
    </label>`;
  }

  /** @param {boolean} isUsed */
  const tagView = (isUsed) => (isUsed ? html`<span class="tag">${word('look.in-use')}</span>` : nothing);

  function optionsView() {
    const specs = specsOf(theme(), overlay.own());
    const fromCover = isFromCover(specs, values.get('cover-accent'));
    return html`<details>
      <summary>${word('setup-look.options')}</summary>
      <div id="look-options">${groupsView(Object.entries(specs), (name, spec) => {
        const wrong = name === 'logo' ? wrongLogo : undefined;
        const entered = wrong?.text ?? values.get(name);
        const more = { fromCover, problem: wrong?.problem ?? '', redraw };
        return fieldView(name, spec, entered, (text) => change(name, spec, text), more);
      })}</div>
    </details>`;
  }

  /** A saved look is changed only there: options changed here would be those of its theme, under no name. */
  const changeView = () =>
    own === ''
      ? html`<a class="btn quiet" href="/overlay/">${word('setup-look.all')}</a>`
      : html`<a class="btn quiet" href="/overlay/?look=${encodeURIComponent(own)}">${word('setup-look.change-saved', { name: own })}</a>`;

  function chooseUsed() {
    choose(overlay.current()?.id ?? '', true);
    own = ownInUse();
  }

  chooseUsed();
  return {
    isInUse,
    /** Call it when another page may have changed the look. @param {Promise<void>} settings  being read */
    async follow(settings) {
      const wasInUse = isInUse();
      await Promise.all([settings, overlay.load().catch(() => undefined)]);
      if (wasInUse) {
        chooseUsed();
      }
    },
    /** Resolves to whether the chosen look is in use. */
    use: () => task.run('', use),
    /** @param {string} trouble  of the user's own look; otherwise empty */
    view: (trouble) => html`<div class="head"><h2>${word('setup-look.heading')}</h2></div>
      <div class="looklay">
        ${trouble === '' ? nothing : html`<p id="look-trouble" class="wrong" role="status">${trouble}</p>`}
        <fieldset class="picks" id="looks">
          <legend class="sr">${word('setup.look')}</legend>
          ${mine().map(ownView)}
          ${overlay.themes().map(themeView)}
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
                  ${word(isInUse() ? 'look.in-use' : 'look.use')}
                </button>
                ${changeView()}
              </p>
              <p id="look-answer" class=${task.isWrong ? 'wrong' : ''} role="status">${translated(task.text)}</p>
            </div>
            ${own === '' ? optionsView() : nothing}
          </form>
        </div>
      </div>`,
  };
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
