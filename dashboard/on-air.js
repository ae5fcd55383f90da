/**
 * The current and the held track, and the operator's actions on them.
 *
 * @import { EventMessage, OnAirState, WireTrack } from '../src/web/wire/events.ts'
 * @import { OperatorMessage, WireDeck, WireHeld } from '../src/web/wire/operator.ts'
 * @import { HiddenBy } from '../src/core/hidden-by.ts'
 */
import { NO_ANSWER, post } from './api.js';
import { byId, onPress, setShown, setText, setUsable } from './dom.js';
import { whyHidden } from './hidden.js';
import { phrase, translated } from './text.js';
import { agoOf, lengthOf } from './times.js';

/** Longer than the interval of a double click. */
const SETTLE_MS = 600;
/** Display time of a message. */
const FORGET_MS = 15_000;
/** A server on the same network answers in a few milliseconds. */
const CONFIRMED_WITHIN_MS = 1_000;

const section = byId('on-air');
const art = byId('now-art', HTMLImageElement);
const names = byId('now-names');
const title = byId('now-title');
const artist = byId('now-artist');
const since = byId('now-since');
const answerBox = byId('answer');
const again = byId('again', HTMLButtonElement);
const nextNames = byId('next-names');
const nextTime = byId('next-time');
const buttons = {
  hide: byId('hide', HTMLButtonElement),
  reveal: byId('reveal', HTMLButtonElement),
  hideNext: byId('hide-next', HTMLButtonElement),
  recall: byId('recall', HTMLButtonElement),
  edit: byId('edit', HTMLButtonElement),
  skip: byId('skip', HTMLButtonElement),
};
const dialog = byId('edit-dialog', HTMLDialogElement);
const form = byId('edit-form', HTMLFormElement);
const titleField = byId('edit-title', HTMLInputElement);
const artistField = byId('edit-artist', HTMLInputElement);

/** @type {OnAirState} */
let state = 'idle';
/** @type {WireTrack | null} */
let track = null;
/** Position of the current track in the set. @type {number | null} */
let position = null;
/** Current play; empty if none. */
let play = '';
/** Play that the dialog was opened for. */
let corrected = '';
/** @type {WireHeld | null} */
let held = null;
/** Decks with a loaded track that was not on air. @type {readonly WireDeck[]} */
let coming = [];
/** A track waits for its pictures, and can be hidden before the audience sees it. */
let waiting = false;
/** Server clock minus this computer's clock in ms. */
let clockOffset = 0;
/** @type {number | undefined} */
let startedAt;
/** @type {HiddenBy | null} */
let hiddenBy = null;
/** Number of verbs sent; answers to earlier ones are outdated. */
let calls = 0;
/** The last verb has no answer yet. */
let unconfirmed = false;
/** Sends the last verb again. @type {() => unknown} */
let repeat = () => undefined;
let settling = 0;
let forgetting = 0;

/** @param {EventMessage} event */
export function showEvent(event) {
  clockOffset = Date.parse(event.at) - Date.now();
  switch (event.type) {
    case 'snapshot':
      state = event.state;
      track = event.track;
      position = event.position;
      play = position === null ? '' : playOf(event, position);
      startedAt = track === null ? undefined : Date.parse(track.startedAt);
      // The track may have been hidden while the page was disconnected.
      if (track === null) {
        forgetNames();
      }
      break;
    case 'track':
      state = 'featured';
      track = event.track;
      position = track.position;
      play = playOf(event, position);
      startedAt = Date.parse(track.startedAt);
      break;
    case 'hidden':
      state = event.offAir ? 'idle' : 'hidden';
      track = null;
      position = event.offAir ? null : event.position;
      if (play !== playOf(event, event.position)) {
        startedAt = Date.parse(event.at);
      }
      play = playOf(event, event.position);
      forgetNames();
      break;
  }
  if ((event.type === 'track' || event.type === 'hidden') && !unconfirmed) {
    answer('');
  }
  show();
}

/** Also clears the dialog, which keeps the names that it was opened with, but not the user's input. */
function forgetNames() {
  for (const field of [titleField, artistField]) {
    if (field.value === field.defaultValue) {
      field.value = '';
    }
    field.defaultValue = '';
  }
  art.removeAttribute('src');
}

/** @param {EventMessage} event @param {number} at  position in the run's set */
function playOf({ run }, at) {
  return `${run}/${at}`;
}

/**
 * Identifies the current track, because a later one may be on air when the request arrives and must not be revealed
 * instead.
 */
function whichTrack() {
  return position === null ? {} : { position };
}

/** @param {Pick<OperatorMessage, 'held' | 'waiting' | 'hiddenBy' | 'decks'>} message */
export function showMessage(message) {
  ({ held, waiting, hiddenBy } = message);
  const loaded = message.decks.filter(({ loaded, announced }) => loaded && !announced);
  const playing = loaded.filter((deck) => deck.playing);
  coming = playing.length > 0 ? playing : loaded;
  showArtist();
  showHideOrReveal();
  showTimes();
}

/**
 * Shows an error until the state changes or the error is old.
 *
 * @param {string} problem
 */
export function answer(problem) {
  setText(answerBox, translated(problem));
  setShown(again, false, names);
  clearTimeout(forgetting);
  if (problem !== '') {
    forgetting = setTimeout(() => answer(''), FORGET_MS);
  }
}

/** Line below the title; for a hidden track, the reason. */
function showArtist() {
  const why = hiddenBy === null ? '' : `${whyHidden(hiddenBy)}. `;
  const seen = phrase('The audience sees nothing of this track.');
  setText(artist, state === 'hidden' ? why + seen : (track?.artist ?? ''));
  // Reveal undoes the operator's hide, or overrules a rule.
  setText(buttons.reveal, hiddenBy === 'operator' ? phrase('Undo: reveal') : phrase('Reveal'));
}

/** @param {OnAirState} state */
function titleOf(state) {
  switch (state) {
    case 'idle':
      return phrase('Nothing yet');
    case 'hidden':
      return phrase('Hidden');
    case 'featured':
      return track?.title || phrase('Untitled');
  }
}

function show() {
  section.classList.toggle('is-secret', state === 'hidden');
  setText(title, titleOf(state));
  const picture = track?.art?.url;
  art.hidden = picture === undefined;
  if (picture !== undefined && art.getAttribute('src') !== picture) {
    art.src = picture;
  }
  showArtist();
  showHideOrReveal();
  setUsable(buttons.recall, state === 'featured');
  setUsable(buttons.edit, state !== 'idle');
  setUsable(buttons.hideNext, state !== 'idle');
  showTimes();
}

/** The two buttons share one place, so the second click of a double click on Hide must not reveal. */
function showHideOrReveal() {
  const [shown, gone] = state === 'hidden' ? [buttons.reveal, buttons.hide] : [buttons.hide, buttons.reveal];
  if (shown.hidden && state === 'hidden') {
    setUsable(buttons.reveal, false);
    clearTimeout(settling);
    settling = setTimeout(() => setUsable(buttons.reveal, true), SETTLE_MS);
  }
  shown.hidden = false;
  setShown(gone, false, shown);
  setUsable(buttons.hide, state !== 'idle' || waiting);
}

function showTimes() {
  const now = Date.now() + clockOffset;
  const time = startedAt === undefined ? '' : phrase('for {time}', { time: lengthOf(now - startedAt) });
  const deck = track?.deck ? phrase('deck {deck}', { deck: track.deck }) : '';
  setText(since, [time, deck].filter(Boolean).join(' · '));
  setShown(buttons.skip, held !== null, names);
  setText(nextNames, phrase('Next: {track}', { track: nextTrack() }));
  setText(
    nextTime,
    held === null
      ? ''
      : phrase('in {seconds} s', { seconds: Math.max(0, Math.ceil((held.until - now) / 1_000)) }),
  );
}

/** Returns the held track, or else a loaded one that was not on air, which is a guess if several decks are ready. */
function nextTrack() {
  const [one, ...others] = held === null ? coming : [held];
  if (one === undefined) {
    return '–';
  }
  if (others.length > 0) {
    return phrase('deck {decks}', { decks: coming.map(({ deck }) => deck).join(', ') });
  }
  const names = one.hidden ? phrase('A hidden track') : [one.title, one.artist].filter(Boolean).join(' · ');
  return names || phrase('Untitled');
}

export function start() {
  onPress(buttons.hide, () => perform('hide', whichTrack(), phrase('Hiding')));
  onPress(buttons.recall, () => perform('recall', whichTrack(), phrase('Showing again')));
  onPress(buttons.skip, () => perform('skip', { play: held?.play }, phrase('Featuring')));
  onPress(again, () => repeat());
  onPress(buttons.reveal, async ({ detail: clicks }) => {
    // The second click of a double click on Hide must not reveal the track: on a busy computer, it may come after the
    // button became usable.
    if (clicks < 2) {
      await perform('reveal', whichTrack(), phrase('Revealing'));
    }
  });
  onPress(buttons.hideNext, () =>
    perform(
      'hide-next-time',
      whichTrack(),
      phrase('Noting it'),
      phrase('Whenever this track is played again, it is hidden.'),
    ),
  );
  onPress(buttons.edit, () => {
    corrected = play;
    titleField.defaultValue = track?.title ?? '';
    artistField.defaultValue = track?.artist ?? '';
    form.reset();
    dialog.showModal();
  });
  form.addEventListener('submit', (event) => {
    if (event.submitter instanceof HTMLButtonElement && event.submitter.value === 'save') {
      void correct();
    }
  });
  setInterval(showTimes, 500);
  show();
}

async function correct() {
  if (corrected !== play) {
    answer(phrase('Another track is on air by now. Nothing was corrected.'));
    return;
  }
  // Sends only changed fields, because the page doesn't know the names of a hidden track.
  const changed = [titleField, artistField].filter(({ value, defaultValue }) => value !== defaultValue);
  if (changed.length > 0) {
    const names = Object.fromEntries(changed.map(({ name, value }) => [name, value]));
    await perform('edit', { ...names, ...whichTrack() }, phrase('Correcting'));
  }
}

/**
 * Sends a verb for the track shown at the press, and shows its state: at once that it is under way, and after a second
 * without confirmation an offer to repeat the same request.
 *
 * @param {string} verb
 * @param {object} body
 * @param {string} doing  label of the action: "Hiding"
 * @param {string} [done]  confirmation, if the page would not show the effect
 */
export async function perform(verb, body, doing, done = '') {
  calls += 1;
  const call = calls;
  unconfirmed = true;
  repeat = () => perform(verb, body, doing, done);
  setShown(again, false, names);
  setText(answerBox, `${doing}…`);
  clearTimeout(forgetting);
  const late = setTimeout(() => {
    if (call === calls) {
      setText(answerBox, phrase('{doing}: not confirmed. The connection is slow or lost.', { doing }));
      setShown(again, true, names);
    }
  }, CONFIRMED_WITHIN_MS);
  const problem = await post(verb, body);
  clearTimeout(late);
  if (call === calls) {
    unconfirmed = false;
    setShown(again, false, names);
    answer(problem || done);
    if (problem === NO_ANSWER) {
      setShown(again, true, names);
    }
  }
}

/** @param {number} at */
export function agoOnServer(at) {
  return agoOf(Date.now() + clockOffset - at);
}
