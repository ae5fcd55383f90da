/**
 * Options of a theme, declared in `theme.json`. Pure.
 * @import { STANDARD_OPTION_TYPES, WireThemeOption } from '../../../src/web/wire/themes.ts'
 * @typedef {WireThemeOption} OptionSpec
 * @typedef {Readonly<Record<string, OptionSpec>>} OptionSpecs
 */

/**
 * Options of every theme.
 *
 * @satisfies {{ readonly [Name in keyof typeof STANDARD_OPTION_TYPES]:
 * OptionSpec & { readonly type: (typeof STANDARD_OPTION_TYPES)[Name] } }}
 */
export const STANDARD_OPTIONS = {
  show: { type: 'duration', default: 0, label: 'Hide after, in seconds (0: stay)' },
  delay: { type: 'duration', default: 0, label: 'Show later, in seconds, to match the stream' },
  pos: {
    type: 'enum',
    default: 'auto',
    values: [
      'auto',
      'top-left',
      'top',
      'top-right',
      'left',
      'center',
      'right',
      'bottom-left',
      'bottom',
      'bottom-right',
    ],
    label: 'Place on the canvas',
  },
  only: {
    type: 'enum',
    default: 'all',
    values: ['all', 'text', 'art'],
    label: 'Show only a part',
  },
  details: {
    type: 'enum',
    default: 'none',
    values: ['none', 'bpm', 'key', 'bpm-key', 'label', 'label-year', 'bpm-key-label', 'genre', 'album'],
    label: 'More about the track',
  },
  handle: { type: 'text', default: '', label: 'Your name or handle' },
  logo: { type: 'text', default: '', label: 'Your logo' },
  margin: {
    type: 'range',
    default: 5,
    min: 0,
    max: 15,
    unit: 'vmin',
    label: 'Distance from the canvas edge',
  },
  scale: { type: 'range', default: 1, min: 0.5, max: 3, step: 0.05, label: 'Size' },
  font: {
    type: 'text',
    default: 'Inter',
    values: ['Inter', 'Barlow Condensed', 'Space Grotesk', 'DM Serif Display', 'JetBrains Mono'],
    label: 'Font: built-in, yours or installed',
  },
  radius: { type: 'range', default: 0, min: 0, max: 50, label: 'Round corners' },
  opacity: {
    type: 'range',
    default: 100,
    min: 0,
    max: 100,
    step: 5,
    unit: '%',
    label: 'Opacity of the panel',
  },
  'cover-accent': { type: 'bool', default: false, label: 'Accent color from the cover' },
  entrance: {
    type: 'enum',
    default: 'own',
    values: ['own', 'fade', 'rise', 'none'],
    label: 'Entrance and exit',
  },
  marquee: { type: 'bool', default: true, label: 'Scroll long titles' },
  speed: { type: 'range', default: 40, min: 10, max: 200, step: 5, unit: 'px/s', label: 'Scroll speed' },
  replay: { type: 'bool', default: false, label: 'Play the entrance whenever the scene comes up' },
  qr: { type: 'bool', default: false, label: 'QR code of the page for everybody' },
};

const TYPES = ['color', 'number', 'range', 'enum', 'bool', 'text', 'duration'];

/**
 * Valid options of a `theme.json`; the server reports the others.
 * @param {unknown} declared
 * @returns {OptionSpecs}
 */
export function usableSpecs(declared) {
  /** @type {OptionSpecs} */
  const standard = STANDARD_OPTIONS;
  return Object.fromEntries(
    Object.entries(declared ?? {}).filter(
      ([name, spec]) =>
        TYPES.includes(spec?.type) &&
        (spec.type !== 'enum' || Array.isArray(spec.values)) &&
        // The SDK computes with a standard option's type.
        (standard[name]?.type ?? spec.type) === spec.type,
    ),
  );
}
