/**
 * "My controller": which controllers this computer has, where their faders are, how to set them up and to test that.
 *
 * @import { MidiStateMessage, WireController } from '../src/web/wire/midi.ts'
 * @import { DecksMessage } from '../src/web/wire/decks.ts'
 */
import { read } from './api.js';
import { withHelp } from './help-links.js';
import { letPages } from './let-pages.js';
import { html, nothing, repeat } from './lit/lit-html.js';
import { createMidiInput } from './midi-input.js';
import { NO_SETTINGS, option, readSettings, save } from './saved.js';
import { createTask } from './task.js';
import { localized, sentence, translated } from './text.js';
import { press } from './view.js';
import { word } from './words.js';

/** @typedef {number | 'x'} Fader */

const FADERS = /** @type {const} */ ([1, 2, 3, 4, 'x']);
/** Time after which a hint says that the browser waits for an answer. */
const ASKED_MS = 4_000;
/** Time after which a hint says that no fader is read. */
const SILENT_MS = 10_000;
const OPEN_ABOVE = 0.5;
const CLOSED_BELOW = 0.03;
const TEST_EVERY_MS = 700;

/** @param {() => void} redraw */
export function createController(redraw) {
  const task = createTask(redraw);
  /** @type {MidiStateMessage | undefined} */
  let state;
  /** Lesson that runs, with the faders learned so far. @type {{ name: string, at: number, learned: string[], startedAt: number, valuesBefore: number } | undefined} */
  let lesson;
  /** Deck that the overlay shows during a test; empty if none. @type {string | undefined} */
  let tested;
  /** Deck to open; the other one is closed. */
  let testOpen = 1;

  const input = createMidiInput((now) => {
    state = now && localized(now);
    if (now?.readsPages) {
      void input.resume().then(redraw);
    }
    followLesson();
    redraw();
  });

  function followLesson() {
    const told = state?.lesson;
    if (lesson !== undefined && told && told.fader === FADERS[lesson.at] && told.learned !== null) {
      lesson.learned.push(told.learned);
      advance();
    }
  }

  /** @param {number} [to]  position of the next fader in `FADERS` */
  function advance(to) {
    if (lesson === undefined) {
      return;
    }
    lesson.at = to ?? lesson.at + 1;
    const fader = FADERS[lesson.at];
    if (fader === undefined) {
      void saveLesson();
      return;
    }
    input.teach({ port: lesson.name, fader, taken: lesson.learned.join(' ') });
    redraw();
  }

  async function saveLesson() {
    const { name = '', learned = [] } = lesson ?? {};
    lesson = undefined;
    input.teach(null);
    if (learned.length > 0) {
      await task.run(word('settings.saving'), () => saveEntry(name, `${name} = ${learned.join(' ')}`));
    }
    redraw();
  }

  async function switchOn() {
    const { done, reason } = await letPages('midi.input', true);
    return done ? allow() : { done, reason };
  }

  async function allow() {
    if (!('requestMIDIAccess' in navigator)) {
      return { done: false, reason: word(isSecureContext ? 'midi.no-web-midi' : 'midi.insecure') };
    }
    const hint = setTimeout(() => task.say(word('midi.answer-browser')), ASKED_MS);
    try {
      await input.request();
    } catch (error) {
      const isRefused = error instanceof Error && /NotAllowed|Security/.test(error.name);
      return { done: false, reason: word(isRefused ? 'midi.refused' : 'midi.no-system') };
    } finally {
      clearTimeout(hint);
    }
    return '';
  }

  /** @param {string} id @param {string} text @param {() => Promise<string | { done: boolean, reason: string }>} act */
  function button(id, text, act) {
    return html`<button class="btn" id=${id} type="button" aria-disabled=${task.isBusy} data-next="midi-test"
      @click=${press(() => task.run('', act))}>${text}</button>`;
  }

  function view() {
    return html`<div class="midi scroll" data-home tabindex="0" role="group" aria-label=${word('midi.title')}>
      <div class="row wrap">
        ${state === undefined || state.readsPages ? nothing : button('midi-switch', word('midi.switch-on'), switchOn)}
        ${state?.readsPages && !input.isAllowed ? button('midi-allow', word('midi.allow'), allow) : nothing}
        ${state?.readsPages && lesson === undefined ? button('midi-off', word('setup.switch-off'), () => letPages('midi.input', false)) : nothing}
        <span id="midi-answer" role="status">${task.text}</span>
      </div>
      ${state?.readsPages ? controllersView(state) : nothing}
      <p class="dim">${withHelp(word('midi.about'))}</p>
    </div>`;
  }

  /** @param {MidiStateMessage} now */
  function controllersView({ controllers, isIgnored, problems }) {
    const shown =
      lesson === undefined ? controllers : controllers.filter(({ name }) => name === lesson?.name);
    return html`${isIgnored ? html`<p id="midi-ignored">${word('midi.ignored')}</p>` : nothing}
      ${input.isAllowed && controllers.length === 0 ? html`<p>${word('midi.none')}</p>` : nothing}
      ${lesson === undefined ? nothing : lessonView(lesson)}
      <ul class="controllers">${repeat(shown, ({ name }) => name, controllerView)}</ul>
      ${lesson !== undefined || isIgnored ? nothing : problems.map(problemView)}`;
  }

  /** @param {{ at: number, startedAt: number, valuesBefore: number }} of */
  function lessonView({ at, startedAt, valuesBefore }) {
    const fader = FADERS[at] ?? 'x';
    const isSilent = input.valuesRead === valuesBefore && performance.now() > startedAt + SILENT_MS;
    return html`<div class="lesson">
      <p role="status"><strong>${fader === 'x' ? word('midi.move-crossfader') : word('midi.move-fader', { deck: fader })}</strong></p>
      ${isSilent ? html`<p class="wrong">${withHelp(word('midi.nothing-arrives'))}</p>` : nothing}
      ${state?.lesson?.isTaken ? html`<p class="wrong">${word('midi.taken')}</p>` : nothing}
      <div class="row tools">
        <button class="btn" type="button" @click=${() => advance(fader === 3 ? FADERS.indexOf('x') : undefined)}>${
          fader === 3 ? word('midi.only-two') : fader === 'x' ? word('midi.no-crossfader') : word('midi.skip')
        }</button>
        <button class="btn quiet" type="button" @click=${() => {
          lesson = undefined;
          input.teach(null);
          redraw();
        }}>${word('operator.cancel')}</button>
      </div>
    </div>`;
  }

  /** @param {WireController} one */
  function controllerView(one) {
    const { name, isSetUp, isConnected, preset } = one;
    const teach = () => {
      lesson = {
        name,
        at: -1,
        learned: [],
        startedAt: performance.now(),
        valuesBefore: input.valuesRead,
      };
      advance();
    };
    return html`<li class="controller">
      <div class="row tools">
        <span class="led ${isConnected ? (isSetUp ? 'good' : 'wait') : 'warn'}"></span>
        <strong>${name}</strong>
        <span class="dim">${isConnected ? (isSetUp ? '' : word('midi.not-set-up')) : word('midi.not-connected')}</span>
      </div>
      ${
        lesson !== undefined || preset === null
          ? nothing
          : html`<p>${word('midi.known', { model: preset.title, source: preset.from })}</p>`
      }
      ${lesson === undefined ? one.faders.map(faderView) : nothing}
      ${
        lesson !== undefined
          ? nothing
          : html`<div class="row wrap tools">
              ${preset === null ? nothing : button('midi-use', word('midi.use'), () => saveEntry(name, preset.entry))}
              <button class="btn" type="button" aria-disabled=${!isConnected}
                @click=${press(teach)}>${isSetUp ? word('midi.teach-again') : word('midi.teach')}</button>
              ${isSetUp ? setUpButtons(one) : nothing}
            </div>`
      }
      ${isSetUp && tested !== undefined ? testView(one) : nothing}
    </li>`;
  }

  /** @param {WireController} one */
  function setUpButtons({ name, entry }) {
    return html`<button class="btn" id="midi-test" type="button" aria-pressed=${tested !== undefined} @click=${startTest}>${word('midi.test')}</button>
      ${button('midi-swap', word('midi.swap'), () => saveEntry(name, swapped(entry)))}
      ${button('midi-cut', entry.endsWith(' cut') ? word('midi.smooth') : word('midi.cut'), () =>
        saveEntry(name, entry.endsWith(' cut') ? entry.slice(0, -4) : `${entry} cut`),
      )}
      ${button('midi-remove', word('settings.remove'), () => saveEntry(name))}`;
  }

  function startTest() {
    if (tested !== undefined) {
      tested = undefined;
      redraw();
      return;
    }
    tested = '';
    testOpen = 1;
    const look = async () => {
      if (tested === undefined) {
        return;
      }
      /** @type {DecksMessage | undefined} */
      const message = await read('decks')
        .then((response) => response.json())
        .catch(() => undefined);
      tested = message?.decks.find(({ featured }) => featured)?.deck ?? '';
      redraw();
      setTimeout(look, TEST_EVERY_MS);
    };
    void look();
  }

  /** "Close deck 2; the overlay must show deck 1", and then the other way round. @param {WireController} one */
  function testView({ faders }) {
    const other = testOpen === 1 ? 2 : 1;
    /** @param {number} deck */
    const position = (deck) => faders.find(({ fader }) => fader === deck)?.position ?? null;
    const isMoved = (position(testOpen) ?? 0) > OPEN_ABOVE && (position(other) ?? 1) < CLOSED_BELOW;
    const isRight = isMoved && tested === String(testOpen);
    if (isRight && testOpen === 1) {
      testOpen = 2;
    }
    return html`<div class="lesson">
      <p role="status"><strong>${
        isRight && other === 1
          ? word('midi.test-passed')
          : word('midi.test-step', { open: testOpen, closed: testOpen === 1 ? 2 : 1 })
      }</strong></p>
      <p class="dim">${word(isMoved ? 'midi.test-moved' : 'midi.test-not-moved')} ${
        tested === '' ? word('midi.test-shows-none') : word('midi.test-shows', { deck: tested ?? '' })
      }</p>
    </div>`;
  }

  let isOpen = false;
  /** Connects. On a phone, or before the user has allowed it, the view does. */
  function open() {
    if (!isOpen) {
      isOpen = true;
      input.open();
    }
  }

  return {
    open,
    view() {
      open();
      return view();
    },
  };
}

/** @param {{ fader: Fader, position: number | null }} one */
function faderView({ fader, position }) {
  const name = fader === 'x' ? word('midi.crossfader') : word('operator.deck', { deck: fader });
  return html`<div class="fader">
    <span>${name}</span>
    <span class="meter live" role="meter" aria-label=${name} aria-valuemin="0" aria-valuemax="100"
      aria-valuenow=${Math.round(100 * (position ?? 0))} .style=${`--v: ${position ?? 0}`}></span>
    <span class="dim num">${position === null ? word('midi.unmoved') : `${Math.round(100 * position)} %`}</span>
  </div>`;
}

/** @param {{ problem: string, todo: string }} one */
function problemView({ problem, todo }) {
  const words = [problem, todo].filter(Boolean).map((text) => sentence(translated(text)));
  return html`<p class="dim">${withHelp(words.join(' '))}</p>`;
}

/** Saves the entry of a controller, or removes it. @param {string} name @param {string} [entry] */
async function saveEntry(name, entry) {
  if (!(await readSettings())) {
    return NO_SETTINGS;
  }
  const others = (option('midi.controllers')?.items ?? []).filter(
    (one) => one.split('=')[0]?.trim().toLowerCase() !== name.toLowerCase(),
  );
  const { saved, reason } = await save({
    'midi.controllers': entry === undefined ? others : [entry, ...others],
  });
  return { done: saved, reason };
}

/** Swaps the ends of the crossfader, as a hamster switch does. @param {string} entry */
function swapped(entry) {
  return entry.replace(/\bx:([\d/]+)(?:@(\d+)-(\d+))?/, (_, control, from = '0', to = '127') =>
    from === '127' && to === '0' ? `x:${control}` : `x:${control}@${to}-${from}`,
  );
}
