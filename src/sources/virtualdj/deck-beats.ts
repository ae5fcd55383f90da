/** Asks VirtualDJ where decks are in their beat grids. */

import type { BeatReport } from '../../decks/index.ts';
import { readText } from './answer.ts';

type Query = (script: string) => Promise<string>;

/** Tempo 0: the track is not analyzed. Throws like `query`. `now`: monotonic. */
export async function readBeat(number: number, query: Query, now: () => number): Promise<BeatReport> {
  const value = async (verb: string): Promise<number> =>
    Number.parseFloat(readText(await query(`deck ${number} ${verb}`)) ?? '');
  const bpm = await value('get_bpm');
  const position = await value('get_time elapsed absolute');
  const positionAt = now();
  const trackBpm = await value('get_bpm absolute');
  // Last: a report may be late, but never early, so its time is when this answer arrives.
  const beat = await value('get_beatpos');
  const at = now();
  if (!(bpm > 0) || !Number.isFinite(beat)) {
    return { kind: 'tempo', at, bpm: 0 };
  }
  const pitch = trackBpm > 0 ? bpm / trackBpm : 1;
  const positionMs = Number.isFinite(position) ? position + (at - positionAt) * pitch : undefined;
  return { kind: 'place', at, beat, bpm, pitch, positionMs };
}
