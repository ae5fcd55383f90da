import type { DeckEvent } from '../../detection/index.ts';
import type { NetworkReceiver } from '../../stagelinq/index.ts';
import type { DeckWatch } from './deck-watch.ts';
import type { DeviceLibraries } from './library/device-libraries.ts';
import { Serializer } from './serializer.ts';
import { eventFrom } from './states.ts';

/** Stand-alone players by model code; their decks are layers. Everything else is an all-in-one. */
const PLAYERS: ReadonlySet<string> = new Set(['JP07', 'JP08', 'JP13', 'JP14']);

/**
 * A track's names are complete before the decks hear of anything that happens to it: what its library knows may be
 * what a rule hides it by.
 */
export function deckReceiver(
  decks: Pick<DeckWatch, 'tell'>,
  collection: Pick<DeviceLibraries, 'ask'>,
  stop: AbortSignal,
): NetworkReceiver {
  const inOrder = new Serializer();
  const tell = (event: DeckEvent, before?: Promise<void>): void =>
    inOrder.run(() => {
      if (!stop.aborted) {
        decks.tell(event);
      }
    }, before);
  return {
    connected: ({ token: device, software }) => {
      tell({ device, kind: 'connected' });
      tell({ device, kind: 'role', role: PLAYERS.has(software) ? 'player' : 'all-in-one' });
    },
    state: ({ token }, path, value) => {
      const event = eventFrom(token, path, value);
      if (event !== undefined) {
        tell(event, isPlace(event) ? collection.ask(event.value) : undefined);
      }
    },
    lost: ({ token: device }) => tell({ device, kind: 'lost' }),
    gone: ({ token: device }) => tell({ device, kind: 'gone' }),
  };
}

function isPlace(event: DeckEvent): event is Extract<DeckEvent, { kind: 'text' }> {
  return event.kind === 'text' && event.tag === 'networkPath';
}
