/** Detects the deck that the audience hears. Pure. */

export { recorded } from './algorithms/volume.ts';
export { SOUND_BEGINS_MS } from './by-ear.ts';
export { colorName, colorOf } from './color.ts';
export {
  COUNTED_EARLIER,
  type Deck,
  type DeckId,
  type Detection,
  deckId,
  emptyDetection,
  type PlayedOn,
  type Tags,
} from './deck.ts';
export {
  advanceTime,
  type DetectionStep,
  detect,
  explain,
  isPresent,
  isReachable,
  type Rule,
} from './detect.ts';
export type { DeckEvent } from './events.ts';
export type { Correction } from './hearing.ts';
export { labelOf } from './label.ts';
export { levelOf } from './level.ts';
export { isLoaded, isSettled } from './loaded-track.ts';
export { longMuted } from './muted.ts';
export { putOnAir } from './on-air.ts';
export { isLoadedAs, tagsOn } from './plays.ts';
export { runsNow } from './transport.ts';
