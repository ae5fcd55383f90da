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
export function show({ on, file, instead }) {
  if (!isAsking) {
    box.checked = on;
  }
  const other = byId('start-instead', HTMLElement);
  other.hidden = instead === undefined;
  if (instead !== undefined) {
    setText(
      other,
      instead.isGone
        ? `Nothing starts at present: ${instead.path} no longer exists. Tick the box to start this copy.`
        : `Another copy starts at present: ${instead.path}. Tick the box to start this one in its place.`,
    );
  }
  setText(byId('start-file', HTMLElement), `The file that does this: ${file}`);
}
