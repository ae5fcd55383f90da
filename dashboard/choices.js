/**
 * Input for an option that takes several words in order of importance.
 *
 * @import { WireOption } from '../src/web/wire/settings.ts'
 */
import { make, makeButton, onPress, setUsable } from './dom.js';
import { word } from './words.js';

/**
 * @param {WireOption} option
 * @param {() => void} [onChange]
 */
export function orderedChoices(
  { items = [], choices = [], choiceTitles = {}, isFixed },
  onChange = () => undefined,
) {
  const list = make('ol', 'ordered');
  const rows = [...items, ...choices.filter((choice) => !items.includes(choice))].map((choice) => {
    const row = make('li');
    const label = make('label', 'check');
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = items.includes(choice);
    box.disabled = isFixed;
    box.value = choice;
    const title = choiceTitles[choice];
    const up = makeButton('↑', word('settings.move-up', { name: title ?? choice }));
    label.append(box, make('span', '', title ?? choice));
    if (title !== undefined) {
      label.append(make('code', 'key', choice));
    }
    row.append(label, up);
    box.addEventListener('change', changed);
    onPress(up, () => {
      row.previousElementSibling?.before(row);
      up.focus();
      changed();
    });
    return { row, box, up };
  });
  list.append(...rows.map(({ row }) => row));

  function showUsable() {
    for (const { row, box, up } of rows) {
      setUsable(up, !isFixed && box.checked && row.previousElementSibling !== null);
    }
  }
  function changed() {
    showUsable();
    onChange();
  }
  showUsable();
  const chosen = () => [...list.querySelectorAll('input')].filter(({ checked }) => checked);
  const text = () =>
    chosen()
      .map((box) => box.value)
      .join(',');
  return {
    element: list,
    text,
    /** Replaces the choice, as if the user had made it. @param {string} chosenOnes */
    fill(chosenOnes) {
      const names = chosenOnes.split(',');
      for (const { box } of rows) {
        box.checked = names.includes(box.value);
      }
      showUsable();
    },
  };
}
