/** Mixes a long set with known truth: who is the loudest when, and from when until when each track is heard. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { numbersFrom, waveFile } from '../../test/support/music.ts';
import { loudnessOf } from '../../test/support/sounds.ts';
import { crossing } from './crossing.ts';
import { convolvedBy, decoded, keyLock, openness, secondsOf, spokenIn, turntable } from './sets.ts';

export interface TruePlay {
  readonly file: string;
  readonly isForeign: boolean;
  /**
   * Seconds: when it becomes the loudest, and when its fader opens and closes. In a double drop both are equally loud for
   * some time, and any moment of it is right.
   */
  readonly from: number;
  readonly until: number;
  readonly opens: number;
  readonly closes: number;
}

export interface RecordedSet {
  readonly sound: Float32Array;
  readonly plays: readonly TruePlay[];
}

interface SetOptions {
  readonly seed: number;
  readonly tracks: number;
  readonly known: readonly string[];
  readonly foreign: readonly string[];
  /** For temporary files. */
  readonly folder: string;
}

/** Mean seconds from one change to the next. */
const EACH = 110;
const RMS = 0.15;

interface Change {
  readonly fadeIn: number;
  /** Seconds from the opening of the new fader until the old one begins to close. */
  readonly together: number;
  readonly fadeOut: number;
}

export function recordedSet({ seed, tracks, known, foreign, folder }: SetOptions): RecordedSet {
  const next = numbersFrom(seed);
  const between = (low: number, high: number): number => low + (high - low) * next();
  const left = [...known];
  const leftForeign = [...foreign];
  const draw = (from: string[]): string => from.splice(Math.floor(next() * from.length), 1)[0] ?? '';
  const sound = new Float32Array(Math.ceil((tracks * EACH * 1.5 + 120) * SAMPLE_RATE));
  const channels: { readonly opens: number; readonly samples: Float32Array }[] = [];
  const plays: TruePlay[] = [];
  let opens = 0;
  let before: Change = { fadeIn: 0.01, together: 0, fadeOut: 0.01 };
  let end = 0;
  for (let n = 0; n < tracks; n += 1) {
    const isForeign = leftForeign.length > 0 && (n % 10 === 6 || left.length === 0);
    const file = draw(isForeign ? leftForeign : left);
    const tempo = next() < 0.85 ? 1 + between(-0.08, 0.08) : 1;
    const change = changeOf(next(), between);
    const after = change.together + change.fadeOut;
    const most = secondsOf(file) / tempo - 2;
    const alone = Math.min(between(70, 150), most - after - before.fadeIn - before.together);
    const seconds = Math.max(25, before.fadeIn + before.together + alone) + after;
    const start = between(0, Math.max(0, Math.min(30, most - seconds)));
    const closes = opens + seconds;
    const faded = filtersOf(next(), { seconds, fade: before.fadeIn, between });
    const speed = next() < 0.5 ? keyLock(tempo) : turntable(tempo);
    let played = decoded(file, { from: start, seconds, filter: [speed, ...faded].join(',') });
    if (next() < 0.12) {
      played = looped(played, Math.round(played.length * 0.4), Math.round(between(1.5, 4) * SAMPLE_RATE));
    }
    const gain = RMS / Math.max(1e-4, loudnessOf(played));
    const samples = new Float32Array(Math.ceil(seconds * SAMPLE_RATE));
    for (let at = 0; at < samples.length; at += 1) {
      const now = at / SAMPLE_RATE;
      const fader = openness(now / before.fadeIn) * openness((seconds - now) / change.fadeOut);
      samples[at] = gain * fader * (played[at] ?? 0);
    }
    const place = Math.round(opens * SAMPLE_RATE);
    for (let at = 0; at < samples.length && place + at < sound.length; at += 1) {
      sound[place + at] = (sound[place + at] ?? 0) + (samples[at] ?? 0);
    }
    const last = channels.at(-1);
    const crosses = last === undefined ? 0 : crossing(last, { opens, samples });
    const isDouble = before.together > 0;
    const from = isDouble ? opens + before.fadeIn / 2 : crosses;
    const until = isDouble ? opens + before.together + before.fadeOut / 2 : crosses;
    plays.push({ file, isForeign, from, until, opens, closes });
    channels.push({ opens, samples });
    if (channels.length > 1) {
      channels.shift();
    }
    end = closes;
    opens = closes - after;
    before = change;
  }
  const whole = sound.subarray(0, Math.ceil(end * SAMPLE_RATE));
  speakOver(whole, next, folder);
  return { sound: whole.map((sample) => Math.max(-1, Math.min(1, sample))), plays };
}

/** Cuts, blends of 2 to 60 seconds, and double drops. */
function changeOf(chance: number, between: (low: number, high: number) => number): Change {
  if (chance < 0.15) {
    return { fadeIn: 0.02, together: 0, fadeOut: 0.02 };
  }
  if (chance < 0.25) {
    return { fadeIn: 2, together: between(15, 30), fadeOut: 3 };
  }
  const fade = chance < 0.5 ? between(2, 8) : chance < 0.8 ? between(8, 25) : between(25, 60);
  return { fadeIn: fade, together: 0, fadeOut: fade };
}

function filtersOf(
  chance: number,
  {
    seconds,
    fade,
    between,
  }: { readonly seconds: number; readonly fade: number; readonly between: (a: number, b: number) => number },
): readonly string[] {
  if (chance < 0.3) {
    return [`highpass=f=250:p=2:enable='lt(t,${fade})'`];
  }
  if (chance < 0.4) {
    return [`lowpass=f=700:p=2:enable='gt(t,${seconds - between(8, 20)})'`];
  }
  if (chance < 0.5) {
    return [`highpass=f=900:p=2:enable='gt(t,${seconds - between(8, 20)})'`];
  }
  if (chance < 0.56) {
    return ['flanger'];
  }
  return chance < 0.62 ? ['aecho=0.8:0.7:250:0.4'] : chance < 0.7 ? ['equalizer=f=1000:t=o:w=2:g=-9'] : [];
}

/** Plays a stretch four times more. */
function looped(sound: Float32Array, at: number, length: number): Float32Array {
  return sound.map((sample, n) =>
    n < at
      ? sample
      : n < at + 5 * length
        ? (sound[at + ((n - at) % length)] ?? 0)
        : (sound[n - 4 * length] ?? 0),
  );
}

/** A voice in a tenth of the time, nearly as loud as the music. */
function speakOver(sound: Float32Array, next: () => number, folder: string): void {
  const voice = decoded(
    spokenIn(
      folder,
      'Good evening everybody, make some noise, the next one is for you. Are you ready? Here we go.',
    ),
  );
  const gain = (0.7 * RMS) / loudnessOf(voice);
  for (let at = 100 * SAMPLE_RATE; at < sound.length; at += Math.round((60 + 60 * next()) * SAMPLE_RATE)) {
    for (let n = 0; n < voice.length && at + n < sound.length; n += 1) {
      sound[at + n] = (sound[at + n] ?? 0) + gain * (voice[n] ?? 0);
    }
  }
}

/** The sound in a room that reverberates for 1.2 seconds, with a crowd, whose loudness relative to it is in decibels. */
export function inRoom(sound: Float32Array, folder: string, crowdDb = -10): Float32Array {
  const next = numbersFrom(5);
  const [dry, echo] = [join(folder, 'dry.wav'), join(folder, 'room.wav')];
  writeSet(dry, sound);
  const falls = Math.log(1_000) / (1.2 * SAMPLE_RATE);
  const tail = Float32Array.from(
    { length: 1.4 * SAMPLE_RATE },
    (_, n) => (2 * next() - 1) * Math.exp(-falls * n),
  );
  writeSet(
    echo,
    tail.map((sample, n) => (n === 0 ? 0.9 : 0.08 * sample)),
  );
  const convolved = convolvedBy(dry, echo);
  const voices = decoded(
    spokenIn(
      folder,
      'I love this one. Where are you? Shall we get a drink? No, stay, the next one is better!',
    ),
  );
  const crowd = new Float32Array(voices.length);
  for (const [times, delay] of [1, 0.8, 1.2, 0.9, 1.1, 1.3, 0.7, 1].map(
    (speed, n) => [speed, n * 9_001] as const,
  )) {
    for (let n = 0; n < crowd.length; n += 1) {
      crowd[n] = (crowd[n] ?? 0) + (voices[(Math.floor(n * times) + delay) % voices.length] ?? 0);
    }
  }
  const gain = (10 ** (crowdDb / 20) * loudnessOf(convolved)) / loudnessOf(crowd);
  const level = RMS / loudnessOf(convolved);
  return sound.map((_, n) => {
    const heard = level * ((convolved[n] ?? 0) + gain * (crowd[n % crowd.length] ?? 0));
    return Math.max(-1, Math.min(1, heard));
  });
}

export function writeSet(path: string, sound: Float32Array): void {
  writeFileSync(path, waveFile(sound));
}
