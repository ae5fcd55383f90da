/** @import { ComputerStart } from '../../src/web/wire/setup.ts' */
import { post } from '../api.js';
import { byId, setText } from '../dom.js';
import { phrase, translated } from '../text.js';

const box = byId('start', HTMLInputElement);
const answer = byId('start-answer');
let isAsking = false;
/** Number of changes of the box. State read before the last change is outdated. */
let changes = 0;

export function start() {
  box.addEventListener('change', async () => {
    isAsking = true;
    const wanted = box.checked;
    const problem = await post('setup/start', { on: wanted });
    isAsking = false;
    changes += 1;
    box.checked = problem === '' ? wanted : !wanted;
    answer.classList.toggle('wrong', problem !== '');
    setText(
      answer,
      translated(problem) ||
        (wanted
          ? phrase('It starts with the computer from now on.')
          : phrase('It no longer starts with the computer.')),
    );
  });
}

/**
 * Call it before reading the state, and the returned function with the state.
 *
 * @returns {(state: ComputerStart) => void}
 */
export function reading() {
  const before = changes;
  return (state) => show(state, changes === before && !isAsking);
}

/** @param {ComputerStart} state @param {boolean} isNew */
function show({ on, file, instead }, isNew) {
  if (isNew) {
    box.checked = on;
  }
  const other = byId('start-instead');
  other.hidden = instead === undefined;
  if (instead !== undefined) {
    setText(
      other,
      instead.isGone
        ? phrase('Nothing starts at present: {path} no longer exists. Tick the box to start this copy.', {
            path: instead.path,
          })
        : phrase('Another copy starts at present: {path}. Tick the box to start this one in its place.', {
            path: instead.path,
          }),
    );
  }
  setText(byId('start-file'), phrase('The file that does this: {file}', { file }));
}
