import { refusalIn } from './refusal.js';
import { word } from './words.js';

/**
 * Runs one action at a time, and keeps its answer for the user.
 *
 * @param {() => void} redraw
 */
export function createTask(redraw) {
  const task = {
    isBusy: false,
    text: '',
    isWrong: false,
    /** @param {string} text @param {boolean} [isWrong] */
    say(text, isWrong = false) {
      Object.assign(task, { text, isWrong });
      redraw();
    },
    forget: () => task.text === word('settings.saved') && task.say(''),
    /**
     * @param {string} doing  text meanwhile
     * @param {() => Promise<string | { done: boolean, reason: string }>} act  resolves with the text afterward
     */
    async run(doing, act) {
      if (task.isBusy) {
        return false;
      }
      task.isBusy = true;
      task.say(doing);
      const answer = await act().catch((error) => ({ done: false, reason: refusalIn(error) }));
      task.isBusy = false;
      const { done, reason } = typeof answer === 'string' ? { done: true, reason: answer } : answer;
      task.say(reason, !done);
      return done;
    },
  };
  return task;
}

/** @typedef {ReturnType<typeof createTask>} Task */
