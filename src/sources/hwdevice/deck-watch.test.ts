/** What the deck table makes of a device's words is told as it should be: with the right names, under the right play. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { type SourceNotes, sourceNotes } from '../../../test/support/source.ts';
import { track } from '../../../test/support/tracks.ts';
import type { Track } from '../../core/track.ts';
import { ALGORITHMS, type Tags } from '../../detection/index.ts';
import { DeckWatch } from './deck-watch.ts';
import { trackOf } from './track.ts';

const DEVICE = 'prime4';
const RED = '#ffea2828';
const GREEN = '#ff28ea28';

let clock: FakeClock;
let told: SourceNotes;
let decks: DeckWatch;
/** What the device's library knows by now. */
let library: Partial<Track>;

beforeEach(() => {
  clock = fakeClock();
  told = sourceNotes();
  library = {};
  decks = new DeckWatch({
    rule: { algorithm: ALGORITHMS.lead, percent: 100, crossfader: 'on' },
    hidingColor: () => 'red',
    known: {
      trackOf: (tags: Tags) => ({ ...trackOf(tags), ...library }),
      artOf: () => undefined,
    },
    listener: told.listener,
    tools: { clock, log: keptLog() },
  });
});

interface Told {
  readonly title?: string;
  readonly artist?: string;
  readonly genre?: string;
  readonly networkPath?: string;
}

function say(number: number, tags: Told): void {
  for (const tag of ['title', 'artist', 'genre', 'networkPath'] as const) {
    const value = tags[tag];
    if (value !== undefined) {
      decks.tell({ device: DEVICE, number, kind: 'text', tag, value });
    }
  }
}

async function load(number: number, tags: Told): Promise<void> {
  decks.tell({ device: DEVICE, number, kind: 'songLoaded', songLoaded: false });
  say(number, tags);
  decks.tell({ device: DEVICE, number, kind: 'songLoaded', songLoaded: true });
  await clock.advance(2_000);
}

async function play(number: number, engaged = true): Promise<void> {
  decks.tell({ device: DEVICE, number, kind: 'engaged', engaged });
  await clock.advance(500);
}

function color(number: number, value: string): void {
  decks.tell({ device: DEVICE, kind: 'color', teller: 'deck', of: number, color: value });
}

const ONE = { title: 'One', artist: 'Ada', genre: 'House', networkPath: 'net://stick/one.mp3' };
const TWO = { title: 'Two', artist: 'Bo', genre: 'Techno', networkPath: 'net://stick/two.mp3' };

function views() {
  return decks.views(() => DEVICE);
}

describe('names that come late', () => {
  test('are told of the play that was announced without them', async () => {
    await load(1, ONE);
    await play(1);
    await load(1, { networkPath: TWO.networkPath });
    expect(told.transitions.map(({ track: { title, filename } }) => [title, filename])).toEqual([
      ['One', 'one.mp3'],
      ['', 'two.mp3'],
    ]);
    say(1, TWO);
    await clock.advance(400);
    expect(told.transitions).toHaveLength(2);
    expect(told.learned.at(-1)).toMatchObject({
      playId: told.transitions[1]?.playId,
      track: { title: 'Two', artist: 'Bo', genre: 'Techno' },
    });
  });

  test('are no news of the play before while they are still coming', async () => {
    await load(1, ONE);
    await play(1);
    decks.tell({ device: DEVICE, number: 1, kind: 'songLoaded', songLoaded: false });
    say(1, TWO);
    decks.tell({ device: DEVICE, number: 1, kind: 'songLoaded', songLoaded: true });
    decks.learned();
    expect(told.learned.map(({ track: { title } }) => title)).toEqual(['One']);
    expect(views()[0]).toMatchObject({ track: track({}) });
    expect(views()[0]).not.toHaveProperty('play');
  });

  test('from the library are told while the deck is given its next track, of the one on air', async () => {
    await load(1, ONE);
    await play(1);
    decks.tell({ device: DEVICE, number: 1, kind: 'songLoaded', songLoaded: false });
    say(1, TWO);
    library = { genre: 'Promo' };
    decks.learned();
    expect(told.learned).toMatchObject([
      { playId: told.transitions[0]?.playId, track: { title: 'One', genre: 'Promo' } },
    ]);
  });

  test('of a track that was only loaded begin the search for its pictures again', async () => {
    await load(1, { networkPath: TWO.networkPath });
    say(1, TWO);
    await clock.advance(400);
    expect(told.loaded.map(({ title }) => title)).toEqual(['', 'Two']);
  });

  test('from the library are told, too', async () => {
    await load(1, { networkPath: TWO.networkPath });
    await play(1);
    library = { title: 'Two', artist: 'Bo' };
    decks.learned();
    expect(told.learned).toMatchObject([
      { playId: told.transitions[0]?.playId, track: { title: 'Two', artist: 'Bo' } },
    ]);
  });
});

describe('a track that lies on two decks', () => {
  beforeEach(async () => {
    await load(1, ONE);
    await play(1);
    await load(2, { ...ONE, networkPath: 'net://stick/copy of one.mp3' });
  });

  test('is called as the deck says that leads', () => {
    decks.learned();
    expect(told.learned.map(({ track: { filename } }) => filename)).toEqual(
      told.learned.map(() => 'one.mp3'),
    );
    expect(told.learned.length).toBeGreaterThan(0);
  });

  test('is hidden with the deck of the hiding colour when the other one is given another track', async () => {
    color(2, RED);
    expect(told.visibility).toEqual([]);
    await load(1, TWO);
    expect(told.visibility).toEqual([{ playId: told.transitions[0]?.playId, hidden: true }]);
  });

  test('is shown as one play, as secret as its most secret deck', () => {
    const [play] = told.transitions;
    color(1, GREEN);
    color(2, RED);
    expect(views()).toMatchObject([
      { play: play?.playId, hidden: true },
      { play: play?.playId, hidden: true },
    ]);
  });
});
