import { beforeEach, expect, test } from 'vitest';
import { type Transition, UNKNOWN_TRACK } from '../core/track.ts';
import { HeardPlays } from './heard-plays.ts';

let announced: string[];
let plays: HeardPlays;
let now: number;

function track(title: string, deck?: string): Transition {
  return {
    playId: `test:${title}`,
    track: { ...UNKNOWN_TRACK, title },
    source: 'test',
    at: 0,
    hidden: false,
    ...(deck === undefined ? {} : { deck }),
  };
}

const fileOf = (title: string): string => `/music/${title}.mp3`;

function report(title: string, deck?: string): void {
  plays.report(track(title, deck), fileOf(title), now);
}

function hearLevels(levels: Readonly<Record<string, number>>, seconds = 0): void {
  for (let waited = 0; waited <= seconds; waited += 1) {
    const byFile = new Map(Object.entries(levels).map(([title, level]) => [fileOf(title), level]));
    plays.update({ levels: byFile, unreadable: new Set() }, now);
    now += waited < seconds ? 1_000 : 0;
  }
}

beforeEach(() => {
  announced = [];
  now = 1_000;
  plays = new HeardPlays(({ track: { title }, correction }) => {
    announced.push(
      correction === undefined ? title : `${title} (corrects ${correction.mistake ?? 'nothing'})`,
    );
  }, now);
  hearLevels({});
  report('One');
  hearLevels({ One: 1 });
});

test('a track waits until it is heard, and more clearly than the one on air', () => {
  report('Two');
  hearLevels({ One: 1, Two: 0 }, 60);
  hearLevels({ One: 0.5, Two: 0.5 });
  hearLevels({ One: 0, Two: 0.29 }, 60);
  expect(announced).toEqual(['One']);
  hearLevels({ One: 0.2, Two: 0.9 });
  expect(announced).toEqual(['One', 'Two']);
});

test('how much of the sound each is can be told, including one that waits', () => {
  report('Two');
  const shares = new Map([
    [fileOf('One'), 0.6],
    [fileOf('Two'), 0.1],
  ]);
  plays.update({ levels: new Map([[fileOf('One'), 1]]), shares, unreadable: new Set() }, now);
  expect(plays.audible).toMatchObject([
    { play: 'test:One', track: { title: 'One' }, share: 0.6 },
    { play: 'test:Two', track: { title: 'Two' }, share: 0.1 },
  ]);
});

test('a track that waits is announced when the sound ends, and the next one at once', () => {
  report('Two');
  plays.update({ levels: undefined, unreadable: new Set() }, now);
  expect(announced).toEqual(['One', 'Two']);
  report('Three');
  expect(announced).toEqual(['One', 'Two', 'Three']);
});

test('a track without a file, or whose file cannot be read, is announced at once', () => {
  plays.report(track('Streamed'), undefined, now);
  report('Two');
  plays.update({ levels: new Map([[fileOf('One'), 1]]), unreadable: new Set([fileOf('Two')]) }, now);
  expect(announced).toEqual(['One', 'Streamed', 'Two']);
});

test('a track is announced when nothing known was heard for ten seconds, which begin once the files are read', () => {
  report('Two');
  hearLevels({ One: 0 }, 30);
  hearLevels({ One: 0, Two: 0 }, 9);
  expect(announced).toEqual(['One']);
  hearLevels({ One: 0, Two: 0 }, 1);
  expect(announced).toEqual(['One', 'Two']);
});

test('the track before is reported again when it is heard after all', () => {
  report('Two');
  hearLevels({ One: 0, Two: 1 });
  hearLevels({ One: 1, Two: 0 });
  expect(announced).toEqual(['One', 'Two', 'One']);
});

test('two rows that come before the sound are corrected, and the mistake is announced when it is heard', () => {
  announced = [];
  plays = new HeardPlays(({ track: { title }, correction }) => {
    announced.push(
      correction === undefined ? title : `${title} (corrects ${correction.mistake ?? 'nothing'})`,
    );
  }, now);
  report('One', '1');
  report('Two', '2');
  expect(announced).toEqual([]);
  now += 2_000;
  plays.decide(now);
  expect(announced).toEqual(['Two']);
  hearLevels({ One: 1, Two: 0 }, 4);
  expect(announced).toEqual(['Two', 'One']);
  hearLevels({ One: 0, Two: 1 });
  hearLevels({ One: 1, Two: 0 }, 6);
  expect(announced).toEqual(['Two', 'One', 'Two', 'One']);
});

test('a row that nobody hears is corrected once another one has been heard at 1.00 for five seconds', () => {
  plays.update({ levels: undefined, unreadable: new Set() }, now);
  report('Two');
  expect(announced).toEqual(['One', 'Two']);
  hearLevels({ One: 0.98, Two: 0 }, 20);
  expect(announced).toEqual(['One', 'Two', 'One']);
  hearLevels({ One: 1, Two: 0 }, 5);
  expect(announced).toEqual(['One', 'Two', 'One', 'One (corrects test:Two)']);
  hearLevels({ One: 0, Two: 1 });
  expect(announced.slice(4)).toEqual(['Two']);
});

test('a deck has one track: its last', () => {
  report('Two', '2');
  report('Three', '2');
  hearLevels({ One: 0, Two: 1, Three: 0.5 });
  expect(announced).toEqual(['One', 'Three']);
  expect([...plays.files]).toEqual([fileOf('One'), fileOf('Three')]);
});

test('without decks, the last four tracks may be heard', () => {
  for (const title of ['Two', 'Three', 'Four', 'Five']) {
    report(title);
  }
  expect([...plays.files]).toEqual(['Two', 'Three', 'Four', 'Five'].map(fileOf));
});

test('a track that waits is announced with its latest names', () => {
  report('Two');
  plays.changeNames('test:Two', { track: { ...UNKNOWN_TRACK, title: 'Two (Corrected)' } });
  hearLevels({ One: 0, Two: 1 });
  expect(announced).toEqual(['One', 'Two (Corrected)']);
});

test('a track that was reported before the start is announced once it is heard', () => {
  announced = [];
  plays = new HeardPlays(({ track: { title } }) => announced.push(title), now);
  plays.consider(track('Before'), fileOf('Before'));
  plays.consider(track('Last'), fileOf('Last'));
  hearLevels({}, 60);
  expect(announced).toEqual([]);
  hearLevels({ Before: 0.9, Last: 0 });
  expect(announced).toEqual(['Before']);
  report('Next');
  hearLevels({ Before: 0, Next: 1 });
  expect(announced).toEqual(['Before', 'Next']);
});
