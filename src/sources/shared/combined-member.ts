import type { Source, SourceListener } from '../../core/contracts/source.ts';
import { isExpected, textOf } from '../../core/errors.ts';
import type { SourceHealth } from '../../core/health.ts';
import type { Text } from '../../core/message.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { backoffMs, Timer, untilAborted, WakeSignal } from '../../core/waiting.ts';
import { ReplaceableBeats } from './replaceable-beats.ts';

/** A source that cannot open its port fails within this time. */
const STARTS_WITHIN_MS = 1_000;
/** Short: a port may become free at any time, and a retry is cheap. */
const BACKOFF = { firstMs: 1_000, longestMs: 15_000 };

export interface NamedSource {
  readonly name: string;
  readonly source: Source;
  readonly failure?: Text | undefined;
  /** Runs or is being retried, and may hold its ports. */
  readonly isTried?: boolean | undefined;
}

export interface MemberSource extends NamedSource {
  readonly again: () => Source | Promise<Source>;
}

/**
 * Replaces a source that fails at its start until one works. A source that fails after reporting a track has
 * a bug and is not replaced: a new one would announce the current track again.
 */
export class CombinedMember implements NamedSource {
  readonly name: string;
  readonly #again: MemberSource['again'];
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #retryNow: WakeSignal;
  #source: Source;
  #failure: Text | undefined;
  #isTried = true;
  readonly beats = new ReplaceableBeats(() => this.#source.beats);

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

  get failure(): Text | undefined {
    return this.#failure;
  }

  get isTried(): boolean {
    return this.#isTried;
  }

  /** `hasOthers`: another source works. Without one, a bug of ours and a failure after a track reject. */
  async run(
    listener: SourceListener,
    signal: AbortSignal,
    hasOthers: () => boolean = () => false,
  ): Promise<void> {
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
          this.beats.replaced();
        }
        this.#isTried = true;
        return await this.#source.run(noting, signal);
      } catch (error) {
        this.#failure = textOf(error);
        this.#isTried = false;
        if (!hasOthers() && (hasReported || !isExpected(error))) {
          throw error;
        }
      } finally {
        works.cancel();
      }
      if (String(this.#failure) !== lastReason) {
        lastReason = String(this.#failure);
        const next = hasReported ? 'go on without it' : 'try again';
        this.#log.error('source failed', { source: this.name, reason: this.#failure, next });
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

/** The only source of the program, as one object that stays when the member replaces a failed source. */
export function asSource(member: CombinedMember): Source {
  const own: Partial<Source> = {
    run: (listener, signal) => member.run(listener, signal),
    health: () => healthOf(member),
    settingsChanged: () => member.settingsChanged(),
    ...(member.source.beats && { beats: member.beats }),
  };
  return new Proxy(member.source, {
    get(_, name) {
      const { source } = member;
      const value: unknown = Reflect.get(name in own ? own : source, name);
      return typeof value === 'function' ? value.bind(source) : value;
    },
  });
}

/** The failure replaces the source's problem. */
export function healthOf({ source, failure }: NamedSource): SourceHealth {
  return failure === undefined ? source.health() : { ...source.health(), problem: failure, waits: undefined };
}
