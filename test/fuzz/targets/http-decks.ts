/** A deck, a space, and a request body per line. */

import { deckOptions } from '../../../src/decks/options.ts';
import { HttpDecksSource } from '../../../src/sources/httpdecks/source.ts';
import { fakeClock } from '../../support/clock.ts';
import { keptLog } from '../../support/log.ts';
import { settingsOf } from '../../support/settings.ts';
import { runSource } from '../../support/source.ts';
import { acceptedBy, type FuzzTarget, hold, seedsOf } from '../target.ts';

const LABELS = 17 + 16;

export const httpDecks: FuzzTarget = {
  seeds: seedsOf([
    '1 {"track":{"artist":"Björk","title":"Jóga","duration":304},"playing":true,"level":0.5,"master":true}\n1 {}',
    'A {"track":{"title":"One","genre":"House","color":"#ff0000"},"path":"/music/one.mp3"}\nb {"track":null,"level":1}\nA null',
  ]),
  words: ['"level":1e999', '"level":-0', '"track":[]', '"track":{"title":"', '"__proto__":', '16 {', 'P {'],
  async run(bytes) {
    const clock = fakeClock();
    const source = new HttpDecksSource(settingsOf(deckOptions, {}), { clock, log: keptLog() });
    const running = runSource(source);
    for (const line of bytes.toString().split('\n').slice(0, 50)) {
      const [deck = '', body = ''] = [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)];
      const report = acceptedBy(SyntaxError, (): unknown => JSON.parse(body));
      const result = source.acceptDeck(deck, report);
      hold(result.ok || result.problem !== '', 'a refusal that does not say why');
      await source.findings();
    }
    const decks = source.decks();
    hold(decks.length <= LABELS, 'more decks than there are labels');
    hold(
      decks.every(({ level = 0 }) => level >= 0 && level <= 1),
      'a level that is none',
    );
    await running.stop();
    hold(clock.waiting === 0, 'something waits when it has ended');
  },
};
