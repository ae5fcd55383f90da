import type { Source, SourceListener } from '../../core/contracts/source.ts';
import type { SourceHealth } from '../../core/health.ts';
import { say, type Text } from '../../core/message.ts';
import type { Tools } from '../../core/tools.ts';
import { backoffMs, pause } from '../../core/waiting.ts';
import { type Ending, runChild } from '../../host/child.ts';
import { LineTooLongError } from './lines.ts';
import { Players } from './players.ts';
import type { MediaProgram } from './program.ts';
import { MediaStream } from './stream.ts';

/** A sooner exit counts as quick. */
const QUICK_MS = 10_000;
/** Quick exits in a row that are no accident. */
const QUICK_EXITS = 5;
const RESTART = { firstMs: 1_000, longestMs: 60_000 };

export class MediaControlSource implements Source {
  readonly #program: MediaProgram;
  /** Empty: all. */
  readonly #bundleId: string;
  readonly #tools: Pick<Tools, 'log' | 'clock' | 'disk'>;
  #path: string | undefined;
  #stream: MediaStream | undefined;
  #lastHeardAt: number | undefined;
  #problem: Text | undefined;
  #isPictureReported = false;

  constructor(program: MediaProgram, bundleId: string, tools: Pick<Tools, 'log' | 'clock' | 'disk'>) {
    this.#program = program;
    this.#bundleId = bundleId;
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { clock, log, disk } = this.#tools;
    const path = await this.#program.find(disk);
    this.#path = path;
    log.info('watching media players', { source: 'mediacontrol', program: path });
    const players = new Players('mediacontrol', clock, listener, signal);
    try {
      await this.#keepRunning(path, players, signal);
    } finally {
      players.close();
    }
  }

  health(): SourceHealth {
    const player = this.#stream?.player ?? '';
    return {
      watching: this.#path ?? this.#program.name,
      lastHeardAt: this.#lastHeardAt,
      problem: this.#problem,
      details: player === '' ? undefined : [{ name: player, state: say('mediacontrol.heard') }],
    };
  }

  /** Later after quick exits. Resolves when the signal fires. */
  async #keepRunning(path: string, players: Players, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#tools;
    for (let quickExits = 0; !signal.aborted; ) {
      const started = clock.monotonic();
      const { how, lastWords } = await this.#runOnce(path, players, signal);
      if (signal.aborted) {
        return;
      }
      quickExits = clock.monotonic() - started < QUICK_MS ? quickExits + 1 : 1;
      const again = backoffMs(quickExits, RESTART);
      const reason =
        lastWords === ''
          ? say('mediacontrol.ended', { program: this.#program.name, how })
          : say('mediacontrol.ended-2', { program: this.#program.name, how, words: lastWords });
      this.#problem =
        quickExits < QUICK_EXITS
          ? reason
          : say('mediacontrol.keeps-ending-started-again-after-minute', { reason });
      if (quickExits < QUICK_EXITS) {
        log.warn('media player reader exited', { program: path, how, lastWords });
      } else if (quickExits === QUICK_EXITS) {
        log.error('media player reader keeps exiting; retrying', {
          program: path,
          how,
          lastWords,
          hint: this.#program.hint(path),
        });
      }
      await pause(clock, again, signal);
    }
  }

  #reportPicture(reason: string): void {
    if (!this.#isPictureReported) {
      this.#isPictureReported = true;
      this.#tools.log.warn('cannot read the cover of a media player', { source: 'mediacontrol', reason });
    }
  }

  async #runOnce(path: string, players: Players, signal: AbortSignal): Promise<Ending> {
    const { clock, log } = this.#tools;
    const stream = new MediaStream({
      id: 'stream',
      bundleId: this.#bundleId,
      players,
      log,
      onPictureFailure: (reason) => this.#reportPicture(reason),
    });
    this.#stream = stream;
    const onBytes = (bytes: Buffer): void => {
      if (stream.push(bytes) > 0) {
        this.#lastHeardAt = clock.now();
        this.#problem = undefined;
      }
    };
    try {
      return await runChild(path, this.#program.args, onBytes, signal, clock);
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
