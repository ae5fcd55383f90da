/** Set-up in the demo, which saves nothing. */
import { html } from '../lit/lit-html.js';
import { word } from '../words.js';

export function demoView() {
  return html`<section class="plate message" aria-labelledby="demo-heading">
    <h2 id="demo-heading">${word('demo.heading')}</h2>
    <p>${word('demo.about')}</p>
    <p class="row wrap">
      <a class="btn" href="/overlay/">${word('demo.looks')}</a>
      <a class="btn" href="/dashboard/">${word('demo.operator')}</a>
      <a class="btn" href="/help/">${word('page.help')}</a>
    </p>
    <p class="dim">${word('demo.then')}</p>
  </section>`;
}
