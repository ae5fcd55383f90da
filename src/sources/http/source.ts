import type { PostResult, Source, SourceListener } from '../../core/contracts/source.ts';
import type { SourceHealth } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { untilAborted } from '../../core/waiting.ts';
import { PlayIds } from '../shared/play-ids.ts';
import { readPostedTrack } from './track.ts';

/** `POST /api/v1/track`: the HTTP server authorizes it and calls `accept`. */
export class HttpSource implements Source {
  readonly #tools: { readonly log: Logger; readonly clock: Clock };
  readonly #plays: PlayIds;
  #listener: SourceListener | undefined;
  #lastHeardAt: number | undefined;

  constructor(tools: { readonly log: Logger; readonly clock: Clock }) {
    this.#tools = tools;
    this.#plays = new PlayIds('http', tools.clock);
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    this.#listener = listener;
    this.#tools.log.info('waiting for tracks', { source: 'http', path: '/api/v1/track' });
    await untilAborted(signal);
    this.#listener = undefined;
  }

  health(): SourceHealth {
    return {
      watching: 'POST /api/v1/track',
      lastHeardAt: this.#lastHeardAt,
    };
  }

  /** Each track is a new play. */
  accept(body: unknown): PostResult {
    const read = readPostedTrack(body);
    if (!read.ok) {
      return read;
    }
    if (this.#listener === undefined) {
      return { ok: false, problem: say('sources.starting-or-stopping') };
    }
    this.#lastHeardAt = this.#tools.clock.now();
    this.#listener.transition(this.#plays.next(read.track));
    return { ok: true };
  }
}
