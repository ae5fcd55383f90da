/**
 * The look of the overlay: themes with their options and a live preview, saved as the one at the address `/`.
 *
 * @import { ThemesMessage, WireOwnFiles, WireTheme, WireThemeOption } from '../../src/web/wire/themes.ts'
 */
import { fieldFor, specsOf } from '/overlay/fields.js';
import { placeFor } from '/overlay/place.js';
import { read, send } from '../api.js';
import { byId, setText, setUsable } from '../dom.js';
import { option, save } from '../saved.js';
import { phrase, translated } from '../text.js';
import { finish } from './steps.js';

const SETTLE_MS = 200;

const form = byId('look', HTMLFormElement);
const select = byId('theme', HTMLSelectElement);
const answer = byId('look-answer');

/** @type {readonly WireTheme[]} */
let themes = [];
/** @type {WireOwnFiles} */
let own = { fonts: [], pictures: [] };
/** Values that differ from the theme's defaults, as in a configuration file. @type {Map<string, string>} */
let values = new Map();
let settling = 0;

export function start() {
  select.addEventListener('change', () => {
    setText(answer, '');
    showOptions(false);
    showPreview();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void use();
  });
}

/** Shows the themes. Rejects when the server does not answer. */
export async function load() {
  /** @type {ThemesMessage} */
  const message = await (await read('themes')).json();
  themes = message.themes;
  own = message.own;
  select.append(...themes.map(({ id, name }) => new Option(name, id)));
  const current = themes.find(({ selected }) => selected);
  select.value = current?.id ?? '';
  showSize(current);
  showOptions(true);
  showPreview();
  showOnAir(current);
}

/** @param {WireTheme | undefined} theme  at the overlay's address */
function showOnAir(theme) {
  const { place, frame } = placeFor('/', theme?.size ?? { width: 800, height: 160 });
  frame.title = phrase('The overlay, as the audience sees it');
  byId('on-air').replaceChildren(place);
}

function chosen() {
  return themes.find(({ id }) => id === select.value);
}

/** @param {boolean} saved  begin with the saved options */
function showOptions(saved) {
  const theme = chosen();
  values = new Map(saved ? Object.entries(savedOptions()) : []);
  byId('look-options').replaceChildren(
    ...Object.entries(specsOf(theme, own)).map(([name, spec]) => {
      const current = values.get(name);
      const shown = current === undefined ? spec : { ...spec, default: current };
      return fieldFor(name, shown, (text) => change(name, spec, text ?? current));
    }),
  );
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
  setText(answer, '');
  clearTimeout(settling);
  settling = setTimeout(showPreview, SETTLE_MS);
}

function showPreview() {
  const theme = chosen();
  if (theme !== undefined) {
    const query = new URLSearchParams([
      ...values,
      ['demo', theme.id === 'sliderstreaming' ? 'code' : 'usual'],
    ]);
    const { place, frame } = placeFor(`${theme.path}?${query}`, theme.size);
    frame.title = phrase('{theme}, with a made-up track', { theme: theme.name });
    byId('preview').replaceChildren(place);
  }
}

async function use() {
  const theme = chosen();
  const button = form.querySelector('button[type="submit"]');
  if (theme === undefined || !(button instanceof HTMLButtonElement)) {
    return;
  }
  setUsable(button, false);
  const before = themes.find(({ selected }) => selected);
  const choice = theme.id === 'custom' ? {} : { 'theme.internal': theme.id };
  const { saved, reason } = await save({ ...choice, 'theme.options': Object.fromEntries(values) });
  answer.classList.toggle('wrong', !saved);
  setText(answer, saved ? '' : reason);
  setUsable(button, true);
  if (saved) {
    themes = themes.map((one) => ({ ...one, selected: one.id === theme.id }));
    showSize(theme);
    const shown = phrase('Saved. Overlays that are open show it.');
    finish('look', shown);
    if (before !== undefined && !isSameSize(before, theme)) {
      showOnAir(theme);
      finish('look', `${shown} ${await sizeInObs(theme)}`);
    }
  }
}

/** @param {WireTheme} one @param {WireTheme} other */
function isSameSize(one, other) {
  return one.size.width === other.size.width && one.size.height === other.size.height;
}

/**
 * Resizes the overlay that deckcast added to OBS. Returns the result as a text.
 *
 * @param {WireTheme} theme
 */
async function sizeInObs({ size: { width, height } }) {
  const isKnown = (option('obs.url')?.value ?? '') !== '';
  const { done = false, reason = '' } = isKnown
    ? await send('POST', 'setup/obs', { fit: true }).catch(() => ({}))
    : {};
  return done
    ? translated(reason)
    : phrase('If it is in OBS, set its width to {width} there, and its height to {height}.', {
        width,
        height,
      });
}

/** @param {WireTheme | undefined} theme  at the overlay's address */
function showSize(theme) {
  setText(byId('width'), String(theme?.size.width ?? 800));
  setText(byId('height'), String(theme?.size.height ?? 160));
}
