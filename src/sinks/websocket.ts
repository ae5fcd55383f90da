/** What browsers see; the HTTP server is always there, and so is this sink. */
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
