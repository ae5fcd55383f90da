import type { Source, SourceListener } from '../../../core/contracts/source.ts';
import { messageOf, RunError } from '../../../core/errors.ts';
import type { SourceHealth } from '../../../core/health.ts';
import { say, type Text } from '../../../core/message.ts';
import type { Tools } from '../../../core/tools.ts';
import { backoffMs, pause } from '../../../core/waiting.ts';
import { Players } from '../players.ts';
import { artAt } from './art.ts';
import { listenToPlayers } from './bus.ts';
import { readProperties } from './properties.ts';

const RECONNECT = { firstMs: 1_000, longestMs: 30_000 };

export interface MprisSettings {
  readonly busAddress: string | undefined;
  /** Name as `playerctl --list-all` prints it; empty: all. */
  readonly player: string;
}

export class MprisSource implements Source {
  readonly #settings: MprisSettings;
  readonly #tools: Tools;
  readonly #states = new Map<string, string>();
  #lastHeardAt: number | undefined;
  #problem: Text | undefined;

  constructor(settings: MprisSettings, tools: Tools) {
    this.#settings = settings;
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#tools;
    const { busAddress } = this.#settings;
    if (busAddress === undefined) {
      throw new RunError(say('mediacontrol.no-d-bus-session'));
    }
    const players = new Players('mediacontrol', clock, listener, signal);
    log.info('watching media players', { source: 'mediacontrol', bus: busAddress });
    try {
      await this.#keepListening(busAddress, players, signal);
    } finally {
      players.close();
    }
  }

  health(): SourceHealth {
    return {
      watching: say('mediacontrol.media-players-d-bus'),
      lastHeardAt: this.#lastHeardAt,
      problem: this.#problem,
      details: [...this.#states].map(([name, state]) => ({ name, state })),
    };
  }

  async #keepListening(busAddress: string, players: Players, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#tools;
    let hasReported = false;
    for (let failures = 0; !signal.aborted; failures++) {
      const listener = {
        connected: (): void => {
          this.#problem = undefined;
        },
        player: (name: string, properties: unknown): void => {
          hasReported = true;
          failures = 0;
          this.#update(name, properties, players);
        },
        gone: (name: string): void => this.#forget(name, players),
      };
      try {
        await listenToPlayers(busAddress, listener, signal, clock);
      } catch (error) {
        const reason = messageOf(error);
        if (failures === 0 && !hasReported && /ENOENT|ECONNREFUSED|EACCES/.test(reason)) {
          throw new RunError(say('mediacontrol.cannot-reach-d-bus', { address: busAddress, reason }));
        }
        if (this.#problem === undefined) {
          log.warn('D-Bus session lost', { reason });
        }
        this.#problem = say('mediacontrol.d-bus-session-went-away', { reason });
      }
      for (const name of [...this.#states.keys()]) {
        this.#forget(name, players);
      }
      await pause(clock, backoffMs(failures + 1, RECONNECT), signal);
    }
  }

  #update(name: string, properties: unknown, players: Players): void {
    const { playing, artUrl, ...about } = readProperties(properties);
    const counts = isPlayer(name, this.#settings.player);
    if (!this.#states.has(name)) {
      // Values for --mediacontrol.bundleid.
      this.#tools.log.debug('media player', { bundleid: name });
    }
    this.#states.set(name, counts ? (playing ? 'playing' : 'not playing') : 'not the chosen player');
    this.#lastHeardAt = this.#tools.clock.now();
    players.report(name, {
      ...about,
      playing: playing && counts,
      artFollows: false,
      isSlow: false,
      art: artAt(artUrl, this.#tools),
    });
  }

  #forget(name: string, players: Players): void {
    this.#states.delete(name);
    players.forget(name);
  }
}

/** Further instances of a player append `.instance…`. */
function isPlayer(name: string, wanted: string): boolean {
  return wanted === '' || name === wanted || name.startsWith(`${wanted}.`);
}
