/**
 * One option on the page: description, input, default, and origin of its value.
 *
 * @import { WireOption, WireSettingValue } from '../../src/web/wire/settings.ts'
 */
import { showNewest } from '../api.js';
import { make, makeButton, onPress, setText } from '../dom.js';
import { sentence } from '../saved.js';
import { word } from '../words.js';
import { entryFor } from './inputs.js';
import { createLook } from './look.js';
import { worthOf } from './search.js';
import { createTrial } from './trial.js';

/** Option whose row links to the gallery, which can change it too and shows all looks. */
const LOOK = 'theme.internal';
/** Option whose row also has a form with a field for each property of the look. */
const LOOK_OPTIONS = 'theme.options';

/**
 * @param {WireOption} first
 * @param {() => void} onChange
 */
export function createRow(first, onChange) {
  let option = first;
  let removes = false;
  let saved = '';
  /** Value of the last save. */
  let sent = '';
  const row = make('li', 'option');
  const label = make('label', 'name', option.title);
  label.dataset.changed = word('settings.changed');
  /** Name in files, flags and guides. */
  const key = make('code', 'key id', option.name);
  const help = make('p', 'help', helpOf(option));
  const about = make('p', 'about');
  const wrong = make('p', 'wrong');
  const inputs = make('div', 'inputs');
  const id = `option-${option.name}`;
  key.id = `${id}-key`;
  help.id = `${id}-help`;
  about.id = `${id}-about`;
  wrong.id = `${id}-wrong`;
  label.id = `${id}-name`;
  wrong.setAttribute('role', 'status');
  const heading = make('p', 'heading');
  heading.append(label, key);
  row.append(heading, help, about, wrong, inputs);
  if (option.name === LOOK) {
    const gallery = make('p', 'about');
    const text = word('settings.try-with-preview');
    gallery.append(Object.assign(document.createElement('a'), { href: '/overlay/', textContent: text }));
    about.after(gallery);
  }
  const reset = makeButton('');
  onPress(reset, () => {
    removes = !removes;
    showChange();
    onChange();
  });
  const trial =
    option.field === 'regex'
      ? createTrial(
          option.name,
          () => entry.text(),
          () => wrong.textContent !== '',
        )
      : undefined;
  const lookForm =
    option.name === LOOK_OPTIONS && !option.isFixed ? createLook(() => entry.text(), enter) : undefined;
  row.classList.toggle('with-look', lookForm !== undefined);
  const helpers = [trial, lookForm].filter((helper) => helper !== undefined);
  /** @type {Element[]} */
  const beside = [...helpers.map(({ element }) => element), reset];
  inputs.append(...beside);
  let entry = makeEntry();

  function makeEntry() {
    const made = entryFor(option, () => {
      removes = false;
      // The problem was about the earlier input.
      showProblem('');
      showChange();
      for (const helper of helpers) {
        helper.later();
      }
      onChange();
    });
    const { element } = made;
    element.id = id;
    element.setAttribute('aria-describedby', `${key.id} ${help.id} ${about.id} ${wrong.id}`);
    if (label instanceof HTMLLabelElement && !(element instanceof HTMLOListElement)) {
      label.htmlFor = id;
    } else {
      element.setAttribute('aria-labelledby', label.id);
    }
    if (option.field === 'file' || option.field === 'folder') {
      suggestPaths(element);
    }
    // The elements beside the input stay in place, so that a press on one of them counts.
    for (const child of [...inputs.children].filter((one) => !beside.includes(one))) {
      child.remove();
    }
    inputs.prepend(element);
    saved = made.text();
    return made;
  }

  /** Replaces the input, as if the user had typed it. @param {string} text */
  function enter(text) {
    const { element } = entry;
    if (element instanceof HTMLTextAreaElement) {
      element.value = text;
      element.dispatchEvent(new Event('input'));
    }
  }

  function draft() {
    return removes ? 'removed' : `set ${entry.text()}`;
  }

  function isChanged() {
    return removes || entry.text() !== saved;
  }

  function showChange() {
    row.classList.toggle('changed', isChanged());
    row.classList.toggle(
      'is-set',
      option.origin.from !== 'default' || removes || option.isWaiting || option.isElsewhere,
    );
    setText(
      about,
      removes ? word('settings.default-will-apply', { default: usualOf(option) }) : aboutOf(option),
    );
    reset.hidden = option.isFixed || option.origin.from !== 'file';
    setText(
      reset,
      removes
        ? word('settings.keep')
        : option.field === 'secret'
          ? word('settings.remove')
          : word('settings.use-default'),
    );
    reset.setAttribute('aria-label', `${reset.textContent}: ${option.title}`);
    if (!isChanged()) {
      showProblem('');
    }
  }

  /** @param {string} problem */
  function showProblem(problem) {
    setText(wrong, problem);
    if (problem !== '') {
      trial?.clear();
    }
    entry.element.setAttribute('aria-invalid', String(problem !== ''));
  }

  showChange();
  return {
    row,
    name: option.name,
    group: option.group,
    isChanged,
    /** Shown before the user asks for all: common options, and those that are set. */
    isUsual: () => option.isCommon || option.origin.from !== 'default' || isChanged(),
    showProblem,
    focus() {
      const { element } = entry;
      (element instanceof HTMLOListElement ? element.querySelector('input') : element)?.focus();
      // Centered, because the bar at the bottom would cover it.
      row.scrollIntoView({ block: 'center' });
    },
    /** Change for a save. @returns {{ unset: true } | { set: WireSettingValue }} */
    change() {
      sent = draft();
      return removes ? { unset: true } : { set: entry.value() };
    },
    /** Passes on a search; an empty query ends it. @param {string} query */
    seek: (query) => lookForm?.seek(query),
    /** Rank of the match; 0: none. @param {string} query @param {boolean} onlySet */
    worth(query, onlySet) {
      return onlySet && option.origin.from === 'default' ? 0 : worthOf(option, query);
    },
    /**
     * Shows the server's current value, but keeps the user's changes.
     *
     * @param {WireOption} now
     * @param {'keep' | 'saved' | 'discard'} changes  `saved`: the sent value no longer counts as a change
     */
    update(now, changes) {
      option = now;
      const isDone = changes === 'discard' || (changes === 'saved' && draft() === sent);
      sent = '';
      if (isDone || !isChanged()) {
        const hadFocus = entry.element.contains(document.activeElement);
        removes = false;
        entry = makeEntry();
        lookForm?.again();
        if (hadFocus) {
          entry.element.focus();
        }
      }
      showChange();
    },
  };
}

/** Description, if it says more than the title. @param {WireOption} option */
function helpOf({ title, help }) {
  return help.toLowerCase() === title.toLowerCase() ? '' : sentence(help);
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

/** Suggests names in the folder that the user types. @param {HTMLElement} element */
function suggestPaths(element) {
  if (!(element instanceof HTMLInputElement)) {
    return;
  }
  const list = document.createElement('datalist');
  list.id = `${element.id}-paths`;
  element.setAttribute('list', list.id);
  const suggest = showNewest('settings/paths', (/** @type {{ paths: string[] }} */ { paths }) => {
    list.replaceChildren(...paths.map((path) => new Option(path, path)));
    element.parentElement?.append(list);
  });
  let folder = '';
  element.addEventListener('input', async () => {
    const typed = element.value.replace(/[^/\\]*$/, '');
    if (typed === folder || typed === '') {
      return;
    }
    folder = typed;
    try {
      await suggest(`?folder=${encodeURIComponent(typed)}`);
    } catch {
      // No suggestions.
    }
  });
}
