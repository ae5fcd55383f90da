/** Passes the server's messages to the parts of the page. */
import { readStatus } from './api.js';
import { chainView, linksOf, summaryOf } from './chain.js';
import { areFew, decksView } from './decks.js';
import { byId, loadStyle, mayReadControllers } from './dom.js';
import { listen } from './listen.js';
import { html, nothing, render } from './lit/lit-html.js';
import { addLines, lines } from './log.js';
import * as onAir from './on-air.js';
import { createSession } from './session.js';
import { mayConfigure } from './shell.js';
import * as shortcuts from './shortcuts.js';
import { reloadIfRefused, signIn } from './sign-in.js';
import { timeOf } from './times.js';
import { createLater, drawer } from './view.js';
import { word } from './words.js';

/** @import { OperatorMessage } from '../src/web/wire/operator.ts' */

/** Half of the server's keep-alive timeout. */
const KEEP_EVERY_MS = 60_000;
/** Leaves a slow network to the first names and a first press. */
const PREPARE_MS = 3_000;
const desk = byId('desk');
const status = byId('connection');
/** @type {OperatorMessage | undefined} */
let message;
/** @type {'connecting' | 'yes' | 'no'} */
let connected = 'connecting';
/** The page looks lost a second later: a server that applies settings is back sooner. */
let lostAt = Infinity;
let isLost = false;

const redraw = drawer(desk, view);
const session = createSession(redraw);
/** @template Part @param {string} style @param {() => Promise<Part>} load */
const later = (style, load) => createLater(redraw, load, style);
const hearing = later('hear', async () => {
  const made = (await import('./hear.js')).createHearing(redraw);
  made.listen();
  return made;
});
const controller = later('midi', async () => (await import('./midi.js')).createController(redraw));
const phone = later('phone', async () => ({
  view: (await import('./phone.js')).createPhone(redraw, () => message),
}));
const doctor = later('doctor', async () =>
  (await import('./doctor.js')).createDoctor(redraw, () => message?.health.settingsAt),
);
const log = later('log', async () => (await import('./log-tab.js')).createLog(redraw));

/**
 * Tabs below the track on air; `tools` stand in the row of tabs.
 *
 * @typedef {{ view(): unknown, tools?(): unknown, keydown?(event: KeyboardEvent): void }} Tab
 * @type {readonly (Partial<Tab> & { id: string, title: string, configures?: true, later?: { now(): Tab | undefined } })[]}
 */
const TABS = [
  { id: 'set', title: word('operator.set-list'), ...session.tab },
  { id: 'listen', title: word('operator.listen'), later: hearing },
  { id: 'controller', title: word('midi.tab'), later: controller, configures: true },
  { id: 'phone', title: word('operator.phone'), later: phone },
  { id: 'check-up', title: word('operator.check-up'), later: doctor },
  { id: 'log', title: word('operator.log'), later: log },
];
let tab = tabOfAddress() ?? 'set';

/** The set-up page links to a tab as `/dashboard/#listen`. */
function tabOfAddress() {
  return TABS.find(({ id }) => location.hash === `#${id}`)?.id;
}

/** @param {string} id */
function open(id) {
  tab = id;
  redraw();
}

function view() {
  const links = message === undefined ? [] : linksOf(message.health);
  isLost = Date.now() > lostAt + 1_000;
  const summary =
    connected === 'no'
      ? { light: 'bad', text: word(isLost ? 'operator.lost-why' : 'operator.lost') }
      : summaryOf(links);
  showStatus(summary);
  // Drawn at once, so that nothing moves.
  return message === undefined || !onAir.isKnown() ? nothing : deskView(message, links, summary);
}

/**
 * @param {OperatorMessage} message
 * @param {ReturnType<typeof linksOf>} links
 * @param {ReturnType<typeof summaryOf>} summary
 */
function deskView({ decks, canPutOnAir, health }, links, summary) {
  const plate = decksView(decks, canPutOnAir);
  return html`<div class="desk ${isLost ? 'lost' : ''} ${areFew() ? 'few' : ''}">
    ${onAir.onAirView(summary, health, () => {
      open('check-up');
      void doctor.loaded().then(({ examine }) => examine());
    })}
    <div class="side">
      ${plate}
      ${chainView(links, summary)}
    </div>
    ${tabsView()}
  </div>`;
}

function tabsView() {
  const tabs = TABS.filter(({ configures }) => !configures || mayConfigure());
  const found = tabs.find(({ id }) => id === tab) ?? tabs[0];
  const current = found?.id;
  const shown = found?.later?.now() ?? found;
  /** @param {KeyboardEvent} event */
  const step = ({ key }) => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const next = tabs[(tabs.findIndex(({ id }) => id === current) + by + tabs.length) % tabs.length];
    if (by !== 0 && next !== undefined) {
      open(next.id);
      queueMicrotask(() => document.getElementById(`tab-${next.id}`)?.focus());
    }
  };
  return html`<section class="plate tabs" aria-label=${word('operator.more')} @keydown=${shown?.keydown ?? nothing}>
    <div class="row bar">
      <div class="seg" role="tablist" aria-label=${word('operator.more')} @keydown=${step}>
        ${tabs.map(
          ({ id, title }) => html`<button type="button" role="tab" id="tab-${id}" aria-controls="tab-panel"
            aria-selected=${id === current} tabindex=${id === current ? 0 : -1} @click=${() => open(id)}>${title}</button>`,
        )}
      </div>
      ${mayConfigure() && location.hash === `#${current}` && /listen|controller/.test(location.hash) ? html`<a class="btn" href="/setup/">${word('message.back')}</a>` : nothing}
      ${shown?.tools?.() ?? nothing}
    </div>
    <div class="panel" id="tab-panel" role="tabpanel" aria-labelledby="tab-${current}">
      ${shown?.view?.() ?? nothing}</div>
  </section>`;
}

/** @param {{ light: string, text: string }} summary */
function showStatus({ light, text }) {
  const isWell = connected === 'yes' && light === 'good';
  const [lamp, words] = {
    yes: [light, text],
    no: ['bad', word('operator.lost')],
    connecting: ['wait', word('operator.connecting')],
  }[connected];
  status.classList.toggle('lost', connected === 'no');
  const isDim = document.documentElement.dataset.dim !== undefined;
  render(html`<span class="led ${lamp}"></span><span class="cut">${words}</span>`, status);
  // Keeps its room, so that nothing moves when the page appears.
  byId('clock').style.visibility = desk.hidden ? 'hidden' : '';
  // A page that asks for a sign-in waits for the user.
  status.style.visibility = desk.hidden && connected !== 'no' ? 'hidden' : '';
  render(
    html`${shortcuts.keysView()}
      <button class="btn quiet" type="button" aria-pressed=${isDim} @click=${() => dim(!isDim)}>${word('operator.dim')}</button>
      <time class="num">${timeOf()}</time>`,
    byId('clock'),
  );
  document.title = [isWell || connected === 'connecting' ? '' : words, word('page.on-air'), 'deckcast']
    .filter(Boolean)
    .join(' · ');
}

/** @param {boolean} yes */
function dim(yes) {
  localStorage.setItem('deckcast.dim', yes ? 'on' : 'off');
  document.documentElement.toggleAttribute('data-dim', yes);
  redraw();
}

function operate() {
  redraw();
  // Opening a connection for the next verb would take twice as long as its request.
  const keep = () => readStatus('operator');
  void keep();
  setInterval(keep, KEEP_EVERY_MS);
  setTimeout(() => {
    void onAir.prepare();
    session.prepare();
  }, PREPARE_MS);
  let set = '';
  listen({
    connected(yes) {
      connected = yes ? 'yes' : 'no';
      lostAt = yes ? Infinity : Math.min(lostAt, Date.now());
      onAir.showConnected(yes);
      if (yes) {
        // Errors from before the disconnection are outdated.
        onAir.answer('');
        session.forgetAnswer();
      } else {
        void reloadIfRefused('operate');
      }
      redraw();
    },
    message(now, isFirst) {
      message = now;
      onAir.showMessage(now);
      if (isFirst) {
        // The first message contains all lines that the server keeps.
        lines.clear();
      }
      addLines(now.log);
      redraw();
    },
    event(event) {
      onAir.showEvent(event);
      const isOther = event.set !== set;
      ({ set } = event);
      // The first track may come from the set before.
      const isFirst = 'track' in event && event.track?.position === 1;
      if (isOther || isFirst || event.type === 'snapshot') {
        void session.refreshAll();
      } else if (event.type !== 'ping') {
        void session.refresh();
      }
    },
  });
  if (localStorage.getItem('deckcast.listens') !== null) {
    void hearing.loaded().then(({ resume }) => resume(() => open('listen')));
  }
  void mayReadControllers().then(async (may) => may && (await controller.loaded()).open());
}

const small = matchMedia('(max-width: 1199px), (max-height: 859px)');
const loadSmall = () => loadStyle('/dashboard/small.css');
if (small.matches) {
  await loadSmall().catch(() => undefined);
} else {
  small.addEventListener('change', loadSmall, { once: true });
}
if (new URLSearchParams(location.search).has('dock')) {
  await loadStyle('/dashboard/dock.css');
  document.documentElement.classList.add('dock');
}
addEventListener('hashchange', () => open(tabOfAddress() ?? tab));
onAir.start(redraw);
shortcuts.start();
void signIn({
  right: 'operate',
  page: desk,
  nextFocus: 'now-names',
  allowed: operate,
  connected(known) {
    connected = known ? 'connecting' : 'no';
    showStatus(summaryOf([]));
  },
});
