/** The frame of the guides, in the user's language: their search field, and the list of guides. */
import { html, render } from '../lit/lit-html.js';
import { worthOf } from '../settings/search.js';
import { language, readTexts, word } from '../words.js';

const MOST_RESULTS = 8;
const EXCERPT_CHARACTERS = 120;

/** Part of a guide below one heading. @typedef {{ href: string, page: string, heading: string, text: string }} Section */

/** Fetched at the first use. @type {Promise<readonly Section[]> | undefined} */
let sections;

const field = /** @type {HTMLInputElement} */ (document.getElementById('find'));
const found = /** @type {HTMLElement} */ (document.getElementById('found'));
const [label] = field.labels ?? [];
if (label !== undefined) {
  label.textContent = word('help.find');
}
if (language !== 'en') {
  void translate();
}
field.addEventListener('input', show);
if (field.value !== '') {
  // The user typed while this script loaded.
  void show();
}
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') {
    found.querySelector('a')?.click();
  }
});

/** The guides are English; their list is not. */
async function translate() {
  const list = document.querySelector('.goals');
  const note = document.getElementById('in-english');
  if (note !== null) {
    note.hidden = false;
    note.textContent = word(list === null ? 'help.in-english' : 'help.all-in-english');
  }
  const heading = document.querySelector('h1');
  if (list === null || heading === null) {
    return;
  }
  heading.textContent = word('help.guides');
  heading.lang = language;
  document.title = `${word('page.help')} · deckcast`;
  const texts = await readTexts('english/');
  for (const element of list.querySelectorAll('h2, a')) {
    const text = texts[element.textContent ?? ''];
    if (text !== undefined) {
      element.textContent = text;
      element.setAttribute('lang', language);
    }
  }
  for (const { childNodes } of list.querySelectorAll('li, #reference + p')) {
    for (const node of childNodes) {
      const text = texts[node.textContent?.trim() ?? ''];
      if (node instanceof Text && text !== undefined) {
        node.data = node.data.replace(node.data.trim(), () => text);
      }
    }
  }
}

async function show() {
  sections ??= fetch('/help/search.json').then((response) => response.json());
  const query = field.value.trim();
  let all;
  try {
    all = await sections;
  } catch {
    // The next letter asks again.
    sections = undefined;
    render(html`<p>${word('settings.no-answer')}</p>`, found);
    return;
  }
  // The field has changed while the file was fetched.
  if (query !== field.value.trim()) {
    return;
  }
  const results = query === '' ? [] : best(all, query);
  const nothing = query !== '' && results.length === 0;
  render(
    html`${nothing ? html`<p>${word('help.nothing', { query })}</p>` : ''}
      ${results.map(
        ({ href, page, heading, text }) =>
          html`<a href=${href} @click=${clear}><strong>${heading}</strong>${heading === page ? '' : ` · ${page}`}<span>${excerpt(text, query)}</span></a>`,
      )}`,
    found,
  );
}

/** A link to a heading of this page does not load it again. */
function clear() {
  field.value = '';
  render('', found);
}

/**
 * @param {readonly Section[]} all
 * @param {string} query
 */
function best(all, query) {
  return all
    .map((section) => {
      const { page, heading, text } = section;
      return { section, worth: worthOf({ name: heading, title: page, help: text, group: '' }, query) };
    })
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MOST_RESULTS)
    .map(({ section }) => section);
}

/**
 * @param {string} text
 * @param {string} query
 */
function excerpt(text, query) {
  const at = Math.max(0, text.toLowerCase().indexOf(query.toLowerCase().split(/\s+/)[0] ?? ''));
  const from = at < EXCERPT_CHARACTERS / 2 ? 0 : text.indexOf(' ', at - EXCERPT_CHARACTERS / 2) + 1;
  const part = text.slice(from, from + EXCERPT_CHARACTERS);
  return `${from > 0 ? '… ' : ''}${part}${from + part.length < text.length ? ' …' : ''}`;
}
