/** DOM helpers: elements by id, text updates without needless changes, and lists that keep their rows. */
import { word } from './words.js';

/**
 * @template {typeof HTMLElement} [Kind=typeof HTMLElement]
 * @param {string} id
 * @param {Kind} [kind]  what the page's HTML has under that id
 * @returns {InstanceType<Kind>}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  const wanted = kind ?? HTMLElement;
  if (!(element instanceof wanted)) {
    throw new Error(`the page has no ${wanted.name} called ${id}`);
  }
  // Checked above; the compiler can't connect a class with its instances here.
  return /** @type {InstanceType<Kind>} */ (element);
}

/**
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/**
 * As `setText`, with names of help pages as links that open beside this page.
 *
 * @param {HTMLElement} element
 * @param {string} text
 */
export function setTextWithHelp(element, text) {
  if (element.dataset.text === text) {
    return;
  }
  element.dataset.text = text;
  const parts = text.split(/\(help page: (\/help\/[a-z-]+)\)/);
  element.replaceChildren(
    ...parts.map((part, at) =>
      at % 2 === 0
        ? part
        : Object.assign(document.createElement('a'), {
            href: part,
            target: '_blank',
            textContent: word('page.how-to'),
          }),
    ),
  );
}

/**
 * @param {string} tag
 * @param {string} [className]
 * @param {string} [text]
 */
export function make(tag, className = '', text = '') {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/**
 * @param {string} text
 * @param {string} [name]  accessible name, if the text alone is ambiguous
 */
export function makeButton(text, name) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn';
  button.textContent = text;
  if (name !== undefined) {
    button.setAttribute('aria-label', name);
  }
  return button;
}

/**
 * Shows or hides the element. Moves the focus away first if the element has it: without a focus, keyboards and screen
 * readers start again at the top of the page.
 *
 * @param {HTMLElement} element
 * @param {boolean} yes
 * @param {HTMLElement} nextFocus
 */
export function setShown(element, yes, nextFocus) {
  if (!yes) {
    moveFocus(element, nextFocus);
  }
  element.hidden = !yes;
}

/**
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
function moveFocus(from, to) {
  if (from.contains(document.activeElement)) {
    if (to.tabIndex < 0) {
      to.tabIndex = -1;
    }
    to.focus();
  }
}

/**
 * Uses `aria-disabled`, because `disabled` would take the focus away from the button.
 *
 * @param {HTMLButtonElement} button
 * @param {boolean} yes
 */
export function setUsable(button, yes) {
  button.setAttribute('aria-disabled', String(!yes));
}

/**
 * @param {HTMLButtonElement} button
 * @param {(click: MouseEvent) => unknown} act
 */
export function onPress(button, act) {
  button.addEventListener('click', (click) => {
    if (button.getAttribute('aria-disabled') !== 'true') {
      act(click);
    }
  });
}

/**
 * Makes the children of `list` show `items`. Changes existing rows in place, so that focus and scroll position stay.
 *
 * @template Item
 * @param {HTMLElement} list
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} keyOf
 * @param {(row: HTMLElement, item: Item) => void} fill  called with a new row, and again at every change
 * @param {string} tag
 */
export function showList(list, items, keyOf, fill, tag = 'li') {
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  const wanted = new Set(items.map(keyOf));
  // Remove old rows first, because moving the remaining ones past them would lose the focus.
  for (const row of [...list.children]) {
    if (row instanceof HTMLElement) {
      const key = row.dataset.key ?? '';
      if (wanted.has(key) && !rows.has(key)) {
        rows.set(key, row);
      } else {
        moveFocus(row, list);
        row.remove();
      }
    }
  }
  items.forEach((item, index) => {
    const key = keyOf(item);
    const row = rows.get(key) ?? document.createElement(tag);
    rows.delete(key);
    row.dataset.key = key;
    if (list.children[index] !== row) {
      list.insertBefore(row, list.children[index] ?? null);
    }
    fill(row, item);
  });
}

/**
 * Returns the part of a row with this name, and creates it at its first use.
 *
 * @param {HTMLElement} row
 * @param {string} tag
 * @param {string} name
 */
export function part(row, tag, name) {
  const existing = row.querySelector(`:scope > .${name}`);
  if (existing instanceof HTMLElement) {
    return existing;
  }
  const made = make(tag, name);
  row.append(made);
  return made;
}

/**
 * Copies the field's text. Returns whether that worked.
 *
 * @param {HTMLInputElement} field
 */
export async function copyText(field) {
  field.select();
  // Browsers offer the clipboard to secure origins only; elsewhere `execCommand` still works.
  const copied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  );
  return copied === true || document.execCommand('copy');
}

/**
 * Saves the response as a file with the server's name for it.
 *
 * @param {Response} response
 * @param {string} name  fallback without a name from the server
 */
export async function saveFile(response, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? name;
  link.click();
  URL.revokeObjectURL(link.href);
}
