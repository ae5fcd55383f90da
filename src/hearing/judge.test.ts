import { expect, test } from 'vitest';
import { atSpeed, madeMusic, mixed, numbersFrom } from '../../test/support/music.ts';
import { BANDS, Describer, type Description } from './describe.ts';
import { Judge } from './judge.ts';
import { joined, SAMPLE_RATE } from './sound.ts';

const SECONDS = 26;
const [one, two, three] = [madeMusic(1, SECONDS), madeMusic(2, SECONDS), madeMusic(3, SECONDS)];

const descriptions = new Map<Float32Array, Description>();

/** Describing a piece costs more than a test of it. */
function described(sound: Float32Array): Description {
  const description = descriptions.get(sound) ?? describedInPieces([sound]);
  descriptions.set(sound, description);
  return description;
}

function describedInPieces(pieces: readonly Float32Array[]): Description {
  const describer = new Describer();
  const frames: number[] = [];
  for (const piece of pieces) {
    describer.push(piece, (_pitch, bytes) => frames.push(...bytes));
  }
  return Uint8Array.from(frames);
}

/** The levels of the pieces at each quarter of a second, after the sound up to then. */
function levelsIn(
  sound: Float32Array,
  pieces: Readonly<Record<string, Float32Array>>,
  isProposed = false,
): readonly { readonly at: number; readonly levels: Readonly<Record<string, number>> }[] {
  const judge = new Judge();
  for (const [id, piece] of Object.entries(pieces)) {
    judge.add(id, { description: described(piece), isProposed });
  }
  const judged: { at: number; levels: Record<string, number> }[] = [];
  for (let at = 0; at < sound.length; at += SAMPLE_RATE / 4) {
    const levels = judge.push(sound.subarray(at, at + SAMPLE_RATE / 4));
    if (levels !== undefined) {
      judged.push({ at: at / SAMPLE_RATE, levels: Object.fromEntries(levels) });
    }
  }
  return judged;
}

function noiseOf(seconds: number): Float32Array {
  const next = numbersFrom(9);
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, () => next() - 0.5);
}

const fadeOut = (from: number, to: number) => (seconds: number) =>
  Math.max(0, Math.min(1, (to - seconds) / (to - from)));
const fadeIn = (from: number, to: number) => (seconds: number) => 1 - fadeOut(from, to)(seconds);

test('a piece that plays alone is heard, the others are not', () => {
  const judged = levelsIn(one.subarray(0, 12 * SAMPLE_RATE), { one, two, three });
  expect(judged.at(-1)?.levels).toEqual({ one: 1, two: 0, three: 0 });
  expect(judged.every(({ levels }) => levels.two === 0 && levels.three === 0)).toBe(true);
});

test.each([
  { what: 'eight percent slower', speed: 0.92 },
  { what: 'fourteen percent faster', speed: 1.14 },
])('a piece is heard that a turntable plays $what', ({ speed }) => {
  const judged = levelsIn(atSpeed(one, speed).subarray(0, 12 * SAMPLE_RATE), { one, two });
  expect(judged.at(-1)?.levels).toEqual({ one: 1, two: 0 });
});

test('a piece that is mixed in is heard once it is the louder one, never before its fader opens', () => {
  const sound = mixed([one, fadeOut(13, 23)], [two, fadeIn(13, 23)]);
  const judged = levelsIn(sound, { one, two, three });
  const drowns = judged.find(({ levels }) => levels.two === 1 && levels.one === 0)?.at;
  expect(judged.filter(({ at }) => at < 13).every(({ levels }) => levels.two === 0)).toBe(true);
  expect(judged.every(({ levels }) => levels.three === 0)).toBe(true);
  expect(drowns).toBeGreaterThan(13);
  expect(drowns).toBeLessThan(25);
});

test('a piece begins anywhere, and may jump', () => {
  const jumping = joined([
    one.subarray(14 * SAMPLE_RATE, 26 * SAMPLE_RATE),
    one.subarray(SAMPLE_RATE, 13 * SAMPLE_RATE),
  ]);
  const judged = levelsIn(jumping, { one, two });
  expect(judged.at(-1)?.levels).toEqual({ one: 1, two: 0 });
});

test('of two pieces with the same recording, the one that was there first is heard, and named by the other', () => {
  const judge = new Judge();
  for (const [id, piece] of Object.entries({ one, copy: one, two })) {
    judge.add(id, { description: described(piece), isProposed: false });
  }
  let levels: ReadonlyMap<string, number> | undefined;
  for (let at = 0; at < 12 * SAMPLE_RATE; at += SAMPLE_RATE / 4) {
    levels = judge.push(one.subarray(at, at + SAMPLE_RATE / 4)) ?? levels;
  }
  expect(Object.fromEntries(levels ?? [])).toEqual({ one: 1, copy: 0, two: 0 });
  expect([...judge.doubles]).toEqual([['copy', 'one']]);
  expect(judge.shares.get('one')).toBeGreaterThan(0.5);
  expect(judge.shares.get('copy')).toBe(0);
  expect(judge.isSilent).toBe(false);
});

test.each([
  ['noise', () => noiseOf(15)],
  ['music that is not among the pieces', () => three.subarray(0, 20 * SAMPLE_RATE)],
  [
    'music that is a piece for six seconds only',
    () => joined([one.subarray(0, 6 * SAMPLE_RATE), three.subarray(0, 12 * SAMPLE_RATE)]),
  ],
  [
    'louder music that drowns a piece',
    () => mixed([one, () => 0.25], [three, () => 0.8]).subarray(0, 20 * SAMPLE_RATE),
  ],
])('in %s nothing is heard', (_, sound) => {
  const levels = levelsIn(sound(), { one, two }).flatMap((judged) => Object.values(judged.levels));
  expect(new Set(levels)).toEqual(new Set([0]));
});

/** Seconds after which the second piece is heard. */
function heardAt(sound: Float32Array, isProposed = false): number | undefined {
  return levelsIn(sound, { two }, isProposed).find(({ levels }) => levels.two !== 0)?.at;
}

function noisy(loud: number): Float32Array {
  return mixed([two, () => 1], [noiseOf(25), () => loud]);
}

test.each([
  { what: 'alone', loud: 0, sooner: 0.5 },
  { what: 'through noise that makes it doubtful', loud: 0.3, sooner: 1.5 },
])('$what, a piece that somebody loaded is heard sooner than one that is only proposed', (row) => {
  const [loaded = Number.NaN, proposed = Number.NaN] = [
    heardAt(noisy(row.loud)),
    heardAt(noisy(row.loud), true),
  ];
  expect(proposed - loaded).toBeGreaterThan(row.sooner);
  expect(proposed - loaded).toBeLessThan(3);
});

test('at a tempo that is seldom played, a piece is not heard beside music that makes it doubtful', () => {
  const beside = (sound: Float32Array, loud: number): Float32Array =>
    mixed([sound, () => 1], [three, () => loud]).subarray(0, 25 * SAMPLE_RATE);
  expect(heardAt(beside(two, 0.35))).toBeLessThan(9);
  expect(heardAt(beside(atSpeed(two, 0.87), 0))).toBeLessThan(11);
  expect(heardAt(beside(atSpeed(two, 0.87), 0.35))).toBeUndefined();
});

test('a proposed piece that is heard stays so when somebody loads it', () => {
  const judge = new Judge();
  const levelAfter = (from: number, to: number): number | undefined => {
    let level: number | undefined;
    for (let at = from * SAMPLE_RATE; at < to * SAMPLE_RATE; at += SAMPLE_RATE / 4) {
      level = judge.push(two.subarray(at, at + SAMPLE_RATE / 4))?.get('two') ?? level;
    }
    return level;
  };
  judge.add('two', { description: described(two), isProposed: true });
  expect(levelAfter(0, 10)).toBe(1);
  judge.add('two', { description: described(two), isProposed: false });
  expect(levelAfter(10, 11)).toBe(1);
});

test('after ten seconds of silence nothing is heard', () => {
  const sound = mixed([one, fadeOut(11, 11.1)]).subarray(0, 24 * SAMPLE_RATE);
  expect(levelsIn(sound, { one, two }).at(-1)?.levels).toEqual({ one: 0, two: 0 });
});

test('a piece that is too short, or silent, is never heard', () => {
  const pieces = { short: one.subarray(0, 2 * SAMPLE_RATE), silent: new Float32Array(SECONDS * SAMPLE_RATE) };
  const judged = levelsIn(one.subarray(0, 12 * SAMPLE_RATE), { ...pieces, one });
  expect(judged.at(-1)?.levels).toEqual({ short: 0, silent: 0, one: 1 });
});

test('a description has 26 bytes for every 46 milliseconds, the same ones for sound that comes in pieces', () => {
  expect(described(one).length / BANDS).toBe(Math.floor((SECONDS * SAMPLE_RATE - 1_024) / 512) + 1);
  const pieces = [one.subarray(0, 1_500), one.subarray(1_500, 1_600), one.subarray(1_600)];
  expect(describedInPieces(pieces)).toEqual(described(one));
});
