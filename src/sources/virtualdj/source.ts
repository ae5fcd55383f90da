import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import { BugError, messageOf, UpstreamError } from '../../core/errors.ts';
import { type Finding, problemFields } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { troubleOf } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import { readLive } from '../../core/option.ts';
import { pause, WakeSignal } from '../../core/waiting.ts';
import { DeckSource, type DeckTable, type DeckTools, deckId, ownFile } from '../../decks/index.ts';
import { VirtualDjClient } from './client.ts';
import { readBeat } from './deck-beats.ts';
import { DEVICE, DeckReader } from './deck-reader.ts';
import { findVirtualDj } from './find.ts';
import { foundFinding, whyNotFound } from './findings.ts';
import { urlsOf, type VirtualDjSettings } from './options.ts';

/** Distance of two readings' starts. */
const READ_EVERY_MS = 500;
/** Finds VirtualDJ again within two seconds. */
const SEARCH_EVERY_MS = 1_000;
/** VirtualDJ may be busy. */
const ANSWERS_WITHIN_MS = 4_000;
/** Warns after this long without an answer. */
const WARN_AFTER_MS = 5_000;

type VirtualDjTools = DeckTools & Pick<SourceTools, 'fetch'>;

export class VirtualDjSource extends DeckSource<VirtualDjSettings, VirtualDjTools> implements Source {
  protected readonly name = 'virtualdj';
  #reader: DeckReader | undefined;
  readonly #search = new WakeSignal(this.tools.clock);
  #client: VirtualDjClient | undefined;
  #problem: Finding | undefined;
  #lastHeardAt: number | undefined;

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const decks = this.makeTable(listener, { fileOf: ownFile });
    const reader = new DeckReader((script) => this.#query(script, signal));
    this.#reader = reader;
    this.tools.log.info('looking for VirtualDJ', { source: 'virtualdj', at: this.#addresses() });
    try {
      while (!signal.aborted) {
        this.#client = await this.#find(signal);
        await this.#follow(this.#client, reader, decks, signal);
      }
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
    } finally {
      decks.stop();
    }
  }

  health(): SourceHealth {
    return {
      watching: say('virtualdj.virtualdj', { address: this.#client?.url ?? this.#addresses() }),
      lastHeardAt: this.#lastHeardAt,
      ...troubleOf(this.#problem),
      details: this.#reader?.isSandboxed
        ? [{ name: 'VirtualDJ', state: say('virtualdj.sandbox-air-before-stays') }]
        : undefined,
    };
  }

  async findings(): Promise<readonly Finding[]> {
    if (this.#client !== undefined) {
      return foundFinding(this.#client.url, readLive(this.settings, 'virtualdj.token').isEmpty);
    }
    return this.#problem === undefined ? [] : [this.#problem];
  }

  override settingsChanged(): void {
    super.settingsChanged();
    this.#search.notify();
  }

  async #find(signal: AbortSignal): Promise<VirtualDjClient> {
    const { clock, log } = this.tools;
    const since = clock.monotonic();
    let logged: string | undefined;
    for (;;) {
      const found = await findVirtualDj(this.settings, this.tools, signal);
      if (found instanceof VirtualDjClient) {
        this.#problem = undefined;
        log.info('VirtualDJ found', {
          source: 'virtualdj',
          url: found.url,
          ...(readLive(this.settings, 'virtualdj.token').isEmpty
            ? {
                hint: 'without a password, anyone who reaches its port can control it (help page: /help/virtualdj)',
              }
            : {}),
        });
        return found;
      }
      const problem = whyNotFound(found, readLive(this.settings, 'virtualdj.token'));
      this.#problem = problem;
      if (logged !== String(problem.todo) && clock.monotonic() >= since + WARN_AFTER_MS) {
        logged = String(problem.todo);
        log.warn('VirtualDJ not found yet; still searching', {
          source: 'virtualdj',
          ...problemFields(problem),
        });
      }
      await this.#search.wait(SEARCH_EVERY_MS, signal);
      signal.throwIfAborted();
    }
  }

  /** Ends when VirtualDJ stops answering. Throws the signal's reason. */
  async #follow(
    { url }: VirtualDjClient,
    reader: DeckReader,
    decks: DeckTable,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, log } = this.tools;
    try {
      for (;;) {
        const startedAt = clock.monotonic();
        const events = await reader.read();
        decks.apply(...events);
        this.#lastHeardAt = clock.now();
        if (this.board.isWanted) {
          await this.#readBeats(reader, signal);
        }
        await pause(clock, startedAt + READ_EVERY_MS - clock.monotonic(), signal);
        signal.throwIfAborted();
      }
    } catch (error) {
      if (signal.aborted || !(error instanceof UpstreamError)) {
        throw error;
      }
      this.#client = undefined;
      this.#problem = whyNotFound([{ url, error }], readLive(this.settings, 'virtualdj.token'));
      decks.apply(...reader.lost());
      log.warn('VirtualDJ lost, looking for it again', { source: 'virtualdj', reason: messageOf(error) });
    }
  }

  async #readBeats(reader: DeckReader, signal: AbortSignal): Promise<void> {
    const now = (): number => this.tools.clock.monotonic();
    for (const { number, isHeard } of reader.decks) {
      const report = isHeard
        ? await readBeat(number, (script) => this.#query(script, signal), now)
        : ({ kind: 'tempo', at: now(), bpm: 0 } as const);
      this.board.report({ deck: deckId(DEVICE, number), report });
    }
  }

  async #query(script: string, signal: AbortSignal): Promise<string> {
    if (this.#client === undefined) {
      throw new BugError('a query before VirtualDJ was found');
    }
    return this.#client.query(script, ANSWERS_WITHIN_MS, signal);
  }

  #addresses(): string {
    return urlsOf(this.settings).join(' or ');
  }
}
