import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { type NativeArt, type PlayId, type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { Players } from './players.ts';

let clock: FakeClock;
let announced: string[];
let corrected: string[];
let ends: { readonly playId: PlayId; readonly at: number }[];
let played: PlayId[];
let art: NativeArt[];
let players: Players;

beforeEach(() => {
  clock = fakeClock();
  announced = [];
  art = [];
  corrected = [];
  ends = [];
  played = [];
  const named = ({ artist, title }: Track): string => `${artist} - ${title}`;
  const listener: ConstructorParameters<typeof Players>[2] = {
    transition({ playId, track, nativeArt }) {
      played.push(playId);
      announced.push(named(track));
      art.push(nativeArt ?? (async () => undefined));
    },
    namesChanged(playId, track, nativeArt) {
      corrected.push(`${playId.split(':').at(-1)} ${named(track)}`);
      art.push(nativeArt ?? (async () => undefined));
    },
    ended: (playId, at) => void ends.push({ playId, at }),
  };
  players = new Players('mediacontrol', clock, listener, new AbortController().signal);
});

function report(
  id: string,
  names: string,
  change: { playing?: boolean; art?: NativeArt; artFollows?: boolean; trackId?: string } = {},
): void {
  const [artist = '', title = ''] = names.split(' - ');
  players.report(id, {
    playing: true,
    artFollows: true,
    isSlow: false,
    ...change,
    track: { ...UNKNOWN_TRACK, artist, title },
  });
}

/** Waits until the track has settled. */
async function plays(id: string, names: string): Promise<void> {
  report(id, names);
  await clock.advance(1000);
}

async function pictureOf(byte: number): Promise<Uint8Array> {
  return new Uint8Array([byte]);
}

const NEVER = new AbortController().signal;

test('Players announces a track once it has stayed the same for a moment', async () => {
  report('a', 'New Artist - Old Title');
  await clock.advance(100);
  report('a', 'New Artist - New Title');
  await clock.advance(199);
  expect(announced).toEqual([]);
  await clock.advance(1);
  expect(announced).toEqual(['New Artist - New Title']);
});

test('Players strips what web pages add to names', async () => {
  const track = { ...UNKNOWN_TRACK, artist: 'Ada &amp; Bo - Topic', title: 'Don&#39;t' };
  players.report('a', { playing: true, artFollows: true, isSlow: false, track });
  await clock.advance(1000);
  expect(announced).toEqual(["Ada & Bo - Don't"]);
});

test('Players waits a second for the artist of a title, which is often a file name', async () => {
  report('a', ' - One.wav');
  await clock.advance(999);
  report('a', 'A - One');
  await clock.advance(200);
  report('b', ' - Untagged.wav');
  await clock.advance(1000);
  expect(announced).toEqual(['A - One', ' - Untagged.wav']);
});

test('Players neither delays nor repeats a track because of position updates', async () => {
  for (let i = 0; i < 50; i++) {
    report('a', 'A - One');
    await clock.advance(100);
  }
  expect(announced).toEqual(['A - One']);
});

test('Players drops a track that pauses before it settles', async () => {
  report('a', 'A - One');
  await clock.advance(100);
  report('a', 'A - One', { playing: false });
  await clock.advance(1000);
  expect(announced).toEqual([]);
});

describe('while other players play', () => {
  const STOPS: Readonly<Record<string, (id: string, names: string) => void>> = {
    pauses: (id, names) => report(id, names, { playing: false }),
    'no longer reports a track': (id) => report(id, ''),
    leaves: (id) => players.forget(id),
  };

  beforeEach(async () => {
    await plays('a', 'A - One');
    await plays('b', 'B - Two');
    await plays('c', 'C - Three');
    announced.length = 0;
  });

  test.each(Object.entries(STOPS))(
    'the one that started last follows when the one on air %s',
    async (_, stop) => {
      stop('c', 'C - Three');
      await clock.advance(2999);
      expect(announced).toEqual([]);
      await clock.advance(60_000);
      expect(announced).toEqual(['B - Two']);
      stop('b', 'B - Two');
      await clock.advance(60_000);
      expect(announced).toEqual(['B - Two', 'A - One']);
      stop('a', 'A - One');
      await clock.advance(60_000);
      expect(announced).toEqual(['B - Two', 'A - One']);
      expect(clock.waiting).toBe(0);
    },
  );

  test('a short pause of the one on air announces nothing', async () => {
    report('c', 'C - Three', { playing: false });
    await clock.advance(2999);
    report('c', 'C - Three');
    await clock.advance(60_000);
    expect(announced).toEqual([]);
  });

  test('the one on air is announced again if it resumes after the switch', async () => {
    report('c', 'C - Three', { playing: false });
    await clock.advance(5000);
    report('c', 'C - Three');
    await clock.advance(5000);
    expect(announced).toEqual(['B - Two', 'C - Three']);
  });

  test('a player that pauses during the grace period does not follow', async () => {
    report('c', 'C - Three', { playing: false });
    await clock.advance(1000);
    report('b', 'B - Two', { playing: false });
    await clock.advance(2000);
    expect(announced).toEqual(['A - One']);
  });

  test('the one on air may take any time to find its next track', async () => {
    for (let i = 0; i < 50; i++) {
      report('c', `C - Skipped ${i}`);
      await clock.advance(100);
    }
    expect(announced).toEqual([]);
    await clock.advance(200);
    expect(announced).toEqual(['C - Skipped 49']);
  });

  test('a player that stops before another with the same track announces nothing', async () => {
    await plays('d', 'C - Three');
    report('c', 'C - Three', { playing: false });
    await clock.advance(60_000);
    expect(announced).toEqual([]);
  });

  test('the next one brings its art', async () => {
    report('b', 'B - Two', { art: () => pictureOf(4) });
    players.forget('c');
    await clock.advance(3000);
    expect(announced).toEqual(['B - Two']);
    expect(await art.at(-1)?.(NEVER)).toEqual(new Uint8Array([4]));
  });

  test('no timer is left when all players are gone', () => {
    report('c', 'C - Three', { playing: false });
    players.close();
    expect(clock.waiting).toBe(0);
  });
});

describe('the track on air, of the only player,', () => {
  const STOPS: Readonly<Record<string, () => void>> = {
    pauses: () => report('a', 'A - One', { playing: false }),
    'no longer reports a track': () => report('a', ''),
    leaves: () => players.forget('a'),
  };

  beforeEach(() => plays('a', 'A - One'));

  test.each(Object.entries(STOPS))(
    'ends when that %s for ten seconds, and goes on later',
    async (_, stop) => {
      const at = clock.now();
      stop();
      await clock.advance(9_999);
      expect(ends).toEqual([]);
      await clock.advance(1);
      expect(ends).toEqual([{ playId: played[0], at }]);
      stop();
      await clock.advance(60_000);
      expect(ends).toHaveLength(1);
      await plays('a', 'A - One');
      expect(played).toEqual([played[0], played[0]]);
      await plays('a', 'A - Two');
      stop();
      await clock.advance(10_000);
      expect(ends.map(({ playId }) => playId)).toEqual([played[0], played[2]]);
    },
  );

  test.each(Object.entries(STOPS))('survives when that %s for a moment', async (_, stop) => {
    stop();
    await clock.advance(9_000);
    await plays('a', 'A - One');
    await clock.advance(60_000);
    expect([ends, played.length]).toEqual([[], 1]);
    expect(clock.waiting).toBe(0);
  });

  test.each(Object.entries(STOPS))('ends when the source restarts after that %s', async (_, stop) => {
    stop();
    await clock.advance(1_000);
    players.close();
    expect(ends).toEqual([{ playId: played[0], at: clock.now() - 1_000 }]);
  });

  test('does not end when the source restarts while it plays', () => {
    players.close();
    expect([ends, clock.waiting]).toEqual([[], 0]);
  });

  test('does not go on with the next one', async () => {
    players.forget('a');
    await clock.advance(10_000);
    await plays('b', 'B - Two');
    expect(announced).toEqual(['A - One', 'B - Two']);
  });
});

test('Players announces a track that two players report once', async () => {
  report('a', 'A - One');
  report('b', 'A - One');
  await clock.advance(1000);
  expect(announced).toEqual(['A - One']);
});

test('Players announces nothing for a player that is gone, and leaves no timer', async () => {
  report('a', 'A - One');
  players.forget('a');
  await clock.advance(1000);
  expect(announced).toEqual([]);
  expect(clock.waiting).toBe(0);
});

test('Players waits up to a second for art that comes later', async () => {
  await plays('a', 'A - One');
  const reading = art[0]?.(NEVER);
  await clock.advance(900);
  report('a', 'A - One', { art: () => pictureOf(2) });
  expect(await reading).toEqual(await pictureOf(2));
  await plays('a', 'A - Two');
  const missing = art[1]?.(NEVER);
  await clock.advance(1000);
  expect(await missing).toBeUndefined();
});

test('Players does not wait for the art of a player that sends it with the names', async () => {
  report('a', 'A - One', { artFollows: false });
  await clock.advance(200);
  expect(await art[0]?.(NEVER)).toBeUndefined();
});

test('Players ends the wait for art when the next track is announced', async () => {
  await plays('a', 'A - One');
  const reading = art[0]?.(NEVER);
  report('a', 'A - Two', { art: () => pictureOf(3) });
  await clock.advance(200);
  expect(await reading).toBeUndefined();
});

describe('names that follow a file name', () => {
  const NEXT = { trackId: '/player/2' };

  beforeEach(async () => {
    await plays('a', 'A - One');
    report('a', ' - two.flac', NEXT);
    await clock.advance(1000);
    expect(announced).toEqual(['A - One', ' - two.flac']);
  });

  test('correct it, with their art', async () => {
    await clock.advance(2000);
    report('a', 'B - Two', { ...NEXT, art: () => pictureOf(5) });
    await clock.advance(60_000);
    report('a', 'B - Two', NEXT);
    await clock.advance(1000);
    expect(announced).toHaveLength(2);
    expect(corrected).toEqual(['2 B - Two']);
    expect(await art.at(-1)?.(NEVER)).toEqual(new Uint8Array([5]));
  });

  test('correct it once: later names are another track, as on a radio', async () => {
    report('a', 'B - Two', NEXT);
    await clock.advance(200);
    report('a', 'B - Three', NEXT);
    await clock.advance(200);
    expect(corrected).toEqual(['2 B - Two']);
    expect(announced.at(-1)).toBe('B - Three');
  });

  test.each([
    ['of another id', { trackId: '/player/3' }, 0],
    ['without an id', {}, 0],
    ['after ten seconds', NEXT, 10_000],
  ])('are a new track %s', async (_, change, waited) => {
    await clock.advance(waited);
    report('a', 'B - Two', change);
    await clock.advance(200);
    expect(corrected).toEqual([]);
    expect(announced.at(-1)).toBe('B - Two');
  });

  test('are a new track if another player reports them', async () => {
    report('b', 'B - Two', NEXT);
    await clock.advance(200);
    expect(announced.at(-1)).toBe('B - Two');
  });
});

test('titles of a radio without artists are separate tracks', async () => {
  for (const title of ['One', 'Two']) {
    report('a', ` - ${title}`, { trackId: '/radio' });
    await clock.advance(1000);
  }
  expect(announced).toEqual([' - One', ' - Two']);
});
