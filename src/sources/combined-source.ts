import type { DeckState, PostResult, Source, SourceHealth, SourceListener } from '../core/contracts.ts';
import { messageOf } from '../core/errors.ts';
import { SILENT_LEVEL } from '../core/level.ts';
import type { Clock, Logger } from '../core/tools.ts';
import { Timer } from '../core/waiting.ts';
import type { Finding } from '../wire/doctor.ts';
import { type ArbiterOutput, SourceArbiter } from './source-arbiter.ts';

interface CombinedTools {
  readonly log: Logger;
  readonly clock: Clock;
  /** What each source reports goes through this, before it is decided whose track counts. */
  readonly noting?: (listener: SourceListener) => SourceListener;
}

/** How often to check whether the leading source has fallen silent, while another one waits. */
const CHECK_EVERY_MS = 1000;

export interface NamedSource {
  /** As `--source` spells it. */
  readonly name: string;
  readonly source: Source;
}

/**
 * Combines several sources, in the order in which the user listed them; `source-arbiter.ts` decides between them. A
 * source that fails is logged and left out; `run` rejects only when the last one has failed.
 */
export class CombinedSource implements Source {
  readonly #members: readonly NamedSource[];
  readonly #tools: CombinedTools;
  readonly #failed = new Map<string, string>();
  readonly #arbiter = new SourceArbiter((rank) => this.#isPlaying(rank));
  /** Grants the lead to a source; undefined before the run. */
  #grantLead: ((rank: number) => void) | undefined;
  /** Absent when none of them has decks. */
  readonly putOnAir?: (deck: string) => boolean;
  /** Absent when no source has findings. */
  readonly findings?: () => Promise<readonly Finding[]>;
  /** Absent when none of them accepts posted tracks. */
  readonly accept?: (body: unknown) => PostResult;

  constructor(members: readonly NamedSource[], tools: CombinedTools) {
    this.#members = members;
    this.#tools = tools;
    if (members.some(({ source }) => source.putOnAir !== undefined)) {
      this.putOnAir = (deck) => this.#putOnAir(deck);
    }
    if (members.some(({ source }) => source.findings !== undefined)) {
      this.findings = async () =>
        (await Promise.all(members.map(({ source }) => source.findings?.() ?? []))).flat();
    }
    const accept = members.flatMap(({ source }) => source.accept?.bind(source) ?? [])[0];
    if (accept !== undefined) {
      this.accept = accept;
    }
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { clock } = this.#tools;
    const arbiter = this.#arbiter;
    const publish = (outputs: readonly ArbiterOutput[]): void => {
      for (const output of outputs) {
        switch (output.is) {
          case 'transition':
            listener.transition(output.transition);
            break;
          case 'visibility':
            listener.visibility(output.playId, output.hidden);
            break;
          case 'learned':
            listener.namesChanged(output.playId, output.track, output.nativeArt);
        }
      }
    };
    this.#grantLead = (rank) => publish(arbiter.grant(rank));
    const listenTo = (rank: number): SourceListener => ({
      transition: (transition) => {
        publish(arbiter.transition(rank, transition, clock.monotonic()));
        check();
      },
      visibility: (playId, hidden) => publish(arbiter.visibility(rank, playId, hidden)),
      namesChanged: (playId, track, nativeArt) => publish(arbiter.learned(rank, playId, track, nativeArt)),
      loaded: (track, nativeArt) => listener.loaded(track, nativeArt),
    });
    const nextCheck = new Timer(clock);
    const check = (): void => {
      nextCheck.cancel();
      publish(arbiter.reevaluate(clock.monotonic()));
      if (arbiter.hasWaiting) {
        nextCheck.set(CHECK_EVERY_MS, check);
      }
    };
    try {
      await Promise.all(this.#members.map((member, rank) => this.#runOne(member, listenTo(rank), signal)));
    } finally {
      nextCheck.cancel();
    }
  }

  health(): SourceHealth {
    const healths = this.#members.map(({ name, source }) => ({ name, ...source.health() }));
    const lastHeardAt = Math.max(0, ...healths.map((health) => health.lastHeardAt ?? 0));
    const problems = healths.flatMap(({ name, problem }) => {
      const reason = this.#failed.get(name) ?? problem;
      return reason === undefined ? [] : [`${name}: ${reason}`];
    });
    return {
      watching: healths.map(({ name, watching }) => `${name}: ${watching}`).join('; '),
      ...(lastHeardAt === 0 ? {} : { lastHeardAt }),
      ...(problems.length === 0 ? {} : { problem: problems.join('; ') }),
      details: healths.flatMap(({ details }) => details ?? []),
    };
  }

  /** A deck with a track that another source has announced belongs to that source's play. */
  decks(): readonly DeckState[] {
    const decks = this.#members.flatMap(({ source }) => source.decks?.() ?? []);
    return decks.map((deck) =>
      deck.play === undefined ? deck : { ...deck, play: this.#arbiter.announcedAs(deck.play) },
    );
  }

  settingsChanged(): void {
    for (const { source } of this.#members) {
      source.settingsChanged?.();
    }
  }

  /** The first source that has such a deck is granted the lead for it. */
  #putOnAir(deck: string): boolean {
    const rank = this.#members.findIndex(({ source }) => source.putOnAir?.(deck) === true);
    if (rank >= 0) {
      this.#grantLead?.(rank);
    }
    return rank >= 0;
  }

  #isPlaying(rank: number): boolean | undefined {
    const decks = this.#members[rank]?.source.decks?.();
    return decks?.some(({ featured, playing, level = 1 }) => featured && playing && level > SILENT_LEVEL);
  }

  async #runOne({ name, source }: NamedSource, listener: SourceListener, signal: AbortSignal): Promise<void> {
    try {
      await source.run(this.#tools.noting?.(listener) ?? listener, signal);
    } catch (error) {
      this.#failed.set(name, messageOf(error));
      if (this.#failed.size === this.#members.length) {
        throw error;
      }
      this.#tools.log.error('a source failed; the others go on', { source: name, reason: messageOf(error) });
    }
  }
}
