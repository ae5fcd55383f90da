/** Words that users type into the search of the settings page, and the option that they look for. */
import { expect, test } from 'vitest';
import { isAboutLanguage, worthOf } from '../dashboard/settings/search.js';
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
  ['recording', 'cue.filename'],
])('“%s” finds %s first', (query, wanted) => {
  const found = OPTIONS.map((option) => ({ name: option.name, worth: worthOf(option, query) }))
    .filter(({ worth }) => worth > 0)
    .sort((one, other) => other.worth - one.worth);
  expect(found[0]?.name).toBe(wanted);
});

test('a search for the language leads to the language choice', () => {
  for (const query of ['language', 'German', 'deutsch']) {
    expect(isAboutLanguage(query)).toBe(true);
  }
  expect(isAboutLanguage('cover')).toBe(false);
});
