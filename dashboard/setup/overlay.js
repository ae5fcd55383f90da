/**
 * The overlay at the address `/`, and the themes that it can have.
 *
 * @import { WireTrack } from '../../src/web/wire/events.ts'
 * @import { ThemesMessage, WireTheme } from '../../src/web/wire/themes.ts'
 */
import { CANVAS, isPlaced, placeFor } from '/overlay/place.js';
import { read } from '../api.js';
import { html, nothing } from '../lit/lit-html.js';
import { word } from '../words.js';

const USUAL_SIZE = { width: 800, height: 160 };

/** @param {() => void} redraw */
export function createOverlay(redraw) {
  /** @type {Pick<ThemesMessage, 'themes' | 'options' | 'own'>} */
  let message = { themes: [], options: {}, own: { fonts: [], pictures: [] } };
  /** @type {HTMLElement | undefined} */
  let place;

  const current = () => message.themes.find(({ selected }) => selected);

  const sizeInObs = () => (isPlaced(Object.keys(message.options)) ? CANVAS : (current()?.size ?? USUAL_SIZE));

  function show() {
    const made = placeFor('/', sizeInObs());
    made.frame.title = word('setup-look.overlay');
    place = made.place;
    redraw();
  }

  return {
    themes: () => message.themes,
    own: () => message.own,
    current,
    size: sizeInObs,
    /** Draws the overlay in a frame, and names its track. @param {WireTrack | null} track  null: hidden */
    view(track) {
      const names = [track?.title, track?.artist].filter(Boolean).join(' · ') || word('air.untitled');
      return html`<section class="viewers" aria-labelledby="viewers-heading">
        <h3 class="label" id="viewers-heading">${word('setup.viewers-see')}</h3>
        <div id="on-air">${place ?? nothing}</div>
        <p id="done" class="small" role="status">${track === null ? word('setup.hidden') : word('setup.on-air', { track: names })}</p>
      </section>`;
    },
    /** Rejects when the server does not answer. */
    async load() {
      message = await (await read('themes')).json();
      show();
    },
    /**
     * Call it after the theme and its options were saved. Returns whether the size in OBS has changed.
     *
     * @param {WireTheme} theme
     * @param {ThemesMessage['options']} options
     */
    use({ id }, options) {
      const before = sizeInObs();
      const themes = message.themes.map((one) => ({ ...one, selected: one.id === id }));
      message = { ...message, themes, options };
      const { width, height } = sizeInObs();
      const isResized = width !== before.width || height !== before.height;
      if (isResized) {
        show();
      }
      return isResized;
    },
  };
}
