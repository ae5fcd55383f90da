/** Fields of a card: a card without a step that needs one does without. */
import { createField } from '../fields.js';
import { html, nothing } from '../lit/lit-html.js';
import { option } from '../saved.js';
import { word } from '../words.js';

/** @typedef {ReturnType<typeof createField>} Field */

/** @param {readonly string[]} names  of options @param {() => void} redraw */
export function createFields(names, redraw) {
  /** @type {Map<string, Field>} */
  const fields = new Map();
  for (const known of names.map(option)) {
    if (known !== undefined) {
      fields.set(known.name, createField(known, redraw));
    }
  }
  addEventListener(
    'beforeunload',
    (event) => [...fields.values()].some((field) => field.isChanged()) && event.preventDefault(),
  );
  /** @param {string} name */
  function view(name) {
    const field = fields.get(name);
    return field === undefined
      ? nothing
      : html`${field.view()}${field.isChanged() ? html`<p class="small">${word('setup.unsaved')}</p>` : nothing}`;
  }
  return {
    fields,
    view,
    /** Fields below the title of their group, if there are several groups. @param {readonly string[]} some */
    groups(some) {
      const groups = [...new Set(some.map(groupOf))];
      return groups.length < 2
        ? some.map(view)
        : groups.map(
            (group) => html`<fieldset class="form">
              <legend class="label">${group}</legend>
              ${some.filter((name) => groupOf(name) === group).map(view)}
            </fieldset>`,
          );
    },
  };
}

/** @param {string} name */
function groupOf(name) {
  return option(name)?.group ?? '';
}
