/** Keeps the titles of several stations right: one that fails holds up no other, and an encoder that comes back gets its title again. */
import { stationOf } from '../../clients/radio/index.ts';
import { type Station, type StationTools, sentText, type Title } from '../../clients/radio/station.ts';
import { messageOf, refusedPauseMs, UpstreamError } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import type { Logger } from '../../core/tools.ts';
import { isWorthTelling, type Publication } from '../../core/track.ts';
import { pause, Timer, Turns, unlessAborted } from '../../core/waiting.ts';

/** Milliseconds after which a title is checked again: servers lose the first one after an encoder has connected. */
const SETTLED_MS = 2_000;
const QUERY_EVERY_MS = 5_000;
/** A test of the set-up page is seen once at most. */
const FOREIGN_IN_A_ROW = 2;

interface Kept {
  readonly station: Station;
  /** One request after the other: what a hidden title replaces must not arrive after it. */
  readonly requests: Turns;
  /** What the station shows by us; undefined when it has to be written. */
  written: Title | undefined;
  /** What that was written for. */
  publication: Publication | undefined;
  /** Of the encoder that `written` was written for; undefined where the server does not tell. */
  connection: string | undefined;
  /** The next title is the first one for its encoder, as far as is known. */
  isFirst: boolean;
  /** How often in a row it had a title of another program. */
  foreign: number;
  /** Why it refused, and until when nothing is sent to it (monotonic). */
  refused: { readonly error: UpstreamError; readonly until: number } | undefined;
}

export class Stations {
  readonly #tools: StationTools & { readonly log: Logger };
  readonly #stations: readonly Kept[];
  readonly #nextQuery: Timer;
  readonly #closed = new AbortController();
  #newest: Publication | undefined;

  constructor(addresses: readonly string[], tools: StationTools & { readonly log: Logger }) {
    this.#tools = tools;
    this.#stations = addresses.map((address) => ({
      station: stationOf(address, tools),
      requests: new Turns(),
      written: undefined,
      publication: undefined,
      connection: undefined,
      isFirst: true,
      foreign: 0,
      refused: undefined,
    }));
    this.#nextQuery = new Timer(tools.clock);
  }

  /**
   * Resolves once every station shows the title. At another attempt for this very publication, stations that have it are
   * left alone. Rejects with an UpstreamError that names the stations that fail, or with the signal's reason: a station that
   * does not answer then holds up only itself.
   */
  async write(title: Title, publication: Publication, signal: AbortSignal): Promise<void> {
    this.#newest = publication;
    // What hides a track is worth it, however long that has been on.
    if (!publication.hidden && !this.#isWorthWriting()) {
      throw new UpstreamError('the track is an hour old', 'drop');
    }
    this.#nextQuery.set(QUERY_EVERY_MS, () => void this.#queryAll());
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
    const all = errors.length === this.#stations.length;
    const isRefused = all && errors.every((error: UpstreamError) => error.advice === 'stop');
    throw new UpstreamError(errors.map(messageOf).join('; '), isRefused ? 'stop' : 'retry', {
      cause: errors[0],
      ...(isRefused && { retryAfterMs: Math.min(...errors.map(refusedPauseMs)) }),
    });
  }

  findings(): readonly Finding[] {
    return this.#stations
      .filter(({ foreign }) => foreign >= FOREIGN_IN_A_ROW)
      .map(({ station }) => ({
        area: 'services',
        severity: 'warning',
        finding: `another program writes titles to the radio ${station.name}, too`,
        means: 'its listeners read what came last',
        todo: 'switch the titles off in the encoder or in the DJ software',
      }));
  }

  async close(): Promise<void> {
    this.#nextQuery.cancel();
    this.#closed.abort();
  }

  async #writeTo(kept: Kept, title: Title, publication: Publication): Promise<void> {
    const { station } = kept;
    const isOutdated = publication !== this.#newest;
    if (isOutdated || (kept.written !== undefined && kept.publication === publication)) {
      return;
    }
    if (kept.refused !== undefined && this.#tools.clock.monotonic() < kept.refused.until) {
      throw kept.refused.error;
    }
    kept.written = undefined;
    try {
      await station.write(title, this.#closed.signal);
    } catch (error) {
      kept.isFirst = true;
      if (error instanceof UpstreamError && error.advice === 'stop') {
        kept.refused = { error, until: this.#tools.clock.monotonic() + refusedPauseMs(error) };
      }
      throw error;
    }
    kept.refused = undefined;
    kept.written = title;
    kept.publication = publication;
    if (kept.isFirst) {
      kept.isFirst = false;
      void this.#repeat(kept, title);
    }
  }

  /** Looks whether an encoder has connected again, or another program has written a title. */
  async #queryAll(): Promise<void> {
    const signal = this.#closed.signal;
    await Promise.all(this.#stations.map((kept) => this.#queryStation(kept, signal).catch(ignoreOutage)));
    if (!signal.aborted && this.#isWorthWriting()) {
      this.#nextQuery.set(QUERY_EVERY_MS, () => void this.#queryAll());
    }
  }

  async #queryStation(kept: Kept, signal: AbortSignal): Promise<void> {
    const before = kept.written;
    if (before === undefined) {
      return;
    }
    const stream = await kept.station.query(signal);
    if (stream === undefined || kept.written !== before) {
      return;
    }
    const { connection, title } = stream;
    const isNew = kept.connection !== undefined && connection !== undefined && kept.connection !== connection;
    kept.connection = connection ?? kept.connection;
    if (isNew) {
      await this.#writeAgain(kept, before);
      await this.#repeat(kept, before);
    } else if (connection !== undefined && title !== undefined) {
      this.#compare(kept, title === sentText(before.text, this.#tools.charset));
    }
  }

  #compare(kept: Kept, isOurs: boolean): void {
    kept.foreign = isOurs ? 0 : kept.foreign + 1;
    if (kept.foreign === FOREIGN_IN_A_ROW) {
      this.#tools.log.warn('another program writes titles to the radio, too', {
        station: kept.station.name,
        hint: 'switch the titles off in the encoder or in the DJ software',
      });
    }
  }

  async #repeat(kept: Kept, title: Title): Promise<void> {
    await pause(this.#tools.clock, SETTLED_MS, this.#closed.signal);
    await this.#writeAgain(kept, title);
  }

  #writeAgain(kept: Kept, title: Title): Promise<void> {
    return kept.requests.run(async () => {
      if (kept.written === title && !this.#closed.signal.aborted) {
        await kept.station.write(title, this.#closed.signal).catch(ignoreOutage);
      }
    });
  }

  #isWorthWriting(): boolean {
    return this.#newest !== undefined && isWorthTelling(this.#newest, this.#tools.clock.now());
  }
}

/** The next look, or the next title, meets the same again and reports it. */
function ignoreOutage(error: unknown): void {
  if (!(error instanceof UpstreamError) && !isAbort(error)) {
    throw error;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
