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
  const inOrder = new Serializer();
  const devices = new DeckEvents();
  const apply = (events: readonly DeckEvent[], before?: Promise<void>): void =>
    inOrder.run(() => {
      if (!stop.aborted) {
        decks.apply(...events);
      }
    }, before);
  return {
    connected: (device) => apply(devices.connected(device)),
    state: ({ token }, path, value) => {
      const events = devices.state(token, path, value);
      if (events.length > 0) {
        const location = events.flatMap((event) =>
          event.kind === 'tags' ? (event.tags.location ?? []) : [],
        )[0];
        apply(events, location === undefined ? undefined : libraries.lookUp(location));
      }
    },
    lost: ({ token }) => apply(devices.lost(token)),
    gone: ({ token }) => apply(devices.gone(token)),
  };
}

/** Runs tasks in the order in which they come; one that has to wait holds up those after it. */
class Serializer {
  #last: Promise<void> | undefined;

  /** Runs at once when there is nothing to wait for. `before` never rejects. */
  run(task: () => void, before?: Promise<void>): void {
    if (this.#last === undefined && before === undefined) {
      task();
      return;
    }
    const run = Promise.allSettled([this.#last, before]).then(() => {
      if (this.#last === run) {
        this.#last = undefined;
      }
      task();
    });
    this.#last = run;
  }
}
