/**
 * The server's settings, and how a page saves some of them.
 *
 * @import { SaveAnswer, SettingProblem, SettingsMessage, WireSettingValue, WireOption } from '../src/web/wire/settings.ts'
 */
import { NO_ANSWER, Refused, read, send } from './api.js';
import { localized, optionText, sentence, translated } from './text.js';
import { word } from './words.js';

/** Shown when `readSettings` returns false. */
export const NO_SETTINGS = word('settings.demo');
const NO_FILE_STATUS = 409;
const RETRY_MS = 500;
/** Enough for a restart of the listener. */
const READS_AFTER_SAVE = 10;

/** @type {SettingsMessage | undefined} */
let settings;

/**
 * Reads the settings again. Returns false if this deckcast has no configuration file. Rejects when the server does not
 * answer.
 */
export async function readSettings() {
  try {
    settings = worded(localized(await (await read('settings')).json()));
    return true;
  } catch (error) {
    if (error instanceof Refused && error.status === NO_FILE_STATUS) {
      return false;
    }
    throw error;
  }
}

/**
 * Translates a message into the user's language.
 *
 * @param {SettingsMessage} message
 * @returns {SettingsMessage}
 */
function worded(message) {
  return { ...message, groups: message.groups.map(groupText), options: message.options.map(wordedOption) };
}

/** @param {string} group */
function groupText(group) {
  return optionText(`group.${group.toLowerCase().replace(/ /g, '-')}`, group);
}

/** @param {WireOption} one @returns {WireOption} */
function wordedOption(one) {
  const { name, title, group, help, words = '', choiceTitles = {} } = one;
  const own = {
    title: optionText(`${name}.title`, title),
    help: translated(optionText(`${name}.help`, help)),
    words: optionText(`${name}.words`, words),
  };
  const choices = Object.entries(choiceTitles).map(([choice, text]) => [
    choice,
    optionText(`${name}.choice.${choice}`, text),
  ]);
  return {
    ...one,
    ...own,
    group: groupText(group),
    // English words stay searchable.
    words: [...new Set([own.words, words, title, help])]
      .filter((text) => text !== own.title && text !== own.help)
      .join(' '),
    ...(choices.length > 0 && { choiceTitles: Object.fromEntries(choices) }),
  };
}

/** Latest settings that were read. */
export function allSettings() {
  return settings;
}

/** @param {string} name @returns {WireOption | undefined} */
export function option(name) {
  return settings?.options.find((one) => one.name === name);
}

/** Saves run one after the other, because each needs the revision of the one before. */
let saving = Promise.resolve();

/**
 * Saves these values; they take effect before the promise resolves.
 *
 * @param {Readonly<Record<string, WireSettingValue>>} set
 * @param {readonly string[]} [unset]  options to take out of the file
 * @returns {Promise<{ saved: boolean, reason: string, problems?: readonly SettingProblem[] | undefined }>}
 */
export function save(set, unset = []) {
  const answer = saving.then(() => saveNow(set, unset));
  saving = answer.then(() => undefined);
  return answer;
}

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

/**
 * @param {Readonly<Record<string, WireSettingValue>>} set
 * @param {readonly string[]} unset
 */
async function saveNow(set, unset) {
  if (settings === undefined) {
    return { saved: false, reason: word('settings.not-read') };
  }
  try {
    /** @type {SaveAnswer} */
    const answer = await send('PATCH', 'settings', {
      revision: settings.revision,
      set,
      ...(unset.length > 0 && { unset }),
    });
    const reason = reasonOf(answer);
    await readAfterSave();
    return { saved: answer.done, reason, problems: answer.problems };
  } catch {
    return { saved: false, reason: NO_ANSWER };
  }
}

/** The listener may restart because of the save. The save's own result is known already. */
async function readAfterSave() {
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

/** @param {SaveAnswer} answer */
function reasonOf(answer) {
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
    const isOne = answer.problems.length === 1;
    return answer.problems
      .map(({ option: name, where, what }) => {
        const words = translated(what);
        // Problems name their options only if there are several.
        const about = name === undefined ? where : isOne ? '' : (option(name)?.title ?? name);
        return sentence(about === '' ? words : `${about}: ${words}`);
      })
      .join(' ');
  }
  if (!answer.done) {
    return sentence(translated(answer.reason));
  }
  return answer.needRestart.length === 0 ? word('settings.saved') : word('settings.saved-at-restart');
}
