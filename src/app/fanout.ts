import type { Sink, SinkHealth } from '../core/contracts.ts';
import { guarded } from '../core/faults.ts';
import type { Clock, Logger } from '../core/tools.ts';
import type { Publication } from '../core/track.ts';
import { untilAborted } from '../core/waiting.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { leftToStop, type Service } from './lifetime.ts';

/** Milliseconds of the stop that are reserved for logging what could not be delivered, and for closing the sinks. */
const CLOSE_MS = 200;

export interface Fanout extends Service {
  /** Passes the publication to every sink; returns at once and never throws. */
  publish(publication: Publication): void;
  health(): readonly SinkHealth[];
  /** Live settings have changed: sinks that stopped try again. */
  settingsChanged(): void;
}

/** Gives every sink a queue of its own. */
export function createFanout(
  sinks: readonly { readonly name: string; readonly sink: Sink }[],
  tools: { readonly log: Logger; readonly clock: Clock },
): Fanout {
  const queues = sinks.map(({ name, sink }) => new DeliveryQueue(name, sink, tools));
  const publishers = queues.map((queue) => guarded((publication: Publication) => queue.publish(publication)));
  return {
    name: 'sinks',
    publish(publication) {
      for (const publish of publishers) {
        publish(publication);
      }
    },
    health: () => queues.map((queue) => queue.health()),
    settingsChanged() {
      for (const queue of queues) {
        queue.settingsChanged();
      }
    },
    async run(signal) {
      for (const queue of queues) {
        queue.prepare();
      }
      await untilAborted(signal);
      const deliverMs = Math.max(0, leftToStop(signal, tools.clock) - CLOSE_MS);
      await Promise.all(queues.map((queue) => queue.close(deliverMs)));
    },
  };
}
