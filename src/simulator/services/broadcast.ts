/** Tells every client when a row of a library has changed. */
import { BROADCAST, broadcastCodec, formatLibraryChange } from '../../stagelinq/index.ts';
import type { ClientConnection } from '../client-connection.ts';
import type { SimulatedService } from './service.ts';

export interface BroadcastService extends SimulatedService {
  /** `databaseUuid`: the library's own. */
  libraryChanged(databaseUuid: string): void;
}

export function broadcastService(): BroadcastService {
  const lines = new Set<ClientConnection>();
  return {
    name: BROADCAST,
    open(line) {
      lines.add(line);
      return { message: () => undefined, close: () => lines.delete(line) };
    },
    libraryChanged(databaseUuid) {
      const frame = broadcastCodec.encode({ json: formatLibraryChange({ databaseUuid, trackId: '1' }) });
      for (const line of lines) {
        line.send(frame);
      }
    },
  };
}
