/** Names are never old, and never a mix of old and new. */
import { beforeEach, describe, expect, test } from 'vitest';
import { Booth, type BoothTrack, DEVICE, named } from '../../../test/support/booth.ts';

let booth: Booth;

/** Deck 1 plays "One" alone. */
beforeEach(() => {
  booth = new Booth('volume');
  booth.fader(1, 1);
  booth.prepare(1, 'One');
  booth.play(1);
});

function tags(): unknown {
  const { plays, featured } = booth.detection;
  return featured === undefined ? undefined : plays.get(featured)?.tags;
}

function loaded(isLoaded: boolean): void {
  booth.apply({ device: DEVICE, number: 1, kind: 'loaded', loaded: isLoaded });
}

test('announces a track loaded long before as soon as it becomes audible', () => {
  booth.fader(2, 0);
  booth.prepare(2, 'Two');
  booth.play(2);
  booth.pause(1);
  expect(booth.announced).toEqual(['One']);
  const before = booth.now;
  booth.fader(2, 0.5);
  expect(booth.announced).toEqual(['One', 'Two']);
  expect(booth.now).toBe(before);
});

describe('a track loaded over a playing one is announced', () => {
  test('with its own names, in any order of messages', () => {
    loaded(false);
    booth.names(1, { title: 'New' });
    booth.wait(300);
    loaded(true);
    booth.wait(200);
    booth.names(1, { artist: 'Nora', location: 'stick/new.mp3' });
    booth.wait(10_000);
    expect(booth.announced).toEqual(['One', 'New']);
    expect(tags()).toMatchObject({ title: 'New', artist: 'Nora', location: 'stick/new.mp3' });
  });

  test('with a correction reported shortly after the load', () => {
    booth.load(1, { title: 'new_master_3', artist: 'Nora', location: 'stick/new.mp3' });
    booth.wait(350);
    booth.names(1, { title: 'New' });
    booth.wait(10_000);
    expect(booth.announced).toEqual(['One', 'New']);
  });

  test('once its title is reported, if only the path was new', () => {
    loaded(false);
    booth.names(1, { location: 'stick/new.mp3' });
    loaded(true);
    booth.wait(1_000);
    expect(booth.announced).toEqual(['One']);
    booth.names(1, { title: 'New', artist: 'Nora' });
    booth.wait(400);
    expect(booth.announced).toEqual(['One', 'New']);
  });

  test('once it is loaded, which takes seconds for a stream', () => {
    loaded(false);
    booth.names(1, { title: 'New', artist: 'Nora', location: 'stream:1' });
    booth.wait(8_000);
    expect(booth.announced).toEqual(['One']);
    loaded(true);
    booth.wait(400);
    expect(booth.announced).toEqual(['One', 'New']);
  });
});

test('does not announce a quiet deck while the loud one loads its next track', () => {
  booth.prepare(2, 'Two');
  booth.fader(2, 0.3);
  booth.play(2);
  loaded(false);
  booth.wait(500);
  booth.names(1, named('New'));
  loaded(true);
  booth.wait(10_000);
  expect(booth.announced).toEqual(['One']);
  booth.fader(2, 0);
  expect(booth.announced).toEqual(['One', 'New']);
});

test('never announces the old names after an unload', () => {
  booth.stop(1);
  loaded(false);
  booth.wait(5_000);
  booth.play(1);
  booth.wait(60_000);
  expect(booth.announced).toEqual(['One']);
  expect(booth.loaded).toEqual([`${DEVICE}/1`]);
});

test('does not pass tags of the previous track on to the next one', () => {
  booth.names(1, { label: 'Harbour', bpm: 124 });
  booth.wait(2_000);
  loaded(false);
  booth.names(1, { artist: 'Nora', location: 'stick/new.mp3' });
  loaded(true);
  booth.wait(10_000);
  expect(tags()).toMatchObject({ artist: 'Nora', label: '', bpm: 0 });
});

test('identifies a track without title and artist by its path', () => {
  booth.load(1, { title: '', artist: '', location: 'stick/take 3.wav' });
  booth.wait(2_000);
  expect(booth.announced).toEqual(['One', 'stick/take 3.wav']);
  expect(tags()).toMatchObject({ title: '', artist: '' });
});

test('does not announce a load without any tags', () => {
  booth.load(1, { title: '', artist: '', genre: '', location: '' });
  booth.wait(60_000);
  expect(booth.announced).toEqual(['One']);
});

describe('a track whose names are reported two seconds after the load', () => {
  const NEW = { location: 'stick/new.mp3' };

  function load(place: BoothTrack): void {
    loaded(false);
    booth.names(1, place);
    loaded(true);
    booth.wait(2_000);
  }

  test('is announced without names instead of those of the previous track', () => {
    load(NEW);
    expect(booth.announced).toEqual(['One', 'stick/new.mp3']);
    expect(tags()).toMatchObject({ title: '', artist: '', album: '', genre: '', ...NEW });
  });

  test('gets the names in its own play', () => {
    load(NEW);
    booth.names(1, { title: 'New', artist: 'Nora' });
    booth.wait(400);
    expect(booth.announced).toHaveLength(2);
    expect(tags()).toMatchObject({ title: 'New', artist: 'Nora', ...NEW });
  });

  test('keeps shared names that the device does not repeat, once its title is reported', () => {
    load(NEW);
    booth.names(1, { title: 'New' });
    booth.wait(400);
    expect(tags()).toMatchObject({ title: 'New', artist: "One's artist", genre: 'House' });
  });

  test('has only the names reported for it', () => {
    load({ ...NEW, artist: 'Nora' });
    expect(tags()).toMatchObject({ title: '', artist: 'Nora', genre: '' });
  });

  test('never gets the names of the previous track while its load state flickers', () => {
    load(NEW);
    load({});
    expect(tags()).toMatchObject({ title: '', artist: '', ...NEW });
  });

  test('never gets the names of a track unloaded long ago', () => {
    loaded(false);
    booth.wait(10_000);
    booth.names(1, NEW);
    loaded(true);
    booth.wait(2_000);
    expect(tags()).toMatchObject({ title: '', artist: '', ...NEW });
  });

  test('never gets the names from before its device was lost', () => {
    booth.apply({ device: DEVICE, kind: 'lost' });
    booth.wait(3_000);
    booth.connect();
    booth.names(1, NEW);
    booth.wait(2_000);
    expect(tags()).toMatchObject({ title: '', artist: '', ...NEW });
  });

  test('is the same track if another deck has its file', () => {
    booth.fader(2, 0);
    booth.load(2, { location: 'stick/One.mp3' });
    booth.wait(2_000);
    booth.play(2);
    booth.fader(2, 1);
    booth.fader(1, 0);
    booth.wait(10_000);
    expect(booth.announced).toEqual(['One']);
    expect(tags()).toMatchObject({ title: 'One', artist: "One's artist" });
  });
});

test('keeps the title when a correction removes the artist', () => {
  booth.load(1, { title: 'New', artist: 'Nora', location: 'stick/new.mp3' });
  booth.wait(10_000);
  booth.names(1, { artist: '' });
  booth.wait(10_000);
  expect(booth.announced).toEqual(['One', 'New']);
  expect(tags()).toMatchObject({ title: 'New', artist: '' });
});

test('waits for a late genre, because rules may hide by it', () => {
  booth.load(1, { title: 'New', artist: 'Nora', location: 'stick/new.mp3' });
  booth.wait(399);
  booth.names(1, { genre: 'Secret' });
  booth.wait(399);
  expect(booth.announced).toEqual(['One']);
  booth.wait(1);
  expect(tags()).toMatchObject({ title: 'New', genre: 'Secret' });
});

test('announces a track that plays at the connection with complete names', () => {
  const late = new Booth('volume');
  late.play(1);
  late.fader(1, 1);
  late.apply({ device: DEVICE, number: 1, kind: 'loaded', loaded: true });
  late.wait(100);
  late.names(1, { location: 'stick/one.mp3', artist: 'Anna' });
  late.wait(100);
  late.names(1, { title: 'One' });
  late.wait(400);
  expect(late.announced).toEqual(['One']);
  expect(late.detection.plays.get(late.announcedIds[0] ?? '')?.tags.artist).toBe('Anna');
});

describe.each([
  ['when the program has just started', () => new Booth('volume'), []],
  ['when the device has come back', () => booth, ['One']],
])('in the middle of a load, %s', (_, boothOf, before) => {
  let late: Booth;
  beforeEach(() => {
    late = boothOf();
    late.apply({ device: DEVICE, kind: 'lost' });
    late.wait(3_000);
    late.connect();
  });

  /** The rest of the load; the path is reported last. */
  function goOn(): void {
    late.names(1, { location: 'stick/new.mp3' });
    late.apply({ device: DEVICE, number: 1, kind: 'loaded', loaded: true });
    late.wait(5_000);
    late.fader(1, 1);
    late.start(1);
  }

  test('keeps names that are new already, wherever the deck reports that nothing is loaded', () => {
    late.names(1, { ...named('New'), location: 'stick/one.mp3' });
    late.unload(1);
    goOn();
    expect(late.announced).toEqual([...before, 'New']);
  });

  test('drops names reported while the deck was still loaded', () => {
    late.names(1, { ...named('Old'), location: 'stick/one.mp3' });
    late.apply({ device: DEVICE, number: 1, kind: 'loaded', loaded: true });
    late.wait(100);
    late.unload(1);
    goOn();
    expect(late.announced).toEqual([...before, 'stick/new.mp3']);
  });
});

describe('after a device came back', () => {
  test('announces a track that changed in between with its new names only', () => {
    booth.apply({ device: DEVICE, kind: 'lost' });
    booth.wait(3_000);
    booth.connect();
    booth.play(1);
    booth.names(1, { title: 'New' });
    booth.wait(100);
    booth.names(1, { artist: 'Nora', location: 'stick/new.mp3' });
    booth.wait(400);
    expect(booth.announced).toEqual(['One', 'New']);
  });

  test('does not announce old names although the deck plays and leads', () => {
    booth.prepare(2, 'Two');
    booth.apply({ device: DEVICE, kind: 'gone' });
    booth.wait(60_000);
    booth.connect();
    booth.play(2);
    booth.fader(2, 1);
    booth.wait(200);
    booth.names(2, named('New'));
    booth.wait(10_000);
    expect(booth.announced).toEqual(['One', 'New']);
  });
});

describe('while a device is lost', () => {
  beforeEach(() => {
    const player = { device: 'player', number: 1 };
    booth.prepare(player, 'Two');
    booth.level(player, 0.5);
    booth.play(player);
    booth.apply({ device: DEVICE, kind: 'lost' });
  });

  test('counts its deck as playing for five seconds', () => {
    booth.wait(4_999);
    expect(booth.announced).toEqual(['One']);
    booth.wait(1);
    expect(booth.announced).toEqual(['One', 'Two']);
    expect(booth.reason(1)).toBe("Deck 1A can't be reached");
  });

  test('gives its deck no lead before it reconnects', () => {
    booth.wait(250);
    booth.apply({ device: 'player', kind: 'lost' });
    booth.wait(60_000);
    expect(booth.announced).toEqual(['One']);
    booth.connect('player');
    booth.wait(10_000);
    expect(booth.announced).toEqual(['One', 'Two']);
  });

  test('drops its deck at once after a goodbye', () => {
    booth.apply({ device: DEVICE, kind: 'gone' });
    expect(booth.announced).toEqual(['One', 'Two']);
  });
});
