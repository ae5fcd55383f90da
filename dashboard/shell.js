/**
 * The shell of a page: its words in the user's language, what is on air, and the choice of the language at its end.
 *
 * @import { PageText } from './words.js'
 */
import { html, render } from './lit/lit-html.js';
import { choose, LANGUAGES, language, reloadPage, word } from './words.js';

/** The computer that deckcast runs on, by the page's address. */
export const isHere = /^(localhost|127\.|\[::1\])/.test(location.hostname);

/** False on another device that may only operate, and until the server has told. */
export const mayConfigure = () => document.documentElement.dataset.configures === undefined;

/** Whether pages show the names of options. The settings page has the switch. */
const TECHNICAL = 'deckcast.technical';

/** @type {Readonly<Record<string, PageText>>} */
const PAGES = {
  '/dashboard/': 'page.on-air',
  '/overlay/': 'page.looks',
  '/setup/': 'page.setup',
  '/settings/': 'page.settings',
  '/help/': 'page.help',
};

function showShell() {
  if (!isHere) {
    document.documentElement.dataset.configures = 'no';
    import('./rights.js').catch(reloadPage);
  }
  document.documentElement.lang = language;
  document.documentElement.toggleAttribute('data-technical', localStorage.getItem(TECHNICAL) === 'on');
  document.documentElement.toggleAttribute('data-dim', localStorage.getItem('deckcast.dim') === 'on');
  document.documentElement.toggleAttribute('data-words', true);
  const header = document.querySelector('.top');
  const nav = header?.querySelector('nav');
  nav?.setAttribute('aria-label', word('page.pages'));
  for (const element of document.querySelectorAll('[data-word]')) {
    element.textContent = word(/** @type {PageText} */ (element.getAttribute('data-word')));
  }
  const said = document.querySelector('.message > h1');
  if (said !== null) {
    document.title = `${said.textContent} · deckcast`;
  }
  let isOnAir = false;
  for (const link of nav?.querySelectorAll('a') ?? []) {
    const page = PAGES[link.pathname];
    if (page !== undefined) {
      link.textContent = word(page);
      const heading = header?.querySelector('h1');
      if (link.ariaCurrent !== null && heading) {
        heading.textContent = word(page);
        document.title = `${word(page)} · deckcast`;
      }
    }
    isOnAir ||= page === 'page.on-air' && link.ariaCurrent !== null;
  }
  // The page On air shows the same itself.
  if (!isOnAir) {
    import('./chip.js').catch(reloadPage);
  }
  const footer = document.createElement('footer');
  footer.className = 'foot';
  render(
    html`<select aria-label=${language === 'en' ? 'Language' : `${word('page.language')} (Language)`}
      @change=${(/** @type {Event & { target: HTMLSelectElement }} */ { target }) => choose(target.value)}>
      ${Object.entries(LANGUAGES).map(
        ([code, name]) =>
          html`<option value=${code} lang=${code} ?selected=${code === language}>${name}</option>`,
      )}
    </select>`,
    footer,
  );
  document.body.append(footer);
}

showShell();
// A page that Back brings back as it was left has old states, and perhaps another language.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
