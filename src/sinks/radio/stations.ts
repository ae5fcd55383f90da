import { stationOf } from '../../clients/radio/index.ts';
import type { Station, StationTools, Title } from '../../clients/radio/station.ts';
import { refusedPauseMs, textOf, UpstreamError } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { isWorthTelling, type Publication } from '../../core/track.ts';
import { Timer, Turns, unlessAborted } from '../../core/waiting.ts';

/** Servers lose the first title after an encoder connects. */
const REPEATED_AFTER_MS = 10_000;

interface Kept {
  readonly station: Station;
  /** Serialized: a hidden title cannot arrive after its replacement. */
  readonly requests: Turns;
  /** Last publication whose title the station has; undefined if one is due. */
  written: Publication | undefined;
  readonly repeat: Timer;
  /** Why the last repeat, or a write that a newer title has ended, failed: the station lacks the title. */
  problem: UpstreamError | undefined;
  /** `until`: monotonic, without requests before. */
  refused: { readonly error: UpstreamError; readonly until: number } | undefined;
}

export class Stations {
  readonly #tools: StationTools;
  readonly #stations: readonly Kept[];
  readonly #closed = new AbortController();
  #newest: Publication | undefined;

  constructor(addresses: readonly string[], tools: StationTools) {
    this.#tools = tools;
    this.#stations = addresses.map((address) => ({
      station: stationOf(address, tools),
      requests: new Turns(),
      written: undefined,
      repeat: new Timer(tools.clock),
      problem: undefined,
      refused: undefined,
    }));
  }

  /**
   * Resolves once every station has the title; a retry skips those. Rejects with an UpstreamError that names failing
   * stations, or with the signal's reason.
   */
  async write(title: Title, publication: Publication, signal: AbortSignal): Promise<void> {
    this.#newest = publication;
    // Hides and ends are written however old the track is, and so is the play that the stations had before a test.
    const isKnown = this.#stations.every(({ written }) => written?.playId === publication.playId);
    const isNews = !publication.hidden && publication.kind !== 'off air' && !isKnown;
    if (isNews && !isWorthTelling(publication, this.#tools.clock.now())) {
      throw new UpstreamError(say('live.track-hour-old'), 'drop');
    }
    const attempts = await unlessAborted(
      Promise.allSettled(
        this.#stations.map((kept) => kept.requests.run(() => this.#writeTo(kept, title, publication))),
      ),
      signal,
    );
    if (attempts === undefined) {
      throw signal.reason;
    }
    const errors = attempts.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (errors.length === 0) {
      return;
    }
    const ours = errors.find((error) => !(error instanceof UpstreamError));
    if (ours !== undefined) {
      throw ours;
    }
    const reached = this.#stations.filter(({ written }) => written === publication);
    const all = errors.length === this.#stations.length;
    const isRefused = all && errors.every((error: UpstreamError) => error.advice === 'stop');
    throw new UpstreamError(
      say('core.list', {
        list: [
          ...errors.map(textOf),
          ...reached.map(({ station }) => say('radio.has-title', { name: station.name })),
        ],
      }),
      isRefused ? 'stop' : 'retry',
      {
        cause: errors[0],
        ...(isRefused && { retryAfterMs: Math.min(...errors.map(refusedPauseMs)) }),
      },
    );
  }

  /** The next attempt reaches refusing stations, too. */
  settingsChanged(): void {
    for (const kept of this.#stations) {
      kept.refused = undefined;
    }
  }

  findings(): readonly Finding[] {
    return this.#stations.flatMap(({ problem }) =>
      problem === undefined
        ? []
        : [
            {
              area: 'services',
              severity: 'warning',
              finding: problem.text,
              means: say('radio.listeners-read-no-titles'),
              todo: say('radio.check-station-title-tried-again'),
            },
          ],
    );
  }

  async close(): Promise<void> {
    for (const { repeat } of this.#stations) {
      repeat.cancel();
    }
    this.#closed.abort();
  }

  async #writeTo(kept: Kept, title: Title, publication: Publication): Promise<void> {
    const { station } = kept;
    const isOutdated = publication !== this.#newest;
    if (isOutdated || kept.written === publication) {
      return;
    }
    if (kept.refused !== undefined && this.#tools.clock.monotonic() < kept.refused.until) {
      throw kept.refused.error;
    }
    kept.written = undefined;
    kept.repeat.cancel();
    try {
      await station.write(title, this.#closed.signal);
    } catch (error) {
      // The queue hears only of the newest: titles that come faster than answers would hide that none arrives.
      kept.problem = error instanceof UpstreamError && publication !== this.#newest ? error : undefined;
      if (error instanceof UpstreamError && error.advice === 'stop') {
        kept.refused = { error, until: this.#tools.clock.monotonic() + refusedPauseMs(error) };
      }
      throw error;
    }
    kept.refused = undefined;
    kept.problem = undefined;
    kept.written = publication;
    this.#repeatIn(REPEATED_AFTER_MS, kept, title, publication);
  }

  #repeatIn(ms: number, kept: Kept, title: Title, publication: Publication): void {
    if (!this.#closed.signal.aborted) {
      kept.repeat.set(ms, () => void this.#repeat(kept, title, publication));
    }
  }

  #repeat(kept: Kept, title: Title, publication: Publication): Promise<void> {
    return kept.requests.run(async () => {
      if (kept.written !== publication || this.#closed.signal.aborted) {
        return;
      }
      try {
        await kept.station.write(title, this.#closed.signal);
        kept.problem = undefined;
      } catch (error) {
        if (error instanceof UpstreamError) {
          kept.problem = error;
          const pauseMs = error.advice === 'stop' ? refusedPauseMs(error) : REPEATED_AFTER_MS;
          this.#repeatIn(pauseMs, kept, title, publication);
        } else if (!isAbort(error)) {
          throw error;
        }
      }
    });
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
