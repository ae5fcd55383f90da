/** Random holds, continuations and colors: the audible deck's current color and the operator's last command decide. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../../../test/support/full-length.ts';
import {
  announced,
  CoreStage,
  hidden,
  passed,
  revealed,
  skipped,
} from '../../../test/support/pipeline-core.ts';
import { transition } from '../../../test/support/tracks.ts';
import type { Publication } from '../../core/track.ts';
import { hiddenBy } from './judgement.ts';
import { currentPlay, type PipelineEvent } from './state.ts';

const DELAY_MS = 10_000;
const TITLES = ['Blue', 'Red'] as const;

interface Deck {
  readonly label: string;
  load: string;
  title: string;
  colored: boolean;
}

interface OnAir {
  readonly title: string;
  readonly loads: Set<string>;
  audible: Deck;
  load: string;
  /** Last color while the deck had the track. */
  colored: boolean;
  operator: 'hide' | 'reveal' | undefined;
  /** The color was cleared while the next track was held, and may concern that track. */
  mayWait: boolean;
}

class Story {
  readonly #show: CoreStage;
  readonly #delayMs: number;
  #last: Publication | undefined;
  readonly #decks: readonly Deck[];
  #loads = 0;
  readonly #announced = new Set<string>();
  readonly #over = new Set<string>();
  readonly #hiddenByHand = new Set<string>();
  #held:
    | { readonly deck: Deck; readonly load: string; readonly title: string; readonly until: number }
    | undefined;
  #onAir: OnAir | undefined;
  #now = 0;

  constructor(delayed: boolean) {
    this.#delayMs = delayed ? DELAY_MS : 0;
    this.#show = new CoreStage({ delay: this.#delayMs / 1_000 });
    this.#decks = ['1', '2', '3'].map((label) => ({ label, load: '', title: 'Blue', colored: false }));
    for (const deck of this.#decks) {
      this.load(Number(deck.label) - 1, 'Blue');
    }
  }

  #when(event: PipelineEvent | ReturnType<typeof passed>): void {
    for (const effect of this.#show.effects(event)) {
      this.#last = effect.kind === 'publish' ? effect.publication : this.#last;
    }
  }

  #deck(index: number): Deck {
    const deck = this.#decks[index];
    if (deck === undefined) {
      throw new RangeError(`no deck ${index}`);
    }
    return deck;
  }

  load(index: number, title: string): void {
    const deck = this.#deck(index);
    this.#loads += 1;
    deck.load = `load ${this.#loads}`;
    deck.title = title;
  }

  announce(index: number): void {
    const deck = this.#deck(index);
    const { load, title, colored: isColored, label } = deck;
    this.#announced.add(load);
    this.#when(
      announced(transition({ artist: 'Ada', title }, { playId: load, deck: label, hidden: isColored })),
    );
    if (this.#over.has(load)) {
      this.#held = undefined;
      this.#endWait();
    } else if (this.#onAir?.title === title) {
      this.#held = undefined;
      this.#continueOn(deck);
    } else {
      this.#held = { deck, load, title, until: this.#now + this.#delayMs };
      this.#release();
    }
  }

  #continueOn(deck: Deck): void {
    const onAir = this.#onAir;
    if (onAir !== undefined) {
      if (deck.colored && (!onAir.colored || onAir.mayWait)) {
        this.#endReveal(onAir);
      }
      Object.assign(onAir, { audible: deck, load: deck.load, colored: deck.colored, mayWait: false });
      onAir.loads.add(deck.load);
    }
  }

  #endReveal(onAir: OnAir): void {
    if (onAir.operator === 'reveal') {
      onAir.operator = undefined;
    }
  }

  #endWait(): void {
    if (this.#onAir !== undefined) {
      this.#onAir.mayWait = false;
    }
  }

  #release(): void {
    const held = this.#held;
    if (held === undefined || held.until > this.#now) {
      return;
    }
    for (const load of this.#onAir?.loads ?? []) {
      this.#over.add(load);
    }
    const { deck, load, title } = held;
    // The color counts until the deck gets another track.
    this.#onAir = {
      title,
      loads: new Set([load]),
      audible: deck,
      load,
      colored: this.#colorOfHeld,
      operator: this.#hiddenByHand.has(title) ? 'hide' : undefined,
      mayWait: false,
    };
    this.#held = undefined;
  }

  get #colorOfHeld(): boolean {
    return this.#held !== undefined && this.#colors.get(this.#held.load) === true;
  }

  /** Announced loads still on their deck. */
  readonly #colors = new Map<string, boolean>();

  remember(): void {
    for (const deck of this.#decks) {
      this.#colors.set(deck.load, deck.colored);
    }
  }

  color(index: number, on: boolean): void {
    const deck = this.#deck(index);
    if (deck.colored === on) {
      return;
    }
    deck.colored = on;
    if (!this.#announced.has(deck.load)) {
      return;
    }
    const { load: playId } = deck;
    this.#when({ kind: 'visibility', playId, hidden: on });
    const onAir = this.#onAir;
    if (onAir?.load === deck.load) {
      if (on) {
        this.#endReveal(onAir);
      }
      onAir.mayWait = !on && this.#held !== undefined;
      onAir.colored = on;
    }
  }

  operator(verdict: 'hide' | 'reveal'): void {
    this.#when(verdict === 'hide' ? hidden : revealed);
    if (this.#onAir !== undefined) {
      this.#onAir.operator = verdict;
      this.#hiddenByHand[verdict === 'hide' ? 'add' : 'delete'](this.#onAir.title);
    }
  }

  wait(ms: number): void {
    this.#when(passed(ms / 1_000));
    this.#now += ms;
    this.#release();
  }

  skip(): void {
    this.#when(skipped);
    if (this.#held !== undefined) {
      this.#held = { ...this.#held, until: this.#now };
      this.#release();
    }
  }

  check(): void {
    const onAir = this.#onAir;
    const last = this.#last;
    expect(last === undefined).toBe(onAir === undefined);
    if (onAir === undefined || last === undefined) {
      return;
    }
    const isHidden = onAir.operator === undefined ? onAir.colored : onAir.operator === 'hide';
    const current = currentPlay(this.#show.state);
    expect(current && hiddenBy(current.judgement) !== undefined).toBe(last.hidden);
    if (isHidden) {
      expect(last).toMatchObject({ hidden: true, track: { title: '' } });
    } else if (!onAir.mayWait) {
      expect(last).toMatchObject({ hidden: false, track: { title: onAir.title } });
    }
  }
}

const details = fc.record({
  deck: fc.nat(2),
  isColored: fc.boolean(),
  title: fc.constantFrom(...TITLES),
  ms: fc.constantFrom(1_000, DELAY_MS),
  verdict: fc.constantFrom('hide', 'reveal'),
});
type Details = typeof details extends fc.Arbitrary<infer Value> ? Value : never;

const move = (weight: number, happens: (story: Story, details: Details) => void) => ({
  weight,
  arbitrary: details.map((given) => (story: Story) => happens(story, given)),
});

const moves = fc.array(
  fc.oneof(
    move(4, (story, { deck }) => story.announce(deck)),
    move(4, (story, { deck, isColored }) => story.color(deck, isColored)),
    move(2, (story, { deck, title }) => story.load(deck, title)),
    move(2, (story, { ms }) => story.wait(ms)),
    move(1, (story, { verdict }) => story.operator(verdict)),
    move(1, (story) => story.skip()),
  ),
  { maxLength: 60, size: 'max' },
);

test('a track is hidden exactly as its audible deck or the operator says', () => {
  fc.assert(
    fc.property(fc.boolean(), moves, (delayed, all) => {
      const story = new Story(delayed);
      for (const one of all) {
        story.remember();
        one(story);
        story.remember();
        story.check();
      }
    }),
    { numRuns: amount({ short: 600, full: 10_000 }) },
  );
});
