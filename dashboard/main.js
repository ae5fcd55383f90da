/** The operator's page: passes the server's messages to the parts of the page, and lays them out. */
import './shell.js';
import { keepConnection, listenToEvents, listenToOperator } from './api.js';
import { chainView, linksOf, summaryOf } from './chain.js';
import { decksView } from './decks.js';
import { createDoctor } from './doctor.js';
import { byId } from './dom.js';
import { createHearing } from './hear.js';
import { html, nothing, render } from './lit/lit-html.js';
import * as log from './log.js';
import { createController } from './midi.js';
import * as onAir from './on-air.js';
import { createPhone } from './phone.js';
import { createSession } from './session.js';
import * as shortcuts from './shortcuts.js';
import { reloadIfRefused, signIn } from './sign-in.js';
import { drawer } from './view.js';
import { word } from './words.js';

/** @import { OperatorMessage } from '../src/web/wire/operator.ts' */

const DIM = 'deckcast.dim';

const desk = byId('desk');
const status = byId('connection');
/** @type {OperatorMessage | undefined} */
let message;
/** @type {'connecting' | 'yes' | 'no'} */
let connected = 'connecting';

const redraw = drawer(desk, view);
const doctor = createDoctor(redraw);
const hearing = createHearing(redraw);
const controller = createController(redraw);
const session = createSession(redraw);

/** Tabs below the track on air. */
const TABS = [
  { id: 'set', title: word('operator.set-list'), view: session.view },
  { id: 'listen', title: word('operator.listen'), view: hearing.view },
  { id: 'controller', title: word('midi.tab'), view: controller.view },
  { id: 'phone', title: word('operator.phone'), view: createPhone(redraw) },
  { id: 'check-up', title: word('operator.check-up'), view: doctor.view },
  { id: 'log', title: word('operator.log'), view: () => log.logView(redraw) },
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
  const summary = summaryOf(links);
  showStatus(summary);
  return html`<div class="desk ${connected === 'no' ? 'lost' : ''}">
    ${onAir.onAirView(summary, () => {
      open('check-up');
      void doctor.examine();
    })}
    <div class="side">
      ${message === undefined ? nothing : decksView(message.decks, message.canPutOnAir)}
      ${chainView(links)}
    </div>
    ${tabsView()}
  </div>
  ${onAir.dialogView()}`;
}

function tabsView() {
  const shown = TABS.find(({ id }) => id === tab);
  /** @param {KeyboardEvent} event */
  const step = ({ key }) => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const next = TABS[(TABS.findIndex(({ id }) => id === tab) + by + TABS.length) % TABS.length];
    if (by !== 0 && next !== undefined) {
      open(next.id);
      queueMicrotask(() => document.getElementById(`tab-${next.id}`)?.focus());
    }
  };
  return html`<section class="plate tabs" aria-label=${word('operator.more')}>
    <div class="seg" role="tablist" aria-label=${word('operator.more')} @keydown=${step}>
      ${TABS.map(
        ({ id, title }) => html`<button type="button" role="tab" id="tab-${id}" aria-controls="tab-panel"
          aria-selected=${id === tab} tabindex=${id === tab ? 0 : -1} @click=${() => open(id)}>${title}</button>`,
      )}
    </div>
    <div class="panel" id="tab-panel" role="tabpanel" aria-labelledby="tab-${tab}">${shown?.view()}</div>
  </section>`;
}

/** State in the header, and in the title of the page. @param {{ light: string, text: string }} summary */
function showStatus({ light, text }) {
  const isWell = connected === 'yes' && light === 'good';
  const words =
    connected === 'yes' ? text : connected === 'no' ? word('operator.lost') : word('operator.connecting');
  const lamp = connected === 'yes' ? light : connected === 'no' ? 'bad' : 'wait';
  status.classList.toggle('lost', connected === 'no');
  const isDim = document.documentElement.dataset.dim !== undefined;
  render(html`<span class="led ${lamp}"></span><span class="cut">${words}</span>`, status);
  render(
    desk.hidden
      ? nothing
      : html`${shortcuts.keysView()}
      <button class="btn quiet" type="button" aria-pressed=${isDim} @click=${() => dim(!isDim)}>${word('operator.dim')}</button>
      <time class="num">${new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}</time>`,
    byId('clock'),
  );
  document.title = [isWell || connected === 'connecting' ? '' : words, word('page.on-air'), 'deckcast']
    .filter(Boolean)
    .join(' · ');
}

/** @param {boolean} yes */
function dim(yes) {
  localStorage.setItem(DIM, yes ? 'on' : 'off');
  document.documentElement.toggleAttribute('data-dim', yes);
  redraw();
}

function listen() {
  redraw();
  keepConnection();
  listenToOperator({
    connected(yes) {
      connected = yes ? 'yes' : 'no';
      if (yes) {
        // The first message contains all lines that the server keeps.
        log.clearLines();
        // Errors from before the disconnection are outdated.
        onAir.answer('');
        session.task.say('');
      } else {
        void reloadIfRefused('operate');
      }
      redraw();
    },
    message(now) {
      message = now;
      onAir.showMessage(now);
      log.addLines(now.log);
      redraw();
    },
  });
  hearing.listen();
  void controller.listen();
  listenToEvents({
    connected: () => undefined,
    message(event) {
      onAir.showEvent(event);
      if (event.type === 'snapshot') {
        void session.refreshAll();
      } else if (event.type !== 'ping') {
        void session.refresh();
      }
    },
  });
}

// A dock of OBS: `/dashboard/?dock`.
document.documentElement.classList.toggle('dock', new URLSearchParams(location.search).has('dock'));
document.documentElement.toggleAttribute('data-dim', localStorage.getItem(DIM) === 'on');
addEventListener('hashchange', () => open(tabOfAddress() ?? tab));
onAir.start(redraw);
shortcuts.start();
signIn({
  right: 'operate',
  page: desk,
  nextFocus: 'now-names',
  allowed: listen,
  connected(known) {
    connected = known ? 'connecting' : 'no';
    showStatus(summaryOf([]));
  },
});
