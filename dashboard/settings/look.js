/**
 * Options of the look as fields with a live preview, next to the file's text. A search filters the fields. Loads
 * nothing before the user opens it.
 *
 * @import { ThemesMessage, WireThemeOption } from '../../src/web/wire/themes.ts'
 */
import { fieldFor, specsOf } from '/overlay/fields.js';
import { placeFor } from '/overlay/place.js';
import { NO_ANSWER, read } from '../api.js';
import { make, makeButton, onPress, setText } from '../dom.js';
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
 * @param {() => string} text  value of the option, as JSON
 * @param {(text: string) => void} enter  replaces the value
 */
export function createLook(text, enter) {
  const element = make('div', 'look');
  const open = makeButton(word('settings.change-with-preview'));
  const preview = make('div', 'look-preview');
  const fields = make('div', 'look-fields');
  const all = makeButton(word('settings.all-of-look'));
  const problem = make('p', 'wrong');
  element.append(open, preview, fields, all, problem);
  preview.hidden = true;
  all.hidden = true;
  let isOpen = false;
  let query = '';
  /** @type {ThemesMessage | undefined} */
  let message;
  let settling = 0;
  /** Fields by option name. @type {Map<string, { field: HTMLElement, words: string }>} */
  const made = new Map();

  onPress(open, () => void show());
  onPress(all, () => {
    query = '';
    narrow();
  });

  function theme() {
    return message?.themes.find(({ selected }) => selected);
  }

  async function show() {
    isOpen = true;
    open.hidden = true;
    try {
      message = await (await read('themes')).json();
      setText(problem, '');
    } catch {
      isOpen = false;
      open.hidden = false;
      setText(problem, NO_ANSWER);
      return;
    }
    makeFields();
    showPreview();
  }

  function makeFields() {
    const values = valuesOf(text());
    made.clear();
    for (const [name, spec] of Object.entries(
      specsOf(theme(), message?.own ?? { fonts: [], pictures: [] }),
    )) {
      const current = values[name];
      const shown = current === undefined ? spec : { ...spec, default: String(current) };
      const field = fieldFor(name, shown, (typed) => change(name, spec, typed ?? current), 'look');
      made.set(name, { field, words: `${translated(spec.label ?? '')} ${WORDS[name] ?? ''}`.toLowerCase() });
    }
    fields.replaceChildren(...[...made.values()].map(({ field }) => field));
    narrow();
  }

  /**
   * @param {string} name
   * @param {WireThemeOption} spec
   * @param {unknown} typed  undefined: the default
   */
  function change(name, spec, typed) {
    const { [name]: _, ...others } = valuesOf(text());
    const bare = typed === undefined ? undefined : String(typed);
    const written = spec.type === 'color' && bare !== undefined && !bare.startsWith('#') ? `#${bare}` : bare;
    enter(JSON.stringify({ ...others, ...(written !== undefined && { [name]: written }) }, null, 2));
  }

  /** Shows only matching fields, or all if none matches. */
  function narrow() {
    const isMeant = (/** @type {string} */ name, /** @type {string} */ words) =>
      worthOf({ name, title: '', help: '', group: '', words }, query) > 0;
    const meant = [...made].filter(([name, { words }]) => query !== '' && isMeant(name, words));
    for (const [name, { field }] of made) {
      field.hidden = meant.length > 0 && !meant.some(([one]) => one === name);
    }
    all.hidden = meant.length === 0;
  }

  function showPreview() {
    const shown = theme();
    if (shown === undefined) {
      return;
    }
    const query = new URLSearchParams([...Object.entries(valuesOf(text())), ['demo', 'usual']]);
    const { place, frame } = placeFor(`${shown.path}?${query}`, shown.size);
    frame.title = word('setup-look.preview', { theme: shown.name });
    preview.replaceChildren(place);
    preview.hidden = false;
  }

  return {
    element,
    /** Call it after the text was edited. */
    later() {
      if (isOpen) {
        clearTimeout(settling);
        settling = setTimeout(showPreview, SETTLE_MS);
      }
    },
    /** Call it after the text was replaced by a save or a reload. */
    again() {
      if (isOpen) {
        void show();
      }
    },
    /** Filters the fields. @param {string} words */
    seek(words) {
      query = words;
      if (words !== '' && !isOpen) {
        void show();
      }
      narrow();
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
