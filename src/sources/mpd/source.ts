import type { Source, SourceListener } from '../../core/contracts/source.ts';
import { type Finding, problemFields } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { troubleOf } from '../../core/health.ts';
import { say, type Text } from '../../core/message.ts';
import type { Tools } from '../../core/tools.ts';
import { clockTime } from '../../core/units.ts';
import { backoffMs, pause } from '../../core/waiting.ts';
import { Players } from '../mediacontrol/players.ts';
import { MpdConnection } from './connection.ts';
import { followedFinding, whyNotFollowed } from './findings.ts';
import { type MpdSettings, placeOf } from './options.ts';
import { type MpdStatus, songIn, statusIn } from './song.ts';

const RECONNECT = { firstMs: 1_000, longestMs: 30_000 };
const PLAYER = 'mpd';

export class MpdSource implements Source {
  readonly #settings: MpdSettings;
  readonly #tools: Pick<Tools, 'clock' | 'log'>;
  #version: string | undefined;
  #status: MpdStatus | undefined;
  #next = '';
  #lastHeardAt: number | undefined;
  #problem: Finding | undefined;

  constructor(settings: MpdSettings, tools: Pick<Tools, 'clock' | 'log'>) {
    this.#settings = settings;
    this.#tools = tools;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#tools;
    const players = new Players('mpd', clock, listener, signal);
    log.info('watching MPD', { source: 'mpd', address: this.#at });
    try {
      for (let failures = 0; !signal.aborted; ) {
        try {
          const connection = await MpdConnection.open(
            placeOf(this.#settings),
            this.#settings['mpd.password'],
            clock,
            signal,
          );
          await this.#follow(connection, players, listener);
        } catch (error) {
          // Backs off further while MPD accepts connections but refuses to report.
          failures = this.#version === undefined ? failures + 1 : 1;
          if (!signal.aborted) {
            this.#lost(error, failures);
          }
        }
        players.forget(PLAYER);
        await pause(clock, backoffMs(failures, RECONNECT), signal);
      }
    } finally {
      players.close();
    }
  }

  health(): SourceHealth {
    const status = this.#status;
    return {
      watching: say('mpd.mpd', { address: this.#at }),
      lastHeardAt: this.#lastHeardAt,
      ...troubleOf(this.#problem),
      details: status && [{ name: `MPD ${this.#version ?? ''}`, state: this.#stateIn(status) }],
    };
  }

  async findings(): Promise<readonly Finding[]> {
    if (this.#problem !== undefined) {
      return [this.#problem];
    }
    return this.#version === undefined ? [] : [followedFinding(this.#at, this.#version)];
  }

  get #at(): string {
    return placeOf(this.#settings).at;
  }

  #stateIn({ state, elapsedMs }: MpdStatus): Text {
    const sinceMs = state === 'play' ? this.#tools.clock.now() - (this.#lastHeardAt ?? 0) : 0;
    return elapsedMs === undefined
      ? STATES[state]
      : say('mpd.state-at', { state: STATES[state], time: clockTime(elapsedMs + sinceMs, 1) });
  }

  async #follow(connection: MpdConnection, players: Players, listener: SourceListener): Promise<never> {
    const { clock, log } = this.#tools;
    for (;;) {
      const status = statusIn(await connection.command('status'));
      const track = songIn(await connection.command('currentsong'));
      if (this.#version === undefined) {
        log.info('MPD found', { source: 'mpd', version: connection.version });
      }
      this.#version = connection.version;
      this.#problem = undefined;
      this.#status = status;
      this.#lastHeardAt = clock.now();
      if (track === undefined) {
        players.forget(PLAYER);
      } else {
        const playing = status.state === 'play';
        players.report(PLAYER, { playing, track, artFollows: false, isSlow: false });
      }
      await this.#announceNext(connection, status.next, listener);
      await connection.idle();
    }
  }

  /** Lets lookups of the next song begin. */
  async #announceNext(connection: MpdConnection, next: string, listener: SourceListener): Promise<void> {
    if (next !== '' && next !== this.#next) {
      const track = songIn(await connection.command(`playlistid ${next}`));
      if (track !== undefined) {
        listener.loaded(track);
      }
    }
    this.#next = next;
  }

  #lost(error: unknown, failures: number): void {
    const problem = whyNotFollowed(this.#at, error);
    this.#problem = problem;
    if (failures === 1) {
      this.#tools.log.warn('MPD not found', { source: 'mpd', ...problemFields(problem) });
    }
    this.#version = undefined;
    this.#status = undefined;
  }
}

const STATES: Readonly<Record<MpdStatus['state'], Text>> = {
  play: say('sources.playing'),
  pause: say('mpd.paused'),
  stop: say('mpd.stopped'),
};
