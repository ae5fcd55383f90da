import { beforeEach, expect, test } from 'vitest';
import { type Transition, UNKNOWN_TRACK } from '../../core/track.ts';
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
  plays.report({ ...track(title, deck), file: fileOf(title) }, now);
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

test('HeardPlays keeps a track waiting until it is heard more clearly than the one on air', () => {
  report('Two');
  hearLevels({ One: 1, Two: 0 }, 60);
  hearLevels({ One: 0.5, Two: 0.5 });
  hearLevels({ One: 0, Two: 0.29 }, 60);
  expect(announced).toEqual(['One']);
  hearLevels({ One: 0.2, Two: 0.9 });
  expect(announced).toEqual(['One', 'Two']);
});

test('HeardPlays reports the share of the sound of each candidate, even of one that waits', () => {
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

test('HeardPlays announces a waiting track when the sound ends, and the next one at once', () => {
  report('Two');
  plays.update({ levels: undefined, unreadable: new Set() }, now);
  expect(announced).toEqual(['One', 'Two']);
  report('Three');
  expect(announced).toEqual(['One', 'Two', 'Three']);
});

test('HeardPlays announces a track at once if it has no file or an unreadable one', () => {
  plays.report(track('Streamed'), now);
  report('Two');
  plays.update({ levels: new Map([[fileOf('One'), 1]]), unreadable: new Set([fileOf('Two')]) }, now);
  expect(announced).toEqual(['One', 'Streamed', 'Two']);
});

test('HeardPlays announces a track after ten seconds without any known sound, counted from when the files are read', () => {
  report('Two');
  hearLevels({ One: 0 }, 30);
  hearLevels({ One: 0, Two: 0 }, 9);
  expect(announced).toEqual(['One']);
  hearLevels({ One: 0, Two: 0 }, 1);
  expect(announced).toEqual(['One', 'Two']);
});

test('HeardPlays features the earlier track again if it is heard after all', () => {
  report('Two');
  hearLevels({ One: 0, Two: 1 });
  hearLevels({ One: 1, Two: 0 });
  expect(announced).toEqual(['One', 'Two', 'One']);
});

test('HeardPlays corrects two rows that came before the sound, and announces the mistake once it is heard', () => {
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

test('HeardPlays corrects an unheard row once another was heard at 1.00 for five seconds', () => {
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

test('HeardPlays keeps only the last track of a deck', () => {
  report('Two', '2');
  report('Three', '2');
  hearLevels({ One: 0, Two: 1, Three: 0.5 });
  expect(announced).toEqual(['One', 'Three']);
  expect([...plays.files]).toEqual([fileOf('One'), fileOf('Three')]);
});

test('HeardPlays keeps the last four tracks if the source has no decks', () => {
  for (const title of ['Two', 'Three', 'Four', 'Five']) {
    report(title);
  }
  expect([...plays.files]).toEqual(['Two', 'Three', 'Four', 'Five'].map(fileOf));
});

test('HeardPlays announces a waiting track with its latest names', () => {
  report('Two');
  plays.changeNames('test:Two', { track: { ...UNKNOWN_TRACK, title: 'Two (Corrected)' } });
  hearLevels({ One: 0, Two: 1 });
  expect(announced).toEqual(['One', 'Two (Corrected)']);
});

test('HeardPlays announces a track from before the start once it is heard', () => {
  announced = [];
  plays = new HeardPlays(({ track: { title } }) => announced.push(title), now);
  for (const title of ['Before', 'Last']) {
    plays.consider({ ...track(title), file: fileOf(title) });
  }
  hearLevels({}, 60);
  expect(announced).toEqual([]);
  hearLevels({ Before: 0.9, Last: 0 });
  expect(announced).toEqual(['Before']);
  report('Next');
  hearLevels({ Before: 0, Next: 1 });
  expect(announced).toEqual(['Before', 'Next']);
});

test('HeardPlays announces a file again that is played again', () => {
  report('Two');
  hearLevels({ One: 0, Two: 1 });
  plays.report({ ...track('One'), playId: 'One again', file: fileOf('One') }, now);
  hearLevels({ One: 1, Two: 0 });
  expect(announced).toEqual(['One', 'Two', 'One']);
});
