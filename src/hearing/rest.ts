/** Takes a piece whose place is known out of the sound. Pure. */
import { type Alignment, PITCHES } from './alignment.ts';
import { BANDS, BANDS_PER_OCTAVE, type Description } from './describe.ts';

/** Half decibels taken off the sound where the piece explains all of it. */
const MOST = 40;
/** The same by the half decibels that the piece is below the sound. */
const DROPS = Uint8Array.from({ length: 64 }, (_, below) =>
  Math.min(MOST, Math.round(-20 * Math.log10(1 - 10 ** (-below / 20)))),
);
/** Part of the frames in which nothing but the piece is loud, in any band. */
const ALONE = 0.3;
/** Differences of two bytes, from this one up. */
const LOWEST = -256;

/** `sound` is described for a pitch change, an index in `PITCHES`; the alignment is that of the newest frame. */
export function restOf(
  sound: Description,
  pitch: number,
  piece: Description,
  { pitch: own, tempo, position }: Alignment,
): Description {
  const frames = sound.length / BANDS;
  const rest = sound.slice();
  const shift = BANDS_PER_OCTAVE * Math.log2((PITCHES[own] ?? 1) / (PITCHES[pitch] ?? 1));
  const whole = Math.floor(shift);
  const part = shift - whole;
  const places = Int32Array.from(
    { length: frames },
    (_, frame) => Math.round(position - (frames - 1 - frame) * tempo) * BANDS - whole,
  );
  const louder = new Int16Array(frames);
  for (let band = Math.max(0, whole + 1); band < Math.min(BANDS, BANDS + whole); band += 1) {
    for (let frame = 0; frame < frames; frame += 1) {
      const at = (places[frame] ?? 0) + band;
      // Outside the piece, silence.
      const isWithin = at > 0 && at < piece.length;
      const played = isWithin ? (1 - part) * (piece[at] ?? 0) + part * (piece[at - 1] ?? 0) : 0;
      louder[frame] = (sound[frame * BANDS + band] ?? 0) - Math.round(played);
    }
    const gain = exceededBy(louder);
    for (let frame = 0; frame < frames; frame += 1) {
      const below = (louder[frame] ?? 0) - gain;
      if (below < DROPS.length) {
        const at = frame * BANDS + band;
        rest[at] = Math.max(0, (sound[at] ?? 0) - (DROPS[Math.max(0, below)] ?? 0));
      }
    }
  }
  return rest;
}

const counts = new Uint16Array(-2 * LOWEST);

/** Difference that all but `ALONE` of the frames exceed, however loud a second piece is in them. */
function exceededBy(differences: Int16Array): number {
  counts.fill(0);
  for (let n = 0; n < differences.length; n += 1) {
    const at = (differences[n] ?? 0) - LOWEST;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  let at = -1;
  for (let seen = 0; seen <= ALONE * differences.length; seen += counts[at] ?? 0) {
    at += 1;
  }
  return at + LOWEST;
}
