/** Answers with the device's clock. */
import { TIME_SYNCHRONIZATION, timeCodec } from '../../stagelinq/index.ts';
import type { SimulatedService } from './service.ts';

export function timeSyncService(uptime: () => bigint): SimulatedService {
  return {
    name: TIME_SYNCHRONIZATION,
    open: (line) => ({
      message(frame) {
        const message = timeCodec.decode(frame);
        if (message.kind === 'query') {
          line.send(timeCodec.encode({ kind: 'reply', asked: message.asked, own: uptime() }));
        }
      },
      close: () => undefined,
    }),
  };
}
