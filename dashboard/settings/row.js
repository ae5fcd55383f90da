/**
 * One option on the page: description, input, default, and origin of its value.
 *
 * @import { WireOption, WireSettingValue } from '../../src/web/wire/settings.ts'
 */
import { createInput, createPartsOf, helpOf } from '../fields.js';
import { withHelp } from '../help-links.js';
import { html, nothing } from '../lit/lit-html.js';
import { createPathSuggestions } from '../paths.js';
import { option as settingOf } from '../saved.js';
import { nameInUse } from '../setup/saved-looks.js';
import { createLater } from '../view.js';
import { word } from '../words.js';
import { worthOf } from './search.js';

/** Option whose row links to the gallery, which can change it too and shows all looks. */
const LOOK = 'theme.internal';
/** Option whose row has the overlay's address for OBS. */
const LISTEN = 'http.addr';
/** Option whose row also has a form with a field for each property of the look. */
const LOOK_OPTIONS = 'theme.options';

/**
 * @param {WireOption} first
 * @param {() => void} redraw
 * @param {() => void} onChange  called after each change by the user
 */
export function createRow(first, redraw, onChange) {
  const { name, field } = first;
  const id = `option-${name}`;
  let option = first;
  let removes = false;
  let problem = '';
  let input = createInput(option, changed, redraw);
  let saved = input.text();
  /** Draft of the last save. */
  let sent = '';
  let query = '';
  const suggest =
    field === 'file' || field === 'folder' ? createPathSuggestions(redraw, `${id}-paths`) : undefined;
  const trial =
    field === 'regex'
      ? createLater(redraw, async () =>
          (await import('./trial.js')).createTrial(
            redraw,
            name,
            () => input.text(),
            () => problem !== '',
          ),
        )
      : undefined;
  const hasLook = name === LOOK_OPTIONS && !option.isFixed;
  let isLookWanted = false;
  const look = createLater(
    redraw,
    async () => {
      const made = (await import('./look.js')).createLook(
        redraw,
        () => input.text(),
        (text) => {
          input.fill(text);
          changed();
        },
      );
      made.seek(query);
      return made;
    },
    'look-fields',
  );
  const obsAddress =
    name === LISTEN
      ? createLater(redraw, async () => (await import('./obs-address.js')).createObsAddress(redraw))
      : undefined;
  const parts = createPartsOf(option, redraw, {
    text: () => input.text(),
    fill(text) {
      input.fill(text);
      changed();
    },
  });
  const lookNow = () => (isLookWanted ? look.now() : undefined);

  function wantLook() {
    isLookWanted = true;
    redraw();
  }

  function changed() {
    removes = false;
    // Belongs to the earlier input.
    problem = '';
    void trial?.loaded().then(({ later }) => later());
    lookNow()?.later();
    suggest?.type(input.text());
    onChange();
  }

  function lookView() {
    return isLookWanted
      ? (look.now()?.view() ?? nothing)
      : html`<button class="btn" type="button" @click=${wantLook}>${word('settings.change-with-preview')}</button>`;
  }

  function draft() {
    return removes ? 'removed' : `set ${input.text()}`;
  }

  function isChanged() {
    return removes || input.text() !== saved;
  }

  function toggleDefault() {
    removes = !removes;
    problem = isChanged() ? problem : '';
    onChange();
  }

  return {
    name,
    group: option.group,
    isChanged,
    /** Shown before the user asks for all: common options, and those that are set. */
    isUsual: () => option.isCommon || option.origin.from !== 'default' || isChanged(),
    view() {
      const { origin, isFixed, isWaiting, isElsewhere } = option;
      const isSet = origin.from !== 'default' || removes || isWaiting || isElsewhere;
      // The user's own theme comes before this one.
      const lookInUse = name === LOOK && !settingOf('theme.dir')?.value ? nameInUse(option.value) : '';
      const about = `${id}-key ${id}-help ${id}-about ${id}-wrong`;
      const reset = removes
        ? word('settings.keep')
        : field === 'secret'
          ? word('settings.remove')
          : word('settings.use-default');
      return html`<li class="option ${isChanged() ? 'changed' : ''} ${isSet ? 'is-set' : ''} ${hasLook ? 'with-look' : ''}">
        <p class="heading">
          <label class="name" id="${id}-name" for=${field === 'choices' ? nothing : id} data-changed=${word('settings.changed')}>${option.title}</label>
          <code class="key id" id="${id}-key">${name}</code>
        </p>
        <p class="help" id="${id}-help">${helpOf(option)}</p>
        <p class="about" id="${id}-about">${removes ? word('settings.default-will-apply', { default: usualOf(option) }) : aboutOf(option)}</p>
        ${lookInUse === '' ? nothing : html`<p class="about">${word('settings.look-in-use', { name: lookInUse })}</p>`}
        ${name === LOOK ? html`<p class="about"><a href="/overlay/">${word('settings.try-with-preview')}</a></p>` : nothing}
        <p class="wrong" id="${id}-wrong" role="status">${withHelp(problem)}</p>
        <div class="inputs">${input.view({ id, about, list: `${id}-paths`, isWrong: problem !== '' }, `${id}-name`)}
          ${trial?.now()?.view() ?? nothing} ${hasLook ? lookView() : nothing} ${suggest?.view() ?? nothing}
          <button class="btn" type="button" aria-label="${reset}: ${option.title}" ?hidden=${isFixed || origin.from !== 'file'}
            @click=${toggleDefault}>${reset}</button>
          ${obsAddress?.now()?.view(input.text()) ?? nothing}
        </div>
        ${parts()}
      </li>`;
    },
    /** @param {string} text  empty for none */
    showProblem(text) {
      problem = text;
      if (text !== '') {
        trial?.now()?.clear();
      }
    },
    /** Call it when the row is drawn. */
    focus() {
      const element = document.getElementById(id);
      (field === 'choices' ? element?.querySelector('input') : element)?.focus();
      // Centered, because the bar at the bottom would cover it.
      element?.scrollIntoView({ block: 'center' });
    },
    /** Change for a save. @returns {{ unset: true } | { set: WireSettingValue }} */
    change() {
      sent = draft();
      return removes ? { unset: true } : { set: input.value() };
    },
    /** Passes on a search; an empty query ends it. @param {string} text */
    seek(text) {
      if (text !== query) {
        query = text;
        isLookWanted ||= hasLook && text !== '';
        lookNow()?.seek(text);
      }
    },
    /** Rank of the match; 0: none. @param {string} text @param {boolean} onlySet */
    worth(text, onlySet) {
      return onlySet && option.origin.from === 'default' ? 0 : worthOf(option, text);
    },
    /**
     * Shows the server's current value, but keeps the user's changes.
     *
     * @param {WireOption} now
     * @param {'keep' | 'saved' | 'discard'} changes  `saved`: the sent value no longer counts as a change
     */
    update(now, changes) {
      const isDone = changes === 'discard' || (changes === 'saved' && draft() === sent);
      option = now;
      sent = '';
      if (isDone || !isChanged()) {
        removes = false;
        problem = '';
        input = createInput(option, changed, redraw);
        saved = input.text();
        lookNow()?.again();
      }
    },
  };
}

/** Default in everyday words. @param {WireOption} option */
function usualOf({ default: usual, choiceTitles }) {
  if (usual === '' || usual === '{}') {
    return word('settings.empty');
  }
  const words = choiceTitles && usual.split(',').map((choice) => choiceTitles[choice] ?? choice);
  return words?.join(', ') ?? usual;
}

/** @param {WireOption} option */
function aboutOf(option) {
  const { origin, isFixed, isElsewhere, isSet, isWaiting, field, range, effect } = option;
  const { from, place, line } = origin;
  const where =
    from === 'default'
      ? word('settings.not-set')
      : isFixed && !isElsewhere
        ? word('settings.fixed', { place })
        : line === undefined
          ? word('settings.set-in', { place })
          : word('settings.set-in-line', { place, line });
  return [
    range === undefined ? '' : rangeOf(range),
    field === 'secret'
      ? isSet
        ? word('settings.has-value')
        : ''
      : word('settings.default', { default: usualOf(option) }),
    where,
    isElsewhere ? word('settings.here-only') : '',
    effect === 'live' ? word('settings.live') : '',
    isWaiting ? word('settings.runs-with-other') : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}

/** @param {NonNullable<WireOption['range']>} range */
function rangeOf({ min, max, unit }) {
  const what = unit === undefined ? '' : ` ${unit}`;
  return max === undefined
    ? word('settings.at-least', { min, unit: what })
    : word('settings.range', { min, max, unit: what });
}
