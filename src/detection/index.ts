/** From the deck table to the deck that the audience hears. Pure: time and events come in as data. */
export { ALGORITHMS, type AlgorithmName } from './algorithms/index.ts';
export { type ColorTeller, colorName } from './color.ts';
export {
  type Deck,
  type DeckId,
  type Detection,
  type DeviceId,
  deckId,
  NOTHING_DETECTED,
  placeOf,
  type Tags,
} from './deck.ts';
export { detect, explain, isPresent, type Rule, type Step, wake } from './detect.ts';
export type { DeckEvent } from './events.ts';
export { labelOf } from './label.ts';
export { levelOf } from './level.ts';
export { longMuted } from './muted.ts';
export { putOnAir } from './on-air.ts';
export { tagsOn } from './plays.ts';
export { runsNow } from './transport.ts';
export { isLoaded, isSettled } from './tray.ts';
