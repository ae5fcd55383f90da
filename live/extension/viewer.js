// The viewers' page: in the panel, on phones and over the video.
import { savedAccent, useAccent } from './configuration.js';
import { linesOf, readMessage } from './message.js';
import { trackAtOpening } from './opening.js';

/** @import { LiveMessage } from '../../src/clients/live/message.ts' */

/** Earlier tracks that are listed. */
const EARLIER = 8;
/** A longer timer fires at once in browsers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const { ext } = window.Twitch;
const card = element('card');
const title = element('title');
const artist = element('artist');
const earlier = element('earlier');

/** @type {LiveMessage | undefined} */
let current;
/** @type {number | undefined} */
let ending;
/** Settles when the last change is done: one at a time. */
let changing = Promise.resolve();

/** @param {LiveMessage | undefined} message */
function receive(message) {
  // The configuration may arrive after a newer broadcast.
  if (message === undefined || (current !== undefined && message.at <= current.at)) {
    return;
  }
  list(current);
  current = message;
  clearTimeout(ending);
  ending = setTimeout(end, Math.min(message.lastsMs, LONGEST_TIMER_MS));
  show();
}

function end() {
  list(current);
  current = undefined;
  show();
}

function show() {
  changing = changing.then(async () => {
    const lines = current === undefined ? { title: '', artist: '' } : linesOf(current);
    if (lines.title === title.textContent && lines.artist === artist.textContent) {
      return;
    }
    document.documentElement.dataset.state = 'idle';
    await motionEnd(card);
    title.textContent = lines.title;
    artist.textContent = lines.artist;
    document.documentElement.dataset.state = current === undefined ? 'idle' : 'visible';
  });
}

/** @param {LiveMessage | undefined} message */
function list(message) {
  if (message === undefined) {
    return;
  }
  const lines = linesOf(message);
  const row = document.createElement('li');
  for (const name of /** @type {const} */ (['title', 'artist'])) {
    const part = document.createElement('span');
    part.className = name;
    part.dir = 'auto';
    part.textContent = lines[name];
    row.append(part);
  }
  earlier.prepend(row);
  while (earlier.childElementCount > EARLIER) {
    earlier.lastElementChild?.remove();
  }
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
// Once, when the page is opened.
ext.configuration.onChanged(() => {
  useAccent(savedAccent(ext));
  receive(trackAtOpening(ext, Date.now()));
});
