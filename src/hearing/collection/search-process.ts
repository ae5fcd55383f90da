/** Process that searches the collection, because that reads from a disk and takes a part of a core. */
import { textOf } from '../../core/errors.ts';
import { plain } from '../../core/message.ts';
import { answerRequests } from '../../host/helper-process/answer-requests.js';
import { Finder } from './finder.ts';
import type { Failed, SearchAnswer, SearchRequest } from './messages.ts';

/** The process searches one folder. */
let finder: { generation: number; readonly own: Finder } | undefined;

answerRequests(
  'deckcast searches the collection',
  ({ folder, generation, samples, isWanted }: SearchRequest): SearchAnswer | Failed => {
    try {
      finder ??= { generation: Number.NaN, own: new Finder(folder) };
      if (finder.generation !== generation) {
        finder.generation = generation;
        finder.own.read();
      }
      finder.own.push(samples);
      return { found: isWanted ? finder.own.search() : undefined, names: finder.own.names() };
    } catch (error) {
      finder = undefined;
      return { failed: plain(textOf(error)) };
    }
  },
);
