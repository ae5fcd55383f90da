/** Describes files one after another, and caches the descriptions. */

import { join } from 'node:path';
import { RunError, textOf, UpstreamError } from '../core/errors.ts';
import { say, textFrom } from '../core/message.ts';
import type { Clock, Disk } from '../core/tools.ts';
import { Turns } from '../core/waiting.ts';
import { HelperFailure, HelperProcess } from '../host/helper-process/index.ts';
import { contentId, IDENTIFYING_BYTES } from './content.ts';
import { DECODER_FAILURES } from './decode/errors.ts';
import type { Description } from './describe.ts';
import type { DescribeAnswer, DescribeRequest } from './messages.ts';

/** Time limit for half a minute of sound, which takes a hundredth of that. */
const TIME_LIMIT_MS = 20_000;
const LINGER_MS = 60_000;
/** Cached descriptions, of 170 kB per five minutes each. */
const MAX_KEPT = 1_000;
/** Descriptions evicted at once if there are more. */
const DROPPED = 100;
/** Changes with the format of descriptions. */
const ENDING = '.heard1';

export interface DescriptionsOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly closing: AbortSignal;
  readonly script: URL;
  /** Leaves half a core to others. Default: true. */
  readonly isUnhurried?: boolean;
}

type Begun = (parts: readonly Description[]) => void;

export class Descriptions {
  readonly #options: DescriptionsOptions;
  readonly #process: HelperProcess<DescribeRequest, DescribeAnswer>;
  readonly #turns = new Turns();

  constructor(options: DescriptionsOptions) {
    const { clock, closing, script } = options;
    this.#options = options;
    this.#process = new HelperProcess({
      script,
      timeLimitMs: TIME_LIMIT_MS,
      lingerMs: LINGER_MS,
      clock,
      closing,
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Rejects with an UpstreamError that says why the file can't be described. `isWanted` returns false once no caller
   * waits for it. `begun` gets the parts read so far, half a minute each, before the last one.
   */
  of(path: string, isWanted: () => boolean, begun: Begun = () => undefined): Promise<Description> {
    return this.#turns.run(() => this.#find(path, isWanted, begun));
  }

  async #find(path: string, isWanted: () => boolean, begun: Begun): Promise<Description> {
    const { disk, folder } = this.#options;
    const kept = join(folder, `${await this.#identify(path)}${ENDING}`);
    const known = await disk.read(kept).catch(() => undefined);
    if (known !== undefined) {
      return known;
    }
    const description = await this.#describe(path, isWanted, begun);
    // If it can't be cached, the file is described again next time.
    await this.#keep(kept, description).catch(() => undefined);
    return description;
  }

  async #identify(path: string): Promise<string> {
    const { disk } = this.#options;
    try {
      const [info, beginning] = await Promise.all([disk.stat(path), disk.read(path, IDENTIFYING_BYTES)]);
      if (info?.kind !== 'file' || beginning === undefined) {
        throw new RunError(say('hearing.no-such-file'));
      }
      return contentId(info.size, beginning);
    } catch (error) {
      throw new UpstreamError(textOf(error), 'drop');
    }
  }

  async #describe(path: string, isWanted: () => boolean, begun: Begun): Promise<Description> {
    const { clock, isUnhurried = true } = this.#options;
    const parts: Uint8Array[] = [];
    for (let isLast = false; !isLast; ) {
      if (!isWanted()) {
        throw new UpstreamError(say('hearing.not-wanted'), 'drop');
      }
      const startedAt = clock.monotonic();
      const answer = await this.#request({ path, start: parts.length === 0 });
      if ('problem' in answer) {
        throw new UpstreamError(textFrom(answer.problem), 'drop');
      }
      parts.push(answer.description);
      isLast = answer.isLast;
      if (!isLast) {
        begun(parts);
      }
      if (!isLast && isUnhurried) {
        // Half a core at most, including ffmpeg. On a busy computer the wait for the processor counts, too.
        await clock.sleep(Math.min(clock.monotonic() - startedAt, 2 * answer.processorMs));
      }
    }
    return Buffer.concat(parts);
  }

  async #request(request: DescribeRequest): Promise<DescribeAnswer> {
    try {
      return await this.#process.request(request);
    } catch (error) {
      throw error instanceof HelperFailure
        ? new UpstreamError(DECODER_FAILURES[error.reason], 'drop')
        : error;
    }
  }

  async #keep(path: string, description: Description): Promise<void> {
    const { disk, folder } = this.#options;
    await disk.replace(path, description);
    const names = (await disk.list(folder)).filter((name) => name.endsWith(ENDING));
    if (names.length <= MAX_KEPT) {
      return;
    }
    const files = await Promise.all(
      names.map(async (name) => ({ name, info: await disk.stat(join(folder, name)) })),
    );
    files.sort((one, other) => (one.info?.modifiedMs ?? 0) - (other.info?.modifiedMs ?? 0));
    for (const { name } of files.slice(0, DROPPED)) {
      await disk.remove(join(folder, name));
    }
  }
}
