/** The building blocks of a deck source; `CONTRIBUTING.md` has the recipe. */

export { DeckSource, type DeckTools } from './deck-source.ts';
export { DeckTable } from './deck-table.ts';
export type { DeckEvent, Tags } from './detection/index.ts';
export { deckId } from './detection/index.ts';
export { ownFile } from './heard-decks.ts';
export { type TrackLibrary, trackOf } from './track-library.ts';
