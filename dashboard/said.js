/** Translates the server's texts on a page that renders itself, without flags. */
import { sentence, textsRead, translated } from './text.js';

await textsRead;

for (const element of document.querySelectorAll('[data-said]')) {
  if (element instanceof HTMLElement) {
    element.textContent = sentence(translated(element.dataset.said ?? ''));
  }
}
