/** Tells every client when a row of a library has changed. */
import { BROADCAST, broadcastCodec, formatLibraryChange } from '../../stagelinq/index.ts';
import type { Line } from '../line.ts';
import type { Service } from './service.ts';

export interface BroadcastService extends Service {
  /** `databaseUuid`: the library's own. */
  libraryChanged(databaseUuid: string): void;
}

export function broadcastService(): BroadcastService {
  const lines = new Set<Line>();
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
