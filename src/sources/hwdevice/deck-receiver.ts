import type { NetworkReceiver } from '@deckcast/stagelinq';
import type { DeckEvent, DeckTable } from '../../decks/index.ts';
import { DeckEvents } from './deck-events.ts';
import type { DeviceLibraries } from './library/device-libraries.ts';

/** Looks up names before the events reach the decks: a name from the library may hide the track. */
export function deckReceiver(
  decks: Pick<DeckTable, 'apply'>,
  libraries: Pick<DeviceLibraries, 'lookUp'>,
  stop: AbortSignal,
): NetworkReceiver {
  const devices = new DeckEvents();
  /** Queue tail; new events wait behind it. */
  let tail: Promise<void> | undefined;

  /** Synchronous with an empty queue. `before` must not reject. */
  function apply(events: readonly DeckEvent[], before?: Promise<void>): void {
    if (tail !== undefined || before !== undefined) {
      const run = Promise.allSettled([tail, before]).then(() => {
        if (tail === run) {
          tail = undefined;
        }
        if (!stop.aborted) {
          decks.apply(...events);
        }
      });
      tail = run;
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
