/** Players whose mixer says only which of them are on air, and which never say that a deck is empty. */
import { eventDeckKind } from './event-decks.ts';

export const onAirLights = eventDeckKind({
  name: 'on-air lights',
  deckCount: 2,
  onAirOnly: true,
  reportsLoaded: false,
});
