import type { NetworkReceiver } from '@deckcast/stagelinq';
import type { DeckEvent, DeckTable } from '../../decks/index.ts';
import { DeckEvents } from './deck-events.ts';
import type { DeviceLibraries } from './library/device-libraries.ts';

/**
 * Completes a track's names before any event of it reaches the decks: a rule may hide it by a name from its library.
 */
export function deckReceiver(
  decks: Pick<DeckTable, 'apply'>,
  libraries: Pick<DeviceLibraries, 'lookUp'>,
  stop: AbortSignal,
): NetworkReceiver {
  const devices = new DeckEvents();
  /** What came last of what waits: all that comes after it waits, too. */
  let last: Promise<void> | undefined;

  /** At once, unless there is something to wait for. `before` never rejects. */
  function apply(events: readonly DeckEvent[], before?: Promise<void>): void {
    if (last !== undefined || before !== undefined) {
      const run = Promise.allSettled([last, before]).then(() => {
        if (last === run) {
          last = undefined;
        }
        if (!stop.aborted) {
          decks.apply(...events);
        }
      });
      last = run;
    } else if (!stop.aborted) {
      decks.apply(...events);
    }
  }

  return {
    connected: (device) => apply(devices.connected(device)),
    state({ token }, path, value) {
      const events = devices.state(token, path, value);
      if (events.length > 0) {
        const location = locationIn(events);
        apply(events, location === undefined ? undefined : libraries.lookUp(location));
      }
    },
    lost: ({ token }) => apply(devices.lost(token)),
    gone: ({ token }) => apply(devices.gone(token)),
  };
}

function locationIn(events: readonly DeckEvent[]): string | undefined {
  return events.flatMap((event) => (event.kind === 'tags' ? (event.tags.location ?? []) : []))[0];
}
