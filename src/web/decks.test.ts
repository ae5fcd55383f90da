import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { deckView, keptControl } from '../../test/support/control.ts';
import { openSocket } from '../../test/support/pages.ts';
import { testServer, WELL } from '../../test/support/server.ts';
import { track } from '../../test/support/tracks.ts';
import { shown } from '../core/shown.ts';
import { decksFeed } from './decks.ts';

const NAMES = { artist: 'Mira Vale', title: 'Low Tide' };
const SECRET = track({ ...NAMES, label: 'Dusk', key: '8A', bpm: 124, year: 2024 });
const quiet = { featured: false, level: 0 };

function audibleOf(...views: ReturnType<typeof deckView>[]) {
  return decksFeed(fakeClock(), () => views).message().decks;
}

describe('decksFeed', () => {
  test('contains audible decks with their levels', () => {
    const decks = audibleOf(
      deckView({ deck: '1', level: 0.919 }),
      deckView({ deck: '2', featured: false, level: 0.62 }),
      deckView({ deck: '3', ...quiet }),
    );
    expect(decks.map(({ deck, level, featured }) => [deck, level, featured])).toEqual([
      ['1', 0.9, true],
      ['2', 0.6, false],
    ]);
  });

  test('omits silent and stopped decks', () => {
    expect(
      audibleOf(deckView({ ...quiet }), deckView({ deck: '2', featured: false, playing: false })),
    ).toEqual([]);
  });

  test('contains the deck on air when the hardware reports no levels', () => {
    const { level: _level, ...without } = deckView({ deck: '1' });
    const { level: _other, ...next } = deckView({ deck: '2', featured: false });
    expect(audibleOf(without, next)).toMatchObject([{ deck: '1', level: null }]);
  });

  test('omits names while hidden', () => {
    const decks = audibleOf(deckView({ ...shown(SECRET, true) }));
    const nothing = { artist: '', title: '', album: '', genre: '', label: '', key: '', bpm: 0, year: 0 };
    expect(decks).toEqual([{ deck: '1', ...nothing, level: 0.9, featured: true, hidden: true }]);
  });

  test('ignores a trembling fader', () => {
    const levels = [0.08, 0.12, 0.06, 0.09, 0.04, 0.01, 0.06];
    let level = 0;
    const feed = decksFeed(fakeClock(), () => [deckView({ level })]);
    const audible = levels.map((next) => {
      level = next;
      return feed.message().decks.length === 1;
    });
    expect(audible).toEqual([false, true, true, true, true, false, false]);
  });
});

test('sends the decks at once, and after every change', async () => {
  const control = keptControl();
  control.deckViews = [deckView()];
  const { url, socketUrl } = await testServer({}, { ...WELL, control });
  const page = await openSocket(socketUrl('/api/v1/decks'));
  expect(await page.first(1)).toMatchObject([{ type: 'decks', decks: [{ deck: '1', level: 0.9 }] }]);
  control.deckViews = [deckView(), deckView({ deck: '2', featured: false, level: 0.5 })];
  expect((await page.first(2))[1]).toMatchObject({ decks: [{ deck: '1' }, { deck: '2', level: 0.5 }] });
  expect(await (await fetch(`${url}api/v1/decks`)).json()).toMatchObject({ v: 1, decks: [{}, {}] });
});
