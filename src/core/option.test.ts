import { expect, test } from 'vitest';
import { text } from '../settings/kinds.ts';
import { defineOptions, readLive, type SettingsOf } from './option.ts';

const options = defineOptions('Sinks', {
  'sign.text': { kind: text, default: '', help: 'what the sign says', live: true },
  'sign.color': { kind: text, default: '', help: 'which color it has' },
});

test('a copy of a live setting does not compile where its value is needed', () => {
  const settings: SettingsOf<typeof options> = { 'sign.text': 'Hello', 'sign.color': 'red' };
  const needsText = (...texts: readonly string[]) => texts;
  // @ts-expect-error: such a copy would be out of date after the next change.
  needsText(settings['sign.text']);
  expect(needsText(readLive(settings, 'sign.text'), settings['sign.color'])).toEqual(['Hello', 'red']);
});
