import type { Source, SourceHealth, SourceListener } from '../core/contracts.ts';
import { messageOf } from '../core/errors.ts';
import type { Clock, Logger } from '../core/tools.ts';
import { backoffMs, Timer, untilAborted, WakeSignal } from '../core/waiting.ts';

/** A source that cannot open its port fails within this many milliseconds. */
const STARTS_WITHIN_MS = 1_000;
/** A port may become free at any time; to try it costs nothing. */
const BACKOFF = { firstMs: 1_000, longestMs: 15_000 };

export interface NamedSource {
  /** As `--source` spells it. */
  readonly name: string;
  /** The one that runs; while none does, the last that failed. */
  readonly source: Source;
  /** Why it does not run, although it should; absent while it does. */
  readonly failure?: string | undefined;
  /** It runs, or is being tried again after a failure: the ports that it needs may be held by itself. */
  readonly isTried?: boolean | undefined;
}

/** A source that is one of several. */
export interface MemberSource extends NamedSource {
  /** Makes another one, to be tried when one has failed. */
  readonly again: () => Source | Promise<Source>;
}

/**
 * One of several sources. When it fails at its start, others of its kind are tried until one works. One that has
 * reported a track fails only by a mistake of ours, and is not tried again: another one would announce what plays a
 * second time.
 */
export class CombinedMember implements NamedSource {
  readonly name: string;
  readonly #again: MemberSource['again'];
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #retryNow: WakeSignal;
  #source: Source;
  #failure: string | undefined;
  #isTried = true;

  constructor({ name, source, again }: MemberSource, { log, clock }: { log: Logger; clock: Clock }) {
    this.name = name;
    this.#source = source;
    this.#again = again;
    this.#log = log;
    this.#clock = clock;
    this.#retryNow = new WakeSignal(clock);
  }

  get source(): Source {
    return this.#source;
  }

  get failure(): string | undefined {
    return this.#failure;
  }

  get isTried(): boolean {
    return this.#isTried;
  }

  /** Resolves when the signal fires. Rejects with what a source failed with when `mayGoOn` says so then. */
  async run(listener: SourceListener, signal: AbortSignal, mayGoOn: () => boolean): Promise<void> {
    const works = new Timer(this.#clock);
    let hasReported = false;
    const noting: SourceListener = {
      ...listener,
      transition(transition) {
        hasReported = true;
        listener.transition(transition);
      },
    };
    let lastReason: string | undefined;
    for (let failures = 1; ; failures += 1) {
      works.set(STARTS_WITHIN_MS, () => {
        this.#failure = undefined;
      });
      try {
        if (failures > 1) {
          this.#source = await this.#again();
        }
        this.#isTried = true;
        return await this.#source.run(noting, signal);
      } catch (error) {
        this.#failure = messageOf(error);
        this.#isTried = false;
        if (!mayGoOn()) {
          throw error;
        }
      } finally {
        works.cancel();
      }
      if (this.#failure !== lastReason) {
        const next = hasReported ? 'go on without it' : 'try again';
        this.#log.error('source failed; continuing with the others', {
          source: this.name,
          reason: this.#failure,
          next,
        });
        lastReason = this.#failure;
      }
      if (hasReported) {
        return untilAborted(signal);
      }
      await this.#retryNow.wait(backoffMs(failures, BACKOFF), signal);
      if (signal.aborted) {
        return;
      }
    }
  }

  settingsChanged(): void {
    if (this.#failure === undefined) {
      this.#source.settingsChanged?.();
    } else {
      this.#retryNow.notify();
    }
  }
}

/** What health says about it: that it does not run is more than what it knows itself. */
export function healthOf({ source, failure }: NamedSource): SourceHealth {
  return failure === undefined ? source.health() : { ...source.health(), problem: failure };
}
