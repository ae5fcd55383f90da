import { beforeEach, expect, test } from 'vitest';
import { pipelineUnderTest } from '../../../test/support/pipeline.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import type { CollectionTrack, RoomHeard } from '../../core/contracts/hearing.ts';
import type { Finding } from '../../core/finding.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { deckOptions } from '../../decks/options.ts';
import { HearSource } from './source.ts';

const [ONE, TWO] = ['One', 'Two'].map((title) => ({
  path: `/music/${title}.mp3`,
  track: { ...UNKNOWN_TRACK, artist: 'Ada', title, filename: `${title}.mp3` },
})) as [CollectionTrack, CollectionTrack];

type Levels = Readonly<Record<string, number>>;

let show: ReturnType<typeof pipelineUnderTest>;
let source: HearSource;
let followers: ((state: RoomHeard) => void)[];
/** What each follower listens to: `proposed` or undefined. */
let kinds: (string | undefined)[];
let found: (tracks: readonly CollectionTrack[]) => void;
let isAlone: () => boolean;
let wanted: ReadonlySet<string>;
let missing: readonly Finding[];

beforeEach(() => {
  show = pipelineUnderTest();
  followers = [];
  kinds = [];
  missing = [];
  source = new HearSource(settingsOf(deckOptions, {}), {
    clock: show.clock,
    log: show.log,
    hearing: {
      follow: (changed, files) => {
        followers.push(changed);
        kinds.push(files);
        return {
          want: (paths) => {
            wanted = paths;
          },
          close: () => undefined,
        };
      },
    },
    collection: {
      follow: (into, alone) => {
        [found, isAlone] = [into, alone];
        return () => undefined;
      },
      fileOf: () => undefined,
      findings: () => missing,
    },
  });
  show.follow(source);
});

/** Sends levels by path; undefined: no sound comes. */
function receive(levels: Levels | undefined, shares: Levels = {}): void {
  for (const follower of followers) {
    follower({
      levels: levels && new Map(Object.entries(levels)),
      shares: new Map(Object.entries(shares)),
      unreadable: new Set(),
    });
  }
}

/** Sends levels for two seconds. */
async function listenTo(levels: Levels | undefined): Promise<void> {
  for (let n = 0; n < 8; n += 1) {
    receive(levels);
    await show.clock.advance(250);
  }
}

test('HearSource names a candidate once it is heard, not before', async () => {
  found([ONE, TWO]);
  expect(wanted).toEqual(new Set([ONE.path, TWO.path]));
  expect(kinds).toEqual(['proposed', 'proposed']);
  await listenTo({});
  await listenTo({ [ONE.path]: 0, [TWO.path]: 0 });
  expect(show.story()).toEqual([]);
  await listenTo({ [ONE.path]: 0.8, [TWO.path]: 0 });
  expect(show.story()).toEqual(['track One']);
  expect(show.log.lines.map(({ message }) => message)).not.toContain('none of your music is heard');
});

test('HearSource reports the share of the sound of each candidate, even before it is named', async () => {
  found([ONE, TWO]);
  await listenTo({});
  receive({}, { [ONE.path]: 0.6, [TWO.path]: 0.1 });
  expect(source.audible()).toMatchObject([
    { track: { title: 'One' }, share: 0.6 },
    { track: { title: 'Two' }, share: 0.1 },
  ]);
});

test('HearSource reports a track as alone while it is most of the sound', async () => {
  found([ONE, TWO]);
  const isAloneWith = (levels: Levels | undefined, share: number): boolean => {
    receive(levels, { [ONE.path]: share });
    return isAlone();
  };
  expect(isAlone()).toBe(false);
  expect(isAloneWith({ [ONE.path]: 1 }, 0.6)).toBe(true);
  expect(isAloneWith({ [ONE.path]: 1 }, 0.4)).toBe(false);
  expect(isAloneWith({ [ONE.path]: 0 }, 0.6)).toBe(false);
  expect(isAloneWith(undefined, 0.6)).toBe(false);
});

test('HearSource names the next track once it is louder than the one before', async () => {
  found([ONE]);
  await listenTo({ [ONE.path]: 1 });
  found([ONE, TWO]);
  await listenTo({ [ONE.path]: 1 });
  await listenTo({ [ONE.path]: 1, [TWO.path]: 0.4 });
  expect(show.story()).toEqual(['track One']);
  await listenTo({ [ONE.path]: 0, [TWO.path]: 1 });
  expect(show.story()).toEqual(['track One', 'track Two']);
});

test('HearSource keeps the track on air when the sound ends, and names no other', async () => {
  found([ONE, TWO]);
  await listenTo({ [ONE.path]: 1, [TWO.path]: 0.2 });
  await listenTo({ [ONE.path]: 1, [TWO.path]: 0 });
  await listenTo(undefined);
  await show.clock.advance(60_000);
  expect(show.story()).toEqual(['track One']);
});

test('HearSource treats a track that returns later as another play', async () => {
  for (const track of [ONE, TWO, ONE]) {
    found([track]);
    await listenTo({ [track.path]: 1 });
    await listenTo({ [track.path]: 0 });
    for (let n = 0; n < 20; n += 1) {
      found([]);
      await listenTo({ [track.path]: 0 });
    }
  }
  expect(show.story()).toEqual([
    'track One',
    'off air (hidden)',
    'track Two',
    'off air (hidden)',
    'track One',
    'off air (hidden)',
  ]);
});

test('HearSource clears the air after twenty seconds of other music, even while files are read, until a track is heard', async () => {
  found([ONE]);
  await listenTo({ [ONE.path]: 1 });
  const listenFor = async (seconds: number): Promise<void> => {
    for (let n = 0; n < seconds; n += 2) {
      found([ONE, TWO]);
      await listenTo({ [ONE.path]: 0 });
    }
  };
  await listenFor(20);
  expect(show.story()).toEqual(['track One']);
  await listenFor(2);
  expect(show.story()).toEqual(['track One', 'off air (hidden)']);
  expect(source.decks().some((deck) => deck.featured)).toBe(false);
  await listenTo({ [ONE.path]: 1 });
  expect(show.story()).toEqual(['track One', 'off air (hidden)', 'correction One']);
  show.pipeline.newSet(true);
  await listenTo({ [ONE.path]: 1 });
  expect(show.story().slice(3)).toEqual(['off air (hidden)']);
  await listenFor(22);
  await listenTo({ [ONE.path]: 1 });
  expect(show.story().slice(4)).toEqual(['track One']);
});

test('HearSource reports music that is not in the collection, and names nothing', async () => {
  for (let n = 0; n < 17; n += 1) {
    await listenTo({});
  }
  expect((await source.findings()).map(({ finding }) => finding)).toEqual([
    'the incoming sound matches none of your music',
  ]);
  expect(show.log.lines.map(({ message }) => message)).toContain('none of your music is heard');
  expect(show.story()).toEqual([]);
  found([ONE]);
  await listenTo({ [ONE.path]: 1 });
  expect(await source.findings()).toEqual([]);
});

test("HearSource does not report unknown music while a candidate's file is being read", async () => {
  found([ONE]);
  for (let n = 0; n < 20; n += 1) {
    found([ONE]);
    await listenTo({});
  }
  expect([show.story(), await source.findings()]).toEqual([[], []]);
});

test('health names music that is missing until the first track is heard', () => {
  missing = [{ area: 'software', severity: 'warning', finding: 'no music', means: '', todo: '' }];
  expect(source.health().problem).toBe('no music');
  missing = [];
  expect(source.health().problem).toBeUndefined();
});
