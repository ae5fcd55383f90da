import { resolve as wholePath } from 'node:path';
import type { Source, SourceHealth, SourceListener } from '../../core/contracts.ts';
import type { Clock, Disk, Logger } from '../../core/tools.ts';
import { unlessAborted, WakeSignal } from '../../core/waiting.ts';
import { PlayIds } from '../play-ids.ts';
import type { Content } from './content.ts';
import { decodeText } from './decode.ts';
import { Follower } from './follower.ts';
import { readContent } from './formats.ts';
import { type Reading, WatchedFile } from './watch.ts';

/** Behind the watcher, for network shares and whatever else tells nothing. */
const POLL_MS = 1000;
/** A writer on Windows locks the file for a moment; only what lasts is told. */
const FAILED_READS = 5;
const RETRY_READ_MS = 100;
const NOT_LOOKED_AT = 'not looked at yet';
const NO_CONTENT: Content = { format: 'empty', entries: [], state: 'unfinished' };

export interface TextFileTools {
  readonly log: Logger;
  readonly clock: Clock;
  readonly disk: Disk;
}

/** Announces what a text file says that a DJ program plays. */
export class TextFileSource implements Source {
  readonly #path: string;
  readonly #tools: TextFileTools;
  readonly #follower = new Follower();
  readonly #plays: PlayIds;
  #failedReads = 0;
  #content = NO_CONTENT;
  #bytes: Uint8Array = new Uint8Array();
  #state = NOT_LOOKED_AT;
  #problem: string | undefined;
  #lastHeardAt: number | undefined;

  constructor(path: string, tools: TextFileTools) {
    this.#path = path;
    this.#tools = tools;
    this.#plays = new PlayIds('softa', tools.clock);
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const wake = new WakeSignal(this.#tools.clock);
    const file = new WatchedFile(this.#path, this.#tools.disk, () => wake.notify());
    this.#tools.log.info('watching file', { source: 'softa', file: this.#path });
    try {
      for (let rang = true; !signal.aborted; ) {
        // A read from a network share that is gone may never end; the program's stop does not wait for it.
        const reading: Reading | undefined = await unlessAborted(file.read(rang), signal);
        const lookAgainAfterMs: number | undefined =
          reading === undefined ? undefined : this.#take(reading, listener);
        // Looking again after a pending content must not trust the file's time: its clock may be coarse.
        rang = (await wake.wait(lookAgainAfterMs ?? POLL_MS, signal)) || lookAgainAfterMs !== undefined;
      }
    } finally {
      file.close();
    }
  }

  health(): SourceHealth {
    return {
      watching: this.#path,
      ...(this.#lastHeardAt === undefined ? {} : { lastHeardAt: this.#lastHeardAt }),
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
      details: [{ name: this.#path, state: this.#state }],
    };
  }

  /** Milliseconds after which the file must be looked at again; undefined when the next poll will do. */
  #take(reading: Reading, listener: SourceListener): number | undefined {
    if (reading.is === 'unreadable') {
      this.#failedReads += reading.lasts ? FAILED_READS : 1;
      if (this.#failedReads < FAILED_READS) {
        return RETRY_READ_MS;
      }
      this.#setState('unreadable', `the file cannot be read: ${reading.why}`);
      return undefined;
    }
    this.#failedReads = 0;
    if (reading.is === 'content') {
      this.#parse(reading.bytes);
    } else if (reading.is === 'missing') {
      this.#content = NO_CONTENT;
      this.#bytes = new Uint8Array();
    }
    const now = this.#tools.clock.monotonic();
    const { plays, settled, lookAgainAfterMs } = this.#follower.update(this.#content, now);
    for (const track of plays) {
      listener.transition(this.#plays.next(track));
    }
    if (settled) {
      this.#lastHeardAt = this.#tools.clock.now();
    }
    if (lookAgainAfterMs === undefined) {
      this.#describe(reading.is === 'missing');
    }
    return lookAgainAfterMs;
  }

  #parse(bytes: Uint8Array): void {
    if (Buffer.compare(bytes, this.#bytes) === 0) {
      return;
    }
    const { text, cut } = decodeText(bytes);
    const content = readContent(text, this.#path);
    this.#bytes = bytes;
    this.#content = cut ? { ...content, state: 'unfinished' } : content;
  }

  #describe(missing: boolean): void {
    if (missing) {
      // Later on it is only a writer that replaces the file, or a player that was closed.
      if (this.#state === NOT_LOOKED_AT) {
        this.#tools.log.warn('the track file is not there yet', {
          source: 'softa',
          file: wholePath(this.#path),
          hint: 'the DJ software makes it; if that plays already, correct --softa.filename',
        });
      }
      this.#setState('waiting for the file');
    } else if (this.#content.format === 'unknown') {
      this.#setState('unknown format', 'the file is in no format that deckcast knows');
    } else {
      this.#setState(this.#content.format);
    }
  }

  #setState(state: string, problem?: string): void {
    if (state === this.#state && problem === this.#problem) {
      return;
    }
    this.#state = state;
    this.#problem = problem;
    const fields = { source: 'softa', file: this.#path };
    if (problem === undefined) {
      this.#tools.log.debug('file state', { ...fields, state });
    } else {
      this.#tools.log.warn('the track file cannot be used', { ...fields, problem });
    }
  }
}
