/**
 * The set-up page: steps with their true state, refreshed until a track is on the overlay and afterward.
 *
 * @import { EventMessage } from '../../src/web/wire/events.ts'
 * @import { HealthMessage } from '../../src/web/wire/health.ts'
 * @import { SetupMessage } from '../../src/web/wire/setup.ts'
 */
import '../shell.js';
import { connect } from '/sdk/v1/connection.js';
import { connectInWords, read, SOCKETS } from '../api.js';
import { byId, loadStyle, mayReadControllers } from '../dom.js';
import { html, nothing } from '../lit/lit-html.js';
import { refusalIn } from '../refusal.js';
import { option, readSettings } from '../saved.js';
import { reloadIfRefused, signIn } from '../sign-in.js';
import { localized, sentence, translated } from '../text.js';
import { untilAnswered } from '../until-answered.js';
import { createLater, drawer } from '../view.js';
import { word } from '../words.js';
import { createSources } from './sources.js';

const REFRESH_MS = 1_500;

const connection = byId('connection');
const page = byId('steps');
/** The demo saves nothing; undefined until that is known. @type {boolean | undefined} */
let canSave;
/** @type {SetupMessage | undefined} */
let message;
/** @type {EventMessage & { type: 'snapshot' | 'track' | 'hidden' } | undefined} */
let onAir;
/** Built-in look that viewers see while the user's own is missing; otherwise empty. */
let standIn = '';
/** @type {Pick<HealthMessage, 'overlays' | 'troubles'>} */
let known = { overlays: { records: 0, events: 0, obs: 0 } };
let isLost = false;

const redraw = drawer(page, view);
const sources = createSources(redraw);
/** A page that shows no overlay does not load it. */
const overlay = createLater(redraw, async () => {
  const made = (await import('./overlay.js')).createOverlay(redraw);
  await untilAnswered(made.load, showConnected);
  return made;
});
const look = createLater(redraw, async () => {
  const styles = ['look-fields.css', 'setup/look.css'].map((name) => loadStyle(`/dashboard/${name}`));
  const [{ createLook }, made] = await Promise.all([import('./look.js'), overlay.loaded(), ...styles]);
  return createLook(redraw, made);
});
const obs = createLater(redraw, async () => {
  const [{ createObs }, { size }] = await Promise.all([import('./obs.js'), overlay.loaded()]);
  return createObs(redraw, size);
});
const sinks = createLater(redraw, async () => (await import('./sinks.js')).createSinks(redraw));
const computer = createLater(redraw, async () => (await import('./computer.js')).createComputer(redraw));
const controller = createLater(
  redraw,
  async () => (await import('../midi.js')).createController(redraw),
  'midi',
);
const savedLooks = createLater(redraw, () => import('./saved-looks.js'));
const demo = createLater(redraw, () => import('../demo.js'));
let isControllerWanted = false;

const STEPS = [
  {
    id: 'gear',
    name: word('setup.gear'),
    state: sources.state,
    view: () => html`${sources.view(viewersSee)}${controllerView()}`,
  },
  {
    id: 'look',
    name: word('setup.look'),
    state: lookState,
    later: look,
    view: () => look.now()?.view(troubleWith('theme.dir')),
  },
  {
    id: 'obs',
    name: 'OBS',
    state() {
      const refusal = troubleWith('OBS');
      return refusal
        ? { light: 'bad', text: refusal }
        : known.overlays.obs > 0
          ? { light: 'good', text: word('obs.there') }
          : known.overlays.obsGoneAt !== undefined
            ? { light: 'warn', text: word('obs.gone') }
            : { light: 'wait', text: word('obs.not-yet') };
    },
    later: obs,
    view: () => obs.now()?.view(message?.url ?? null, known.overlays, troubleWith('OBS')),
  },
  {
    id: 'more',
    name: word('setup.more'),
    state: sinksState,
    later: sinks,
    view: () => sinks.now()?.view(message?.sinks ?? []),
  },
  {
    id: 'gig',
    name: word('setup.gig'),
    state: () =>
      message?.startsWithComputer.on
        ? { light: 'good', text: word('gig.on') }
        : { light: 'off', text: word('gig.off') },
    later: computer,
    view: () => computer.now()?.view(message?.startsWithComputer),
  },
];

/** Problem of OBS or the user's own look as a sentence; may be empty. @param {string} about  title or option of the part */
function troubleWith(about) {
  const problem = known.troubles?.find((one) => about === (one.setting ?? one.title))?.problem ?? '';
  return problem && sentence(translated(problem));
}

function lookState() {
  const [folder, internal] = [option('theme.dir')?.value, option('theme.internal')];
  const hasOwn = (option('theme.looks')?.value ?? '').length > '{}'.length;
  const own = hasOwn ? savedLooks.now()?.nameInUse(folder ? 'custom' : internal?.value) : '';
  const base = folder?.match(/[^\\/]+(?=[\\/]*$)/)?.[0] ?? internal?.choiceTitles?.[internal.value];
  const name = own === '' ? base : own;
  if (name === undefined) {
    return { light: 'wait', text: '' };
  }
  return troubleWith('theme.dir') === ''
    ? { light: 'good', text: word('setup-look.in-use', { name }) }
    : {
        light: 'bad',
        text: word(standIn === '' ? 'setup-look.broken' : 'setup-look.missing', { name, standIn }),
      };
}

function sinksState() {
  const on = message?.sinks.filter((card) => card.on) ?? [];
  return {
    light: on.some(({ problem }) => problem !== undefined) ? 'bad' : on.length > 0 ? 'good' : 'off',
    text: on.length === 0 ? word('more.none') : word('more.count', { count: on.length }),
  };
}

function step() {
  return STEPS.findIndex(({ id }) => location.hash === `#${id}`);
}

function view() {
  // Drawn at once, so that nothing moves.
  const isKnown = message !== undefined && sources.isReady();
  return canSave === false ? demo.now()?.demoView() : isKnown ? stepsView() : nothing;
}

function stepsView() {
  const at = Math.max(0, step());
  const [current, before, next] = [STEPS[at], STEPS[at - 1], STEPS[at + 1]];
  const isDone =
    current?.id === 'look' ? look.now()?.isInUse() : at === 0 && sources.state().light === 'good';
  return html`<div class="lay ${isLost ? 'lost' : ''}">
    <nav class="steps" aria-label=${word('setup.steps')}>
      ${STEPS.map(({ id, name, state }, index) => {
        const { light, text } = state();
        return html`<a class="st" href="#${id}" aria-current=${index === at ? 'step' : nothing}>
          <span class="no">${index + 1}</span>
          <span class="tx"><b>${name}</b> <span class="dim"><span class="led ${light}"></span><span class="cut">${text}</span></span></span>
        </a>`;
      })}
    </nav>
    <div class="step" id="step-${current?.id}">
      ${current?.view() ?? nothing}
      <div class="row between wrap foot-row">
        ${before === undefined ? html`<p class="small dim">${word('setup.saved-as-you-go')}</p>` : html`<a class="btn quiet" href="#${before.id}">${word('setup.back')}</a>`}
        ${
          next === undefined
            ? html`<a class="btn" href="/dashboard/">${word('setup.to-on-air')}</a>`
            : html`<a class="btn ${isDone ? 'key' : ''}" href="#${next.id}" @click=${goOn}>${word('setup.next', { step: next.name })}</a>`
        }
      </div>
    </div>
  </div>`;
}

/** Takes the chosen look into use before the next step. @param {Event & { currentTarget: HTMLAnchorElement }} event */
async function goOn(event) {
  const { hash } = event.currentTarget;
  const chosen = location.hash === '#look' ? look.now() : undefined;
  if (chosen !== undefined && !chosen.isInUse()) {
    event.preventDefault();
    if (await chosen.use()) {
      location.hash = hash;
    }
  }
}

function controllerView() {
  /** @param {Event & { target: HTMLDetailsElement }} event */
  const toggle = ({ target }) => {
    isControllerWanted = target.open;
    redraw();
  };
  return html`<details class="plate" id="controller" @toggle=${toggle}>
    <summary><h2>${word('midi.title')}</h2></summary>
    ${isControllerWanted ? (controller.now()?.view() ?? nothing) : nothing}
  </details>`;
}

function viewersSee() {
  return onAir === undefined || (onAir.type === 'snapshot' && onAir.state === 'idle')
    ? nothing
    : overlay.now()?.view(onAir.type === 'hidden' ? null : onAir.track);
}

/** @param {boolean} yes @param {unknown} [error]  answer instead of the expected one */
function showConnected(yes, error) {
  connection.textContent = yes ? '' : refusalIn(error, word('operator.lost'));
  connection.classList.toggle('lost', !yes);
  isLost = !yes;
  redraw();
}

async function findStandIn() {
  if (option('theme.dir')?.value) {
    standIn = await (await import('./stand-in.js')).readStandIn();
  }
}

async function refresh() {
  try {
    const [setup, health] = await Promise.all([read('setup'), read('health'), findStandIn()]);
    /** @type {SetupMessage} */
    const now = localized(await setup.json());
    known = localized(await health.json());
    showConnected(true);
    message = now;
    sources.show(message.sources);
    redraw();
  } catch (error) {
    showConnected(false, error);
    await reloadIfRefused('configure');
  }
}

async function refreshAgainAndAgain() {
  for (;;) {
    if (document.visibilityState === 'visible') {
      await refresh();
    }
    await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
  }
}

async function load() {
  // Detects a lost connection, because answers for the cards may take long.
  void connectInWords('operator', { connected: showConnected, message: () => undefined });
  connect(`${SOCKETS}/api/v1/events?page`, {
    connected: () => undefined,
    message(/** @type {EventMessage} */ event) {
      if (event.type === 'track' || event.type === 'hidden' || event.type === 'snapshot') {
        onAir = event;
        redraw();
      } else if (event.type === 'reload' || event.type === 'looks') {
        const settings = readSettings().then(redraw, () => undefined);
        void look.now()?.follow(settings);
      }
    },
  });
  canSave = await untilAnswered(readSettings, showConnected);
  redraw();
  if (!canSave) {
    return;
  }
  void mayReadControllers().then(async (may) => may && (await controller.loaded()).open());
  void refreshAgainAndAgain();
}

addEventListener('hashchange', async () => {
  const wanted = STEPS[step()];
  if (wanted !== undefined) {
    redraw();
    scrollTo(0, 0);
    await wanted.later?.loaded();
    // After it is drawn.
    const heading = page.querySelector(`#step-${wanted.id} h2`);
    if (heading instanceof HTMLElement) {
      heading.tabIndex = -1;
      heading.focus();
    }
  }
});
void signIn({
  right: 'configure',
  page,
  nextFocus: 'sources-heading',
  allowed: () => void load(),
  connected: showConnected,
});
