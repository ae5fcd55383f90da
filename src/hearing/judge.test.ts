import { expect, test } from 'vitest';
import { atSpeed, madeMusic, mixed, numbersFrom } from '../../test/support/music.ts';
import { BANDS, Describer, type Description } from './describe.ts';
import { Judge } from './judge.ts';
import { joined, SAMPLE_RATE } from './sound.ts';

const SECONDS = 26;
const [one, two, three] = [madeMusic(1, SECONDS), madeMusic(2, SECONDS), madeMusic(3, SECONDS)];

const descriptions = new Map<Float32Array, Description>();

/** Described once, because that takes longer than a test. */
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

/** Levels of the pieces after each quarter of a second. */
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

test('hears only the piece that plays', () => {
  const judged = levelsIn(one.subarray(0, 12 * SAMPLE_RATE), { one, two, three });
  expect(judged.at(-1)?.levels).toEqual({ one: 1, two: 0, three: 0 });
  expect(judged.every(({ levels }) => levels.two === 0 && levels.three === 0)).toBe(true);
});

test.each([
  { what: 'eight percent slower', speed: 0.92 },
  { what: 'fourteen percent faster', speed: 1.14 },
])('hears a piece that a turntable plays $what', ({ speed }) => {
  const judged = levelsIn(atSpeed(one, speed).subarray(0, 12 * SAMPLE_RATE), { one, two });
  expect(judged.at(-1)?.levels).toEqual({ one: 1, two: 0 });
});

test('hears a piece that is mixed in once it is louder, and never before its fader opens', () => {
  const sound = mixed([one, fadeOut(13, 23)], [two, fadeIn(13, 23)]);
  const judged = levelsIn(sound, { one, two, three });
  const drowns = judged.find(({ levels }) => levels.two === 1 && levels.one === 0)?.at;
  expect(judged.filter(({ at }) => at < 13).every(({ levels }) => levels.two === 0)).toBe(true);
  expect(judged.every(({ levels }) => levels.three === 0)).toBe(true);
  expect(drowns).toBeGreaterThan(13);
  expect(drowns).toBeLessThan(25);
});

test.each(
  [
    { fade: 4, within: 4 },
    { fade: 2, within: 3 },
    { fade: 0.1, within: 2.5 },
  ].flatMap((row) => [false, true].map((isProposed) => ({ ...row, isProposed }))),
)('hears the next piece within $within seconds of a fade of $fade seconds, proposed: $isProposed', (row) => {
  const { fade, within, isProposed } = row;
  const sound = mixed([one, fadeOut(13, 13 + fade)], [two, fadeIn(13, 13 + fade)]);
  const judged = levelsIn(sound, { one, two, three }, isProposed);
  const drowns = judged.find(({ levels }) => levels.two === 1 && levels.one === 0)?.at;
  expect(drowns).toBeLessThan(13 + within);
  expect(judged.filter(({ at }) => at < 13).every(({ levels }) => levels.two === 0)).toBe(true);
  expect(judged.every(({ levels }) => levels.three === 0)).toBe(true);
});

test('hears a piece from any position, and after jumps', () => {
  const jumping = joined([
    one.subarray(14 * SAMPLE_RATE, 26 * SAMPLE_RATE),
    one.subarray(SAMPLE_RATE, 13 * SAMPLE_RATE),
  ]);
  const judged = levelsIn(jumping, { one, two });
  expect(judged.at(-1)?.levels).toEqual({ one: 1, two: 0 });
});

test('hears the first of two pieces with the same recording, and names it as the double of the other', () => {
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
  ['other music', () => three.subarray(0, 20 * SAMPLE_RATE)],
  [
    'music that matches a piece for only six seconds',
    () => joined([one.subarray(0, 6 * SAMPLE_RATE), three.subarray(0, 12 * SAMPLE_RATE)]),
  ],
  [
    'music that drowns out a piece',
    () => mixed([one, () => 0.15], [three, () => 0.8]).subarray(0, 20 * SAMPLE_RATE),
  ],
])('hears nothing in %s', (_, sound) => {
  const levels = levelsIn(sound(), { one, two }).flatMap((judged) => Object.values(judged.levels));
  expect(new Set(levels)).toEqual(new Set([0]));
});

/** Over a beat of noise that is louder than the music. */
function overBeat(music: Float32Array): Float32Array {
  const beat = noiseOf(SECONDS).map(
    (sample, n) => sample * Math.exp((-25 * (n % (SAMPLE_RATE / 2))) / SAMPLE_RATE),
  );
  return mixed([music, () => 0.6], [beat, () => 1]);
}

test('does not hear a piece that has only its beat in common with the sound', () => {
  const pieces = { two: overBeat(two) };
  expect(levelsIn(overBeat(two), pieces).some(({ at, levels }) => at < 9 && levels.two === 1)).toBe(true);
  expect(levelsIn(overBeat(three), pieces).every(({ levels }) => levels.two === 0)).toBe(true);
});

test('no longer hears a piece that ended when only its beat goes on', () => {
  const sound = joined([
    overBeat(two).subarray(0, 10 * SAMPLE_RATE),
    overBeat(three).subarray(10 * SAMPLE_RATE, 22 * SAMPLE_RATE),
  ]);
  const judged = levelsIn(sound, { two: overBeat(two) });
  expect(judged.find(({ at }) => at > 9)?.levels.two).toBe(1);
  expect(judged.filter(({ at }) => at > 17).every(({ levels }) => levels.two === 0)).toBe(true);
});

/** Seconds after which the second piece is heard. */
function heardAt(sound: Float32Array, isProposed = false): number | undefined {
  return levelsIn(sound, { two }, isProposed).find(({ levels }) => levels.two !== 0)?.at;
}

function noisy(loud: number): Float32Array {
  return mixed([two, () => 1], [noiseOf(25), () => loud]);
}

test.each([
  { what: 'alone', loud: 0, sooner: 0.5, atMost: 3 },
  { what: 'through noise that makes it doubtful', loud: 0.3, sooner: 1.5, atMost: 7 },
])('$what, hears a loaded piece sooner than a proposed one', (row) => {
  const [loaded = Number.NaN, proposed = Number.NaN] = [
    heardAt(noisy(row.loud)),
    heardAt(noisy(row.loud), true),
  ];
  expect(proposed - loaded).toBeGreaterThan(row.sooner);
  expect(proposed - loaded).toBeLessThan(row.atMost);
});

test('hears a piece through noise that leaves it a small share of the sound', () => {
  expect(heardAt(noisy(0.7))).toBeLessThan(20);
});

test('does not hear a piece at an unusual tempo beside similar music', () => {
  const beside = (sound: Float32Array, loud: number): Float32Array =>
    mixed([sound, () => 1], [three, () => loud]).subarray(0, 25 * SAMPLE_RATE);
  expect(heardAt(beside(two, 0.35))).toBeLessThan(9);
  expect(heardAt(beside(atSpeed(two, 0.87), 0))).toBeLessThan(11);
  expect(heardAt(beside(atSpeed(two, 0.87), 0.35))).toBeUndefined();
});

test('keeps the level of a proposed piece that is loaded', () => {
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

test('hears nothing after ten seconds of silence', () => {
  const sound = mixed([one, fadeOut(11, 11.1)]).subarray(0, 24 * SAMPLE_RATE);
  expect(levelsIn(sound, { one, two }).at(-1)?.levels).toEqual({ one: 0, two: 0 });
});

test('never hears a piece that is too short or silent', () => {
  const pieces = { short: one.subarray(0, 2 * SAMPLE_RATE), silent: new Float32Array(SECONDS * SAMPLE_RATE) };
  const judged = levelsIn(one.subarray(0, 12 * SAMPLE_RATE), { ...pieces, one });
  expect(judged.at(-1)?.levels).toEqual({ short: 0, silent: 0, one: 1 });
});

test('describes 46 ms in 26 bytes, the same in one piece or several', () => {
  expect(described(one).length / BANDS).toBe(Math.floor((SECONDS * SAMPLE_RATE - 1_024) / 512) + 1);
  const pieces = [one.subarray(0, 1_500), one.subarray(1_500, 1_600), one.subarray(1_600)];
  expect(describedInPieces(pieces)).toEqual(described(one));
});

test.each([
  { what: 'alone', speed: 1, beside: 0 },
  { what: 'faster', speed: 1.013, beside: 0 },
  { what: 'slower', speed: 0.97, beside: 0 },
  { what: 'beside another piece', speed: 1.031, beside: 0.5 },
])('measures the position of a piece that plays $what within 15 ms', ({ speed, beside }) => {
  const judge = new Judge();
  judge.add('one', { description: described(one), isProposed: false });
  const start = 3.3;
  const sound = mixed(
    [atSpeed(one.subarray(Math.round(start * SAMPLE_RATE)), speed), () => 1],
    [three, () => beside],
  );
  const errors: number[] = [];
  for (let from = 0; from < sound.length; from += SAMPLE_RATE / 4) {
    const end = Math.min(sound.length, from + SAMPLE_RATE / 4);
    judge.push(sound.subarray(from, end));
    const position = judge.positions.get('one');
    if (position !== undefined && from > 10 * SAMPLE_RATE) {
      const truth = start * 1_000 + ((end / SAMPLE_RATE) * 1_000 - position.agoMs) * speed;
      errors.push(Math.abs(position.ms - truth));
    }
  }
  expect(errors.length).toBeGreaterThan(30);
  expect(Math.max(...errors)).toBeLessThan(15);
});
