/**
 * The page of all settings: shows one group or search results, and saves changes together in the configuration file.
 * The address names a group or an option (`#osc.port`).
 *
 * @import { SettingProblem, WireSettingValue } from '../../src/web/wire/settings.ts'
 */

import '../shell.js';
import { storeToken } from '../api.js';
import { byId } from '../dom.js';
import { withHelp } from '../help-links.js';
import { html, live, nothing, repeat } from '../lit/lit-html.js';
import { refusalIn } from '../refusal.js';
import { allSettings, readSettings, save } from '../saved.js';
import { signIn } from '../sign-in.js';
import { sentence, translated } from '../text.js';
import { untilAnswered } from '../until-answered.js';
import { createLater, drawer, press } from '../view.js';
import { word } from '../words.js';
import { createRow } from './row.js';
import { bestFirst, isAboutLanguage } from './search.js';

/** @typedef {ReturnType<typeof createRow>} Row */

/** Whether pages show the names of options (`shell.js`). */
const TECHNICAL = 'deckcast.technical';
const PROBLEMS_EVERY_MS = 3_000;
/** Searches that show what can be found. */
const EXAMPLES = [word('settings.try-cover'), word('settings.try-bigger'), word('settings.try-hide')];

/** The form for a recording led here, see `recording.js`. */
const isFromRecording =
  location.hash === '#hear.library' && sessionStorage.getItem('deckcast.recording-left') !== null;

const page = byId('settings');
const connection = byId('connection');
/** Rows by option, in the order of the page. @type {Map<string, Row>} */
const rows = new Map();
/** Groups that show all their options. @type {Set<string>} */
const whole = new Set();
/** Shown group, without a search. */
let current = '';
let query = '';
let onlySet = false;
let isSaving = false;
/** The demo saves nothing. */
let hasFile = true;
/** Message in the save bar, beside the number of changes. */
let said = { text: '', isWrong: false };

const redraw = drawer(page, view);
const demo = createLater(redraw, () => import('../demo.js'));

function view() {
  const settings = allSettings();
  if (!hasFile) {
    return demo.now()?.demoView();
  }
  const text = query.trim();
  const isSearch = text !== '' || onlySet;
  const found = isSearch ? foundRows(text) : [];
  return html`<form id="form" novalidate autocomplete="off" @submit=${submit}>
    <div class="find">
      <input id="search" type="search" aria-label=${word('settings.search')} placeholder=${word('settings.placeholder')}
        .value=${live(query)} @input=${(/** @type {Event & { target: HTMLInputElement }} */ { target }) => find(target.value)}>
      <div class="row wrap try">
        ${EXAMPLES.map((one) => html`<button class="example" type="button" @click=${() => findExample(one)}>${one}</button>`)}
        <label class="check"><input id="only-set" type="checkbox" .checked=${live(onlySet)} @change=${showOnlySet}> ${word('settings.only-changed')}</label>
        <label class="check technical">${word('settings.technical')} <input class="switch" type="checkbox" .checked=${live(localStorage.getItem(TECHNICAL) === 'on')} @change=${showTechnical}></label>
      </div>
      <p id="found" class="dim" role="status">${isSearch ? countOf(found.length) : ''}</p>
      ${isAboutLanguage(text) ? html`<p id="language">${word('settings.language')}</p>` : nothing}
      ${settings === undefined || settings.isHere ? nothing : html`<p id="elsewhere" class="dim">${word('settings.elsewhere')}</p>`}
      <ul id="problems" class="problems" aria-label=${word('settings.problems')}>${settings?.problems.map(
        ({ where, what }) => html`<li>${withHelp(sentence(`${where}: ${translated(what)}`))}</li>`,
      )}</ul>
    </div>
    <div class="columns">
      ${isSearch ? nothing : groupsView(settings?.groups ?? [])}
      <div>${
        text === ''
          ? (settings?.groups ?? []).map((group) => groupView(group, isSearch ? found : undefined))
          : found.length === 0
            ? nothing
            : html`<section class="plate group" aria-labelledby="results-heading">
                <h2 id="results-heading">${word('settings.found')}</h2>
                <ul id="results">${rowsView(found)}</ul>
              </section>`
      }</div>
    </div>
    ${settings === undefined ? nothing : html`<p class="dim small file">${word('settings.saved-in')} <code id="file">${settings.file.path}</code>${settings.file.exists ? nothing : html`<span id="no-file">${word('settings.no-file')}</span>`}. ${word('settings.beaten')}</p>`}
    ${saveBarView()}
  </form>`;
}

/** Shown without a search, so that its results come next in the tab order. @param {readonly string[]} groups */
function groupsView(groups) {
  return html`<nav id="topics" class="topics" aria-label=${word('settings.groups')}><ul>${groups.map(
    (group) =>
      html`<li><a href=${addressOf(group)} aria-current=${group === current ? 'true' : nothing}>${group}</a></li>`,
  )}</ul></nav>`;
}

/** @param {string} group @param {readonly Row[] | undefined} found  undefined without a search */
function groupView(group, found) {
  const all = [...rows.values()].filter((row) => row.group === group);
  const usual = all.filter((row) => whole.has(group) || row.isUsual());
  const shown = found?.filter((row) => row.group === group) ?? (group === current ? usual : []);
  if (shown.length === 0) {
    return nothing;
  }
  const id = `group-${group.replace(/ /g, '-')}`;
  const hasMore = found === undefined && usual.length < all.length;
  const showAll = () => {
    whole.add(group);
    redraw();
    // The button disappears, so the focus moves to the first option that it revealed.
    queueMicrotask(() => all.find((row) => !usual.includes(row))?.focus());
  };
  return html`<section class="plate group" aria-labelledby=${id}>
    <h2 id=${id}>${group}</h2>
    <ul>${rowsView(shown)}</ul>
    ${hasMore ? html`<button class="btn more" type="button" @click=${showAll}>${word('settings.show-all', { count: all.length })}</button>` : nothing}
  </section>`;
}

/** @param {readonly Row[]} shown */
function rowsView(shown) {
  return repeat(
    shown,
    ({ name }) => name,
    (row) => row.view(),
  );
}

function saveBarView() {
  const count = changedRows().length;
  const changes = count === 1 ? word('settings.change') : word('settings.changes', { count });
  const text = said.text || (count === 0 ? '' : changes);
  const leadsBack = isFromRecording && count === 0;
  // An empty bar must cover nothing. Changes during a save go with the next one.
  return html`<div id="save-bar" class="save-bar ${text === '' && !leadsBack ? 'idle' : ''}">
    <p id="answer" class=${said.isWrong ? 'wrong' : ''} role="status">${text}</p>
    ${leadsBack ? html`<a class="btn" href="/dashboard/#recording">${word('recording.back')}</a>` : nothing}
    <button class="btn" id="discard" type="button" ?hidden=${leadsBack} aria-disabled=${count === 0} @click=${press(() => showSettings('discard'))}>${word('settings.discard')}</button>
    <button class="btn key" id="save" type="submit" aria-disabled=${count === 0 || isSaving}>${word('more.save')}</button>
  </div>`;
}

/** Rows of a search, the best match first. @param {string} text */
function foundRows(text) {
  const ranked = [...rows.values()].map((row) => ({ row, worth: row.worth(text, onlySet) }));
  return (text === '' ? ranked.filter(({ worth }) => worth > 0) : bestFirst(ranked)).map(({ row }) => row);
}

/** @param {number} count */
function countOf(count) {
  return count === 0
    ? word('settings.nothing-found')
    : count === 1
      ? word('settings.option')
      : word('settings.options', { count });
}

/** @param {string} text */
function find(text) {
  query = text;
  for (const row of rows.values()) {
    row.seek(row.worth(text.trim(), onlySet) > 0 ? text.trim() : '');
  }
  redraw();
}

/** @param {string} text */
function findExample(text) {
  find(text);
  byId('search').focus();
}

/** @param {Event & { target: HTMLInputElement }} event */
function showOnlySet({ target }) {
  onlySet = target.checked;
  redraw();
}

/** @param {Event & { target: HTMLInputElement }} event */
function showTechnical({ target }) {
  localStorage.setItem(TECHNICAL, target.checked ? 'on' : 'off');
  document.documentElement.toggleAttribute('data-technical', target.checked);
}

function changedRows() {
  return [...rows.values()].filter((row) => row.isChanged());
}

/** @param {string} text @param {boolean} [isWrong] */
function say(text, isWrong = false) {
  said = { text, isWrong };
  redraw();
}

/** @param {string} name  of a group or an option */
function addressOf(name) {
  return `#${encodeURIComponent(name)}`;
}

/** Shows the group or option in the page's address, and focuses the option. */
function showNamed() {
  const groups = allSettings()?.groups ?? [];
  const name = [...rows.keys(), ...groups].find((one) => addressOf(one) === location.hash) ?? '';
  const row = rows.get(name);
  current = row?.group ?? (name || (groups[0] ?? ''));
  onlySet = false;
  if (row !== undefined && !row.isUsual()) {
    whole.add(row.group);
  }
  find('');
  queueMicrotask(() => {
    if (row === undefined) {
      // Another group's place would cut off the heading.
      scrollTo(0, 0);
    }
    page.querySelector('.topics [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    row?.focus();
  });
}

/** Shows the server's current settings. @param {'keep' | 'saved' | 'discard'} changes */
function showSettings(changes) {
  updateRows(changes);
  say('');
}

/** @param {'keep' | 'saved' | 'discard'} changes */
function updateRows(changes) {
  for (const option of allSettings()?.options ?? []) {
    rows.get(option.name)?.update(option, changes);
  }
  redraw();
}

/** Problems may be mended outside the page. */
async function followProblems() {
  if (document.visibilityState === 'visible' && !isSaving && allSettings()?.problems[0] !== undefined) {
    await readSettings().catch(() => undefined);
    updateRows('keep');
  }
}

/** @param {SubmitEvent} event */
function submit(event) {
  event.preventDefault();
  if (byId('save').getAttribute('aria-disabled') !== 'true') {
    void saveAll();
  }
}

async function saveAll() {
  /** @type {Record<string, WireSettingValue>} */
  const set = {};
  /** @type {string[]} */
  const unset = [];
  for (const row of changedRows()) {
    row.showProblem('');
    try {
      const change = row.change();
      if ('unset' in change) {
        unset.push(row.name);
      } else {
        set[row.name] = change.set;
      }
    } catch (error) {
      const what = error instanceof Error ? error.message : '';
      showProblems([{ option: row.name, where: row.name, what }], word('settings.nothing-saved'));
      return;
    }
  }
  isSaving = true;
  say(word('settings.saving'));
  if ('http.addr' in set || unset.includes('http.addr')) {
    // The page goes to another port soon after the answer, and browsers keep storage by port.
    const left = new URLSearchParams({ from: location.port, find: query });
    history.replaceState(null, '', `?${left}${location.hash}`);
  }
  const { saved, reason, problems = [] } = await save(set, unset);
  isSaving = false;
  if (saved) {
    // The listener of this page requires the new token from now on.
    const token = set[allSettings()?.isHere ? 'http.token' : 'http.admin_token'];
    if (typeof token === 'string' && !token.startsWith('@')) {
      storeToken(token);
    }
  }
  if (!saved) {
    history.replaceState(null, '', location.pathname + location.hash);
  }
  showSettings(saved ? 'saved' : 'keep');
  say(reason, !saved || problems.length > 0);
  showProblems(problems, saved ? word('settings.saved-marked') : reason);
}

/**
 * Shows each problem at its option in full, and scrolls to the first one.
 * @param {readonly SettingProblem[]} problems
 * @param {string} outcome
 */
function showProblems(problems, outcome) {
  const named = problems.filter(({ option }) => option !== undefined && rows.has(option));
  for (const { option = '', what } of named) {
    rows.get(option)?.showProblem(sentence(translated(what)));
  }
  const [first] = named;
  if (first?.option !== undefined) {
    say(outcome, true);
    if (page.querySelector(`[id="option-${first.option}"]`) === null) {
      history.replaceState(null, '', addressOf(first.option));
      showNamed();
    } else {
      rows.get(first.option)?.focus();
    }
  }
}

/** @param {boolean} yes @param {unknown} [error]  answer instead of the expected one */
function showConnected(yes, error) {
  connection.textContent = yes ? '' : refusalIn(error, word('operator.lost'));
}

async function load() {
  redraw();
  hasFile = await untilAnswered(readSettings, showConnected);
  for (const option of allSettings()?.options ?? []) {
    rows.set(
      option.name,
      createRow(option, redraw, () => say('')),
    );
  }
  // Keeps a search that the user typed while the page loaded, or before a save led to another port.
  const left = new URLSearchParams(location.search);
  const typed = query || (left.get('find') ?? '');
  showNamed();
  if (typed !== '') {
    find(typed);
  }
  const from = left.get('from');
  if (from !== null) {
    history.replaceState(null, '', location.pathname + location.hash);
    if (from !== location.port) {
      say(word('settings.saved'));
    }
  }
}

setInterval(() => void followProblems(), PROBLEMS_EVERY_MS);
addEventListener('hashchange', showNamed);
addEventListener('beforeunload', (event) => changedRows().length > 0 && event.preventDefault());
void signIn({
  right: 'configure',
  page,
  nextFocus: 'search',
  allowed: () => void load(),
  connected: showConnected,
});
