/** Links from trouble on the signal path to the settings that it names. */
import { withHelp } from './help-links.js';
import { html } from './lit/lit-html.js';
import { mayConfigure } from './shell.js';
import { optionText, troubleText } from './text.js';
import { word } from './words.js';

/** Names that lead to the settings of the parts in trouble. @param {readonly { name: string, said?: string | undefined, setting?: string | undefined }[]} troubled */
export function troubleView(troubled) {
  const mark = '\n';
  const [before, after] = troubleText(mark, troubled.length).split(mark);
  return html`${before}${troubled.map(
    ({ name, setting, said = '' }, index) =>
      html`${index === 0 ? '' : ', '}${settingView(optionsIn(said)[0]?.option ?? setting, name)}`,
  )}${after}`;
}

/** @param {string | undefined} option @param {string} text */
function settingView(option, text) {
  return option === undefined || !mayConfigure() ? text : html`<a href="/settings/#${option}">${text}</a>`;
}

/** Options that a text of the server names, with their titles as a page shows them. @param {string} said */
function optionsIn(said) {
  return [...said.matchAll(/--([a-z][\w.]*\w)/g)].flatMap(([, option = '']) => {
    const title = optionText(`${option}.title`, '');
    return title === '' ? [] : [{ option, title: word('settings.quoted', { title }) }];
  });
}

/** Links the fields that a text names. @param {string} text @param {string} [said] */
export function withSettings(text, said = '') {
  const [named] = optionsIn(said).filter(({ title }) => text.includes(title));
  if (named === undefined) {
    return withHelp(text);
  }
  const at = text.indexOf(named.title);
  return [
    ...withHelp(text.slice(0, at)),
    settingView(named.option, named.title),
    ...withHelp(text.slice(at + named.title.length)),
  ];
}
