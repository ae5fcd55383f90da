import { expect, test } from 'vitest';
import { numbersFrom } from '../../../test/support/music.ts';
import { SAMPLE_RATE } from '../sound.ts';
import { LevelMeter } from './level.ts';

/** A tone of 440 Hz for some seconds, clipped at full scale. */
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

function noise(): Float32Array {
  const next = numbersFrom(3);
  return Float32Array.from({ length: 11 * SAMPLE_RATE }, () => 2 * next() - 1);
}

test.each([
  { what: 'a tone of full scale', sounds: [tone(1)], level: -3 },
  { what: 'a tone at a tenth', sounds: [tone(0.1)], level: -23 },
  { what: 'what is softer at the last moment', sounds: [tone(0.5), tone(0.05, 1)], level: -29 },
  { what: 'nothing', sounds: [tone(0)], level: -100 },
])('measures $what as $level dBFS', ({ sounds, level }) => {
  expect(meterAfter(...sounds).level).toBeCloseTo(level, 0);
});

test.each([
  { what: 'music that is loud enough', sounds: [tone(0.5)], state: 'well' },
  { what: 'nothing in the first ten seconds', sounds: [tone(0, 9)], state: 'well' },
  { what: 'a pause between two tracks', sounds: [tone(0.5), tone(0, 5)], state: 'well' },
  { what: 'nothing', sounds: [tone(0)], state: 'silent' },
  { what: 'a hum far below the music', sounds: [tone(0.003)], state: 'silent' },
  { what: 'an input that is turned down', sounds: [tone(0.015)], state: 'quiet' },
  { what: 'an input that is turned up too far', sounds: [tone(8)], state: 'clipping' },
  { what: 'what has samples of another format', sounds: [noise()], state: 'noise' },
])('judges $what as $state', ({ sounds, state }) => {
  expect(meterAfter(...sounds).state).toBe(state);
});

test('forgets earlier sound after a reset', () => {
  const meter = meterAfter(tone(0));
  meter.reset();
  meter.push(tone(0.5, 1));
  expect(meter.state).toBe('well');
  expect(meter.level).toBeCloseTo(-9, 0);
});
