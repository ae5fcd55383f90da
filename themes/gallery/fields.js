/** @import { WireThemeOption } from '../../src/wire/themes.ts' */

/**
 * A labelled field for one option.
 *
 * @param {string} name
 * @param {WireThemeOption} spec
 * @param {(text: string | undefined) => void} changed  with the value as the address contains it; undefined for the default
 */
export function fieldFor(name, spec, changed) {
  const field = document.createElement('div');
  field.className = 'field';
  const label = document.createElement('label');
  label.htmlFor = `option-${name}`;
  label.textContent = spec.label ?? name;
  const input = inputFor(spec);
  input.id = `option-${name}`;
  field.append(label, input);
  if (spec.type === 'text' && spec.values !== undefined && input instanceof HTMLInputElement) {
    const suggestions = document.createElement('datalist');
    suggestions.id = `suggestions-${name}`;
    suggestions.append(...spec.values.map((value) => new Option(value, value)));
    input.setAttribute('list', suggestions.id);
    field.append(suggestions);
  }
  const output = document.createElement('output');
  if (spec.type === 'range') {
    field.append(output);
  }
  const show = () => {
    output.textContent = `${textOf(input)}${spec.unit ?? ''}`;
  };
  show();
  input.addEventListener('input', () => {
    show();
    const text = textOf(input);
    const isDefault = text === String(spec.default);
    // The `#` of a color would begin the fragment of an address.
    changed(isDefault ? undefined : spec.type === 'color' ? text.replace('#', '') : text);
  });
  return field;
}

/** @param {WireThemeOption} spec */
function inputFor(spec) {
  if (spec.type === 'enum') {
    const select = document.createElement('select');
    select.append(...(spec.values ?? []).map((value) => new Option(value, value)));
    select.value = String(spec.default);
    return select;
  }
  const input = document.createElement('input');
  switch (spec.type) {
    case 'bool':
      input.type = 'checkbox';
      input.checked = spec.default === true;
      return input;
    case 'color':
      input.type = 'color';
      break;
    case 'number':
      input.type = 'number';
      break;
    case 'range':
      input.type = 'range';
      input.min = String(spec.min ?? 0);
      input.max = String(spec.max ?? 100);
      input.step = String(spec.step ?? 1);
      break;
    case 'duration':
      input.placeholder = '12, 500ms or 2m';
      break;
  }
  input.value = String(spec.default);
  return input;
}

/** @param {HTMLInputElement | HTMLSelectElement} input */
function textOf(input) {
  return input instanceof HTMLInputElement && input.type === 'checkbox' ? String(input.checked) : input.value;
}
