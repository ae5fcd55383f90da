import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import wabt from 'wabt';
import { atSpeed, madeMusic, numbersFrom } from '../../test/support/music.ts';
import { type Alignment, LOOKED_AT, PITCHES, PlaceSearch, surplusAt } from './alignment.ts';
import { BANDS, Describer } from './describe.ts';
import { type Features, type FeaturesAt, featuresOf } from './features.ts';
import { SAMPLE_RATE } from './sound.ts';

const SOURCE = new URL('comparison.wat', import.meta.url);
const MOST = 0.41;

test('the comparison code is compiled from its source', async () => {
  const { parseWat } = await wabt();
  const { buffer } = parseWat('comparison.wat', await readFile(SOURCE, 'utf8')).toBinary({});
  const code = Buffer.from(buffer).toString('base64');
  await expect(
    `/** Compiled from \`comparison.wat\`, which says how. */\nexport const COMPARISON =\n  '${code}';\n`,
  ).toMatchFileSnapshot('comparison-code.ts');
});

/** Reference for `PlaceSearch`, without its optimizations. */
function plainlyFound(recent: FeaturesAt, { bits, frames }: Features): Alignment | undefined {
  let best: Alignment | undefined;
  for (const tempo of Array.from({ length: 27 }, (_, n) => 1 + (n - 13) * 0.0125)) {
    const off = PITCHES.map((pitch) => Math.abs(pitch - tempo));
    for (const pitch of new Set([PITCHES.indexOf(1), off.indexOf(Math.min(...off))])) {
      const sound = [...recent(pitch).bits].reverse();
      for (let position = Math.round(126 * tempo); position < frames; position += 2) {
        let differing = 0;
        let isHopeless = false;
        for (let n = 0; n < 64; n += 1) {
          differing += ones((bits[position - Math.round(2 * n * tempo)] ?? 0) ^ (sound[2 * n] ?? 0));
          isHopeless ||= n < 16 && differing > 16 * BANDS * 0.46;
        }
        const difference = differing / (64 * BANDS);
        if (!isHopeless && difference <= MOST && difference < (best?.difference ?? 1)) {
          best = { pitch, tempo, position, difference };
        }
      }
    }
  }
  return best;
}

function ones(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) {
    count += 1;
  }
  return count;
}

/** Features of the sound up to this second, for every pitch. */
function recentOf(sound: Float32Array, second: number): FeaturesAt {
  const frames = PITCHES.map((): number[] => []);
  new Describer(PITCHES).push(
    sound.subarray((second - 7) * SAMPLE_RATE, second * SAMPLE_RATE),
    (pitch, bytes) => frames[pitch]?.push(...bytes),
  );
  const features = frames.map((bytes) => featuresOf(Uint8Array.from(bytes)));
  return (pitch) => features[pitch] ?? featuresOf(new Uint8Array(0));
}

function described(sound: Float32Array): Features {
  const frames: number[] = [];
  new Describer().push(sound, (_pitch, bytes) => frames.push(...bytes));
  return featuresOf(Uint8Array.from(frames));
}

/** Random bits of a piece or of sound. */
function bitsFrom(next: () => number, frames: number): Features {
  const bits = Uint32Array.from({ length: frames }, () => Math.floor(next() * 2 ** BANDS));
  return { frames, bits, differences: new Int8Array(0) };
}

test('PlaceSearch finds the same places in music as the reference', () => {
  const search = new PlaceSearch();
  const piece = madeMusic(1, 15);
  const pieces = [piece, madeMusic(2, 15)].map(described);
  const sounds = [piece, atSpeed(piece, 1.06), atSpeed(piece, 0.85), madeMusic(3, 15)];
  const found = sounds.flatMap((sound) => {
    const recent = recentOf(sound, 12);
    return pieces.map((one) => [search.search(recent, one, MOST), plainlyFound(recent, one)]);
  });
  expect(found.map(([ours]) => ours)).toEqual(found.map(([, plain]) => plain));
  expect(found.filter(([ours]) => ours !== undefined).length).toBeGreaterThan(2);
});

test('PlaceSearch searches pieces of any length up to their last frame', () => {
  const search = new PlaceSearch();
  const next = numbersFrom(5);
  for (const frames of [0, 90, 127, 128, 129, 130, 131, 132, 133, 134, 135, 150, 31_000]) {
    const whole = bitsFrom(next, frames + LOOKED_AT);
    const piece = { ...whole, frames, bits: whole.bits.subarray(0, frames) };
    // The end of the piece is heard, or lies just behind.
    for (const end of [frames - 1, frames, frames + 1, frames + 3, frames + 7]) {
      const bits = whole.bits.slice(Math.max(0, end - LOOKED_AT), end);
      const recent = (): Features => ({ ...whole, frames: LOOKED_AT, bits });
      const plain = frames > 1_000 ? undefined : plainlyFound(recent, piece);
      if (frames <= 1_000) {
        expect(search.search(recent, piece, MOST)).toEqual(plain);
      } else if (end < frames) {
        expect(search.search(recent, piece, MOST)).toMatchObject({ position: end - 1, difference: 0 });
      }
    }
  }
});

test('surplusAt is large for the piece in the sound, small for another one, and zero where nothing changes', () => {
  const [one, two] = [1, 2].map((seed) => described(madeMusic(seed, 20)));
  const at = { position: 400, tempo: 1 };
  const still = { frames: 430, differences: new Int8Array(430 * BANDS), bits: new Uint32Array(430) };
  const sound = one?.bits.subarray(0, 401) ?? new Uint32Array(0);
  expect(one && surplusAt(sound, one, at, 128)).toBeGreaterThan(0.4);
  expect(Math.abs((two && surplusAt(sound, two, at, 128)) ?? 1)).toBeLessThan(0.1);
  expect(surplusAt(still.bits.subarray(0, 401), still, at, 128)).toBe(0);
});
