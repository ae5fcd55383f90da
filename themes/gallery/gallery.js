/**
 * The gallery: a thumbnail of every look, and a live preview of the chosen one with its options and its address for OBS.
 *
 * @import { ThemesMessage, WireOwnFiles, WireTheme, WireThemeOption } from '../../src/web/wire/themes.ts'
 * @import { PageText } from '/dashboard/words.js'
 * @import { Group } from './fields.js'
 * @import { Look } from './mine.js'
 */
import '/dashboard/shell.js';
import { mayRead, Refused } from '/dashboard/api.js';
import { byId, copyText } from '/dashboard/dom.js';
import { html, nothing, render } from '/dashboard/lit/lit-html.js';
import { option, readSettings, save, sentence } from '/dashboard/saved.js';
import { translated } from '/dashboard/text.js';
import { word } from '/dashboard/words.js';
import { SAMPLE_NAMES } from '/sdk/v1/samples.js';
import { fieldFor, GROUPS, groupOf, specsOf } from './fields.js';
import { addHand } from './hand.js';
import { fileOf, looksOf, MOST_BYTES, problemOfName, readFile, settingOf } from './mine.js';
import { placeFor } from './place.js';

/** Pictures behind the preview. */
const SCENES = /** @type {const} */ (['club', 'day', 'photo']);
/** Previews wait for a pause in typing, because pages load slowly. */
const SETTLE_MS = 200;
/** Id of the theme in `theme.dir`. */
const CUSTOM = 'custom';
const RETRY_MS = 1_000;
const BARE_HEX = /^[\da-f]{3,8}$/i;
/** Time that a browser may take to start a download. */
const KEPT_MS = 60_000;
/** Sizes of the source in OBS: two whole canvases, or the look alone. */
const CANVASES = { '1920x1080': word('look.canvas'), '1080x1920': word('look.tall') };

/** @param {string} name @returns {HTMLSelectElement} */
const select = (name) => byId(name, HTMLSelectElement);

/** Returns the size of the source in OBS. @param {WireTheme} theme */
function sizeOf({ size }) {
  const [width, height] = canvas.split('x').map(Number);
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
/** Fields of the chosen look by the group that shows them. @type {ReadonlyMap<Group, readonly HTMLElement[]>} */
let fields = new Map();
/** @type {Group} */
let group = 'color';
let sample = 'usual';
/** Name of the saved look, while it is shown unchanged; otherwise empty. */
let lookName = '';
/** Chosen canvas size; empty for the source alone. */
let canvas = '1920x1080';
/** CSS value of the picture behind the preview. */
let scene = sceneOf('club');
let settling = 0;

/** @param {string} name */
function sceneOf(name) {
  return `url("/sdk/scenes/${name}.webp")`;
}

async function start() {
  const problem = byId('problem');
  try {
    await readThemes();
    showThemes();
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
    problem.textContent = word('look.unreachable');
    problem.hidden = false;
    setTimeout(start, RETRY_MS);
  }
}

async function readThemes() {
  /** @type {ThemesMessage} */
  const message = await (await fetch('/api/v1/themes')).json();
  themes = message.themes;
  ownFiles = message.own;
}

function showThemes() {
  const shown = themes.map(
    (theme) => html`<li>
      <button type="button" aria-pressed=${theme === chosen} @click=${() => choose(theme)}>
        ${pictureOf(theme)}<span class="name" lang="en">${theme.name}</span>
      </button>
      ${theme.selected ? html`<span class="tag">${word('look.in-use')}</span>` : nothing}
    </li>`,
  );
  render(shown, byId('themes'));
}

/** A custom theme has no thumbnail. @param {WireTheme} theme */
function pictureOf({ id, path }) {
  const address = id === CUSTOM ? '/dashboard/shell/sleeve.svg' : `${path}thumbnail.webp`;
  return html`<span class="picture"><img src=${address} alt="" width="480" height="270" loading="lazy"></span>`;
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
  const made = Object.entries(specs).map(([name, spec]) => {
    const saved = changes.get(name);
    const shown = saved === undefined ? spec : { ...spec, default: asSaved(spec, saved) };
    const field = fieldFor(name, shown, (text) => void changeIfValid(name, text ?? saved));
    return { group: groupOf(name, spec), field };
  });
  fields = new Map(
    GROUPS.map((each) => [each, made.flatMap((one) => (one.group === each ? one.field : []))]),
  );
  showThemes();
  showBench();
  showGroup(fields.get(group)?.length === 0 ? 'color' : group);
  showAddress();
  showPreview();
}

/** @type {Readonly<Record<Group, PageText>>} */
const GROUP_NAMES = {
  color: 'look.group-color',
  type: 'look.group-type',
  motion: 'look.group-motion',
  place: 'look.group-place',
  more: 'look.group-more',
};

/** @param {Group} shown */
function showGroup(shown) {
  group = shown;
  render(
    GROUPS.map(
      (each) =>
        html`<button type="button" role="tab" id="group-${each}" aria-selected=${each === group} aria-controls="panel"
          tabindex=${each === group ? 0 : -1} @click=${() => showGroup(each)} @keydown=${moveInGroups}>
          ${word(GROUP_NAMES[each])}</button>`,
    ),
    byId('groups'),
  );
  byId('panel').setAttribute('aria-labelledby', `group-${group}`);
  render(
    GROUPS.flatMap((each) =>
      (fields.get(each) ?? []).map((field) => {
        field.hidden = each !== group;
        return field;
      }),
    ),
    byId('options'),
  );
}

/** @param {KeyboardEvent} event */
function moveInGroups({ key }) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const next = step && GROUPS[(GROUPS.indexOf(group) + step + GROUPS.length) % GROUPS.length];
  if (next) {
    showGroup(next);
    byId(`group-${next}`).focus();
  }
}

/**
 * Refuses a logo that is not there, because OBS would show a hole.
 *
 * @param {string} name
 * @param {string | undefined} text
 */
async function changeIfValid(name, text) {
  if (name === 'logo') {
    // The file may have been put there since.
    await readThemes().catch(() => {});
    const { pictures } = ownFiles;
    const isMissing = text !== undefined && text !== '' && !pictures.includes(text);
    showProblemOf(
      'logo',
      !isMissing
        ? ''
        : pictures.length === 0
          ? word('look.logo-none', { name: text })
          : word('look.logo-missing', { name: text, pictures: pictures.join(', ') }),
    );
    if (isMissing) {
      return;
    }
  }
  change(name, text);
}

/** @param {string} name  of the option @param {string} problem  empty if none */
function showProblemOf(name, problem) {
  const input = byId(`option-${name}`);
  const field = input.parentElement;
  const told = field?.querySelector('.wrong') ?? document.createElement('p');
  told.className = 'wrong';
  told.id = `wrong-${name}`;
  told.setAttribute('role', 'alert');
  told.textContent = problem;
  field?.append(told);
  input.setAttribute('aria-invalid', String(problem !== ''));
  input.setAttribute('aria-describedby', told.id);
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
  settling = setTimeout(showPreview, SETTLE_MS);
}

/** @type {Readonly<Record<string, PageText>>} */
const SAMPLES = {
  short: 'look.sample-short',
  usual: 'look.sample-usual',
  long: 'look.sample-long',
  emoji: 'look.sample-emoji',
  cjk: 'look.sample-cjk',
  rtl: 'look.sample-rtl',
  noart: 'look.sample-noart',
  code: 'look.sample-code',
  hidden: 'look.sample-hidden',
};

/** Shows what the preview is tried with. */
function showBench() {
  if (chosen === undefined) {
    return;
  }
  const samples = select('sample');
  samples.replaceChildren(
    new Option(word('look.sample-turns'), '1'),
    ...SAMPLE_NAMES.map((name) => new Option(SAMPLES[name] === undefined ? name : word(SAMPLES[name]), name)),
  );
  samples.value = sample;
  const sizes = select('canvas');
  sizes.replaceChildren(
    ...Object.entries(CANVASES).map(([size, text]) => new Option(text, size)),
    new Option(word('look.apart', chosen.size), ''),
  );
  sizes.value = canvas;
  render(
    html`${SCENES.map((name) => sceneButton(name))}
      <label>${word('look.own-scene')}<input type="file" accept="image/*" @change=${useOwnScene}></label>`,
    byId('scenes'),
  );
  for (const name of SCENES) {
    byId(`scene-${name}`).style.backgroundImage = sceneOf(name);
  }
}

/** @param {(typeof SCENES)[number]} name */
function sceneButton(name) {
  return html`<button type="button" id="scene-${name}" aria-pressed=${scene === sceneOf(name)}
    aria-label=${word(`look.scene-${name}`)} @click=${() => useScene(sceneOf(name))}></button>`;
}

/** @param {string} picture */
function useScene(picture) {
  scene = picture;
  showBench();
  for (const place of document.querySelectorAll('#screen .place')) {
    if (place instanceof HTMLElement) {
      place.style.setProperty('--scene', scene);
    }
  }
}

/** The picture stays in this browser. @param {Event} event */
function useOwnScene({ target }) {
  const [file] = target instanceof HTMLInputElement ? (target.files ?? []) : [];
  if (file !== undefined) {
    const reader = new FileReader();
    reader.onload = () => useScene(`url("${reader.result}")`);
    reader.readAsDataURL(file);
  }
}

select('sample').addEventListener('change', () => {
  sample = select('sample').value;
  showPreview();
});
select('canvas').addEventListener('change', () => {
  canvas = select('canvas').value;
  showAddress();
  showPreview();
});

/** A message about another address is outdated. */
function showAddress() {
  byId('copied').textContent = '';
  byId('saved').textContent = '';
  if (chosen !== undefined) {
    const { width, height } = sizeOf(chosen);
    byId('size').textContent = `${width} × ${height}`;
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

/** Shows the look as it is now. The last preview stays until the new one is loaded. */
function showPreview() {
  if (chosen === undefined) {
    return;
  }
  const { path, name } = chosen;
  const query = new URLSearchParams([...changes, ['demo', sample], ['replay', '1']]);
  const { place, frame } = placeFor(`${path}?${query}`, sizeOf(chosen));
  frame.title = word('look.previewed', { name });
  place.style.setProperty('--scene', scene);
  if (canvas !== '') {
    place.title = word('look.drag');
    addHand(place, frame, Number(changes.get('scale') ?? 1), enter);
  }
  frame.addEventListener('load', () => {
    while (place.previousElementSibling !== null) {
      place.previousElementSibling.remove();
    }
  });
  byId('screen').append(place);
}

/** Plays the entrance, as after a change of scenes in OBS. */
byId('play').addEventListener('click', () => {
  const frame = byId('screen').lastElementChild?.querySelector('iframe');
  for (const visible of [false, true]) {
    frame?.contentWindow?.dispatchEvent(new CustomEvent('obsSourceVisibleChanged', { detail: { visible } }));
  }
});

byId('reset').addEventListener('click', () => {
  if (chosen !== undefined) {
    choose(chosen);
  }
});

/** Enters a value in the form, as the user would. @param {string} name @param {string} text */
function enter(name, text) {
  const field = byId(`option-${name}`);
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
    field.value = text;
    field.dispatchEvent(new Event('input'));
  }
  // Also without a change, so that a dragged card returns to its place.
  showPreview();
}

byId('save').addEventListener('click', async () => {
  byId('saved').textContent = await saveAsDefault().catch((error) =>
    error instanceof Refused ? sentence(translated(error.message)) : word('look.not-saved'),
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
    return word('look.not-saved');
  }
  const { saved, reason } =
    id === CUSTOM ? await save(set) : await save({ ...set, 'theme.internal': id }, inFile(['theme.dir']));
  if (saved) {
    await readThemes();
    chosen = themes.find((theme) => theme.id === id);
    showThemes();
  }
  return saved ? word('look.saved') : reason;
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
  render(
    [...mine].map(([name, kept]) => rowOf(name, kept)),
    byId('mine'),
  );
  byId('mine-answer').textContent = isThere && mine.size === 0 ? word('look.none-yet') : '';
}

byId('show-mine').addEventListener('click', async () => {
  await showMine();
  if (!byId('show-mine').hidden) {
    byId('mine-answer').textContent = word('look.nobody');
  }
});

/** @param {string} name @param {Look} kept */
function rowOf(name, kept) {
  const theme = themes.find(({ id }) => id === kept.theme);
  const use = () => {
    if (theme === undefined) {
      report(word('look.theme-missing', { theme: kept.theme }));
      return;
    }
    choose(theme, kept.options, name);
    byId('look-name', HTMLInputElement).value = name;
  };
  const remove = () =>
    void saveMine(
      (looks) => looks.delete(name),
      word('look.removed', { name }),
      () => {
        lookName = lookName === name ? '' : lookName;
        showAddress();
      },
    );
  return html`<li>
    <button type="button" @click=${use}>
      ${theme === undefined ? nothing : pictureOf(theme)}<span class="name cut">${name}</span>
    </button>
    <button type="button" class="remove" aria-label=${word('look.remove', { name })} @click=${remove}></button>
  </li>`;
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
    : { saved: false, reason: word('look.not-saved') };
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
      word('look.saved-as', { name }),
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
    report(word('look.try'));
  }
});

/** Returns those of these options that the configuration file sets. @param {readonly string[]} names */
function inFile(names) {
  return names.filter((name) => option(name)?.origin.from === 'file');
}

byId('copy').addEventListener('click', async () => {
  byId('copied').textContent = (await copyText(byId('address', HTMLInputElement)))
    ? word('look.copied')
    : word('look.copy-by-hand');
});

// The page's HTML names texts of the catalogue.
const idIn = (/** @type {Element} */ element, /** @type {string} */ name) =>
  /** @type {PageText} */ (element.getAttribute(name));
for (const element of document.querySelectorAll('[data-word]')) {
  element.textContent = word(idIn(element, 'data-word'));
}
for (const element of document.querySelectorAll('[data-label]')) {
  element.setAttribute('aria-label', word(idIn(element, 'data-label')));
}
document.title = `${word('page.looks')} · deckcast`;
byId('look-name', HTMLInputElement).placeholder = word('look.name');
void start();
