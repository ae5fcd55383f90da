/** Translates the server's texts on a page that renders itself, without flags. */
import { sentence } from './saved.js';
import { translated } from './text.js';

for (const element of document.querySelectorAll('[data-said]')) {
  if (element instanceof HTMLElement) {
    element.textContent = sentence(translated(element.dataset.said ?? ''));
  }
}
