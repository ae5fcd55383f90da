/**
 * Options of the look as fields with a live preview, next to the file's text. A search filters the fields. Loads
 * nothing before the user opens it.
 *
 * @import { ThemesMessage, WireThemeOption } from '../../src/web/wire/themes.ts'
 */
import { fieldView, groupsView, isFromCover, specsOf } from '/overlay/fields.js';
import { placeFor } from '/overlay/place.js';
import { NO_ANSWER, read } from '../api.js';
import { keepTrying } from '../dom.js';
import { html, nothing } from '../lit/lit-html.js';
import { translated } from '../text.js';
import { word } from '../words.js';
import { worthOf } from './search.js';

/** The preview waits for a pause in typing, because pages load slowly. */
const SETTLE_MS = 200;
/** Synonyms for the search. @type {Readonly<Record<string, string>>} */
const WORDS = {
  scale: 'bigger smaller larger',
  font: 'text typeface letters',
  color: 'font',
  accent: 'color',
  panel: 'color background',
  shade: 'color outline',
  pos: 'position corner',
  margin: 'position edge',
  radius: 'corner rounded',
  opacity: 'transparent background',
  entrance: 'animation',
  marquee: 'scroll',
  details: 'tempo bpm key label year genre album',
  handle: 'brand',
  logo: 'brand picture',
};

/**
 * @param {() => void} redraw
 * @param {() => string} text  value of the option, as JSON
 * @param {(text: string) => void} enter  replaces the value
 */
export function createLook(redraw, text, enter) {
  let problem = '';
  let query = '';
  /** @type {ThemesMessage | undefined} */
  let message;
  /** @type {HTMLElement | undefined} */
  let preview;
  let settling = 0;
  /** Refused, but still in its field. @type {{ text: string, problem: string } | undefined} */
  let wrongLogo;

  const theme = () => message?.themes.find(({ selected }) => selected);
  const specs = () => Object.entries(specsOf(theme(), message?.own ?? { fonts: [], pictures: [] }));

  async function readThemes() {
    message = await (await read('themes')).json();
  }

  async function load() {
    wrongLogo = undefined;
    try {
      await readThemes();
      problem = '';
      showPreview();
    } catch {
      problem = NO_ANSWER;
      redraw();
    }
  }

  /**
   * @param {string} name
   * @param {WireThemeOption} spec
   * @param {string | undefined} typed  undefined: the default
   */
  async function change(name, spec, typed) {
    if (name === 'logo') {
      // The user may have just put the file there.
      await readThemes().catch(() => {});
      wrongLogo = (await keepTrying(() => import('../logo.js'))).wrongLogoIn(
        typed,
        message?.own.pictures ?? [],
      );
      if (wrongLogo !== undefined) {
        redraw();
        return;
      }
    }
    const { [name]: _, ...others } = valuesOf(text());
    const written = spec.type === 'color' && typed !== undefined ? `#${typed.replace('#', '')}` : typed;
    enter(JSON.stringify({ ...others, ...(written !== undefined && { [name]: written }) }, null, 2));
  }

  function showPreview() {
    const shown = theme();
    if (shown !== undefined) {
      const query = new URLSearchParams([...Object.entries(valuesOf(text())), ['demo', 'usual']]);
      const { place, frame } = placeFor(`${shown.path}?${query}`, shown.size);
      frame.title = word('setup-look.preview', { theme: shown.name });
      preview = place;
    }
    redraw();
  }

  /** @param {string} name @param {WireThemeOption} spec */
  function isMeant(name, { label = '' }) {
    const words = `${translated(label)} ${WORDS[name] ?? ''}`.toLowerCase();
    return worthOf({ name, title: '', help: '', group: '', words }, query) > 0;
  }

  void load();
  return {
    view() {
      const all = message === undefined ? [] : specs();
      const meant = query === '' ? [] : all.filter(([name, spec]) => isMeant(name, spec));
      const values = valuesOf(text());
      const fromCover = isFromCover(Object.fromEntries(all), values['cover-accent']);
      return html`<div class="look">
        ${preview === undefined ? nothing : html`<div class="look-preview">${preview}</div>`}
        <div class="look-fields">${groupsView(meant.length > 0 ? meant : all, (name, spec) =>
          fieldView(
            name,
            spec,
            (name === 'logo' ? wrongLogo?.text : undefined) ?? values[name],
            (typed) => change(name, spec, typed),
            { fromCover, prefix: 'look', problem: name === 'logo' ? (wrongLogo?.problem ?? '') : '', redraw },
          ),
        )}</div>
        ${
          meant.length === 0
            ? nothing
            : html`<button class="btn" type="button" @click=${() => {
                query = '';
                redraw();
              }}>${word('settings.all-of-look')}</button>`
        }
        <p class="wrong">${problem}</p>
      </div>`;
    },
    /** Call it after the text was edited. */
    later() {
      clearTimeout(settling);
      settling = setTimeout(message === undefined ? load : showPreview, SETTLE_MS);
    },
    /** Call it after the text was replaced by a save or a reload. */
    again: load,
    /** Shows only matching fields, or all if none matches. @param {string} words */
    seek(words) {
      query = words;
    },
  };
}

/**
 * Incomplete JSON has no values, and looks don't use nested sections.
 * @param {string} text
 * @returns {Record<string, string>}
 */
function valuesOf(text) {
  try {
    const read = JSON.parse(text || '{}');
    const entries = Object.entries(typeof read === 'object' && read !== null ? read : {});
    return Object.fromEntries(
      entries.filter(([, value]) => typeof value !== 'object').map(([name, value]) => [name, String(value)]),
    );
  } catch {
    return {};
  }
}
