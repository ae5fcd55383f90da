/** Players whose mixer says only which of them are on air, and which never say that a deck is empty. */
import { toldKind } from './told.ts';

export const onAirLights = toldKind({
  name: 'on-air lights',
  deckCount: 2,
  onAirOnly: true,
  tellsLoaded: false,
});
