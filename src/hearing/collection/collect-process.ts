/** Process that indexes a collection at low priority. Decoders may crash it, or never return. */
import { constants, setPriority } from 'node:os';
import { textOf } from '../../core/errors.ts';
import { plain } from '../../core/message.ts';
import { answerRequests } from '../../host/helper-process/answer-requests.js';
import { Collector } from './collector.ts';
import type { CollectAnswer, CollectRequest, Failed } from './messages.ts';

let collector: Collector | undefined;

try {
  setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // Not every system allows it.
}

answerRequests(
  'deckcast describes the collection',
  async (request: CollectRequest): Promise<CollectAnswer | Failed> => {
    try {
      if (request.kind === 'next') {
        return (await collector?.next()) ?? { failed: 'it was not begun' };
      }
      collector ??= new Collector(request.folder);
      return request.kind === 'list' ? collector.list(request.tracks) : await collector.begin(request);
    } catch (error) {
      return { failed: plain(textOf(error)) };
    }
  },
);
