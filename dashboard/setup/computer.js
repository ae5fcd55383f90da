/** @import { ComputerStart } from '../../src/web/wire/setup.ts' */
import { post } from '../api.js';
import { html, live, nothing } from '../lit/lit-html.js';
import { translated } from '../text.js';
import { createTask } from '../view.js';
import { word } from '../words.js';

/** @param {() => void} redraw */
export function createComputer(redraw) {
  const task = createTask(redraw);
  /** @type {ComputerStart | undefined} */
  let shown;
  let isOn = false;
  /** Number of changes of the box. State read before the last change is outdated. */
  let changes = 0;

  /** @param {Event & { target: HTMLInputElement }} event */
  function change({ target }) {
    isOn = target.checked;
    void task.run('', async () => {
      const problem = await post('setup/start', { on: isOn });
      changes += 1;
      isOn = problem === '' ? isOn : !isOn;
      return {
        done: problem === '',
        reason: translated(problem) || (isOn ? word('gig.starts') : word('gig.starts-no-longer')),
      };
    });
  }

  return {
    state: () => ({ light: isOn ? 'good' : 'off', text: isOn ? word('gig.on') : word('gig.off') }),
    /** Call it before reading the state, and the returned function with the state. */
    reading() {
      const before = changes;
      return (/** @type {ComputerStart} */ state) => {
        shown = state;
        if (changes === before && !task.isBusy) {
          isOn = state.on;
        }
      };
    },
    view() {
      const instead = shown?.instead;
      return html`<div class="head"><h2>${word('gig.heading')}</h2></div>
        <section class="plate form">
          <label class="onoff"><span>${word('gig.start')}</span><input class="switch" id="start" type="checkbox" .checked=${live(isOn)} @change=${change}></label>
          <p class="dim small">${word('gig.start-about')}</p>
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
