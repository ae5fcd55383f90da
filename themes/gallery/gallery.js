/**
 * The gallery: a live preview of every theme, its options as a form, and the address to copy into OBS.
 *
 * @import { ThemesMessage, WireOwnFiles, WireTheme, WireThemeOption } from '../../src/web/wire/themes.ts'
 * @import { Look } from './mine.js'
 */

import '/dashboard/shell.js';
import { mayRead, Refused } from '/dashboard/api.js';
import { byId, copyText, make, makeButton } from '/dashboard/dom.js';
import { option, readSettings, save, sentence } from '/dashboard/saved.js';
import { phrase, translated, translatePage } from '/dashboard/text.js';
import { SAMPLE_NAMES } from '/sdk/v1/samples.js';
import { fieldFor, specsOf } from './fields.js';
import { addHand } from './hand.js';
import { fileOf, looksOf, MOST_BYTES, problemOfName, readFile, settingOf } from './mine.js';
import { placeFor } from './place.js';

/**
 * Backgrounds of previews, with the preview's label.
 *
 * @type {Readonly<Record<string, (name: string) => string>>}
 */
const BACKGROUNDS = {
  checker: (name) => phrase('{name} over a checker background', { name }),
  dark: (name) => phrase('{name} over a dark background', { name }),
  bright: (name) => phrase('{name} over a bright background', { name }),
};
/** Previews wait for a pause in typing, because pages load slowly. */
const SETTLE_MS = 200;
const NOT_SAVED = phrase(
  'Not saved: only who may configure deckcast can save it, and only where deckcast reads a configuration file.',
);
/** Id of the theme in `theme.dir`. */
const CUSTOM = 'custom';
const RETRY_MS = 1_000;
const BARE_HEX = /^[\da-f]{3,8}$/i;
/** Time that a browser may take to start a download. */
const KEPT_MS = 60_000;
/** Stream size, for themes that are placed on a canvas. */
const CANVAS = '1920x1080';

/** @param {WireTheme} theme */
function sizeOfPreview({ size }) {
  const [width, height] = (canvas || (changes.has('pos') ? CANVAS : '')).split('x').map(Number);
  return width && height ? { width, height } : size;
}

/** @type {WireTheme | undefined} */
let chosen;
/** @type {readonly WireTheme[]} */
let themes = [];
/** Saved looks of the configuration file. @type {Map<string, Look>} */
let mine = new Map();
/** @type {WireOwnFiles} */
let ownFiles = { fonts: [], pictures: [] };
/** Options that differ from the theme's defaults, in the form of the address. @type {Map<string, string>} */
let changes = new Map();
let sample = 'usual';
/** Name of the saved look, while it is shown unchanged; otherwise empty. */
let lookName = '';
/** Chosen canvas size; empty for the source alone. */
let canvas = '';
let settling = 0;

async function start() {
  const problem = byId('problem');
  try {
    /** @type {ThemesMessage} */
    const message = await (await fetch('/api/v1/themes')).json();
    themes = message.themes;
    ownFiles = message.own;
    byId('themes').replaceChildren(...themes.map(thumbnail));
    const first = themes.find(({ selected }) => selected) ?? themes[0];
    if (first !== undefined) {
      choose(first);
    }
    problem.hidden = true;
    // Only one browser may configure, and a visitor of the gallery must not claim that right.
    if (await mayRead('settings')) {
      await showMine();
    }
  } catch {
    problem.textContent = phrase('deckcast does not answer. Trying again…');
    problem.hidden = false;
    setTimeout(start, RETRY_MS);
  }
}

/** @param {WireTheme} theme */
function thumbnail(theme) {
  const item = document.createElement('li');
  const button = makeButton('');
  button.dataset.theme = theme.id;
  const address = `${theme.path}?demo=${theme.id === 'sliderstreaming' ? 'code' : 'usual'}&bg=checker`;
  const { place, frame } = placeFor(address, theme.size);
  frame.title = theme.name;
  frame.lang = 'en';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.loading = 'lazy';
  const name = make('span', 'name');
  const id = theme.selected ? phrase('{theme} · at /', { theme: theme.id }) : theme.id;
  name.append(nameOf(theme), make('span', 'dim', id));
  button.append(place, name);
  button.addEventListener('click', () => choose(theme));
  item.append(button);
  return item;
}

/** Names of looks are not translated. @param {WireTheme} theme */
function nameOf(theme) {
  const name = make('strong', '', theme.name);
  name.lang = 'en';
  return name;
}

/**
 * @param {WireTheme} theme
 * @param {Look['options']} [options]  of a saved look
 * @param {string} [name]  of that look
 */
function choose(theme, options = new Map(), name = '') {
  chosen = theme;
  lookName = name;
  const specs = specsOf(theme, ownFiles);
  // The theme may have lost options since.
  changes = new Map([...options].filter(([name]) => specs[name] !== undefined));
  sample = theme.id === 'sliderstreaming' ? 'code' : 'usual';
  for (const button of document.querySelectorAll('#themes button')) {
    const mine = button instanceof HTMLElement && button.dataset.theme === theme.id;
    button.setAttribute('aria-pressed', String(mine));
  }
  byId('width').textContent = String(theme.size.width);
  byId('height').textContent = String(theme.size.height);
  byId('options').replaceChildren(
    ...Object.entries(specs).map(([name, spec]) => {
      const saved = changes.get(name);
      const shown = saved === undefined ? spec : { ...spec, default: asSaved(spec, saved) };
      return fieldFor(name, shown, (text) => change(name, text ?? saved));
    }),
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
  lookName = '';
  showAddress();
  clearTimeout(settling);
  settling = setTimeout(showPreviews, SETTLE_MS);
}

function showSamples() {
  const select = byId('sample', HTMLSelectElement);
  select.replaceChildren(
    new Option(phrase('all in turn'), '1'),
    ...SAMPLE_NAMES.map((name) => new Option(name, name)),
  );
  select.value = sample;
  select.onchange = () => {
    sample = select.value;
    showPreviews();
  };
}

/** A message about another address is outdated. */
function showAddress() {
  byId('copied').textContent = '';
  byId('saved').textContent = '';
  if (chosen !== undefined) {
    const query = queryOfChanges();
    const path =
      lookName === ''
        ? `${chosen.path}${query === '' ? '' : `?${query}`}`
        : `/looks/${encodeURIComponent(lookName)}/`;
    byId('address', HTMLInputElement).value = `${location.origin}${path}`;
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
  const isCanvas = canvas !== '' || changes.has('pos');
  byId('hand-help').hidden = !isCanvas;
  byId('previews').replaceChildren(
    ...Object.entries(BACKGROUNDS).map(([background, titled]) => {
      const page = `${path}?${query}${query === '' ? '' : '&'}demo=${sample}&bg=${background}`;
      const { place, frame } = placeFor(page, shownSize);
      frame.title = titled(name);
      if (isCanvas) {
        addHand(place, frame, Number(changes.get('scale') ?? 1), enter);
      }
      return place;
    }),
  );
}

/** Enters a value in the form, as the user would. @param {string} name @param {string} text */
function enter(name, text) {
  const field = byId(`option-${name}`);
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
    field.value = text;
    field.dispatchEvent(new Event('input'));
  }
  // Also without a change, so that a dragged card returns to its place.
  showPreviews();
}

const canvases = byId('canvas', HTMLSelectElement);
canvases.addEventListener('change', () => {
  canvas = canvases.value;
  showPreviews();
});

byId('save').addEventListener('click', async () => {
  byId('saved').textContent = await saveAsDefault().catch((error) =>
    error instanceof Refused ? sentence(translated(error.message)) : NOT_SAVED,
  );
});

/** @returns {Promise<string>} the result, for the user */
async function saveAsDefault() {
  if (chosen === undefined) {
    return '';
  }
  const { id } = chosen;
  const set = { 'theme.options': valuesOf(chosen) };
  if (!(await readSettings())) {
    return NOT_SAVED;
  }
  const { saved, reason } =
    id === CUSTOM ? await save(set) : await save({ ...set, 'theme.internal': id }, inFile(['theme.dir']));
  return saved ? phrase('Saved: this is the look at / now.') : reason;
}

/** Values that differ from the theme's defaults, in the form of the configuration file. @param {WireTheme} theme */
function valuesOf(theme) {
  const specs = specsOf(theme, ownFiles);
  return Object.fromEntries([...changes].map(([name, text]) => [name, asSaved(specs[name], text)]));
}

/**
 * Adds a color's `#`, which a configuration file and a field have, but an address lacks.
 *
 * @param {WireThemeOption | undefined} spec
 * @param {string} text
 */
function asSaved(spec, text) {
  return spec?.type === 'color' && BARE_HEX.test(text) ? `#${text}` : text;
}

/** Shows the saved looks, if this browser may configure. */
async function showMine() {
  const isThere = await readSettings().catch(() => false);
  mine = looksOf(isThere ? JSON.parse(option('theme.looks')?.value || '{}') : {});
  byId('show-mine').hidden = isThere;
  byId('mine').replaceChildren(...[...mine].map(([name, kept]) => rowOf(name, kept)));
  byId('mine-answer').textContent = isThere && mine.size === 0 ? phrase('There are none yet.') : '';
}

byId('show-mine').addEventListener('click', async () => {
  await showMine();
  if (!byId('show-mine').hidden) {
    byId('mine-answer').textContent = phrase('Only who may configure deckcast sees them.');
  }
});

/** @param {string} name @param {Look} kept */
function rowOf(name, kept) {
  const item = document.createElement('li');
  const use = makeButton(name);
  const remove = makeButton(phrase('Remove'), phrase('Remove {name}', { name }));
  use.className = 'look';
  use.addEventListener('click', () => {
    const theme = themes.find(({ id }) => id === kept.theme);
    if (theme === undefined) {
      report(phrase('This look needs the theme {theme}, which is not here.', { theme: `“${kept.theme}”` }));
      return;
    }
    choose(theme, kept.options, name);
    byId('look-name', HTMLInputElement).value = name;
  });
  remove.addEventListener('click', () => {
    void saveMine(
      (looks) => looks.delete(name),
      phrase('Removed “{name}”.', { name }),
      () => {
        lookName = lookName === name ? '' : lookName;
        showAddress();
      },
    );
  });
  item.append(use, remove);
  return item;
}

/**
 * Changes the saved looks in the file, which other browsers may have changed.
 *
 * @param {(looks: Map<string, Look>) => unknown} change
 * @param {string} done
 * @param {() => void} then  called after the save
 */
async function saveMine(change, done, then) {
  const isThere = await readSettings().catch(() => false);
  const looks = looksOf(JSON.parse(option('theme.looks')?.value || '{}'));
  change(looks);
  const { saved, reason } = isThere
    ? await save({ 'theme.looks': settingOf(looks) })
    : { saved: false, reason: NOT_SAVED };
  await showMine();
  if (saved) {
    then();
  }
  report(saved ? done : reason);
}

/** @param {string} text */
function report(text) {
  byId('saved').textContent = text;
}

/** Returns the name in the form. Shows a problem with it and returns undefined otherwise. */
function nameOfLook() {
  const name = byId('look-name', HTMLInputElement).value.trim();
  const problem = translated(problemOfName(name));
  report(problem);
  return problem === '' ? name : undefined;
}

byId('save-look').addEventListener('click', () => {
  const name = nameOfLook();
  if (chosen !== undefined && name !== undefined) {
    const kept = { theme: chosen.id, options: new Map(changes) };
    void saveMine(
      (looks) => looks.set(name, kept),
      phrase('Saved as “{name}”.', { name }),
      () => {
        lookName = name;
        showAddress();
      },
    );
  }
});

byId('export').addEventListener('click', () => {
  const name = nameOfLook();
  if (chosen !== undefined && name !== undefined) {
    const link = document.createElement('a');
    const kept = { theme: chosen.id, options: new Map(changes) };
    link.href = URL.createObjectURL(new Blob([fileOf(name, kept)], { type: 'application/json' }));
    link.download = `${name}.look.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
  }
});

byId('import', HTMLInputElement).addEventListener('change', async () => {
  const [file] = byId('import', HTMLInputElement).files ?? [];
  // Cleared, so that the same file can be chosen again.
  const text = file === undefined || file.size > MOST_BYTES ? '' : await file.text();
  byId('import', HTMLInputElement).value = '';
  const read = readFile(
    text,
    themes.map(({ id }) => id),
  );
  if ('problem' in read) {
    report(translated(read.problem));
    return;
  }
  const theme = themes.find(({ id }) => id === read.kept.theme);
  if (theme !== undefined) {
    choose(theme, read.kept.options);
    byId('look-name', HTMLInputElement).value = read.name;
    report(phrase('This is how it looks. Save it to keep it.'));
  }
});

/** Returns those of these options that the configuration file sets. @param {readonly string[]} names */
function inFile(names) {
  return names.filter((name) => option(name)?.origin.from === 'file');
}

byId('copy').addEventListener('click', async () => {
  byId('copied').textContent = (await copyText(byId('address', HTMLInputElement)))
    ? phrase('Copied.')
    : phrase('Press Ctrl+C (⌘C on a Mac) to copy it.');
});

translatePage();
void start();
