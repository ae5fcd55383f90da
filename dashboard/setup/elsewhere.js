import { optionText } from '../text.js';
import { word } from '../words.js';

/**
 * Tells where to find the fields that a text of the server names and that this place lacks. Empty if it has all.
 *
 * @param {string} text  with flags, as the server sent it
 * @param {readonly string[]} here  options with a field here
 */
export function elsewhere(text, here) {
  return optionsNamed(text).some((name) => optionText(`${name}.title`, '') !== '' && !here.includes(name))
    ? word('settings.has-field')
    : '';
}

/** @param {string} text  with flags, as the server sent it */
export function optionsNamed(text) {
  return [...text.matchAll(/--([a-z][\w.]*\w)/g)].map(([, name = '']) => name);
}
