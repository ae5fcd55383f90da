// Viewers' page in the panel, on phones and over the video.
import { savedAccent, useAccent } from './configuration.js';
import { isTakenAway, linesOf, readMessage } from './message.js';
import { trackAtOpening } from './opening.js';

/** @import { LiveMessage } from '../../src/clients/live/message.ts' */

/** Earlier tracks to list. */
const EARLIER = 8;
/** Browsers fire longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const { ext } = window.Twitch;
const card = element('card');
const title = element('title');
const artist = element('artist');
const earlier = element('earlier');

/** @type {LiveMessage | undefined} */
let newest;
/** @type {LiveMessage | undefined} */
let current;
/** Newest first. @type {LiveMessage[]} */
let before = [];
/** @type {number | undefined} */
let ending;
/** Serializes changes. */
let changing = Promise.resolve();

/** @param {LiveMessage | undefined} message */
function receive(message) {
  // The configuration may arrive after a newer broadcast.
  if (message === undefined || (newest !== undefined && message.at <= newest.at)) {
    return;
  }
  newest = message;
  replace(message.message === '' ? undefined : message);
  clearTimeout(ending);
  ending = setTimeout(() => replace(undefined), Math.min(message.lastsMs, LONGEST_TIMER_MS));
}

/** @param {LiveMessage | undefined} next */
function replace(next) {
  // A restarted deckcast may repeat the track on air.
  if (current !== undefined && !(next !== undefined && isAlike(current, next))) {
    before = [current, ...before].slice(0, EARLIER);
  }
  const isGone = current !== undefined && newest !== undefined && isTakenAway(current, newest);
  before = before.filter((one) => newest === undefined || !isTakenAway(one, newest));
  current = next;
  earlier.replaceChildren(...before.map(row));
  if (isGone) {
    // Hidden tracks leave at once.
    write({ title: '', artist: '' });
  }
  show();
}

/**
 * @param {LiveMessage} one
 * @param {LiveMessage} other
 */
function isAlike(one, other) {
  const [lines, others] = [linesOf(one), linesOf(other)];
  return lines.title === others.title && lines.artist === others.artist;
}

function show() {
  changing = changing.then(async () => {
    const { title: was, artist: wasBy } = linesNow();
    if (was === title.textContent && wasBy === artist.textContent) {
      return;
    }
    document.documentElement.dataset.state = 'idle';
    await motionEnd(card);
    // The next track may be hidden by this time.
    write(linesNow());
  });
}

function linesNow() {
  return current === undefined ? { title: '', artist: '' } : linesOf(current);
}

/** @param {{ title: string, artist: string }} lines */
function write(lines) {
  title.textContent = lines.title;
  artist.textContent = lines.artist;
  document.documentElement.dataset.state = lines.title === '' ? 'idle' : 'visible';
}

/** @param {LiveMessage} message */
function row(message) {
  const lines = linesOf(message);
  const entry = document.createElement('li');
  for (const name of /** @type {const} */ (['title', 'artist'])) {
    const part = document.createElement('span');
    part.className = name;
    part.dir = 'auto';
    part.textContent = lines[name];
    entry.append(part);
  }
  return entry;
}

/** @param {Element} moving */
async function motionEnd(moving) {
  await Promise.allSettled(moving.getAnimations().map(({ finished }) => finished));
}

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no #${id}`);
  }
  return found;
}

ext.listen('broadcast', (_target, _type, text) => receive(readMessage(text)));
// Called once, at the opening.
ext.configuration.onChanged(() => {
  useAccent(savedAccent(ext));
  receive(trackAtOpening(ext, Date.now()));
});
