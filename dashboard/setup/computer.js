/** @import { ComputerStart } from '../../src/web/wire/setup.ts' */
import { post } from '../api.js';
import { byId, setText } from '../dom.js';

const box = byId('start', HTMLInputElement);
const answer = byId('start-answer', HTMLElement);
let isAsking = false;

export function start() {
  box.addEventListener('change', async () => {
    isAsking = true;
    const wanted = box.checked;
    const problem = await post('setup/start', { on: wanted });
    isAsking = false;
    box.checked = problem === '' ? wanted : !wanted;
    answer.classList.toggle('wrong', problem !== '');
    setText(
      answer,
      problem ||
        (wanted ? 'It starts with the computer from now on.' : 'It no longer starts with the computer.'),
    );
  });
}

/** @param {ComputerStart} state */
export function show({ on, file }) {
  if (!isAsking) {
    box.checked = on;
  }
  setText(byId('start-file', HTMLElement), `The file that does this: ${file}`);
}
