import { html } from './lit/lit-html.js';
import { word } from './words.js';

/** A text with names of help pages as links that open beside this page. @param {string} text */
export function withHelp(text) {
  return text
    .split(/\(help page: (\/help\/[a-z-]+)\)/)
    .map((part, at) =>
      at % 2 === 0 ? part : html`<a href=${part} target="_blank">${word('page.how-to')}</a>`,
    );
}
