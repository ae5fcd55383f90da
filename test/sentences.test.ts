import { expect, test } from 'vitest';
import { sentence } from '../texts/format.js';

test.each([
  ['no player was found', 'No player was found.'],
  ['is it open?', 'Is it open?'],
  ['deckcast is running', 'deckcast is running.'],
  ['radio.example.com rejects this name', 'radio.example.com rejects this name.'],
  ['studio:8000/live answers', 'studio:8000/live answers.'],
  ['nas/tonight/ answers', 'nas/tonight/ answers.'],
  ['localhost answers', 'localhost answers.'],
  ['http://studio is no address', 'http://studio is no address.'],
  ['--obs.url is empty', '--obs.url is empty.'],
  ['conf.yaml:3: unknown option', 'conf.yaml:3: unknown option.'],
  ['nothing saved: the file is gone', 'Nothing saved: the file is gone.'],
  ['prime4 is in another network', 'prime4 is in another network.'],
  ['primego announces itself', 'primego announces itself.'],
  ['OBS', 'OBS.'],
  ['', ''],
])('a page writes %j as %j', (text, written) => {
  expect(sentence(text)).toBe(written);
});
