/** DOM helpers: elements by id, buttons, and text updates without needless changes. */

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
