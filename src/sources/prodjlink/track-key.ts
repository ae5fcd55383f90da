import type { PlayerLibrary } from './models.ts';
import type { TrackRef } from './player-deck.ts';

/** What tells a track from every other one: its number in one library of one medium. */
export interface TrackKey extends TrackRef {
  /** Which of the media that were in this slot, counted. */
  readonly generation: number;
  /** The one that its player reads, or unknown: the medium may have been replaced since. */
  readonly library: PlayerLibrary | 'other' | 'unknown';
}

const MARKS: Readonly<Record<TrackKey['library'], string>> = {
  export: '',
  one: '+',
  other: '~',
  unknown: '?',
};

/** Equal for equal keys, and for no others. */
export function locationOf({ player, slot, generation, library, type, id }: TrackKey): string {
  return `${player}/${slot}.${generation}${MARKS[library]}/${type}/${id}`;
}
