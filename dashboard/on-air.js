/**
 * The current and the held track, and the operator's actions on them.
 *
 * @import { EventMessage, OnAirState, WireHistoryEntry, WireTrack } from '../src/web/wire/events.ts'
 * @import { OperatorMessage, WireDeck, WireHeld } from '../src/web/wire/operator.ts'
 * @import { Silence } from '../src/core/silence.ts'
 * @import { HiddenBy } from '../src/core/hidden-by.ts'
 * @import { Summary } from './signal-path.d.ts'
 */
import { NO_ANSWER, post } from './api.js';
import { isUnchosen } from './health.js';
import { withHelp } from './help-links.js';
import { html, nothing } from './lit/lit-html.js';
import { mayConfigure } from './shell.js';
import { linesOf, sentence, translated } from './text.js';
import { agoOf, lengthOf, timeOf } from './times.js';
import { createLater, press } from './view.js';
import { word } from './words.js';

/** A hand on the platter is no pause. */
const HAND_MS = 1_000;
/** Longer than the interval of a double click. */
const SETTLE_MS = 600;
const FORGET_MS = 15_000;
/** A server on the same network answers in a few milliseconds. */
const CONFIRMED_WITHIN_MS = 1_000;
/** An empty page then offers a check-up. */
const OFFER_MS = 30_000;

/** @type {OnAirState} */
let state = 'idle';
/** @type {WireTrack | null} */
let track = null;
let set = '';
/** @type {number | null} */
let position = null;
let play = '';
/** @type {WireHeld | null} */
let held = null;
/** Decks with a loaded track that was not on air. @type {readonly WireDeck[]} */
let coming = [];
let playing = true;
/** Reason of the loudest deck that plays. @type {string | undefined} */
let reason;
/** @type {readonly string[]} */
let sinks = ['session'];
/** A track waits for its pictures, and can be hidden before the audience sees it. */
let waiting = false;
/** Server's clock. @type {number | null} */
let endedAt = null;
/** Begins before `endedAt` is known. @type {Silence | null} */
let silence = null;
let silentMs = 0;
/** Server clock minus this computer's clock in ms. */
let clockOffset = 0;
/** When the connection was lost; this computer's clock. @type {number | null} */
let lostAt = null;
/** @type {number | undefined} */
let startedAt;
let listed = false;
/** @type {HiddenBy | null} */
let hiddenBy = null;
/** Play that was hidden after viewers saw it. */
let wasSeen = '';
/** Number of verbs sent; answers to earlier ones are outdated. */
let calls = 0;
/** Label of the action that the server has yet to confirm. */
let unconfirmed = '';
/** @type {() => unknown} */
let repeat = () => undefined;
/** *Hide* that failed, until the next press. `later`: text under another track. `isLost`: it may have arrived. @type {Record<string, any> | undefined} */
let failed;
let answerText = '';
let canRepeat = false;
/** *Show to viewers* has just taken the place of *Hide*. */
let isSettling = false;
let settling = 0;
let forgetting = 0;
const openedAt = Date.now();
let redraw = () => {};
/** Clears the names in the dialog once their track is hidden. @param {EventMessage} _event */
let watchNames = (_event) => {};
const correction = createLater(
  () => undefined,
  async () => {
    const { createCorrection } = await import('./correct.js');
    const made = createCorrection(() => ({ play, track, request: whichTrack() }), perform, answer);
    ({ watchNames } = made);
    return made;
  },
  'correct',
);

/** Loads the dialog, because the network may be slow when it is wanted. */
export const prepare = () => correction.loaded();

/** @param {() => void} draw */
export function start(draw) {
  redraw = draw;
  setInterval(draw, 500);
}

let isEventKnown = false;

export function isKnown() {
  return isEventKnown;
}

/** @param {EventMessage} event */
export function showEvent(event) {
  isEventKnown = true;
  clockOffset = Date.parse(event.at) - Date.now();
  ({ set } = event);
  const before = state;
  switch (event.type) {
    case 'snapshot':
      ({ state, track, position } = event);
      startedAt = track === null ? undefined : Date.parse(track.startedAt);
      break;
    case 'track':
      state = 'featured';
      ({ track } = event);
      ({ position } = track);
      startedAt = Date.parse(track.startedAt);
      break;
    case 'hidden':
      track = null;
      if (event.offAir) {
        state = 'idle';
        position = null;
        startedAt = undefined;
        break;
      }
      state = 'hidden';
      position = event.position;
      if (play !== JSON.stringify(whichTrack())) {
        startedAt = Date.parse(event.at);
      } else if (before === 'featured') {
        wasSeen = play;
      }
      break;
  }
  play = JSON.stringify(whichTrack());
  watchNames(event);
  if (state === 'hidden' && before !== 'hidden') {
    // The two buttons share one place, so the second click of a double click on Hide must not show the track.
    isSettling = true;
    clearTimeout(settling);
    settling = setTimeout(() => {
      isSettling = false;
      redraw();
    }, SETTLE_MS);
  }
  if (/track|hidden/.test(event.type) && !unconfirmed) {
    answer('');
  }
  document.documentElement.style.setProperty('--light', track?.art?.accent ?? 'transparent');
  redraw();
}

/** Identifies the current track: a later one may be on air when the request arrives. */
export function whichTrack() {
  return position === null ? {} : { set, position };
}

/** Events don't tell when a hidden track of before began, nor whether a lost *Hide* arrived. @param {readonly WireHistoryEntry[]} tracks  of the running set */
export function showTracks(tracks) {
  const last = tracks[tracks.length - 1];
  if (state === 'hidden' && last?.position === position) {
    startedAt = Date.parse(last.startedAt);
  }
  const meant = tracks.find((one) => failed?.set === set && failed.position === one.position);
  if (meant && failed?.isLost) {
    const later = word('operator.still-listed', { track: linesOf(meant)[0] });
    failed = meant.hidden ? undefined : { ...failed, text: word('operator.not-hidden'), later };
  }
}

/** @param {OperatorMessage} message */
export function showMessage(message) {
  ({ held, waiting, endedAt, silence, silentMs, hiddenBy, listed } = message);
  const loaded = message.decks.filter((one) => one.reachable && one.loaded && !one.announced && one.play);
  const started = loaded.filter((deck) => deck.playing);
  coming = started[0] ? started : loaded;
  sinks = message.health.sinks.map(({ name }) => name);
  const heard = message.decks.filter((deck) => deck.playing);
  reason = heard.sort((one, other) => (other.level ?? 0) - (one.level ?? 0))[0]?.reason;
  playing = message.decks.length === 0 || reason !== undefined;
}

/** Times stop while the server is silent: the track may have ended. @param {boolean} yes */
export function showConnected(yes) {
  lostAt = yes ? null : (lostAt ?? Date.now());
}

/** The server's clock, up to now or the loss of the connection. */
const serverNow = () => (lostAt ?? Date.now()) + clockOffset;

export const isOver = () => endedAt !== null;

const playedUntil = () => silence?.since ?? serverNow();

/** Empty while the track on air plays. */
export function stillText() {
  return silence && (silence.why === 'unreachable' || serverNow() > silence.since + HAND_MS)
    ? word(`silence.${silence.why}`, { time: timeOf(silence.since) })
    : '';
}

const playedMs = () => playedUntil() - (startedAt ?? 0) - silentMs;

export const lengthNow = () => (stillText() ? lengthOf(playedMs()) : word('set.now'));

export function facts() {
  return {
    isVisible: state === 'featured',
    isPlaying: playing && !isOver(),
    isStored: sinks.includes('session'),
  };
}

/** Shows an error until the state changes or the error is old. @param {string} problem */
export function answer(problem) {
  answerText = sentence(translated(problem));
  canRepeat = false;
  clearTimeout(forgetting);
  if (problem) {
    forgetting = setTimeout(() => answer(''), FORGET_MS);
  }
  redraw();
}

/** @param {boolean} isCrossed */
function eye(isCrossed) {
  return html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
    <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 .01 0${isCrossed ? 'M4 4l16 16' : ''}" />
  </svg>`;
}

/**
 * @param {Summary} summary  of the signal path
 * @param {OperatorMessage['health']} health
 * @param {() => void} checkUp  opens the check-up
 */
export function onAirView(summary, { source, overlays }, checkUp) {
  const isHidden = state === 'hidden';
  const lacksGear = state === 'idle' && isUnchosen(source);
  return html`<section id="on-air" class="plate stage ${state}" aria-labelledby="say">
    ${isHidden ? html`<div class="hazard"></div>` : nothing}
    <h2 class="say" id="say">${sayView(summary, overlays.obs > 0, lacksGear)} <span class="dim num" id="now-since">${sinceOf()}</span></h2>
    <div class="now">
      ${
        isHidden
          ? html`<span class="cover gone">${eye(true)}</span>`
          : html`<img class="cover" id="now-art" src=${track?.art?.url ?? '/dashboard/shell/sleeve.svg'} alt="" width="176" height="176">`
      }
      <div id="now-names" aria-live="polite" tabindex="-1" data-home>
        <p id="now-title" class="title" dir="auto">${titleOf()}</p>
        <p id="now-artist" class="artist" dir="auto">${lacksGear ? word('operator.say-gear') : artistOf(source.problem)}</p>
        <p class="facts label num" dir="auto">${factsOf().map((fact) => html`<span>${fact}</span>`)}</p>
        ${
          lacksGear && mayConfigure()
            ? html`<p><a class="btn key" href="/setup/">${word('setup.choose')}</a></p>`
            : state === 'idle' && reason === undefined && Date.now() - openedAt > OFFER_MS
              ? html`<p><button class="btn" type="button" @click=${checkUp}>${word('operator.check-up-offer')}</button></p>`
              : nothing
        }
      </div>
    </div>
    ${
      isHidden
        ? html`<button class="btn big show" id="reveal" type="button" data-next="hide" aria-keyshortcuts="h"
            aria-disabled=${isSettling} @click=${press(reveal)}>${eye(false)}${word('operator.show')} <kbd aria-hidden="true">H</kbd></button>`
        : html`<button class="btn key big" id="hide" type="button" data-next="reveal" aria-keyshortcuts="h"
            aria-disabled=${state === 'idle' && !waiting}
            @click=${press(() => perform('hide', whichTrack(), word('operator.hiding')))}>${eye(true)}${word('operator.hide')} <kbd aria-hidden="true">H</kbd></button>`
    }
    <div class="row reply">
      <p id="answer" role="status">${answerText || lossView()}</p>
      ${canRepeat || failed ? html`<button class="btn" type="button" data-next="now-names" @click=${() => repeat()}>${word('operator.try-again')}</button>` : nothing}
    </div>
    <div class="verbs">
      <button class="btn" id="recall" type="button" aria-keyshortcuts="r" aria-disabled=${state !== 'featured'}
        @click=${press(() => perform('recall', whichTrack(), word('operator.repeating'), word('operator.repeated')))}>${word('operator.repeat-overlay')} <kbd aria-hidden="true">R</kbd></button>
      <button class="btn" id="edit" type="button" aria-keyshortcuts="c" aria-disabled=${state === 'idle'}
        @click=${press(async () => (await correction.loaded()).open())}>${word('operator.correct')} <kbd aria-hidden="true">C</kbd></button>
      <button class="btn" id="hide-next" type="button" aria-disabled=${state === 'idle'} aria-pressed=${listed}
        @click=${press((click) => note(click, listed, whichTrack()))}>${word(`operator.hide${listed ? 's' : ''}-next`)}</button>
    </div>
    <div class="nextup" data-home>
      <span class="label">${word('operator.next')}</span>
      ${nextView(serverNow())}
    </div>
  </section>`;
}

function lossView() {
  if (unconfirmed) {
    return word(lostAt === null ? 'operator.not-confirmed' : 'operator.not-confirmed-lost', {
      doing: unconfirmed,
    });
  }
  return failed?.[failed.play === play ? 'text' : 'later'];
}

/** Lamp and sentence about the viewers' screen. @param {Summary} summary @param {boolean} isInObs @param {boolean} lacksGear */
function sayView({ light, unseen, isStuck, text }, isInObs, lacksGear) {
  const isTroubled = unseen || isStuck;
  // Viewers miss nothing while no track is on air.
  const waits = word(
    lacksGear
      ? 'operator.no-gear'
      : reason === undefined
        ? 'operator.waiting-for-track'
        : 'operator.viewers-see-no-track',
  );
  const still = stillText();
  const seen = unseen ? 'operator.viewers-may-not-see' : isInObs ? 'operator.viewers-see' : 'page.on-air';
  const [lamp, says, why = nothing] = {
    hidden: ['warn', word('operator.viewers-see-no-name')],
    idle: isTroubled || text === waits ? [light, text] : ['wait', waits],
    featured: [
      isTroubled ? light : still ? 'wait' : 'good',
      seen === 'page.on-air' && still ? still : word(seen),
      unseen ? unseen : isStuck ? word('operator.next-may-lack') : isInObs ? still : nothing,
    ],
  }[state];
  return html`<span class="led ${lamp}"></span><span class="says">${says} <span class="dim">${why}</span></span>`;
}

function sinceOf() {
  const time = startedAt ? lengthOf(playedMs()) : '';
  const deck = track?.deck ? word('operator.deck', { deck: track.deck }) : '';
  const before = (track?.elapsed ?? '').split(':').reduce((sum, part) => 60 * sum + Number(part), 0) * 1_000;
  const set =
    !track || !startedAt
      ? nothing
      : html`<span class="more"> · ${word('operator.set-time', { time: lengthOf(before + playedUntil() - startedAt) })}</span>`;
  return html`<span class="more">${deck && `${deck} · `}</span>${time}${set}`;
}

export function titleOf() {
  switch (state) {
    case 'idle':
      return word('air.nothing');
    case 'hidden':
      return word('operator.hidden-track');
    case 'featured':
      return linesOf(track)[0];
  }
}

/** Line below the title; for a hidden track, the reason. @param {string} [problem] */
function artistOf(problem = '') {
  switch (state) {
    case 'idle':
      // The deck's row gives the same reason.
      return withHelp(sentence(translated(reason || problem)) || word('operator.play-one'));
    case 'hidden':
      return `${sentence(whyHidden(hiddenBy))} ${wasSeen === play && sinks.includes('chat') ? word('operator.chat-keeps') : ''}`.trim();
    case 'featured':
      return linesOf(track)[1];
  }
}

function factsOf() {
  const { bpm = 0, key = '', label = '', year = 0 } = track ?? {};
  return [
    bpm > 0 ? `${Math.round(bpm)} BPM` : '',
    key,
    [label, year > 0 ? year : ''].filter(Boolean).join(' '),
  ].filter(Boolean);
}

/** @param {HiddenBy | 'earlier' | 'same-time' | null} by */
export function whyHidden(by) {
  return by === null ? '' : word(`hidden.${by}`);
}

/** @param {WireHeld | WireDeck} track */
const nameOf = (track) => (track.hidden ? word('operator.hidden-one') : linesOf(track)[0]);

/** The held track, or else a loaded one that was not on air, which is a guess if several decks are ready. @param {number} now */
function nextView(now) {
  const [one, ...others] = held === null ? coming : [held];
  if (one === undefined) {
    return html`<p id="next" class="names dim">–</p>`;
  }
  const deck = one.deck ?? '';
  if (others[0]) {
    const names = coming.map((each) => `${nameOf(each)} (${word('operator.deck', { deck: each.deck })})`);
    return html`<p id="next" class="names dim cut">${names.join(word('set.or'))}</p>
      ${coming.map((each) => hideView(each, each.deck))}`;
  }
  const seconds = held === null ? 0 : Math.max(0, Math.ceil((held.until - now) / 1_000));
  const about = [
    one.hidden ? '' : linesOf(one)[1],
    deck && word('operator.deck', { deck }),
    held === null ? '' : word('operator.in-seconds', { seconds }),
    whyHidden(one.hiddenBy),
  ];
  return html`<div id="next" class="names">
      <p class="title cut" dir="auto">${one.hidden ? word('operator.hides-coming') : linesOf(one)[0]}</p>
      <p class="dim cut num" dir="auto">${about.filter(Boolean).join(' · ')}</p>
    </div>
    ${hideView(one)}
    ${
      held === null
        ? nothing
        : html`<button class="btn" id="skip" type="button" data-next="now-names" aria-keyshortcuts="f"
            @click=${press(() => perform('skip', { play: held?.play }, word('operator.putting')))}>${word('operator.put-on-air')} <kbd aria-hidden="true">F</kbd></button>`
    }`;
}

/**
 * Hides a track before viewers see it, or takes that back. What else hides it can be overruled once it is on air.
 *
 * @param {WireHeld | WireDeck} one
 * @param {string} [deck]  if several may be next
 */
function hideView(one, deck) {
  const { hidden: off, hiddenBy, play } = one;
  if (off && hiddenBy !== 'listed') {
    return nothing;
  }
  const which = 'until' in one ? { play } : { deck: one.deck, play: play ?? undefined };
  return html`<button class="btn" type="button" aria-describedby="next"
    @click=${press((click) => note(click, off, which, '-next'))}>${word(`operator.${off ? 'show' : 'hide'}-${deck ? 'deck' : 'coming'}`, { deck: deck ?? '' })}</button>`;
}

/** @param {MouseEvent} click */
async function reveal({ detail: clicks }) {
  // A busy computer may deliver the second click of a double click on Hide after the button became usable.
  if (clicks < 2) {
    await perform('reveal', whichTrack(), word('operator.showing'));
  }
}

/** @param {MouseEvent} click @param {boolean} off @param {object} which @param {'' | '-next'} [of] */
function note({ detail: clicks }, off, which, of = '') {
  return (
    clicks < 2 &&
    perform(
      'hide-next-time',
      { ...which, off },
      word(off ? 'operator.unnoting' : 'operator.noting'),
      word(`operator.${off ? 'un' : ''}noted${of}`),
    )
  );
}

/**
 * Sends a verb for the track shown at the press, and shows its state: at once that it is under way, and after a second
 * without confirmation an offer to repeat the same request.
 *
 * @param {string} verb
 * @param {object} body
 * @param {string} doing  label of the action: "Hiding"
 * @param {string} [done]  confirmation, if the page would not show the effect
 * @param {() => void} [then]  called once the server did it, also when repeated
 */
export async function perform(verb, body, doing, done = '', then = () => undefined) {
  calls += 1;
  const call = calls;
  unconfirmed = doing;
  repeat = () => perform(verb, body, doing, done, then);
  canRepeat = false;
  failed = undefined;
  answerText = `${doing}…`;
  redraw();
  clearTimeout(forgetting);
  const late = setTimeout(() => {
    if (call === calls) {
      answerText = '';
      canRepeat = true;
      redraw();
    }
  }, CONFIRMED_WITHIN_MS);
  const problem = await post(verb, body);
  clearTimeout(late);
  if (!problem) {
    then();
  }
  if (call === calls) {
    unconfirmed = '';
    const isHide = verb === 'hide' && 'position' in body;
    const meant = JSON.stringify(body);
    answer(problem || (isHide && play !== meant ? word('operator.hid-earlier') : done));
    canRepeat = problem === NO_ANSWER;
    if (problem && isHide) {
      const text = canRepeat ? word('operator.not-confirmed', { doing }) : answerText;
      failed = { ...body, play: meant, text, later: `#${body.position}: ${text}`, isLost: canRepeat };
      answerText = canRepeat ? answerText : '';
    }
  }
}

/** @param {number} at */
export function agoOnServer(at) {
  return agoOf(Date.now() + clockOffset - at);
}
