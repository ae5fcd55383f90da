/** Building blocks of a deck source; `CONTRIBUTING.md` has the recipe. */

export { BeatBoard } from './beats/beat-board.ts';
export type { BeatReport } from './beats/deck-clock.ts';
export { DeckSource, type DeckTools } from './deck-source.ts';
export { DeckTable } from './deck-table.ts';
export {
  correctsAt,
  NOTHING_HEARD_MS,
  noteOnAir,
  noteSure,
  type OnAirEvidence,
  SOUND_BEGINS_MS,
  type SureEvidence,
  wasMistake,
} from './detection/by-ear.ts';
export type { DeckEvent, Tags } from './detection/index.ts';
export { COUNTED_EARLIER, type DeckId, deckId } from './detection/index.ts';
export { ownFile } from './heard-decks.ts';
export { type TrackLibrary, trackOf } from './track-library.ts';
