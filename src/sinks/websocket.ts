/** Publishes to browsers. Always on, like the HTTP server. */
import type { SinkPart } from '../core/contracts.ts';

export const websocketSink: SinkPart<Record<never, never>> = {
  name: 'websocket',
  options: {},
  create: (_settings, { audience }) => ({
    kind: 'state',
    publish(publication) {
      audience.show(publication);
    },
  }),
};
