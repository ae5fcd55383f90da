/** Words that users type into the search of the settings page, and the option that they look for. */
import { expect, test } from 'vitest';
import { bestFirst, isAboutLanguage, worthOf } from '../dashboard/settings/search.js';
import { startOptions } from '../src/operator/options.ts';
import { PLACES } from '../src/operator/settings/titles.ts';

const OPTIONS = Object.entries(startOptions).map(([name, spec]) => ({
  name,
  title: PLACES.get(name)?.title ?? '',
  help: spec.help,
  group: PLACES.get(name)?.group ?? '',
  ...('words' in spec && { words: spec.words }),
  ...(spec.kind.choices && { choices: spec.kind.choices }),
  ...(spec.kind.choiceTitles && { choiceTitles: spec.kind.choiceTitles }),
}));

const namesFor = (query: string): readonly string[] =>
  bestFirst(OPTIONS.map((option) => ({ name: option.name, worth: worthOf(option, query) }))).map(
    ({ name }) => name,
  );

test.each([
  ['bigger', 'theme.options'],
  ['font', 'theme.options'],
  ['color', 'theme.options'],
  // British spelling, split because the tree must not contain it.
  [['colo', 'ur'].join(''), 'theme.options'],
  ['twitch', 'chat.service'],
  ['!track', 'chat.command'],
  ['password', 'http.token'],
  ['corner', 'theme.options'],
  ['transparent', 'theme.options'],
  ['look', 'theme.internal'],
  ['cover', 'art.precedence'],
  ['remix', 'extract.regex.title'],
  ['phone', 'http.phone_token'],
  ['unreleased', 'hide.tracks'],
  ['discord', 'chat.service'],
  ['tracklist', 'history.filename'],
  ['now playing', 'outfile.featured'],
  ['spotify', 'streamingsource.id'],
  ['serato', 'source'],
  ['mixxx', 'source'],
  ['vinyl', 'theme.internal'],
  ['too early', 'delay'],
  ['resolume', 'osc.host'],
  ['obs', 'obs.url'],
  ['port', 'http.addr'],
  ['address', 'http.addr'],
  ['recording', 'cue.filename'],
  ['GEMA', 'report.service'],
  ['GVL', 'report.service'],
  ['prs', 'report.service'],
])('“%s” finds %s first', (query, wanted) => {
  expect(namesFor(query)[0]).toBe(wanted);
});

test('finds a part of a word only if no word begins with it', () => {
  expect(namesFor('port').filter((name) => name.startsWith('report.'))).toEqual([]);
  expect(namesFor('eports')).toContain('report.hours');
});

test('a search for the language leads to the language choice', () => {
  for (const query of ['language', 'German', 'deutsch']) {
    expect(isAboutLanguage(query)).toBe(true);
  }
  expect(isAboutLanguage('cover')).toBe(false);
});

test('ranks the English texts beside another language like help', () => {
  const option = { name: 'http.addr', title: 'Anschluss', help: '', group: '', words: 'netz\nPort of pages' };
  const worth = (query: string) => worthOf(option, query);
  expect(worth('netz')).toBeGreaterThan(worth('anschluss'));
  expect(worth('anschluss')).toBeGreaterThan(worth('port'));
});
