/**
 * Puts a track's fields into the elements that name them: `data-bind="title"` text, never as HTML ·
 * `data-bind-src="art"` a picture · `data-if="art"` hides the element while the field is empty.
 *
 * @import { WireTrack } from '../../../src/wire/events.ts'
 */

/**
 * @param {WireTrack | null} track
 * @returns {Record<string, string>} every field by name; empty where there is nothing
 */
export function fieldsOf(track) {
  return {
    artist: track?.artist ?? '',
    title: track?.title ?? '',
    album: track?.album ?? '',
    genre: track?.genre ?? '',
    deck: track?.deck ?? '',
    elapsed: track?.elapsed ?? '',
    position: track === null ? '' : String(track.position),
    duration: track === null || track.durationMs === 0 ? '' : minutes(track.durationMs),
    art: track?.art?.url ?? '',
    code: track?.code?.url ?? '',
  };
}

/** @param {number} ms */
function minutes(ms) {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * @param {ParentNode} page
 * @param {Record<string, string>} fields
 * @param {(path: string) => string} absolute  turns a picture's path into an address
 */
export function bind(page, fields, absolute) {
  for (const element of page.querySelectorAll('[data-bind]')) {
    textElement(element).textContent = fields[element.getAttribute('data-bind') ?? ''] ?? '';
  }
  for (const element of page.querySelectorAll('[data-bind-src]')) {
    const path = fields[element.getAttribute('data-bind-src') ?? ''] ?? '';
    if (path === '') {
      // An empty address would mean the page itself.
      element.removeAttribute('src');
    } else {
      element.setAttribute('src', absolute(path));
    }
  }
  for (const element of page.querySelectorAll('[data-if]')) {
    element.toggleAttribute('hidden', (fields[element.getAttribute('data-if') ?? ''] ?? '') === '');
  }
}

/**
 * The span in which a `data-fit` text is, so that it can be measured and moved; otherwise the element itself.
 *
 * @param {Element} element
 */
export function textElement(element) {
  if (!element.hasAttribute('data-fit')) {
    return element;
  }
  const existing = element.firstElementChild;
  if (existing !== null) {
    return existing;
  }
  const span = document.createElement('span');
  // The direction comes from the text, not from the page's language.
  span.dir = 'auto';
  element.replaceChildren(span);
  return span;
}
