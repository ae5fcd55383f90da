/** Puts what the server says on a page that it writes itself into the reader's words, without flags. */
import { sentence } from './saved.js';
import { translated } from './text.js';

for (const element of document.querySelectorAll('[data-said]')) {
  if (element instanceof HTMLElement) {
    element.textContent = sentence(translated(element.dataset.said ?? ''));
  }
}
