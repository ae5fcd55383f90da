/** QR code of the guests' page, if they can reach it. */
import { byId, setText } from './dom.js';
import { phrase } from './text.js';

const picture = byId('page-code', HTMLImageElement);
const about = byId('page-about');

const FOR_GUESTS = phrase(
  'Guests who scan it read what is on, and what was: a few seconds late, so that you can hide a track.',
);
const OUT_OF_REACH = phrase(
  'Only this computer reaches deckcast. For guests, change “Address and port of these pages” in the settings.',
);

export function start() {
  picture.addEventListener('load', () => {
    picture.hidden = false;
    setText(about, FOR_GUESTS);
  });
  picture.addEventListener('error', () => setText(about, OUT_OF_REACH));
  picture.src = '/page/qr.svg';
}
