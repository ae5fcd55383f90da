/**
 * The page of all settings: shows one group or search results, and saves changes together in the configuration file.
 * The address names a group or an option (`#osc.port`).
 *
 * @import { SettingProblem, WireSettingValue } from '../../src/web/wire/settings.ts'
 */

import '../shell.js';
import { storeToken } from '../api.js';
import { byId, make, makeButton, onPress, setText, setUsable } from '../dom.js';
import { html, live, render } from '../lit/lit-html.js';
import { allSettings, readSettings, refusalIn, save, sentence } from '../saved.js';
import { signIn, untilAnswered } from '../sign-in.js';
import { translated } from '../text.js';
import { word } from '../words.js';
import { createRow } from './row.js';
import { isAboutLanguage } from './search.js';

/** Whether pages show the names of options (`shell.js`). */
const TECHNICAL = 'deckcast.technical';
/** Searches that show what can be found. */
const EXAMPLES = [word('settings.try-cover'), word('settings.try-bigger'), word('settings.try-hide')];

const page = byId('settings');
render(
  html`<p id="no-settings" class="plate" hidden>${word('settings.none')}</p>
    <form id="form" novalidate autocomplete="off">
      <div class="find">
        <input id="search" type="search" aria-label=${word('settings.search')} placeholder=${word('settings.placeholder')}>
        <div class="row wrap try">
          ${EXAMPLES.map((text) => html`<button class="example" type="button" @click=${() => find(text)}>${text}</button>`)}
          <label class="check"><input id="only-set" type="checkbox"> ${word('settings.only-changed')}</label>
          <label class="check technical">${word('settings.technical')} <input class="switch" type="checkbox" .checked=${live(localStorage.getItem(TECHNICAL) === 'on')} @change=${showTechnical}></label>
        </div>
        <p id="found" class="dim" role="status"></p>
        <p id="language" hidden>${word('settings.language')}</p>
        <p id="elsewhere" class="dim" hidden>${word('settings.elsewhere')}</p>
        <ul id="problems" class="problems" aria-label=${word('settings.problems')}></ul>
      </div>
      <div class="columns">
        <nav id="topics" class="topics" aria-label=${word('settings.groups')}></nav>
        <div>
          <section class="plate group" aria-labelledby="results-heading" hidden>
            <h2 id="results-heading">${word('settings.found')}</h2>
            <ul id="results"></ul>
          </section>
          <div id="groups"></div>
        </div>
      </div>
      <p class="dim small file">${word('settings.saved-in')} <code id="file"></code><span id="no-file" hidden>${word('settings.no-file')}</span>. ${word('settings.beaten')}</p>
      <div id="save-bar" class="save-bar idle">
        <p id="answer" role="status"></p>
        <button class="btn" id="discard" type="button">${word('settings.discard')}</button>
        <button class="btn key" id="save" type="submit">${word('more.save')}</button>
      </div>
    </form>`,
  page,
);
const connection = byId('connection');
const answer = byId('answer');
const saveButton = byId('save', HTMLButtonElement);
const saveBar = byId('save-bar');
const discardButton = byId('discard', HTMLButtonElement);
const search = byId('search', HTMLInputElement);
const onlySet = byId('only-set', HTMLInputElement);
/** Groups to choose from, without a search. */
const topics = byId('topics');
/** Best match first. */
const results = byId('results');

/** Rows with their list without a search. @type {Map<string, ReturnType<typeof createRow> & { list: HTMLElement }>} */
const rows = new Map();
/** Shown group, without a search. */
let current = '';
/** Groups that show all their options. @type {Set<string>} */
const whole = new Set();
let isSaving = false;

/** @param {string} text */
function find(text) {
  search.value = text;
  filter();
  search.focus();
}

/** @param {Event & { target: HTMLInputElement }} event */
function showTechnical({ target }) {
  localStorage.setItem(TECHNICAL, target.checked ? 'on' : 'off');
  document.documentElement.toggleAttribute('data-technical', target.checked);
}

function changedRows() {
  return [...rows.values()].filter((row) => row.isChanged());
}

function showChanges() {
  const count = changedRows().length;
  // Changes during a save go with the next one.
  setUsable(saveButton, count > 0 && !isSaving);
  setUsable(discardButton, count > 0);
  showMessage(count === 0 ? '' : count === 1 ? word('settings.change') : word('settings.changes', { count }));
}

/** @param {string} text @param {boolean} [wrong] */
function showMessage(text, wrong = false) {
  answer.classList.toggle('wrong', wrong);
  setText(answer, text);
  // An empty bar must cover nothing.
  saveBar.classList.toggle('idle', text === '');
}

function makeGroups() {
  const { groups = [], options = [] } = allSettings() ?? {};
  const links = make('ul');
  links.append(
    ...groups.map((group) => {
      const link = Object.assign(document.createElement('a'), { href: addressOf(group), textContent: group });
      link.dataset.group = group;
      const item = make('li');
      item.append(link);
      return item;
    }),
  );
  topics.append(links);
  byId('groups').append(
    ...groups.map((group) => {
      const section = make('section', 'plate group');
      const heading = make('h2', '', group);
      heading.id = `group-${group.replace(/ /g, '-')}`;
      section.dataset.group = group;
      section.setAttribute('aria-labelledby', heading.id);
      const list = make('ul');
      for (const option of options.filter((one) => one.group === group)) {
        const row = createRow(option, showChanges);
        rows.set(option.name, { ...row, list });
        list.append(row.row);
      }
      const more = makeButton('');
      more.className = 'btn more';
      onPress(more, () => {
        whole.add(group);
        const next = [...list.children].find((row) => row instanceof HTMLElement && row.hidden);
        filter();
        // The button disappears, so the focus moves to the first option that it revealed.
        const input = next?.querySelector('input, select, textarea');
        if (input instanceof HTMLElement) {
          input.focus();
        }
      });
      section.append(heading, list, more);
      return section;
    }),
  );
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
  search.value = '';
  onlySet.checked = false;
  if (row !== undefined && !row.isUsual()) {
    whole.add(row.group);
  }
  filter();
  row?.focus();
}

/** Shows the server's current settings. @param {'keep' | 'saved' | 'discard'} changes */
function showSettings(changes) {
  const settings = allSettings();
  if (settings === undefined) {
    return;
  }
  const { file, options, problems, isHere } = settings;
  byId('elsewhere').hidden = isHere;
  setText(byId('file'), file.path);
  byId('no-file').hidden = file.exists;
  render(
    problems.map(({ where, what }) => html`<li>${sentence(`${where}: ${translated(what)}`)}</li>`),
    byId('problems'),
  );
  for (const option of options) {
    rows.get(option.name)?.update(option, changes);
  }
}

function filter() {
  const query = search.value.trim();
  const isSearch = query !== '' || onlySet.checked;
  /** @type {{ row: HTMLElement, worth: number }[]} */
  const ranked = [];
  let found = 0;
  for (const { row, list, group, worth, isUsual, seek } of rows.values()) {
    const value = worth(query, onlySet.checked);
    seek(value > 0 ? query : '');
    row.hidden = isSearch ? value === 0 : group !== current || !(whole.has(group) || isUsual());
    found += Number(value > 0);
    // Moves the row back to its list, in order.
    list.append(row);
    if (query !== '' && value > 0) {
      ranked.push({ row, worth: value });
    }
  }
  ranked.sort((one, other) => other.worth - one.worth);
  results.append(...ranked.map(({ row }) => row));
  for (const section of document.querySelectorAll('.group')) {
    if (section instanceof HTMLElement) {
      section.hidden = section.querySelector('.option:not([hidden])') === null;
      const more = section.querySelector('.more');
      if (more instanceof HTMLButtonElement) {
        more.hidden = isSearch || section.querySelector('.option[hidden]') === null;
        setText(more, word('settings.show-all', { count: section.querySelectorAll('.option').length }));
      }
    }
  }
  // Hidden groups leave the tab order, so the results of a search come next.
  topics.hidden = isSearch;
  for (const link of topics.querySelectorAll('a')) {
    if (link.dataset.group === current) {
      link.setAttribute('aria-current', 'true');
      link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else {
      link.removeAttribute('aria-current');
    }
  }
  const text =
    found === 0
      ? word('settings.nothing-found')
      : found === 1
        ? word('settings.option')
        : word('settings.options', { count: found });
  setText(byId('found'), isSearch ? text : '');
  byId('language').hidden = !isAboutLanguage(query);
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
  showChanges();
  showMessage(word('settings.saving'));
  const { saved, reason, problems = [] } = await save(set, unset);
  isSaving = false;
  if (saved) {
    // The listener of this page requires the new token from now on.
    const token = set[allSettings()?.isHere ? 'http.token' : 'http.admin_token'];
    if (typeof token === 'string' && !token.startsWith('@')) {
      storeToken(token);
    }
  }
  showSettings(saved ? 'saved' : 'keep');
  showChanges();
  showMessage(reason, !saved || problems.length > 0);
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
    const row = rows.get(first.option);
    if (row?.row.hidden) {
      location.hash = addressOf(first.option);
      showNamed();
    }
    row?.focus();
    showMessage(outcome, true);
  }
}

/** @param {boolean} yes @param {unknown} [error]  answer instead of the expected one */
function showConnected(yes, error) {
  setText(connection, yes ? '' : refusalIn(error, word('operator.lost')));
}

async function load() {
  if (!(await untilAnswered(readSettings, showConnected))) {
    byId('form').hidden = true;
    byId('no-settings').hidden = false;
    return;
  }
  makeGroups();
  showSettings('discard');
  // Keeps a search that the user typed while the page loaded.
  const typed = search.value;
  showNamed();
  if (typed !== '') {
    search.value = typed;
    filter();
  }
  showChanges();
}

addEventListener('hashchange', showNamed);
search.addEventListener('input', filter);
onlySet.addEventListener('change', filter);
byId('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  if (saveButton.getAttribute('aria-disabled') !== 'true') {
    void saveAll();
  }
});
onPress(discardButton, () => {
  showSettings('discard');
  showChanges();
});
signIn({
  right: 'configure',
  page,
  nextFocus: 'search',
  allowed: () => void load(),
  connected: showConnected,
});
