import type { SinkPart } from '../core/contracts/sink.ts';
import { say } from '../core/message.ts';

export const websocketSink: SinkPart<Record<never, never>> = {
  name: 'websocket',
  options: {},
  card: {
    title: 'Overlays',
    about: say('websocket.pages-obs-browsers-always'),
    steps: () => [],
  },
  create: (_settings, { audience }) => ({
    kind: 'state',
    publish: audience.show.bind(audience),
    earlier(publication) {
      audience.changeEarlier(publication);
    },
  }),
};
