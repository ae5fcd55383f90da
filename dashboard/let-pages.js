import { NO_SETTINGS, option, readSettings, save } from './saved.js';

/**
 * Lets pages deliver the sound of the room or a controller's faders, or stops it.
 *
 * @param {'hear.input' | 'midi.input'} name
 * @param {boolean} on
 */
export async function letPages(name, on) {
  if (!(await readSettings())) {
    return { done: false, reason: NO_SETTINGS };
  }
  const others = (option(name)?.items ?? []).filter((one) => one !== 'page');
  const { saved, reason } = await save({ [name]: on ? [...others, 'page'] : others });
  return { done: saved, reason };
}
