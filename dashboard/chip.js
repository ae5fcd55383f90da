/**
 * Chip in the header of every page but On air: the track on air and a lamp.
 *
 * @import { EventMessage, WireTrack } from '../src/web/wire/events.ts'
 * @import { HealthMessage } from '../src/web/wire/health.ts'
 */
import { connect } from '/sdk/v1/connection.js';
import { isFailing, sourceLight } from './health.js';
import { html, render } from './lit/lit-html.js';
import { word } from './words.js';

const HEALTH_EVERY_MS = 5_000;

/** @type {'idle' | 'featured' | 'hidden' | 'lost'} */
let state = 'idle';
/** @type {WireTrack | null} */
let track = null;
/** @type {'good' | 'wait' | 'warn' | 'bad'} */
let light = 'good';

/** @param {EventMessage} event */
function showEvent(event) {
  if (event.type === 'snapshot') {
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

/**
 * Returns the light of the whole program.
 *
 * @param {HealthMessage} health
 * @returns {'good' | 'wait' | 'warn' | 'bad'}
 */
function worstOf({ problem, source, hearing, sinks, enrichment, overlays }) {
  const light = sourceLight(source);
  if (light === 'bad' || sinks.some(({ stopped }) => stopped)) {
    return 'bad';
  }
  return (problem ?? hearing?.problem ?? overlays.obsGoneAt) !== undefined ||
    [...sinks, ...enrichment].some(isFailing)
    ? 'warn'
    : light;
}

async function showHealth() {
  try {
    /** @type {HealthMessage} */
    const health = await (await fetch('/api/v1/health')).json();
    light = worstOf(health);
  } catch {
    // The connection of the events says so.
  }
  show();
}

function titleOf() {
  switch (state) {
    case 'idle':
      return word('air.nothing');
    case 'hidden':
      return word('air.hidden');
    case 'lost':
      return word('air.unconnected');
    case 'featured':
      return track?.title || word('air.untitled');
  }
}

function isTroubled() {
  return light === 'bad' || light === 'warn';
}

function aboutOf() {
  if (state === 'lost') {
    return '';
  }
  if (isTroubled()) {
    return word('air.trouble');
  }
  return state === 'idle' ? word('operator.waiting-for-track') : (track?.artist ?? '');
}

const place = document.createElement('div');
place.className = 'chip';

function show() {
  const led = state === 'lost' ? 'bad' : isTroubled() ? light : state === 'idle' ? 'wait' : 'good';
  const art = state === 'featured' ? track?.art?.url : undefined;
  render(
    html`<a class="air" href="/dashboard/">
      <span class="led ${led}"></span>
      <span class="sr">${word('air.on-air')}</span>
      <img class="cover" src=${art ?? '/dashboard/shell/sleeve.svg'} alt="" width="36" height="36">
      <span>
        <b class="cut" dir="auto">${titleOf()}</b>
        <span class="cut" dir="auto">${aboutOf()}</span>
      </span>
    </a>`,
    place,
  );
  document.querySelector('.top')?.append(place);
}

connect(`${location.origin.replace(/^http/, 'ws')}/api/v1/events?page`, {
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
setInterval(() => document.visibilityState === 'visible' && void showHealth(), HEALTH_EVERY_MS);
