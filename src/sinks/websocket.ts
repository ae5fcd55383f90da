/** Publishes to browsers. Always on, like the HTTP server. */
import type { SinkPart } from '../core/contracts.ts';

export const websocketSink: SinkPart<Record<never, never>> = {
  name: 'websocket',
  options: {},
  card: {
    title: 'Overlays',
    about: 'Pages in OBS and in browsers. Always on.',
    steps: () => [],
  },
  create: (_settings, { audience }) => ({
    kind: 'state',
    publish: audience.show.bind(audience),
    earlier: audience.changeEarlier.bind(audience),
  }),
};
