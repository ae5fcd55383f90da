import type { Publication, Track, Transition } from '../../src/core/track.ts';
import { advance } from '../../src/show/pipeline/advance.ts';
import { pipelineOptions } from '../../src/show/pipeline/options.ts';
import {
  type Effect,
  emptyPipeline,
  type PipelineEvent,
  type PipelineState,
  wakesAt,
} from '../../src/show/pipeline/state.ts';
import { settingsOf } from './settings.ts';

const SETTINGS = { ...settingsOf(pipelineOptions, {}), 'streaming.timeout': 4 };

export const announced = (transition: Transition): PipelineEvent => ({ kind: 'transition', transition });
export const named = ({ playId }: Transition, track: Track): PipelineEvent => ({
  ...{ kind: 'names', playId, track, nativeArt: undefined },
});
export const colored = ({ playId }: Transition): PipelineEvent => ({
  kind: 'visibility',
  playId,
  hidden: true,
});
export const cleared = ({ playId }: Transition): PipelineEvent => ({
  kind: 'visibility',
  playId,
  hidden: false,
});
export const hidden: PipelineEvent = { kind: 'hide', position: undefined };
export const revealed: PipelineEvent = { kind: 'reveal', position: undefined };
export const corrected = (title: string, position?: number): PipelineEvent => ({
  kind: 'correct',
  names: { title },
  position,
});
export const newSet: PipelineEvent = { kind: 'new set', leavesAir: false };
export const nextSet: PipelineEvent = { kind: 'new set', leavesAir: true };
export const endShow: PipelineEvent = { kind: 'end show' };
export const skipped: PipelineEvent = { kind: 'skip hold' };
export const anotherSource: PipelineEvent = { kind: 'new source', removed: [] };
export const stopped: PipelineEvent = { kind: 'stop' };
export const pictures: PipelineEvent = { kind: 'pictures', pictures: {} };
/** Lets this many seconds pass. */
export const passed = (seconds: number) => ({ seconds });

export type Happening = PipelineEvent | ReturnType<typeof passed>;

export interface StageOptions {
  /** Seconds. */
  readonly delay?: number;
  /** The test completes pictures; by default they are complete at once. */
  readonly slowPictures?: boolean;
}

export class CoreStage {
  readonly #options: StageOptions;
  #state: PipelineState = emptyPipeline();
  #now = 0;

  constructor(options: StageOptions = {}) {
    this.#options = options;
  }

  get state(): PipelineState {
    return this.#state;
  }

  given(...happenings: readonly Happening[]): this {
    this.when(...happenings);
    return this;
  }

  /** Requested actions in order: `track Blue`, `hide (hidden)`, `earlier hide 1`, `end pictures`. */
  when(...happenings: readonly Happening[]): string[] {
    const { slowPictures = false } = this.#options;
    return this.effects(...happenings).flatMap((effect) => inShort(effect, slowPictures) ?? []);
  }

  effects(...happenings: readonly Happening[]): Effect[] {
    return happenings.flatMap((one) => ('kind' in one ? this.#apply(one) : this.#pass(one.seconds * 1_000)));
  }

  #apply(event: PipelineEvent): readonly Effect[] {
    const { delay = 0, slowPictures = false } = this.#options;
    const { state, effects } = advance(this.#state, event, {
      at: { monotonic: this.#now, wall: this.#now },
      settings: { ...SETTINGS, delay },
    });
    this.#state = state;
    const isAnswered = !slowPictures && effects.at(-1)?.kind === 'seek pictures';
    return isAnswered ? [...effects, ...this.#apply(pictures)] : effects;
  }

  #pass(ms: number): readonly Effect[] {
    const until = this.#now + ms;
    const effects: Effect[] = [];
    for (let next = wakesAt(this.#state); next !== undefined && next <= until; next = wakesAt(this.#state)) {
      this.#now = Math.max(this.#now, next);
      effects.push(...this.#apply({ kind: 'time', by: next }));
    }
    this.#now = until;
    return effects;
  }
}

export function given(...happenings: readonly Happening[]): CoreStage {
  return new CoreStage().given(...happenings);
}

/** Title of a publication, also of a hidden one. */
export function titleOf({ hidden: isHidden, track }: Publication): string {
  return isHidden ? '(hidden)' : track.title;
}

function inShort(effect: Effect, slowPictures: boolean): string | undefined {
  switch (effect.kind) {
    case 'publish':
      return `${effect.publication.kind} ${titleOf(effect.publication)}`;
    case 'publish earlier':
      return `earlier ${effect.publication.kind} ${effect.publication.position}`;
    case 'flush pictures':
    case 'end pictures':
      return slowPictures ? effect.kind : undefined;
    default:
      return undefined;
  }
}
