/**
 * The gallery: a live preview of every theme, its options as a form, and the address to copy into OBS.
 *
 * @import { ThemesMessage, WireOwnFiles, WireTheme, WireThemeOption } from '../../src/web/wire/themes.ts'
 */

import { Refused } from '/dashboard/api.js';
import { option, readSettings, save, sentence } from '/dashboard/saved.js';
import { STANDARD_OPTIONS } from '/sdk/v1/options.js';
import { SAMPLE_NAMES } from '/sdk/v1/samples.js';
import { fieldFor, specsOf } from './fields.js';
import { placeFor } from './place.js';

const BACKGROUNDS = ['checker', 'dark', 'bright'];
/** Previews wait for a pause in typing, because pages load slowly. */
const SETTLE_MS = 200;
const NOT_SAVED =
  'Not saved: only who may configure deckcast can save it, and only where deckcast reads a configuration file.';
/** The id of the theme that `theme.dir` names. */
const CUSTOM = 'custom';
const RETRY_MS = 1_000;
/** The size of the stream, for themes that are placed on it. */
const CANVAS = '1920x1080';

/** @param {WireTheme} theme */
function sizeOfPreview({ size }) {
  const [width, height] = (canvas || (changes.has('pos') ? CANVAS : '')).split('x').map(Number);
  return width && height ? { width, height } : size;
}

/** @param {string} id */
function byId(id) {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no ${id}`);
  }
  return element;
}

/** @type {WireTheme | undefined} */
let chosen;
/** @type {WireOwnFiles} */
let ownFiles = { fonts: [], pictures: [] };
/** Options that differ from the theme's defaults, as the address contains them. @type {Map<string, string>} */
let changes = new Map();
let sample = 'usual';
/** As the list of sizes has it; empty for the source alone. */
let canvas = '';
let settling = 0;

async function start() {
  const problem = byId('problem');
  try {
    /** @type {ThemesMessage} */
    const { themes, own } = await (await fetch('/api/v1/themes')).json();
    ownFiles = own;
    byId('themes').replaceChildren(...themes.map(thumbnail));
    const first = themes.find(({ selected }) => selected) ?? themes[0];
    if (first !== undefined) {
      choose(first);
    }
    problem.hidden = true;
  } catch {
    problem.textContent = 'The server does not answer. Trying again…';
    problem.hidden = false;
    setTimeout(start, RETRY_MS);
  }
}

/** @param {WireTheme} theme */
function thumbnail(theme) {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.theme = theme.id;
  const address = `${theme.path}?demo=${theme.id === 'sliderstreaming' ? 'code' : 'usual'}&bg=checker`;
  const { place, frame } = placeFor(address, theme.size);
  frame.title = `${theme.name}, as it looks`;
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.loading = 'lazy';
  const name = document.createElement('span');
  name.className = 'name';
  const title = document.createElement('strong');
  title.textContent = theme.name;
  const id = document.createElement('span');
  id.className = 'dim';
  id.textContent = theme.selected ? `${theme.id} · at /` : theme.id;
  name.append(title, id);
  button.append(place, name);
  button.addEventListener('click', () => choose(theme));
  item.append(button);
  return item;
}

/** @param {WireTheme} theme */
function choose(theme) {
  chosen = theme;
  changes = new Map();
  sample = theme.id === 'sliderstreaming' ? 'code' : 'usual';
  for (const button of document.querySelectorAll('#themes button')) {
    const mine = button instanceof HTMLElement && button.dataset.theme === theme.id;
    button.setAttribute('aria-pressed', String(mine));
  }
  byId('width').textContent = String(theme.size.width);
  byId('height').textContent = String(theme.size.height);
  byId('options').replaceChildren(
    ...Object.entries(specsOf(theme, ownFiles)).map(([name, spec]) =>
      fieldFor(name, spec, (text) => change(name, text)),
    ),
  );
  showSamples();
  showAddress();
  showPreviews();
}

/**
 * @param {string} name
 * @param {string | undefined} text  undefined: the default
 */
function change(name, text) {
  if (text === undefined) {
    changes.delete(name);
  } else {
    changes.set(name, text);
  }
  showAddress();
  clearTimeout(settling);
  settling = setTimeout(showPreviews, SETTLE_MS);
}

function showSamples() {
  const select = byId('sample');
  select.replaceChildren(
    ...['all in turn', ...SAMPLE_NAMES].map((name) => new Option(name, name === 'all in turn' ? '1' : name)),
  );
  if (select instanceof HTMLSelectElement) {
    select.value = sample;
    select.onchange = () => {
      sample = select.value;
      showPreviews();
    };
  }
}

/** What was said of another address is no longer true. */
function showAddress() {
  const address = byId('address');
  byId('copied').textContent = '';
  byId('saved').textContent = '';
  if (chosen !== undefined && address instanceof HTMLInputElement) {
    const query = queryOfChanges();
    address.value = `${location.origin}${chosen.path}${query === '' ? '' : `?${query}`}`;
  }
}

function queryOfChanges() {
  return new URLSearchParams([...changes]).toString();
}

function showPreviews() {
  if (chosen === undefined) {
    return;
  }
  const { path, name } = chosen;
  const query = queryOfChanges();
  const shownSize = sizeOfPreview(chosen);
  byId('previews').replaceChildren(
    ...BACKGROUNDS.map((background) => {
      const page = `${path}?${query}${query === '' ? '' : '&'}demo=${sample}&bg=${background}`;
      const { place, frame } = placeFor(page, shownSize);
      frame.title = `${name} over a ${background} background`;
      return place;
    }),
  );
}

const canvases = byId('canvas');
canvases.addEventListener('change', () => {
  canvas = canvases instanceof HTMLSelectElement ? canvases.value : '';
  showPreviews();
});

byId('save').addEventListener('click', async () => {
  byId('saved').textContent = await saveAsDefault().catch((error) =>
    error instanceof Refused ? sentence(error.message) : NOT_SAVED,
  );
});

/** @returns {Promise<string>} what became of it */
async function saveAsDefault() {
  if (chosen === undefined) {
    return '';
  }
  const { id, options } = chosen;
  /** @type {Record<string, WireThemeOption>} */
  const specs = { ...STANDARD_OPTIONS, ...options };
  const values = [...changes].map(([name, text]) => [
    name,
    specs[name]?.type === 'color' ? `#${text}` : text,
  ]);
  const set = { 'theme.options': Object.fromEntries(values) };
  if (!(await readSettings())) {
    return NOT_SAVED;
  }
  const { saved, reason } =
    id === CUSTOM ? await save(set) : await save({ ...set, 'theme.internal': id }, inFile(['theme.dir']));
  return saved ? 'Saved: this is the look at / now.' : reason;
}

/** Those of these options that the configuration file sets. @param {readonly string[]} names */
function inFile(names) {
  return names.filter((name) => option(name)?.origin.from === 'file');
}

byId('copy').addEventListener('click', async () => {
  const address = byId('address');
  if (address instanceof HTMLInputElement) {
    address.select();
    // Browsers offer the clipboard to secure origins only; elsewhere `execCommand` still works.
    const copied = await navigator.clipboard?.writeText(address.value).then(
      () => true,
      () => false,
    );
    byId('copied').textContent =
      copied === true || document.execCommand('copy') ? 'Copied.' : 'Press Ctrl+C (⌘C on a Mac) to copy it.';
  }
});

void start();
