/**
 * The overlay at the address `/`, and the themes that it can have.
 *
 * @import { ThemesMessage, WireTheme } from '../../src/web/wire/themes.ts'
 */
import { placeFor } from '/overlay/place.js';
import { read } from '../api.js';
import { word } from '../words.js';

const USUAL_SIZE = { width: 800, height: 160 };
/** Canvas of OBS. */
export const CANVAS = { width: 1920, height: 1080 };

/** @param {() => void} redraw */
export function createOverlay(redraw) {
  /** @type {Pick<ThemesMessage, 'themes' | 'options' | 'own'>} */
  let message = { themes: [], options: {}, own: { fonts: [], pictures: [] } };
  /** @type {HTMLElement | undefined} */
  let place;

  const current = () => message.themes.find(({ selected }) => selected);

  /** Size in OBS: a look with a place needs the whole canvas. */
  const size = () =>
    'pos' in message.options || 'scale' in message.options ? CANVAS : (current()?.size ?? USUAL_SIZE);

  function show() {
    const made = placeFor('/', size());
    made.frame.title = word('setup-look.overlay');
    place = made.place;
    redraw();
  }

  return {
    themes: () => message.themes,
    own: () => message.own,
    current,
    size,
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
    /**
     * Call it after the theme and its options were saved. Returns whether the size in OBS has changed.
     *
     * @param {WireTheme} theme
     * @param {ThemesMessage['options']} options
     */
    use({ id }, options) {
      const before = size();
      const themes = message.themes.map((one) => ({ ...one, selected: one.id === id }));
      message = { ...message, themes, options };
      const { width, height } = size();
      const isResized = width !== before.width || height !== before.height;
      if (isResized) {
        show();
      }
      return isResized;
    },
  };
}
