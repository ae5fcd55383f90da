/** Process that describes files, one at a time, because decoders may crash or never return. */
import { textOf } from '../core/errors.ts';
import { plain } from '../core/message.ts';
import { answerRequests } from '../host/helper-process/answer-requests.js';
import { decodeFile } from './decode/file.ts';
import { BANDS, Describer, FRAMES_PER_SECOND } from './describe.ts';
import type { DescribeAnswer, DescribeRequest } from './messages.ts';

/** Frames per answer: half a minute of sound. */
const PART = Math.round(30 * FRAMES_PER_SECOND);
/** Longer files are sets or audio books. */
const LONGEST = Math.round(2 * 60 * 60 * FRAMES_PER_SECOND);

interface Part {
  readonly description: Uint8Array;
  readonly isLast: boolean;
}

let stop = new AbortController();
let parts: AsyncGenerator<Part> | undefined;

answerRequests(
  'deckcast describes files',
  async ({ path, start }: DescribeRequest): Promise<DescribeAnswer> => {
    try {
      if (start) {
        stop.abort();
        stop = new AbortController();
        parts = partsOf(path, stop.signal);
      }
      const begun = process.cpuUsage();
      const next = await parts?.next();
      const { user, system } = process.cpuUsage(begun);
      return next?.value === undefined
        ? { problem: 'it was not begun' }
        : { ...next.value, processorMs: (user + system) / 1_000 };
    } catch (error) {
      return { problem: plain(textOf(error)) };
    }
  },
);

async function* partsOf(path: string, signal: AbortSignal): AsyncGenerator<Part> {
  const describer = new Describer();
  let description = new Uint8Array(PART * BANDS);
  let frames = 0;
  let total = 0;
  for await (const samples of decodeFile(path, signal)) {
    const full: Uint8Array[] = [];
    describer.push(samples, (_pitch, bytes) => {
      description.set(bytes, frames * BANDS);
      frames += 1;
      if (frames === PART) {
        full.push(description);
        description = new Uint8Array(PART * BANDS);
        frames = 0;
      }
    });
    for (const part of full) {
      total += PART;
      if (total > LONGEST) {
        throw new Error('it has more than two hours of sound');
      }
      yield { description: part, isLast: false };
    }
  }
  yield { description: description.slice(0, frames * BANDS), isLast: true };
}
