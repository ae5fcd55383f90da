import type { DeckBeats } from '../../core/contracts/beat.ts';
import type { HeardTrack } from '../../core/contracts/deck.ts';
import type { ControllerFaders } from '../../core/contracts/faders.ts';
import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import type { SourceHealth } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import type { PlayId, Transition } from '../../core/track.ts';
import { Timer, untilAborted } from '../../core/waiting.ts';
import { type Decided, type FadedDecision, FadedPlays } from './faded-plays.ts';
import { HeardSource } from './heard-source.ts';
import { SourceWrapper } from './source-wrapper.ts';

type FadedTools = Pick<SourceTools, 'clock' | 'log' | 'hearing' | 'collection' | 'faders'>;

/** Faders and hearing, if available, decide when the tracks of a source without decks are on air. */
export function decidedSource(source: Source, tools: FadedTools, isMixed: boolean): Source {
  return tools.faders === undefined || !isMixed
    ? heardSource(source, tools)
    : new FadedSource(source, { ...tools, faders: tools.faders });
}

/** Holds reports until the room hears the track. */
function heardSource(source: Source, { hearing, clock, collection }: FadedTools): Source {
  return hearing === undefined ? source : new HeardSource(source, hearing, clock, collection);
}

/** Announces a track once its fader opens. Hearing decides where faders don't. */
class FadedSource extends SourceWrapper implements Source {
  readonly #tools: FadedTools & { readonly faders: ControllerFaders };
  readonly #relay = new Relay();
  /** Hearing, or passes on at once. */
  readonly #undecided: Source;
  readonly #plays = new FadedPlays<Transition>();
  #decision: FadedDecision | undefined;
  #onAir: PlayId | undefined;
  readonly beats: DeckBeats = {
    follow: (changed) => this.#undecided.beats?.follow(changed) ?? (() => undefined),
    at: (time) =>
      (this.#undecided.beats?.at(time) ?? []).map((deck) => ({ ...deck, leads: deck.play === this.#onAir })),
  };

  constructor(source: Source, tools: FadedTools & { readonly faders: ControllerFaders }) {
    super(source);
    this.#tools = tools;
    this.#undecided = heardSource(this.#relay, tools);
  }

  async run(into: SourceListener, signal: AbortSignal): Promise<void> {
    const { clock, faders } = this.#tools;
    const listener: SourceListener = {
      ...into,
      transition: (transition) => {
        this.#onAir = transition.playId;
        into.transition(transition);
      },
    };
    const decideLater = new Timer(clock);
    const act = (...decided: readonly Decided<Transition>[]): void => {
      for (const { play, decision } of decided) {
        this.#decision = decision;
        if (decision === 'wait') {
          listener.loaded(play.track, play.nativeArt);
        } else {
          this.#pass(play, decision, listener);
        }
      }
      const { decidesAt } = this.#plays;
      if (decidesAt === undefined) {
        decideLater.cancel();
      } else {
        decideLater.set(decidesAt - clock.monotonic(), () => act(...this.#plays.decide(clock.monotonic())));
      }
    };
    const undecided = this.#undecided.run(listener, signal);
    const unfollow = faders.follow((levels) => act(...this.#plays.update(levels, clock.monotonic())));
    try {
      const source = this.source.run(
        {
          ...this.#passedOn(listener),
          transition: (transition) => {
            if (transition.playId === this.#onAir) {
              // The play on air goes on after its end was reported.
              listener.transition(transition);
            } else {
              act(this.#plays.report(transition, clock.monotonic()));
            }
          },
        },
        signal,
      );
      await Promise.all([source, undecided]);
    } finally {
      decideLater.cancel();
      unfollow();
    }
  }

  audible(): readonly HeardTrack[] {
    return this.#undecided.audible?.() ?? [];
  }

  override health(): SourceHealth {
    const health = super.health();
    const reason = this.#decision && REASONS[this.#decision];
    return reason === undefined
      ? health
      : {
          ...health,
          details: [...(health.details ?? []), { name: say('midi.newest-track'), state: reason }],
        };
  }

  #pass(transition: Transition, decision: 'announce' | 'undecided', listener: SourceListener): void {
    this.#tools.log.debug(
      decision === 'announce'
        ? 'a fader decides that the newest track is on air'
        : 'no fader decides whether the newest track is on air',
      { playId: transition.playId },
    );
    const heard = this.#relay.listener;
    if (decision === 'undecided' && heard !== undefined) {
      heard.transition(transition);
      return;
    }
    listener.transition(transition);
    // Hearing may find a mistake.
    if (transition.file !== undefined) {
      heard?.playedBefore?.(transition);
    }
  }

  /** Other reports concern tracks of both ways. */
  #passedOn(listener: SourceListener): SourceListener {
    const relay = this.#relay;
    return {
      ...listener,
      namesChanged: (playId, track, nativeArt) =>
        (relay.listener ?? listener).namesChanged(playId, track, nativeArt),
      playedBefore: (transition) => relay.listener?.playedBefore?.(transition),
    };
  }
}

const REASONS = {
  announce: say('midi.decided-by-fader'),
  wait: say('midi.waits-for-fader'),
  undecided: say('midi.undecided-by-faders'),
} as const;

class Relay implements Source {
  listener: SourceListener | undefined;

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    this.listener = listener;
    await untilAborted(signal);
    this.listener = undefined;
  }

  health(): SourceHealth {
    return { watching: '' };
  }
}
