/** Small helpers for the page: elements by id, texts that change only when they must, lists that keep their rows. */

/**
 * @template {typeof HTMLElement} Kind
 * @param {string} id
 * @param {Kind} kind  what the page's HTML has under that id
 * @returns {InstanceType<Kind>}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) {
    throw new Error(`the page has no ${kind.name} called ${id}`);
  }
  // Just checked; the compiler loses the connection between a class and its instances here.
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
 * Makes the children of `list` show `items`: known rows are changed in place, so that focus and scrolling stay.
 *
 * @template Item
 * @param {Element} list
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} keyOf
 * @param {(row: HTMLElement, item: Item) => void} fill  called with a fresh row, and again at every change
 * @param {string} tag
 */
export function showList(list, items, keyOf, fill, tag = 'li') {
  /** @type {Map<string, HTMLElement>} */
  const known = new Map();
  for (const row of list.children) {
    if (row instanceof HTMLElement) {
      known.set(row.dataset.key ?? '', row);
    }
  }
  items.forEach((item, index) => {
    const key = keyOf(item);
    const row = known.get(key) ?? document.createElement(tag);
    known.delete(key);
    row.dataset.key = key;
    if (list.children[index] !== row) {
      list.insertBefore(row, list.children[index] ?? null);
    }
    fill(row, item);
  });
  for (const row of known.values()) {
    row.remove();
  }
}

/**
 * The part of a row with this name, made at its first use.
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
