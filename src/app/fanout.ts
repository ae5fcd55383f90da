import type { Sink, SinkHealth } from '../core/contracts.ts';
import { guarded } from '../core/faults.ts';
import type { Clock, Logger } from '../core/tools.ts';
import type { Publication } from '../core/track.ts';
import { untilAborted } from '../core/until-aborted.ts';
import { Lane } from './lane.ts';
import { leftToStop, type Service } from './lifetime.ts';

/** Milliseconds of the stop that are kept for saying what could not be delivered, and for closing the sinks. */
const CLOSE_MS = 200;

export interface Fanout extends Service {
  /** Hands the publication to every sink; returns at once and never throws. */
  publish(publication: Publication): void;
  health(): readonly SinkHealth[];
  /** Live settings have other values now: what has stopped is tried again. */
  settingsChanged(): void;
}

/** Gives every sink a lane of its own. */
export function createFanout(
  sinks: readonly { readonly name: string; readonly sink: Sink }[],
  tools: { readonly log: Logger; readonly clock: Clock },
): Fanout {
  const lanes = sinks.map(({ name, sink }) => new Lane(name, sink, tools));
  const publishers = lanes.map((lane) => guarded((publication: Publication) => lane.publish(publication)));
  return {
    name: 'sinks',
    publish(publication) {
      for (const publish of publishers) {
        publish(publication);
      }
    },
    health: () => lanes.map((lane) => lane.health()),
    settingsChanged() {
      for (const lane of lanes) {
        lane.settingsChanged();
      }
    },
    async run(signal) {
      for (const lane of lanes) {
        lane.prepare();
      }
      await untilAborted(signal);
      const deliverMs = Math.max(0, leftToStop(signal, tools.clock) - CLOSE_MS);
      await Promise.all(lanes.map((lane) => lane.close(deliverMs)));
    },
  };
}
