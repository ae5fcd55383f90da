/**
 * The overlay at the address `/`, and the themes that it can have.
 *
 * @import { ThemesMessage, WireTheme } from '../../src/web/wire/themes.ts'
 */
import { placeFor } from '/overlay/place.js';
import { read } from '../api.js';
import { word } from '../words.js';

const USUAL_SIZE = { width: 800, height: 160 };

/** @param {() => void} redraw */
export function createOverlay(redraw) {
  /** @type {Pick<ThemesMessage, 'themes' | 'own'>} */
  let message = { themes: [], own: { fonts: [], pictures: [] } };
  /** @type {HTMLElement | undefined} */
  let place;

  const current = () => message.themes.find(({ selected }) => selected);

  function show() {
    const made = placeFor('/', current()?.size ?? USUAL_SIZE);
    made.frame.title = word('setup-look.overlay');
    place = made.place;
    redraw();
  }

  return {
    themes: () => message.themes,
    own: () => message.own,
    current,
    size: () => current()?.size ?? USUAL_SIZE,
    /** The page in a frame; undefined until `load`. */
    place: () => place,
    state: () => {
      const name = current()?.name;
      return name === undefined
        ? { light: 'wait', text: '' }
        : { light: 'good', text: word('setup-look.in-use', { name }) };
    },
    /** Rejects when the server does not answer. */
    async load() {
      message = await (await read('themes')).json();
      show();
    },
    /** Call it after the theme was saved. Returns whether the size in OBS has changed. @param {WireTheme} theme */
    use({ id }) {
      const before = current()?.size ?? USUAL_SIZE;
      message = { ...message, themes: message.themes.map((one) => ({ ...one, selected: one.id === id })) };
      const { width, height } = current()?.size ?? USUAL_SIZE;
      const isResized = width !== before.width || height !== before.height;
      if (isResized) {
        show();
      }
      return isResized;
    },
  };
}
