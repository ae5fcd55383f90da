/**
 * The shell of a page: words of its navigation, what is on air, and the choice of the language at its end.
 *
 * @import { EventMessage, WireTrack } from '../src/web/wire/events.ts'
 * @import { HealthMessage } from '../src/web/wire/health.ts'
 * @import { PageText } from './words.js'
 */
import { connect } from '/sdk/v1/connection.js';
import { worstOf } from './health.js';
import { html, nothing, render } from './lit/lit-html.js';
import { choose, LANGUAGES, language, word } from './words.js';

const HEALTH_EVERY_MS = 5_000;
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

/** @type {'idle' | 'featured' | 'hidden' | 'lost'} */
let state = 'idle';
/** @type {WireTrack | null} */
let track = null;
/** @type {'good' | 'warn' | 'bad'} */
let light = 'good';

/** @param {EventMessage} event */
function showEvent(event) {
  if (event.type === 'snapshot') {
    ({ state, track } = event);
  } else if (event.type === 'track') {
    state = 'featured';
    track = event.track;
  } else if (event.type === 'hidden') {
    state = 'hidden';
    track = null;
  }
  show();
}

async function showHealth() {
  try {
    /** @type {HealthMessage} */
    const health = await (await fetch('/api/v1/health')).json();
    light = worstOf(health);
  } catch {
    // The connection of the events says so.
  }
  show();
}

function titleOf() {
  switch (state) {
    case 'idle':
      return word('air.nothing');
    case 'hidden':
      return word('air.hidden');
    case 'lost':
      return word('air.unconnected');
    case 'featured':
      return track?.title || word('air.untitled');
  }
}

const place = document.createElement('div');

function show() {
  const led = state === 'lost' ? 'bad' : light !== 'good' ? light : state === 'idle' ? 'wait' : 'good';
  const art = track?.art?.url;
  render(
    html`<a class="air" href="/dashboard/">
      <span class="led ${led}"></span>
      <span class="sr">${word('air.on-air')}</span>
      ${state === 'featured' ? html`<img class="cover" src=${art ?? '/dashboard/shell/sleeve.svg'} alt="" width="36" height="36">` : nothing}
      <span>
        <b class="cut" dir="auto">${titleOf()}</b>
        <span class="cut" dir="auto">${light !== 'good' && state !== 'lost' ? word('air.trouble') : (track?.artist ?? '')}</span>
      </span>
    </a>`,
    place,
  );
}

function showShell() {
  document.documentElement.lang = language;
  document.documentElement.toggleAttribute('data-technical', localStorage.getItem(TECHNICAL) === 'on');
  const header = document.querySelector('.top');
  const nav = header?.querySelector('nav');
  nav?.setAttribute('aria-label', word('page.pages'));
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
    place.className = 'chip';
    header?.append(place);
    show();
    connect(`${location.origin.replace(/^http/, 'ws')}/api/v1/events?page`, {
      message: showEvent,
      connected(yes) {
        if (!yes) {
          state = 'lost';
          track = null;
          show();
        }
      },
    });
    void showHealth();
    setInterval(() => document.visibilityState === 'visible' && void showHealth(), HEALTH_EVERY_MS);
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
