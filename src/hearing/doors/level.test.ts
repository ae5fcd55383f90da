import { expect, test } from 'vitest';
import { numbersFrom } from '../../../test/support/music.ts';
import { SAMPLE_RATE } from '../sound.ts';
import { LevelMeter } from './level.ts';

/** A tone of 440 Hz for some seconds, cut off at full scale. */
function tone(gain: number, seconds = 11): Float32Array {
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, n) =>
    Math.max(-1, Math.min(1, gain * Math.sin((2 * Math.PI * 440 * n) / SAMPLE_RATE))),
  );
}

function meterAfter(...sounds: readonly Float32Array[]): LevelMeter {
  const meter = new LevelMeter();
  for (const sound of sounds) {
    meter.push(sound);
  }
  return meter;
}

test.each([
  { what: 'a tone of full scale', gain: 1, level: -3 },
  { what: 'a tone at a tenth', gain: 0.1, level: -23 },
  { what: 'nothing', gain: 0, level: -100 },
])('the level of $what is $level dBFS', ({ gain, level }) => {
  expect(meterAfter(tone(gain)).level).toBeCloseTo(level, 0);
});

test.each([
  { what: 'music that is loud enough', sound: tone(0.5), state: 'well' },
  { what: 'nothing', sound: tone(0), state: 'silent' },
  { what: 'a hum far below the music', sound: tone(0.003), state: 'silent' },
  { what: 'an input that is turned down', sound: tone(0.015), state: 'quiet' },
  { what: 'an input that is turned up too far', sound: tone(8), state: 'clipping' },
])('$what is $state', ({ sound, state }) => {
  expect(meterAfter(sound).state).toBe(state);
});

test('samples of another format sound like noise', () => {
  const next = numbersFrom(3);
  const noise = Float32Array.from({ length: 11 * SAMPLE_RATE }, () => 2 * next() - 1);
  expect(meterAfter(noise).state).toBe('noise');
});

test('nothing is wrong until ten seconds were heard, nor with a pause between two tracks', () => {
  expect(meterAfter(tone(0, 9)).state).toBe('well');
  expect(meterAfter(tone(0.5), tone(0, 5)).state).toBe('well');
});

test('the level is that of the last moment', () => {
  expect(meterAfter(tone(0.5), tone(0.05, 1)).level).toBeCloseTo(-29, 0);
});

test('after a pause, what came before it does not count', () => {
  const meter = meterAfter(tone(0));
  meter.reset();
  meter.push(tone(0.5, 1));
  expect(meter.state).toBe('well');
  expect(meter.level).toBeCloseTo(-9, 0);
});
