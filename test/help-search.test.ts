/** Words that users type into the search of the guides, and the section that answers. */
import { expect, test } from 'vitest';
import { worthOf } from '../dashboard/settings/search.js';
import { helpFiles } from '../scripts/help.js';
import { ROOT } from './support/files.ts';

interface Section {
  readonly href: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const SECTIONS: readonly Section[] = JSON.parse(String(helpFiles(ROOT).get('search.json')));

test.each([
  ['royalty', 'Royalty reports'],
  ['royalties', 'Royalty reports'],
  ['royalty report', 'Royalty reports'],
  ['gema', 'Royalty reports'],
  ['soundexchange', 'Royalty reports'],
  ['password', 'A token as password'],
  ['forgot password', 'A token as password'],
  ['wrong track', 'When the wrong track or name is shown'],
  ['wrong name', 'When the wrong track or name is shown'],
  ['sound check', 'After a sound check'],
  ['delay', 'Delay a track'],
  ['cover wrong', 'Where the cover comes from'],
  ['overlay not showing', 'Nothing shows?'],
  ['nothing happens', 'Nothing is found'],
  ['ipad', 'Who may operate'],
  ['phone', 'If the page does not open on the phone'],
  ['backup', 'What it does to your file'],
  ['logo', 'Your own logo and fonts'],
  ['font', 'Your own logo and fonts'],
  ['hide', 'Hide a track'],
  ['cue sheet', 'A CUE sheet that is always complete'],
  ['twitch', 'Answers in a Twitch chat'],
  ['spotify', 'Now playing from a Spotify account'],
  ['qr code', 'Let guests open it'],
  ['update', 'Update'],
  ['firewall', 'What is wrong? Ask the doctor'],
])('“%s” leads to “%s”', (query, heading) => {
  const ranked = SECTIONS.map(({ page, heading: name, text }) => ({
    name,
    worth: worthOf({ name, title: page, help: text, group: '' }, query),
  }));
  const first = ranked.filter(({ worth }) => worth > 0).sort((one, other) => other.worth - one.worth);
  expect(first.slice(0, 3).map(({ name }) => name)).toContain(heading);
});
