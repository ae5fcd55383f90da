/**
 * The gallery: a thumbnail of every look, and a live preview of the chosen one with its options and its address for OBS.
 *
 * @import { ThemesMessage, WireOwnFiles, WireTheme, WireThemeOption } from '../../src/web/wire/themes.ts'
 * @import { PageText } from '/dashboard/words.js'
 * @import { Group } from './fields.js'
 * @import { Look } from './mine.js'
 */
import { readStatus } from '/dashboard/api.js';
import { copyText } from '/dashboard/copy-text.js';
import { byId, keepTrying, loadStyle } from '/dashboard/dom.js';
import { html, nothing, render } from '/dashboard/lit/lit-html.js';
import { refusalIn } from '/dashboard/refusal.js';
import { option, readSettings, save } from '/dashboard/saved.js';
import { isHere } from '/dashboard/shell.js';
import { textsRead, translated } from '/dashboard/text.js';
import { word } from '/dashboard/words.js';
import { fieldView, GROUP_NAMES, GROUPS, groupOf, isFromCover, specsOf } from './fields.js';
import { isSame, lookInUse, looksOf, settingOf } from './mine.js';
import { CANVAS, isPlaced, placeFor } from './place.js';
import { createThumbnails, isHigh } from './thumbnail.js';

/** Pictures behind the preview. */
const SCENES = /** @type {const} */ (['club', 'day', 'photo']);
/** Pause in typing before a preview, because pages load slowly. */
const SETTLE_MS = 200;
/** Theme in `theme.dir`. */
const CUSTOM = 'custom';
const RETRY_MS = 1_000;
/** Shows the look in use. */
const OVERLAY = `${location.origin}/`;
/** This browser has read the saved looks, so may ask for them again after a restart of the program. */
const READER = 'deckcast.reads-looks';
const BARE_HEX = /^[\da-f]{3,8}$/i;
/** Sizes in OBS: whole canvases, or the look alone. */
const CANVASES = {
  '1920x1080': '1920 × 1080',
  '1280x720': '1280 × 720',
  '1080x1920': word('look.tall'),
};

const thumbnailOf = createThumbnails();
/** Loaded when the first look is exported or imported. */
const packing = () => keepTrying(() => import('./packing.js'));

/** Loaded for the first pointer or key. @type {Promise<typeof import('./hand.js')>} */
const hands = new Promise((resolve) => {
  for (const type of ['pointermove', 'pointerdown', 'keydown']) {
    addEventListener(type, () => resolve(loadHands()), { once: true });
  }
});

async function loadHands() {
  await loadStyle('/overlay/hand.css').catch(() => {});
  return keepTrying(() => import('./hand.js'));
}

/** @param {string} name @returns {HTMLSelectElement} */
const select = (name) => byId(name, HTMLSelectElement);

/** Size in OBS. @param {WireTheme} theme */
function sizeOf({ size }) {
  const [width, height] = canvas.split('x').map(Number);
  return width && height ? { width, height } : size;
}

/** @type {WireTheme | undefined} */
let chosen;
/** @type {readonly WireTheme[]} */
let themes = [];
/** Saved options of the look in use. @type {Look['options']} */
let inUse = new Map();
/** Unsaved options by look, so that a look to compare with costs none. @type {Map<string, Look['options']>} */
const drafts = new Map();
/** Looks in the configuration file. @type {Map<string, Look>} */
let mine = new Map();
/** @type {WireOwnFiles} */
let ownFiles = { fonts: [], pictures: [] };
/** Options other than the theme's defaults, in the address's form. @type {Map<string, string>} */
let changes = new Map();
/** Options of the chosen look. @type {Readonly<Record<string, WireThemeOption>>} */
let specs = {};
/** A name of a logo that is not there. @type {{ text: string, problem: string } | undefined} */
let wrongLogo;
/** @type {Group} */
let group = 'color';
/** Title chosen by the user; empty for the look's usual one. */
let sample = '';
/** Chosen saved look, perhaps changed; otherwise empty. */
let lookName = '';
/** Its copy gets a name. */
let isNaming = false;
/** Canvas size; empty for the look alone. */
let canvas = '1920x1080';
/** CSS value behind the preview. */
let scene = sceneOf('club');
let settling = 0;
/** Leaving the page would lose them. */
let hasUnsaved = false;
/** The server has a configuration file. */
let canSave = true;
/** Whether this page may save is asked at the first change, which takes long to make again elsewhere. */
let isAsked = false;

/** @param {string} name */
function sceneOf(name) {
  return `url("/sdk/scenes/${name}.webp")`;
}

async function start() {
  const problem = byId('problem');
  const main = document.querySelector('main');
  try {
    const { hasLooks } = await readThemes();
    byId('show-mine').hidden = !hasLooks;
    byId('mine-answer').textContent = hasLooks ? '' : word('look.none-yet');
    document.querySelector('.mine')?.toggleAttribute('hidden', !canSave);
    // Only one browser may configure; a visitor must not claim that right.
    const status = await readStatus('settings');
    const mayAsk = status === 200 || (isHere && localStorage.getItem(READER) === 'yes');
    isAsked = mayAsk || !canSave || !isHere;
    if (mayAsk && canSave) {
      await readMine();
    } else if (isAsked) {
      await whyNot();
    }
    const first = themes.find(({ selected }) => selected) ?? themes[0];
    const named = new URLSearchParams(location.search).get('look') ?? '';
    const asked = mine.get(named);
    const own = asked ? /** @type {const} */ ([named, asked]) : ownInUse();
    if (own !== undefined) {
      useMine(...own);
    } else if (first !== undefined) {
      chooseUnchanged(first);
    }
    showThemes();
    problem.hidden = true;
    // At once, so that nothing moves.
    main?.toggleAttribute('hidden', false);
  } catch {
    problem.textContent = word('look.unreachable');
    problem.hidden = false;
    main?.toggleAttribute('hidden', false);
    setTimeout(start, RETRY_MS);
  }
}

/** Reads the settings. Shows and resolves to the reason why this page may save nothing; empty if it may. */
async function whyNot() {
  const reason = await Promise.resolve(canSave && readSettings()).then(
    (isThere) => (isThere ? '' : word('look.demo')),
    (error) => word('look.cannot-save', { reason: refusalIn(error) }),
  );
  byId('blocked').textContent = reason;
  byId('blocked').hidden = reason === '';
  byId('save-look').ariaDisabled = String(reason !== '');
  showUse();
  return reason;
}

async function readThemes() {
  await textsRead;
  /** @type {ThemesMessage} */
  const message = await (await fetch('/api/v1/themes')).json();
  themes = message.themes;
  chosen = themes.find(({ id }) => id === chosen?.id) ?? chosen;
  inUse = new Map(Object.entries(message.options).map(([name, value]) => [name, String(value)]));
  ownFiles = message.own;
  canSave = message.canSave;
  return message;
}

function showThemes() {
  const own = ownInUse()?.[0];
  const shown = themes.map((theme) => {
    const isUsed = theme.selected && own === undefined;
    return html`<li class=${isUsed && isHigh(inUse) ? 'high' : ''}>
      <button type="button" aria-pressed=${theme === chosen && lookName === ''} @click=${() => chooseUnchanged(theme)}>
        ${isUsed ? pictureOf(theme, '', inUse) : pictureOf(theme)}
        <span class="name" lang="en">${theme.name}</span>
      </button>
      ${isUsed ? IN_USE : nothing}
    </li>`;
  });
  render(shown, byId('themes'));
  render(
    [...mine].map(([name, kept]) => rowOf(name, kept, name === own)),
    byId('mine'),
  );
  showKeep();
  showUse();
}

/** Whether viewers see the chosen look as it is. */
const isInUse = () => chosen?.selected === true && isSame(changes, usable(inUse));

function showUse() {
  const button = byId('save');
  const isUsed = isInUse();
  button.textContent = word(isUsed ? 'look.in-use' : 'look.use');
  button.classList.toggle('key', !isUsed);
  button.ariaDisabled = String(isUsed || !byId('blocked').hidden);
}

/** Offers to save over the chosen saved look, or else a name. */
function showKeep() {
  const changed = isChanged();
  const isNew = lookName === '' || isNaming;
  byId('named').hidden = isNew;
  byId('naming').hidden = !isNew;
  byId('which').textContent = nameShown(lookName);
  byId('save-again').classList.toggle('key', changed);
  byId('save-again').ariaDisabled = String(!changed);
}

/** Whether the chosen saved look differs from what is saved. */
function isChanged() {
  const kept = mine.get(lookName);
  return kept !== undefined && !isSame(changes, usable(kept.options));
}

/** @param {string} name  of a saved look */
function nameShown(name) {
  return name === lookName && isChanged() ? word('look.changed', { name }) : name;
}

const ownInUse = () => lookInUse(mine, themes.find(({ selected }) => selected)?.id, inUse);

const IN_USE = html`<span class="tag">${word('look.in-use')}</span>`;

/**
 * Custom themes have no thumbnail.
 * @param {WireTheme} theme
 * @param {string} [key]  name of the saved look; empty for the look in use
 * @param {Look['options']} [options]  other than the theme's defaults
 */
function pictureOf(theme, key = '', options = new Map()) {
  const { id, path } = theme;
  const address = id === CUSTOM ? '/dashboard/shell/sleeve.svg' : `${path}thumbnail.webp`;
  return html`<span class="picture">${
    options.size > 0
      ? thumbnailOf(key, theme, options)
      : html`<img src=${address} alt="" width="480" height="270" loading="lazy">`
  }</span>`;
}

/**
 * @param {WireTheme} theme
 * @param {Look['options']} [options]  of a saved look
 * @param {string} [name]  of that look
 */
function choose(theme, options = new Map(), name = '') {
  chosen = theme;
  lookName = name;
  isNaming = false;
  byId('look-name', HTMLInputElement).value = name;
  specs = specsOf(theme, ownFiles);
  wrongLogo = undefined;
  changes = usable(options);
  showThemes();
  showBench();
  showGroup(optionsIn(group).length === 0 ? 'color' : group);
  showAddress();
  showPreview();
}

/** In the address's form, without options that the chosen theme has lost since. @param {Look['options']} options */
function usable(options) {
  return new Map(
    [...options]
      .filter(([name]) => specs[name] !== undefined)
      .map(([name, text]) => [name, specs[name]?.type === 'color' ? text.replace('#', '') : text]),
  );
}

/** Chooses a look as the user left it, or else as viewers would see it. @param {WireTheme} theme */
function chooseUnchanged(theme) {
  keepDraft();
  choose(theme, drafts.get(`${theme.id}/`) ?? (theme.selected ? inUse : undefined));
}

function keepDraft() {
  const key = `${chosen?.id}/${lookName}`;
  if (lookName === '' || isChanged()) {
    drafts.set(key, changes);
  } else {
    drafts.delete(key);
  }
}

/** @param {Group} each */
function optionsIn(each) {
  return Object.entries(specs).filter(([name, spec]) => groupOf(name, spec) === each);
}

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
    optionsIn(group).map(([name, spec]) => {
      const wrong = name === 'logo' ? wrongLogo : undefined;
      const entered = (/** @type {string | undefined} */ text) => void changeIfValid(name, text);
      const fromCover = isFromCover(specs, changes.get('cover-accent'));
      const more = { fromCover, problem: wrong?.problem ?? '', redraw: () => showGroup(group) };
      const field = fieldView(name, spec, wrong?.text ?? changes.get(name), entered, more);
      return name === 'pos' && canvas !== ''
        ? [html`<p class="dim small">${word('look.drag')}</p>`, field]
        : field;
    }),
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
 * Refuses a missing logo.
 * @param {string} name
 * @param {string | undefined} text
 */
async function changeIfValid(name, text) {
  if (name === 'logo') {
    // The user may have just put the file there.
    await readThemes().catch(() => {});
    wrongLogo = (await keepTrying(() => import('/dashboard/logo.js'))).wrongLogoIn(text, ownFiles.pictures);
    if (wrongLogo !== undefined) {
      showGroup(group);
      return;
    }
  }
  change(name, text);
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
  hasUnsaved = true;
  if (!isAsked) {
    isAsked = true;
    void whyNot();
  }
  showThemes();
  showGroup(group);
  showAddress();
  clearTimeout(settling);
  settling = setTimeout(showPreview, SETTLE_MS);
}

const SAMPLES = /** @type {const} */ ([
  'short',
  'usual',
  'long',
  'emoji',
  'cjk',
  'rtl',
  'noart',
  'code',
  'hidden',
]);

const sampleShown = () => sample || (chosen?.id === 'sliderstreaming' ? 'code' : 'usual');

function showBench() {
  if (chosen === undefined) {
    return;
  }
  const samples = select('sample');
  samples.replaceChildren(
    new Option(word('look.sample-turns'), '1'),
    ...SAMPLES.map((name) => new Option(word(`look.sample-${name}`), name)),
  );
  samples.value = sampleShown();
  const sizes = select('canvas');
  sizes.replaceChildren(
    ...Object.entries(CANVASES).map(([size, text]) => new Option(text, size)),
    new Option(word('look.apart', chosen.size), ''),
  );
  sizes.value = canvas;
  render(
    html`${SCENES.map((name) => sceneButton(name))}
      <label>${word('look.own-scene')}<input type="file" accept="image/*" @change=${useOwnScene}></label>
      <span id="no-scene" class="wrong" role="status"></span>`,
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

/** Keeps the picture in this browser. @param {Event} event */
function useOwnScene({ target }) {
  const [file] = target instanceof HTMLInputElement ? (target.files ?? []) : [];
  if (file !== undefined) {
    const reader = new FileReader();
    const picture = new Image();
    const said = byId('no-scene');
    reader.onload = () => {
      picture.src = String(reader.result);
    };
    picture.onload = () => {
      said.textContent = '';
      useScene(`url("${picture.src}")`);
    };
    picture.onerror = () => {
      said.textContent = word('look.not-a-picture', { name: file.name });
    };
    reader.readAsDataURL(file);
  }
}

select('sample').addEventListener('change', () => {
  sample = select('sample').value;
  showPreview();
});
select('canvas').addEventListener('change', () => {
  canvas = select('canvas').value;
  showGroup(group);
  showAddress();
  showPreview();
});

/** Clears a message about another address. */
function showAddress() {
  byId('copied').textContent = '';
  report('');
  if (chosen !== undefined) {
    const { width, height } = sizeOf(chosen);
    byId('size').textContent = `${width} × ${height}`;
    const query = queryOfChanges();
    const path =
      lookName === '' || isChanged()
        ? `${chosen.path}${query === '' ? '' : `?${query}`}`
        : `/looks/${encodeURIComponent(lookName)}/`;
    byId('address', HTMLInputElement).value = `${location.origin}${path}`;
  }
}

/** Query of the address. Names defaults where the look in use has other values, which the overlay would take over. */
function queryOfChanges() {
  const others = [...inUse.keys()]
    .filter((name) => specs[name] !== undefined && !changes.has(name))
    .map((name) => [name, String(specs[name]?.default).replace('#', '')]);
  return new URLSearchParams([...changes, ...others]).toString();
}

/** Keeps the last preview until the new one is loaded. */
function showPreview() {
  clearTimeout(settling);
  if (chosen === undefined) {
    return;
  }
  const { path, name } = chosen;
  const query = new URLSearchParams([...changes, ['demo', sampleShown()], ['replay', '1']]);
  const { place, frame } = placeFor(`${path}?${query}`, sizeOf(chosen));
  frame.title = word('look.previewed', { name });
  place.style.setProperty('--scene', scene);
  if (canvas !== '') {
    place.title = word('look.drag');
    const scale = Number(changes.get('scale') ?? 1);
    void hands.then(({ addHand }) => addHand(place, frame, scale, place.title, enter));
  }
  frame.addEventListener('load', () => {
    while (place.previousElementSibling !== null) {
      place.previousElementSibling.remove();
    }
  });
  byId('screen').append(place);
}

/** Plays the entrance, as OBS does after a change of scenes. */
byId('play').addEventListener('click', () => {
  const frame = byId('screen').lastElementChild?.querySelector('iframe');
  for (const visible of [false, true]) {
    frame?.contentWindow?.dispatchEvent(new CustomEvent('obsSourceVisibleChanged', { detail: { visible } }));
  }
});

byId('reset').addEventListener('click', () => {
  if (chosen !== undefined) {
    hasUnsaved = false;
    choose(chosen, mine.get(lookName)?.options, lookName);
  }
});

/** Takes the place or size that the user has dragged to. @param {'pos' | 'scale'} name @param {string} text */
function enter(name, text) {
  change(name, text === String(specs[name]?.default) ? undefined : text);
  // At once, and also without a change, so that a dragged card returns to its place.
  showPreview();
}

byId('save').addEventListener('click', async () => {
  if (!isInUse()) {
    byId('copied').textContent = await saveAsDefault();
  }
});

/** @returns {Promise<string>} result for the user */
async function saveAsDefault() {
  if (chosen === undefined) {
    return '';
  }
  const blocked = await whyNot();
  if (blocked !== '') {
    return blocked;
  }
  const { set, unset } = asDefault(chosen);
  const { saved, reason } = await save(set, unset);
  if (!saved) {
    return reason;
  }
  hasUnsaved = false;
  await readThemes();
  showThemes();
  const said = word('look.saved', { overlay: OVERLAY });
  return isPlaced(changes.keys())
    ? `${said} ${word('look.whole-canvas', canvas === '' ? CANVAS : sizeOf(chosen))}`
    : said;
}

/** Change of the settings that puts the shown look into use. @param {WireTheme} theme */
function asDefault(theme) {
  const set = { 'theme.options': valuesOf(theme) };
  return theme.id === CUSTOM
    ? { set, unset: [] }
    : { set: { ...set, 'theme.internal': theme.id }, unset: inFile(['theme.dir']) };
}

/** Values other than the theme's defaults, in the configuration file's form. @param {WireTheme} theme */
function valuesOf(theme) {
  const all = specsOf(theme, ownFiles);
  return Object.fromEntries([...changes].map(([name, text]) => [name, asSaved(all[name], text)]));
}

/** Adds the `#` that an address's color lacks. @param {WireThemeOption | undefined} spec @param {string} text */
function asSaved(spec, text) {
  return spec?.type === 'color' && BARE_HEX.test(text) ? `#${text}` : text;
}

const savedLooks = () => looksOf(JSON.parse(option('theme.looks')?.value || '{}'));

/** Finds no looks unless this browser may configure. */
async function readMine() {
  const blocked = await whyNot();
  mine = blocked === '' ? savedLooks() : new Map();
  if (blocked === '') {
    localStorage.setItem(READER, 'yes');
  }
  byId('show-mine').hidden = blocked === '';
  byId('mine-answer').textContent = mine.size === 0 ? blocked || word('look.none-yet') : '';
}

byId('show-mine').addEventListener('click', async () => {
  await readMine();
  showThemes();
});

/** @param {string} name @param {Look} kept */
function useMine(name, kept) {
  const theme = themes.find(({ id }) => id === kept.theme);
  if (theme === undefined) {
    report(word('look.theme-missing', { theme: kept.theme }));
    return;
  }
  keepDraft();
  choose(theme, drafts.get(`${theme.id}/${name}`) ?? kept.options, name);
}

/** @param {string} name @param {Look} kept @param {boolean} isUsed */
function rowOf(name, kept, isUsed) {
  const theme = themes.find(({ id }) => id === kept.theme);
  const remove = () =>
    confirm(word('look.sure-remove', { name })) &&
    void saveMine(
      (looks) => looks.delete(name),
      word('look.removed', { name }),
      () => {
        lookName = lookName === name ? '' : lookName;
        showAddress();
      },
    );
  return html`<li class=${isHigh(kept.options) ? 'high' : ''}>
    <button type="button" aria-pressed=${name === lookName} @click=${() => useMine(name, kept)}>
      ${theme === undefined ? nothing : pictureOf(theme, name, kept.options)}<span class="name cut">${nameShown(name)}</span>
    </button>
    ${isUsed ? IN_USE : nothing}
    <button type="button" class="remove" aria-label=${word('look.remove', { name })} @click=${remove}></button>
  </li>`;
}

/**
 * Changes looks in the file, which other browsers may have changed.
 * @param {(looks: Map<string, Look>) => unknown} change
 * @param {string} done
 * @param {() => void} then called after the save
 * @param {WireTheme} [used]  theme of the look in use, which viewers see change
 */
async function saveMine(change, done, then, used) {
  const blocked = await whyNot();
  const looks = savedLooks();
  change(looks);
  const { set, unset } = blocked === '' && used ? asDefault(used) : { set: {}, unset: [] };
  const { saved, reason } =
    blocked === ''
      ? await save({ ...set, 'theme.looks': settingOf(looks) }, unset)
      : { saved: false, reason: blocked };
  await Promise.all([blocked === '' && readMine(), saved && readThemes().catch(() => {})]);
  if (saved) {
    then();
  }
  showThemes();
  report(saved ? done : reason);
}

/** Beside the pressed button. @param {string} text @param {'saved' | 'moved'} [place] */
function report(text, place = 'saved') {
  for (const id of ['saved', 'moved']) {
    byId(id).textContent = id === place ? text : '';
  }
}

/** Undefined for a bad name, whose problem is shown. */
async function nameOfLook() {
  const { problemOfName } = await keepTrying(() => import('./look-file.js'));
  const name = byId('look-name', HTMLInputElement).value.trim();
  const problem = translated(problemOfName(name));
  report(problem);
  if (problem !== '') {
    byId('look-name').focus();
  }
  return problem === '' ? name : undefined;
}

byId('look-name').addEventListener('input', () => report(''));
byId('look-name').addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && isNaming) {
    isNaming = false;
    showKeep();
    byId('save-as').focus();
  }
  // While composing a word, as in Japanese, Enter ends the word.
  if (event.key === 'Enter' && !event.isComposing) {
    byId('save-look').click();
  }
});
byId('save-look').addEventListener('click', async () => {
  const name = await nameOfLook();
  const question = ownInUse()?.[0] === name ? 'look.sure-change' : 'look.sure-replace';
  if (name !== undefined && (!mine.has(name) || confirm(word(question, { name })))) {
    await saveLook(name);
    byId('save-as').focus();
  }
});
byId('save-again').addEventListener('click', () => isChanged() && void saveLook(lookName));
byId('save-as').addEventListener('click', () => {
  isNaming = true;
  showKeep();
  byId('look-name').focus();
  byId('look-name', HTMLInputElement).select();
});

/** Saves the shown look under a name. @param {string} name */
async function saveLook(name) {
  if (chosen !== undefined) {
    const kept = { theme: chosen.id, options: new Map(changes) };
    await saveMine(
      (looks) => looks.set(name, kept),
      word(mine.has(name) ? 'look.saved-again' : 'look.saved-as', { name }),
      () => {
        lookName = name;
        isNaming = false;
        hasUnsaved = false;
        showAddress();
      },
      ownInUse()?.[0] === name ? chosen : undefined,
    );
  }
}

byId('export').addEventListener('click', async () => {
  const name = await nameOfLook();
  if (chosen !== undefined && name !== undefined) {
    const { exportLook } = await packing();
    report(await exportLook(name, { theme: chosen.id, options: new Map(changes) }, specs), 'moved');
    hasUnsaved = false;
  }
});

byId('import', HTMLInputElement).addEventListener('change', async ({ target }) => {
  const { importLook } = await packing();
  const read = await importLook(/** @type {HTMLInputElement} */ (target), themes, ownFiles);
  await readThemes().catch(() => {});
  const theme = themes.find(({ id }) => id === read.theme);
  if (theme !== undefined) {
    choose(theme, read.options);
    byId('look-name', HTMLInputElement).value = read.name;
    wrongLogo = read.wrongLogo;
    showGroup(read.group ?? group);
  }
  report(read.said, 'moved');
});

/** Names among these that the file sets. @param {readonly string[]} names */
function inFile(names) {
  return names.filter((name) => option(name)?.origin.from === 'file');
}

byId('copy').addEventListener('click', async () => {
  hasUnsaved = false;
  byId('copied').textContent = (await copyText(byId('address', HTMLInputElement)))
    ? `${word('look.copied')} ${word('look.fixed', { overlay: OVERLAY })}`
    : word('look.copy-by-hand');
});

addEventListener('look', () => chosen && readThemes().then(showThemes, () => {}));
addEventListener('beforeunload', (event) => hasUnsaved && event.preventDefault());

// The page's HTML names texts of the catalogue.
for (const element of document.querySelectorAll('[data-label]')) {
  element.setAttribute('aria-label', word(/** @type {PageText} */ (element.getAttribute('data-label'))));
}
document.title = `${word('page.looks')} · deckcast`;
byId('look-name', HTMLInputElement).placeholder = word('look.name');
void start();
