import type { Source, SourceHealth, SourceListener } from '../../core/contracts.ts';
import { RunError } from '../../core/errors.ts';
import type { Tools } from '../../core/tools.ts';
import { backoffMs, pause, untilAborted } from '../../core/waiting.ts';
import { type Ending, runChild } from '../../host/child.ts';
import { PlayIds } from '../play-ids.ts';
import { findBinary } from './binary.ts';
import { LineTooLongError } from './lines.ts';
import { Players } from './players.ts';
import { MediaStream } from './stream.ts';

/** An exit sooner than this counts as quick. */
const QUICK_MS = 10_000;
const QUICK_EXITS = 5;
const RESTART = { firstMs: 1_000 };

export interface MediaControlSettings {
  /** Path of the binary, or a bare name. */
  readonly binary: string;
  /** Folders to search for a bare name: PATH. */
  readonly searchPath: string;
  /** The only application that counts; empty for all. */
  readonly bundleId: string;
}

/** This computer's media players, through the media-control program (macOS). */
export class MediaControlSource implements Source {
  readonly #settings: MediaControlSettings;
  readonly #tools: Pick<Tools, 'log' | 'clock' | 'disk'>;
  #path: string;
  #stream: MediaStream | undefined;
  #lastHeardAt: number | undefined;
  #problem: string | undefined;

  constructor(settings: MediaControlSettings, tools: Pick<Tools, 'log' | 'clock' | 'disk'>) {
    this.#settings = settings;
    this.#path = settings.binary;
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { clock, log, disk } = this.#tools;
    const path = await findBinary(this.#settings.binary, this.#settings.searchPath, disk);
    if (path === undefined) {
      throw new RunError(
        `${this.#settings.binary} is not installed: run "brew install media-control", or name its place with --mediacontrol.binarypath`,
      );
    }
    this.#path = path;
    log.info('watching media players', { source: 'mediacontrol', program: path });
    const plays = new PlayIds('mediacontrol', clock);
    const players = new Players(clock, (track, nativeArt) =>
      listener.transition(plays.next(track, { nativeArt })),
    );
    try {
      await this.#keepRunning(path, players, signal);
    } finally {
      players.close();
    }
  }

  health(): SourceHealth {
    const player = this.#stream?.player ?? '';
    return {
      watching: this.#path,
      ...(this.#lastHeardAt === undefined ? {} : { lastHeardAt: this.#lastHeardAt }),
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
      ...(player === '' ? {} : { details: [{ name: player, state: 'heard' }] }),
    };
  }

  /** Resolves when the signal fires. Rejects when the program never worked. */
  async #keepRunning(path: string, players: Players, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#tools;
    for (let quickExits = 0; quickExits < QUICK_EXITS; ) {
      if (quickExits > 0) {
        await pause(clock, backoffMs(quickExits, RESTART), signal);
      }
      const started = clock.monotonic();
      const { how, lastWords } = await this.#runOnce(path, players, signal);
      if (signal.aborted) {
        return;
      }
      quickExits = clock.monotonic() - started < QUICK_MS ? quickExits + 1 : 1;
      this.#problem = `media-control ended (${how})${lastWords === '' ? '' : `: ${lastWords}`}`;
      log.warn('media-control ended', { how, lastWords });
    }
    if (this.#lastHeardAt === undefined) {
      throw new RunError(
        `${this.#problem}; it never reported a player. Run "${path} test" to see whether it works on this system`,
      );
    }
    log.error('media-control keeps ending and is no longer restarted', {
      quickExits: QUICK_EXITS,
      hint: 'restart deckcast to try again',
    });
    await untilAborted(signal);
  }

  async #runOnce(path: string, players: Players, signal: AbortSignal): Promise<Ending> {
    const { clock, log } = this.#tools;
    const stream = new MediaStream({ id: 'stream', bundleId: this.#settings.bundleId, players, log });
    this.#stream = stream;
    const onBytes = (bytes: Buffer): void => {
      if (stream.push(bytes) > 0) {
        this.#lastHeardAt = clock.now();
        this.#problem = undefined;
      }
    };
    try {
      return await runChild(path, ['stream'], onBytes, signal, clock);
    } catch (error) {
      if (error instanceof LineTooLongError) {
        return { how: error.message, lastWords: '' };
      }
      throw error;
    } finally {
      stream.end();
    }
  }
}
