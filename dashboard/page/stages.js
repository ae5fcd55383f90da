/**
 * Shows the current track of each stage from the folders that their programs write. Reads each folder on its own, so
 * that a hanging or invalid one delays no other.
 */
import { get, Sureness } from './sure.js';
import { locale, translate, word } from './words.js';

const POLL_EVERY_MS = 5_000;
/**
 * Longest pause between attempts at a folder that does not answer, because browsers limit connections to one server.
 */
const LONGEST_PAUSE_MS = 40_000;
const PICTURE = /^art\/[0-9a-f]{18}\.png$/;

/** @typedef {{ artist: string, title: string, hidden: boolean, art: string }} Track */

class Stage {
  #place;
  #folder;
  #sureness = new Sureness();
  /** Undefined until the folder has answered; null without a track. @type {Track | null | undefined} */
  #track;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #next;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    this.#folder = new URL(place.dataset.folder ?? '', document.baseURI);
  }

  async poll() {
    clearTimeout(this.#next);
    try {
      const queriedAt = performance.now();
      const answer = await get(new URL('now.json', this.#folder));
      const now = await answer.json();
      this.#sureness.note(answer.headers, String(now.updated), queriedAt);
      this.#show(now.track === null ? null : trackOf(now.track));
    } catch {
      this.#sureness.failures += 1;
    }
    this.#tellState();
    this.#next = setTimeout(
      () => this.poll(),
      Math.min(POLL_EVERY_MS * 2 ** this.#sureness.failures, LONGEST_PAUSE_MS),
    );
  }

  pause() {
    clearTimeout(this.#next);
  }

  /** @param {Track | null} track */
  #show(track) {
    if (JSON.stringify(track) === JSON.stringify(this.#track)) {
      return;
    }
    this.#track = track;
    this.#place.querySelector('.names')?.replaceChildren(...(track === null ? [] : namesOf(track)));
    this.#place.querySelector('img')?.remove();
    if (track !== null && PICTURE.test(track.art)) {
      this.#place.querySelector('.now')?.prepend(picture(new URL(track.art, this.#folder)));
    }
  }

  #tellState() {
    const { isSure } = this.#sureness;
    this.#place.dataset.sure = String(isSure);
    const state = this.#place.querySelector('.state');
    if (state !== null) {
      state.textContent = isSure
        ? word(this.#track === null ? 'guest.none' : 'guest.on-air-now')
        : this.#doubt();
    }
  }

  #doubt() {
    const { sureAt } = this.#sureness;
    if (sureAt === Number.NEGATIVE_INFINITY) {
      return word(this.#track === undefined ? 'guest.answers-not' : 'guest.not-sure');
    }
    return lastSureAt(Date.now() - (performance.now() - sureAt));
  }
}

/** @param {Record<string, unknown>} track  as `now.json` has it @returns {Track} */
function trackOf({ artist, title, hidden, art }) {
  const text = (/** @type {unknown} */ value) => (typeof value === 'string' ? value : '');
  return { artist: text(artist), title: text(title), hidden: hidden !== false, art: text(art) };
}

/** A track without names, or with a single one, takes one line. @param {Track} track */
function namesOf({ artist, title, hidden }) {
  const isUnnamed = hidden || (artist === 'ID' && title === 'ID');
  const parts = [
    ['title', isUnnamed ? word('guest.unnamed') : title],
    isUnnamed || artist === title ? [] : ['artist', artist],
  ];
  return parts.flatMap(([name = '', text = '']) => {
    const element = document.createElement('b');
    element.className = name;
    element.dir = 'auto';
    element.textContent = text;
    return text === '' ? [] : [element];
  });
}

/** @param {URL} address */
function picture(address) {
  const image = document.createElement('img');
  image.alt = '';
  image.width = 256;
  image.height = 256;
  image.src = address.href;
  image.addEventListener('error', () => image.remove());
  return image;
}

/** Formats in the reader's time zone. @param {number} at  milliseconds since 1970-01-01 UTC */
function lastSureAt(at) {
  const date = new Date(at);
  const time = date.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? word('guest.stage-sure', { time })
    : word('guest.stage-sure-day', { day: date.toLocaleDateString(locale), time });
}

const stages = [...document.querySelectorAll('[data-folder]')].flatMap((place) =>
  place instanceof HTMLElement ? [new Stage(place)] : [],
);

function follow() {
  for (const stage of stages) {
    if (document.hidden) {
      stage.pause();
    } else {
      void stage.poll();
    }
  }
}

document.addEventListener('visibilitychange', follow);
translate();
follow();
