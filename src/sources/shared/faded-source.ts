import type { HeardTrack } from '../../core/contracts/deck.ts';
import type { ControllerFaders } from '../../core/contracts/faders.ts';
import type { PostResult, Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import type { Finding } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import type { Transition } from '../../core/track.ts';
import { Timer, untilAborted } from '../../core/waiting.ts';
import { type FadedDecision, FadedPlays, WAITS_AT_MOST_MS } from './faded-plays.ts';
import { HeardSource } from './heard-source.ts';

type FadedTools = Pick<SourceTools, 'clock' | 'log' | 'hearing' | 'collection' | 'faders'>;

/** Lets faders and hearing decide when the tracks of a source without decks are on air, as far as they are there. */
export function decidedSource(source: Source, tools: FadedTools, isMixed: boolean): Source {
  return tools.faders === undefined || !isMixed
    ? heardSource(source, tools)
    : new FadedSource(source, { ...tools, faders: tools.faders });
}

/** Holds reports of a source without decks until the room hears the track. */
function heardSource(source: Source, { hearing, clock, collection }: FadedTools): Source {
  return hearing === undefined ? source : new HeardSource(source, hearing, clock, collection);
}

/** Wraps a source without decks, and announces a track once its fader opens. Hearing decides where faders don't. */
class FadedSource implements Source {
  readonly #source: Source;
  readonly #tools: FadedTools & { readonly faders: ControllerFaders };
  readonly #relay = new Relay();
  /** Where undecided tracks go: to hearing, or on at once. */
  readonly #undecided: Source;
  readonly #plays = new FadedPlays();
  #decision: FadedDecision | undefined;
  readonly findings?: () => Promise<readonly Finding[]>;
  readonly settingsChanged?: () => void;
  readonly accept?: (body: unknown) => PostResult;

  constructor(source: Source, tools: FadedTools & { readonly faders: ControllerFaders }) {
    this.#source = source;
    this.#tools = tools;
    this.#undecided = heardSource(this.#relay, tools);
    const findings = source.findings?.bind(source);
    const settingsChanged = source.settingsChanged?.bind(source);
    const accept = source.accept?.bind(source);
    Object.assign(
      this,
      findings && { findings },
      settingsChanged && { settingsChanged },
      accept && { accept },
    );
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { clock, log, faders } = this.#tools;
    const now = (): number => clock.monotonic();
    const tooLong = new Timer(clock);
    let waiting: { readonly transition: Transition; readonly file: string | undefined } | undefined;
    const act = (decision: FadedDecision | undefined): void => {
      if (waiting === undefined || decision === undefined) {
        return;
      }
      const { transition, file } = waiting;
      this.#decision = decision;
      if (decision === 'wait') {
        listener.loaded(transition.track, transition.nativeArt);
        return;
      }
      waiting = undefined;
      tooLong.cancel();
      log.debug(
        decision === 'announce'
          ? 'a fader decides that the newest track is on air'
          : 'no fader decides whether the newest track is on air',
        { playId: transition.playId },
      );
      const heard = this.#relay.listener;
      if (decision === 'undecided' && heard !== undefined) {
        heard.transition(transition, file);
      } else {
        listener.transition(transition, file);
        // Hearing may find that it was a mistake.
        if (file !== undefined) {
          heard?.playedBefore?.(transition, file);
        }
      }
    };
    const undecided = this.#undecided.run(listener, signal);
    const unfollow = faders.follow((levels) => act(this.#plays.update(levels, now())));
    try {
      const source = this.#source.run(
        {
          ...this.#passedOn(listener),
          transition: (transition, file) => {
            waiting = { transition, file };
            tooLong.set(WAITS_AT_MOST_MS, () => act(this.#plays.decide(now())));
            act(this.#plays.report(now()));
          },
        },
        signal,
      );
      await Promise.all([source, undecided]);
    } finally {
      tooLong.cancel();
      unfollow();
    }
  }

  audible(): readonly HeardTrack[] {
    return this.#undecided.audible?.() ?? [];
  }

  health(): SourceHealth {
    const health = this.#source.health();
    const reason = this.#decision && REASONS[this.#decision];
    return reason === undefined
      ? health
      : {
          ...health,
          details: [...(health.details ?? []), { name: say('midi.newest-track'), state: reason }],
        };
  }

  /** Other reports concern tracks of both ways. */
  #passedOn(listener: SourceListener): SourceListener {
    const relay = this.#relay;
    return {
      transition: () => undefined,
      visibility: (playId, hidden) => listener.visibility(playId, hidden),
      namesChanged: (playId, track, nativeArt) =>
        (relay.listener ?? listener).namesChanged(playId, track, nativeArt),
      offAir: (playId) => listener.offAir(playId),
      loaded: (track, nativeArt) => listener.loaded(track, nativeArt),
      playedBefore: (transition, file) => relay.listener?.playedBefore?.(transition, file),
    };
  }
}

const REASONS = {
  announce: say('midi.decided-by-fader'),
  wait: say('midi.waits-for-fader'),
  undecided: say('midi.undecided-by-faders'),
} as const;

/** Source that reports what it is given, once it runs. */
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
