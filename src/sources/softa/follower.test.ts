import { describe, expect, test } from 'vitest';
import { amount } from '../../../test/support/full-length.ts';
import { FORMATS, imagine, names, WAYS, type WriterNames } from '../../../test/support/text-writers.ts';
import { decodeText } from './decode.ts';
import { Follower } from './follower.ts';
import { readContent } from './formats.ts';

/** Read whenever it changes and whenever the follower asks for it. */
class FollowedFile {
  readonly announced: string[] = [];
  readonly #follower = new Follower();
  #now = 0;
  #bytes: Uint8Array;
  #lookAt: number | undefined;

  constructor(before: string) {
    this.#bytes = Buffer.from(before);
    this.#update();
  }

  holds(bytes: Uint8Array | string): void {
    this.#bytes = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    this.#update();
  }

  rest(ms: number): void {
    const until = this.#now + ms;
    while (this.#lookAt !== undefined && this.#lookAt <= until) {
      this.#now = this.#lookAt;
      this.#update();
    }
    this.#now = until;
  }

  #update(): void {
    const findings = this.#follower.update(readContent(decodeText(this.#bytes).text, 'now'), this.#now);
    this.announced.push(...findings.plays.map(({ artist, title }) => `${artist} - ${title}`));
    this.#lookAt =
      findings.readAgainAfterMs === undefined ? undefined : this.#now + findings.readAgainAfterMs;
  }
}

function spoken(list: readonly WriterNames[]): string[] {
  return list.map(({ artist, title }) => `${artist} - ${title}`);
}

const EVERY_FORMAT_IN_EVERY_WAY = Object.entries(FORMATS).flatMap(([formatName, format]) =>
  Object.entries(WAYS).map(([wayName, way]) => ({ formatName, wayName, format, way })),
);

/** Track changes at 500 a minute. */
const CHANGES = amount({ short: 30, full: 500 });

describe('Follower announces 500 track changes a minute once each, in order', () => {
  test.each(EVERY_FORMAT_IN_EVERY_WAY)('$formatName, $wayName', ({ format, way }) => {
    const played = names(CHANGES);
    const file = new FollowedFile('');
    let content: Buffer = Buffer.alloc(0);
    for (const index of played.keys()) {
      const steps = way(content, format(played.slice(0, index + 1)));
      for (const step of steps) {
        content = imagine(content, step);
        file.holds(content);
        file.rest(10);
      }
      file.rest(120 - steps.length * 10);
    }
    expect(file.announced).toEqual(spoken(played));
  });
});

test('Follower announces nothing from before the start, even if it is written again', () => {
  const file = new FollowedFile('Old - Track');
  file.rest(60_000);
  file.holds('');
  file.holds('Old - Track');
  file.rest(60_000);
  expect(file.announced).toEqual([]);
});

test("Follower announces yesterday's track again if the player emptied the file in between", () => {
  const file = new FollowedFile('Old - Track');
  file.holds('');
  file.rest(5_000);
  file.holds('Old - Track');
  file.rest(5_000);
  expect(file.announced).toEqual(['Old - Track']);
});

test("Follower announces the last track of yesterday's list if it is the first of today", () => {
  const file = new FollowedFile('22:07 : Old - Track\n');
  file.holds('22:07 : Old - Track\n20:01 : Old - Track\n');
  file.rest(5_000);
  expect(file.announced).toEqual(['Old - Track']);
});

test('Follower does not announce a track again after a pause that empties the file', () => {
  const file = new FollowedFile('');
  file.holds('Four Tet - Baby\n');
  file.rest(30_000);
  file.holds('');
  file.rest(30_000);
  file.holds('Four Tet - Baby\n');
  file.rest(30_000);
  expect(file.announced).toEqual(['Four Tet - Baby']);
});

test('Follower announces a track again if another one was played in between', () => {
  const file = new FollowedFile('');
  for (const line of ['A - One\n', 'B - Two\n', 'A - One\n']) {
    file.holds(line);
    file.rest(1_000);
  }
  expect(file.announced).toEqual(['A - One', 'B - Two', 'A - One']);
});

test('Follower announces only the last play of a whole list that appears at once', () => {
  const file = new FollowedFile('');
  file.holds(FORMATS['a VirtualDJ tracklist'](names(30)));
  file.rest(1_000);
  expect(file.announced).toEqual(spoken(names(30)).slice(-1));
});

test('Follower announces both plays that a slow network delivers together', () => {
  const tracklist = FORMATS['a VirtualDJ tracklist'];
  const file = new FollowedFile(tracklist(names(3)).toString());
  file.holds(tracklist(names(5)));
  file.rest(1_000);
  expect(file.announced).toEqual(spoken(names(5)).slice(3));
});

test('Follower announces a track although the player counts seconds in the file', () => {
  const file = new FollowedFile('');
  for (let second = 0; second < 60; second++) {
    file.holds(`Title: Baby\nArtist: Four Tet\nTime: 00:${String(second).padStart(2, '0')}\n`);
    file.rest(5);
  }
  expect(file.announced).toEqual(['Four Tet - Baby']);
});

test('Follower waits a quarter of a second for the rest of a name', () => {
  const file = new FollowedFile('');
  file.holds('Title: Baby\nArtist: Four');
  file.rest(200);
  file.holds('Title: Baby\nArtist: Four Tet\nTime: 01:00\n');
  file.rest(20);
  expect(file.announced).toEqual(['Four Tet - Baby']);
});
