/** @import { ComputerStart } from '../../src/web/wire/setup.ts' */
import { post } from '../api.js';
import { html, live, nothing } from '../lit/lit-html.js';
import { allSettings, save } from '../saved.js';
import { createTask } from '../task.js';
import { translated } from '../text.js';
import { press } from '../view.js';
import { word } from '../words.js';

/** Options of this start that are missing at the next one, which gets no flags and no variables. */
function lost() {
  return (allSettings()?.options ?? []).filter(
    ({ name, origin }) =>
      name !== 'conf' && (origin.from === 'flag' || origin.from === 'environment') && !origin.isInFile,
  );
}

/** @param {() => void} redraw */
export function createComputer(redraw) {
  const task = createTask(redraw);
  const keeping = createTask(redraw);
  /** The user's choice, until the server says the same. @type {boolean | undefined} */
  let chosen;

  /** @param {Event & { target: HTMLInputElement }} event */
  function change({ target }) {
    const on = target.checked;
    chosen = on;
    void task.run('', async () => {
      const problem = await post('setup/start', { on });
      chosen = problem === '' ? on : undefined;
      return {
        done: problem === '',
        reason: translated(problem) || (on ? word('gig.starts') : word('gig.starts-no-longer')),
      };
    });
  }

  function lostView() {
    const all = lost();
    const kept = all.filter(({ field, masked }) => field !== 'secret' && !masked);
    const keep = () =>
      keeping.run('', async () => {
        const { saved, reason } = await save(
          Object.fromEntries(kept.map(({ name, value }) => [name, value])),
        );
        return { done: saved, reason };
      });
    const names = all.map(({ title, value }) => [title, value].filter(Boolean).join(': ')).join('; ');
    return html`${
      all.length === 0
        ? nothing
        : html`<div class="says warn small" id="lost"><span class="led warn"></span><div class="form">
            <span>${word('gig.lost', { names })} ${kept.length < all.length ? word('gig.lost-secret') : ''}</span>
            ${kept.length === 0 ? nothing : html`<p><button class="btn" type="button" id="keep" data-next="start" aria-disabled=${keeping.isBusy} @click=${press(keep)}>${word('gig.keep')}</button></p>`}
          </div></div>`
    }<p class=${keeping.isWrong ? 'wrong' : ''} role="status">${keeping.text}</p>`;
  }

  return {
    /** @param {ComputerStart | undefined} shown */
    view(shown) {
      if (!task.isBusy && chosen === shown?.on) {
        chosen = undefined;
      }
      const instead = shown?.instead;
      return html`<div class="head"><h2>${word('gig.heading')}</h2></div>
        <section class="plate form">
          <label class="onoff"><span>${word('gig.start')}</span><input class="switch" id="start" type="checkbox" .checked=${live(chosen ?? shown?.on ?? false)} @change=${change}></label>
          <p class="dim small">${word('gig.start-about')}</p>
          ${lostView()}
          ${instead === undefined ? nothing : html`<p class="says warn small"><span class="led warn"></span><span>${word(instead.isGone ? 'gig.instead-gone' : 'gig.instead', { path: instead.path })}</span></p>`}
          <p class=${task.isWrong ? 'wrong' : ''} role="status">${task.text}</p>
          <details><summary>${word('sign-in.details')}</summary><p class="dim small">${word('gig.file', { file: shown?.file ?? '' })}</p></details>
        </section>
        <ol class="todo plate">
          <li>${word('gig.todo-start')}</li>
          <li>${word('gig.todo-play')}</li>
          <li>${word('gig.todo-operate')}</li>
        </ol>`;
    },
  };
}
