/**
 * @import { WireOwnFiles, WireTheme, WireThemeOption } from '../../src/web/wire/themes.ts'
 * @import { PageText } from '/dashboard/words.js'
 *
 * @typedef {(typeof GROUPS)[number]} Group
 */

import { keepTrying } from '/dashboard/dom.js';
import { inputView } from '/dashboard/inputs.js';
import { html, nothing } from '/dashboard/lit/lit-html.js';
import { isHere } from '/dashboard/shell.js';
import { translated } from '/dashboard/text.js';
import { word } from '/dashboard/words.js';
import { STANDARD_OPTIONS, usableSpecs } from '/sdk/v1/options.js';

export const GROUPS = /** @type {const} */ (['color', 'type', 'motion', 'place', 'more']);

/** @type {Readonly<Record<Group, PageText>>} */
export const GROUP_NAMES = {
  color: 'look.group-color',
  type: 'look.group-type',
  motion: 'look.group-motion',
  place: 'look.group-place',
  more: 'look.group-more',
};

/** Options by group; colors are in `color`, others in `more`. */
const IN_GROUPS = {
  color: ['cover-accent', 'opacity', 'radius'],
  type: ['font', 'label', 'before', 'details', 'handle'],
  motion: ['entrance', 'show', 'delay', 'marquee', 'speed', 'spin'],
  place: ['pos', 'scale', 'margin', 'only'],
};

/** @param {string} name @param {WireThemeOption} spec @returns {Group} */
export function groupOf(name, { type }) {
  const listed = GROUPS.find((group) => group !== 'more' && IN_GROUPS[group].includes(name));
  return listed ?? (type === 'color' ? 'color' : 'more');
}

/** Words of the SDK's values. @type {Readonly<Record<string, PageText>>} */
const VALUES = {
  all: 'value.all',
  album: 'value.album',
  art: 'value.art',
  auto: 'value.auto',
  bottom: 'value.bottom',
  'bottom-left': 'value.bottom-left',
  'bottom-right': 'value.bottom-right',
  bpm: 'value.bpm',
  'bpm-key': 'value.bpm-key',
  'bpm-key-label': 'value.bpm-key-label',
  center: 'value.center',
  fade: 'value.fade',
  genre: 'value.genre',
  key: 'value.key',
  label: 'value.label',
  'label-year': 'value.label-year',
  left: 'value.left',
  none: 'value.none',
  own: 'value.own',
  right: 'value.right',
  rise: 'value.rise',
  text: 'value.text',
  top: 'value.top',
  'top-left': 'value.top-left',
  'top-right': 'value.top-right',
};

/** Stands before the accent, which it may replace. */
const FIRST = { 'cover-accent': STANDARD_OPTIONS['cover-accent'] };

/**
 * Theme's own options next, with the user's fonts and pictures as suggestions.
 * @param {WireTheme | undefined} theme
 * @param {WireOwnFiles} own
 * @returns {Record<string, WireThemeOption>}
 */
export function specsOf(theme, { fonts, pictures }) {
  /** @type {Record<string, WireThemeOption>} */
  const specs = {
    ...FIRST,
    ...theme?.options,
    ...STANDARD_OPTIONS,
    ...usableSpecs(theme?.options),
  };
  const { font = STANDARD_OPTIONS.font, logo = STANDARD_OPTIONS.logo } = specs;
  return {
    ...specs,
    font: { ...font, values: [...(font.values ?? []), ...fonts] },
    logo: { ...logo, values: pictures },
  };
}

/** Whether the cover gives the accent. @param {Readonly<Record<string, WireThemeOption>>} specs @param {string | undefined} value  of that option */
export function isFromCover(specs, value) {
  return (value ?? String(specs['cover-accent']?.default)) === 'true';
}

/** @type {Readonly<Partial<Record<WireThemeOption['type'], string>>>} */
const INPUTS = { bool: 'switch', enum: 'choice' };

/** Options that take a file of the user. @type {Readonly<Partial<Record<string, 'picture' | 'font'>>>} */
const FILES = { logo: 'picture', font: 'font' };

/** Loaded for the first of them that is shown. @type {Record<string, { view(): unknown }>} */
const pickers = {};

/** Button that takes a file. @param {string} name @param {() => void} redraw @param {(value: string) => void} chosen */
function pickerView(name, redraw, chosen) {
  const kind = FILES[name];
  if (kind !== undefined && isHere && pickers[name] === undefined) {
    pickers[name] = { view: () => nothing };
    void keepTrying(() => import('/dashboard/logo.js')).then(({ createLookFile }) => {
      pickers[name] = createLookFile(kind, redraw, chosen);
      redraw();
    });
  }
  return pickers[name]?.view() ?? nothing;
}

/**
 * Labeled field of one option.
 *
 * @param {string} name
 * @param {WireThemeOption} spec
 * @param {string | undefined} value  undefined: the default
 * @param {(text: string | undefined) => void} changed  called with the value in the form of the address; undefined for the default
 * @param {{ fromCover?: boolean, prefix?: string, problem?: string, redraw?: () => void }} [more]  prefix of the ids on this page
 */
export function fieldView(
  name,
  spec,
  value,
  changed,
  { fromCover = false, prefix = 'option', problem = '', redraw = () => {} } = {},
) {
  const { type, values, unit = '', min = 0, max = 100, step = 1 } = spec;
  const id = `${prefix}-${name}`;
  const text = value ?? String(spec.default);
  const shown = type === 'color' ? `#${text.replace('#', '')}` : text;
  const input = {
    field: INPUTS[type] ?? type,
    ...(values !== undefined && { choices: values, choiceTitles: titlesOf(values) }),
    ...(type === 'range' && { range: { min, max, step } }),
    ...(type === 'duration' && { placeholder: word('setup-look.duration') }),
  };
  /** @param {string} entered */
  const enter = (entered) => {
    const isDefault = entered === String(spec.default);
    // An address can't contain a color's `#`, which would begin the fragment.
    changed(isDefault ? undefined : type === 'color' ? entered.replace('#', '') : entered);
  };
  const label = translated(spec.label ?? name);
  const place = { id, list: `suggestions-${id}`, about: `wrong-${id}`, isWrong: problem !== '' };
  const isSpare = fromCover && name === 'accent';
  return html`<div class="field look-field ${isSpare ? 'spare' : ''}">
    <label for=${id}>${isSpare ? word('look.without-cover-color', { label }) : label}</label>
    ${inputView(input, shown, enter, place)}
    ${type === 'text' && values !== undefined ? html`<datalist id="suggestions-${id}">${values.map((one) => html`<option value=${one}>${one}</option>`)}</datalist>` : nothing}
    ${type === 'range' ? html`<output>${text}${unit.replace('vmin', '%')}</output>` : nothing}
    ${pickerView(name, redraw, changed)}
    <p class="wrong" id="wrong-${id}" role="alert">${problem}</p>
  </div>`;
}

/**
 * All options, each group below its title.
 *
 * @param {readonly (readonly [name: string, spec: WireThemeOption])[]} specs
 * @param {(name: string, spec: WireThemeOption) => unknown} field
 */
export function groupsView(specs, field) {
  return GROUPS.map((group) => {
    const inGroup = specs.filter(([name, spec]) => groupOf(name, spec) === group);
    return inGroup.length === 0
      ? nothing
      : html`<fieldset class="look-group">
          <legend class="label">${word(GROUP_NAMES[group])}</legend>
          <div>${inGroup.map(([name, spec]) => field(name, spec))}</div>
        </fieldset>`;
  });
}

/** @param {readonly string[]} values */
function titlesOf(values) {
  return Object.fromEntries(
    values.map((value) => [value, VALUES[value] === undefined ? value : word(VALUES[value])]),
  );
}
