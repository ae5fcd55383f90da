/**
 * Chip in the header of every page but On air: the track on air and a lamp.
 *
 * @import { EventMessage, WireTrack } from '../src/web/wire/events.ts'
 * @import { HealthMessage } from '../src/web/wire/health.ts'
 */
import { connect } from '/sdk/v1/connection.js';
import { isFailing, isUnchosen, sourceLight } from './health.js';
import { html, render } from './lit/lit-html.js';
import { linesOf } from './text.js';
import { timeOf } from './times.js';
import { word } from './words.js';

const HEALTH_EVERY_MS = 5_000;

/** @type {'idle' | 'featured' | 'hidden' | 'lost'} */
let state = 'idle';
/** @type {WireTrack | null} */
let track = null;
/** @type {ReturnType<typeof sourceLight>} */
let light = 'wait';
let isTroubled = false;
let waits = '';
/** @type {string | undefined} */
let endedAt;

/** @param {EventMessage} event */
function showEvent(event) {
  if ('previous' in event) {
    ({ endedAt } = event);
  }
  if (event.type === 'reload') {
    dispatchEvent(new Event('look'));
  } else if (event.type === 'snapshot') {
    ({ state, track } = event);
  } else if (event.type === 'track') {
    state = 'featured';
    track = event.track;
  } else if (event.type === 'hidden') {
    state = event.offAir ? 'idle' : 'hidden';
    track = null;
  }
  show();
}

/** A source that is not there yet is no trouble. @param {HealthMessage} health */
function readHealth({ problem, source, hearing, sinks, enrichment, overlays }) {
  light = sourceLight(source);
  waits = word(isUnchosen(source) ? 'operator.no-gear' : 'operator.waiting-for-track');
  const isBad = light === 'bad' || sinks.some(({ stopped }) => stopped);
  isTroubled =
    isBad ||
    (problem ?? hearing?.problem ?? overlays.obsGoneAt) !== undefined ||
    [...sinks, ...enrichment].some(isFailing);
  light = isBad ? 'bad' : isTroubled ? 'warn' : light === 'good' ? 'wait' : light;
}

async function showHealth() {
  try {
    const answer = await fetch('/api/v1/health', { signal: AbortSignal.timeout(HEALTH_EVERY_MS) });
    readHealth(await answer.json());
  } catch {
    // Lost events may stay silent for long.
    reconnect();
  }
  show();
}

const TITLES = /** @type {const} */ ({
  idle: 'air.nothing',
  hidden: 'air.hidden',
  lost: 'operator.lost',
  featured: 'air.untitled',
});

const place = document.createElement('div');
place.className = 'chip';

function show() {
  const led = state === 'lost' ? 'bad' : isTroubled || state === 'idle' ? light : endedAt ? 'wait' : 'good';
  const below = endedAt ? word('silence.ended', { time: timeOf(endedAt) }) : linesOf(track)[1];
  const about = isTroubled ? word('setup.problem') : state === 'idle' ? waits : below;
  const art = state === 'featured' ? track?.art?.url : undefined;
  render(
    html`<a class="air" href="/dashboard/">
      <span class="led ${led}"></span>
      <span class="sr">${endedAt ? '' : word('air.on-air')}</span>
      <img class="cover" src=${art ?? '/dashboard/shell/sleeve.svg'} alt="" width="36" height="36">
      <span>
        <b class="cut" dir="auto">${linesOf(track, word(TITLES[state]))[0]}</b>
        <span class="cut" dir="auto">${state === 'lost' ? '' : about}</span>
      </span>
    </a>`,
    place,
  );
  document.querySelector('.top')?.append(place);
}

const reconnect = connect(`${location.origin.replace(/^http/, 'ws')}/api/v1/events?page`, {
  message: showEvent,
  connected(yes) {
    if (!yes) {
      state = 'lost';
      track = null;
      show();
    }
  },
});
void showHealth();
addEventListener('saved', showHealth);
setInterval(() => document.visibilityState === 'visible' && void showHealth(), HEALTH_EVERY_MS);
