/** Process that compares the sound with the pieces, because that takes a part of a core. */
import { answerRequests } from '../host/helper-process/answer-requests.js';
import { Judge } from './judge.ts';
import type { JudgeAnswer, JudgeRequest } from './messages.ts';

let judge = new Judge();

answerRequests(
  'deckcast judges what is heard',
  ({ begins, pieces, samples, measures }: JudgeRequest): JudgeAnswer => {
    if (begins) {
      judge = new Judge();
    }
    for (const [id, piece] of pieces) {
      if (piece === undefined) {
        judge.remove(id);
      } else {
        judge.add(id, piece);
      }
    }
    const levels = judge.push(samples);
    const { shares, doubles, isSilent } = judge;
    const positions = measures ? judge.positions : new Map();
    return { levels, shares, doubles, positions, isSilent };
  },
);
