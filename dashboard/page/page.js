/** Keeps the page of a set up to date on any web server. Without this script the page is complete but static. */
import { get, Sureness } from './sure.js';
import { locale, translate, word } from './words.js';

const POLL_EVERY_MS = 5_000;
/** Side of the logo's copy whose pixels are read. */
const PIXELS = 48;
const sureness = new Sureness();

/** Status text in the page's HTML. */
let written = '';
let version = document.documentElement.dataset.version;
/** Latest time at which the program was known to run, by its own clock. */
let updated = '';
/** Nothing is on air, or its broadcast has ended. */
let isOver = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;

/** @param {string} id */
function textOf(id) {
  return document.getElementById(id)?.textContent ?? '';
}

/** @param {string} id @param {string} text */
function setText(id, text) {
  const element = document.getElementById(id);
  if (element !== null && element.textContent !== text) {
    element.textContent = text;
  }
}

/** @param {string} at */
function clockOf(at) {
  return new Date(at).toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' });
}

/** Shows words in the reader's language, times in the reader's time zone, and the color of the cover. */
function dress() {
  const state = document.getElementById('state');
  if (state?.dataset.at !== undefined) {
    state.dataset.time = clockOf(state.dataset.at);
  }
  translate();
  written = textOf('state');
  for (const time of document.querySelectorAll('time.clock')) {
    time.textContent = clockOf(time.getAttribute('datetime') ?? '');
  }
  const light = document.querySelector('main')?.dataset.light ?? '';
  // Without a cover, the DJ's color lights the page.
  document.documentElement.style.setProperty('--light', light);
  // Safari reads no pixels of some drawings.
  void shadeLogo().catch(() => {});
}

/** Lets the style put a plate behind a logo that is light or dark all over. */
async function shadeLogo() {
  const logo = document.querySelector('img.logo');
  const canvas = new OffscreenCanvas(PIXELS, PIXELS).getContext('2d');
  if (!(logo instanceof HTMLImageElement) || canvas === null) {
    return;
  }
  await logo.decode();
  canvas.drawImage(logo, 0, 0, PIXELS, PIXELS);
  const { data } = canvas.getImageData(0, 0, PIXELS, PIXELS);
  const opacity = { light: 0, dark: 0, all: 0 };
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    const luma = 0.3 * red + 0.6 * green + 0.1 * blue;
    opacity.all += alpha;
    opacity.light += luma > 190 ? alpha : 0;
    opacity.dark += luma < 65 ? alpha : 0;
  }
  const shade = /** @type {const} */ (['light', 'dark']).find((one) => opacity[one] > opacity.all * 0.95);
  if (shade !== undefined) {
    logo.dataset.shade = shade;
  }
}

async function renew() {
  const text = await (await get('./')).text();
  const { documentElement, title } = new DOMParser().parseFromString(text, 'text/html');
  const [here, there] = [document, documentElement].map((root) => root.querySelector('main'));
  if (here && there) {
    here.replaceWith(document.adoptNode(there));
    document.title = title;
    version = documentElement.dataset.version;
    dress();
  }
}

async function poll() {
  clearTimeout(next);
  try {
    const queriedAt = performance.now();
    const answer = await get('now.json');
    const now = await answer.json();
    updated = String(now.updated);
    isOver = now.track === null;
    sureness.note(answer.headers, updated, queriedAt);
    if (now.version !== version) {
      await renew();
    }
  } catch {
    sureness.failures += 1;
  }
  const { isSure } = sureness;
  document.body.dataset.sure = String(isSure && !isOver);
  const sure = isOver ? written : word('guest.on-air-now');
  setText('state', isSure ? sure : [written, lastSure()].filter(Boolean).join(' · '));
  next = setTimeout(poll, POLL_EVERY_MS);
}

function lastSure() {
  const time = updated === '' ? '' : clockOf(updated);
  // The written state has the same time until the next one.
  return time === '' || written.includes(time) ? '' : word('guest.last-sure', { time });
}

async function copy() {
  const lines = [...document.querySelectorAll('ol > li')].map((row) => {
    const names = ['.artist', '.title'].flatMap((part) => row.querySelector(part)?.textContent || []);
    return `${row instanceof HTMLElement ? row.dataset.elapsed : ''} ${names.join(' - ')}`;
  });
  if (isNewestFirst()) {
    lines.reverse();
  }
  await navigator.clipboard.writeText(lines.join('\n')).then(
    () => setText('answer', word('guest.copied')),
    () => setText('answer', word('guest.not-allowed')),
  );
}

async function share() {
  const url = location.href;
  if (navigator.share !== undefined) {
    // The reader may close the dialog.
    await navigator.share({ title: document.title, url }).catch(() => {});
    return;
  }
  await navigator.clipboard.writeText(url).then(
    () => setText('answer', word('guest.copied-address')),
    () => setText('answer', word('guest.not-allowed')),
  );
}

function isNewestFirst() {
  return document.querySelector('ol')?.reversed === true;
}

/** Turns the list around: a print is in the order of the set. */
function turn() {
  const list = document.querySelector('ol');
  if (list !== null && isNewestFirst()) {
    list.append(...[...list.children].reverse());
  }
}

/** @param {string} id @param {() => unknown} work */
function offer(id, work) {
  const button = document.getElementById(id);
  if (button !== null) {
    button.hidden = false;
    button.addEventListener('click', work);
  }
}

// Pages without TLS have no clipboard.
if (navigator.clipboard !== undefined) {
  offer('share', share);
  offer('copy', copy);
}
addEventListener('beforeprint', turn);
addEventListener('afterprint', turn);
offer('print', () => window.print());
document.addEventListener('visibilitychange', () => {
  clearTimeout(next);
  if (!document.hidden) {
    void poll();
  }
});
dress();
void poll();
