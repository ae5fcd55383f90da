import type { Sink, SinkHealth } from '../core/contracts.ts';
import { guarded } from '../core/faults.ts';
import type { Clock, Logger } from '../core/tools.ts';
import type { Publication } from '../core/track.ts';
import { untilAborted } from '../core/until-aborted.ts';
import { Lane } from './lane.ts';
import { type Service, STOP_WITHIN_MS } from './lifetime.ts';

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
      await untilAborted(signal);
      // A little less than everybody has, so that what could not be delivered is still said.
      await Promise.all(lanes.map((lane) => lane.close(STOP_WITHIN_MS - 250)));
    },
  };
}
