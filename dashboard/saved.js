/**
 * The server's settings, and how a page saves some of them.
 *
 * @import { SettingProblem, SettingsMessage, WireSettingValue, WireOption } from '../src/web/wire/settings.ts'
 */
import { NO_ANSWER, Refused, read } from './api.js';
import { localized, optionText, translated } from './text.js';
import { word } from './words.js';

/** Shown when `readSettings` returns false. */
export const NO_SETTINGS = word('settings.demo');
const NO_FILE_STATUS = 409;

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
    // English words stay searchable: the search takes those of the second line for help.
    words: `${own.words} ${words}\n${title === own.title ? '' : `${title} ${help}`}`,
    ...(choices.length > 0 && { choiceTitles: Object.fromEntries(choices) }),
  };
}

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
  const answer = saving
    .then(() => import('./save.js'))
    .then(({ saveNow }) => saveNow(settings, set, unset, readSettings))
    .catch(() => ({ saved: false, reason: NO_ANSWER }));
  saving = answer.then(() => undefined);
  return answer;
}
