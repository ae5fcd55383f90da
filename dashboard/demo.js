/** Shown in the demo in place of settings. */
import { html } from './lit/lit-html.js';
import { word } from './words.js';

export function demoView() {
  return html`<section class="plate message" aria-labelledby="demo-heading">
    <h2 id="demo-heading">${word('demo.heading')}</h2>
    <p>${word('demo.about')}</p>
    <p class="row wrap">
      <a class="btn" href="/overlay/">${word('look.all')}</a>
      <a class="btn" href="/dashboard/">${word('page.on-air')}</a>
      <a class="btn" href="/help/">${word('page.help')}</a>
    </p>
    <p>${word('demo.then')}<br><code>deckcast start --open</code></p>
  </section>`;
}
