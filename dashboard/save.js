/**
 * Saves settings. Loaded for the first save.
 *
 * @import { SaveAnswer, SettingsMessage, WireSettingValue } from '../src/web/wire/settings.ts'
 */
import { Refused, send } from './api.js';
import { sentence, translated } from './text.js';
import { word } from './words.js';

const RETRY_MS = 500;
/** Enough for a restart of the listener. */
const READS_AFTER_SAVE = 10;

/**
 * Rejects when the server does not answer.
 *
 * @param {SettingsMessage | undefined} settings  as the page has read them
 * @param {Readonly<Record<string, WireSettingValue>>} set
 * @param {readonly string[]} unset
 * @param {() => Promise<unknown>} readSettings
 */
export async function saveNow(settings, set, unset, readSettings) {
  if (settings === undefined) {
    return { saved: false, reason: word('settings.not-read') };
  }
  /** @type {SaveAnswer} */
  const answer = await send('PATCH', 'settings', {
    revision: settings.revision,
    set,
    ...(unset.length > 0 && { unset }),
  });
  const reason = reasonOf(answer, settings);
  await readAfterSave(readSettings);
  dispatchEvent(new Event('saved'));
  return { saved: answer.done, reason, problems: answer.problems };
}

/** The listener may restart because of the save. The save's own result is known already. @param {() => Promise<unknown>} readSettings */
async function readAfterSave(readSettings) {
  for (let left = READS_AFTER_SAVE; left > 0; left -= 1) {
    try {
      await readSettings();
      return;
    } catch (error) {
      if (error instanceof Refused) {
        // A page that may not save may not read.
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** @param {SaveAnswer} answer @param {SettingsMessage} settings */
function reasonOf(answer, { options }) {
  if (!answer.done && answer.byHand !== undefined) {
    const { option: name, file, line, written } = answer.byHand;
    const instead = written ?? word('settings.take-out', { name });
    const place =
      line === 0
        ? word('settings.by-hand-top', { file, instead })
        : word('settings.by-hand', { file, line, instead });
    return `${sentence(translated(answer.reason))} ${place}`;
  }
  if (answer.problems !== undefined && answer.problems.length > 0) {
    return answer.problems
      .map(({ option: name, where, what }) => {
        const words = translated(what);
        const about = name === undefined ? where : (options.find((one) => one.name === name)?.title ?? name);
        return sentence(words.includes(about) ? words : `${about}: ${words}`);
      })
      .join(' ');
  }
  if (!answer.done) {
    return sentence(translated(answer.reason));
  }
  return answer.needRestart.length === 0 ? word('settings.saved') : word('settings.saved-at-restart');
}
