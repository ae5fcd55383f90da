/**
 * The rules against their definitions, as plainly as those can be written, over hundreds of evenings: a model that
 * looks at every deck twenty times a second and knows nothing of events, timers and tables.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Booth, named } from '../../../test/support/booth.ts';

type Algorithm = 'volume' | 'lead' | 'altlead';

const DECKS = [1, 2, 3, 4];
/** Milliseconds between observations; every time below is a multiple of it. */
const TICK = 50;
const NAMES_SETTLE = 400;
const EMPTY_AFTER = 1_000;
const START = 300;
const MASTER = 8_000;
const STOP: Record<Algorithm, number> = { volume: 300, lead: 300, altlead: 2_000 };

class ModelDeck {
  /** Empty without a track. */
  loaded = '';
  loadedAt = Number.NEGATIVE_INFINITY;
  emptiedAt = Number.NEGATIVE_INFINITY;
  /** The track by its settled names, and its load time. */
  play = '';
  playSince = Number.NEGATIVE_INFINITY;
  pressed = false;
  startedAt: number | undefined;
  stoppedAt = Number.NEGATIVE_INFINITY;
  level = 0;
  masterSince = Number.POSITIVE_INFINITY;
  lostLeadAt = Number.NEGATIVE_INFINITY;

  get waitsSince(): number {
    return Math.max(this.startedAt ?? 0, this.play === '' ? this.loadedAt : this.playSince);
  }
}

class Model {
  readonly announced: string[] = [];
  readonly #algorithm: Algorithm;
  readonly #percent: number;
  readonly #decks = new Map(DECKS.map((number) => [number, new ModelDeck()]));
  #now = 0;
  /** Deck that led last, its track, and its start. */
  #led: { deck: ModelDeck; play: string; startedAt: number | undefined } | undefined;

  constructor(algorithm: Algorithm, percent: number) {
    this.#algorithm = algorithm;
    this.#percent = percent;
  }

  wait(ms: number): void {
    for (const end = this.#now + ms; this.#now < end; ) {
      this.#now += TICK;
      this.#evaluate();
    }
  }

  move(number: number, does: Move['does'], value: { title: string; level: number }): void {
    const deck = this.#decks.get(number) ?? new ModelDeck();
    switch (does) {
      case 'load':
        deck.loaded = value.title;
        deck.loadedAt = this.#now;
        break;
      case 'unload':
        if (deck.loaded !== '') {
          deck.emptiedAt = this.#now;
        }
        deck.loaded = '';
        break;
      case 'play':
        if (!deck.pressed && this.#now >= deck.stoppedAt + STOP[this.#algorithm]) {
          deck.startedAt = this.#now;
        }
        deck.pressed = true;
        break;
      case 'stop':
        if (deck.pressed) {
          deck.stoppedAt = this.#now;
        }
        deck.pressed = false;
        break;
      case 'master':
        for (const other of this.#decks.values()) {
          if (other !== deck) {
            other.masterSince = Number.POSITIVE_INFINITY;
          }
        }
        deck.masterSince = Math.min(deck.masterSince, this.#now);
        break;
      case 'fader':
        deck.level = value.level;
        break;
    }
    this.#evaluate();
  }

  #evaluate(): void {
    for (const deck of this.#decks.values()) {
      this.#assignPlay(deck);
    }
    const playing = [...this.#decks.values()].filter((deck) => this.#plays(deck));
    const leader = this[this.#algorithm](playing);
    // Names that may change and decks that stand still delay the announcement.
    if (leader === undefined || !leader.pressed || leader.loaded === '' || leader.play !== leader.loaded) {
      return;
    }
    if (this.#led !== undefined && this.#led.deck !== leader) {
      this.#led.deck.lostLeadAt = this.#now;
    }
    this.#led = { deck: leader, play: leader.play, startedAt: leader.startedAt };
    if (!this.announced.includes(leader.play)) {
      this.announced.push(leader.play);
    }
  }

  #assignPlay(deck: ModelDeck): void {
    if (deck.loaded === '' && this.#now >= deck.emptiedAt + EMPTY_AFTER) {
      deck.play = '';
      if (this.#led?.deck === deck) {
        this.#led.startedAt = undefined;
      }
    } else if (deck.loaded !== '' && this.#now >= deck.loadedAt + NAMES_SETTLE && deck.play !== deck.loaded) {
      deck.play = deck.loaded;
      deck.playSince = deck.loadedAt;
    }
  }

  #plays(deck: ModelDeck): boolean {
    const runs = deck.pressed || this.#now < deck.stoppedAt + STOP[this.#algorithm];
    return runs && (deck.loaded !== '' || this.#now < deck.emptiedAt + EMPTY_AFTER);
  }

  volume(playing: ModelDeck[]): ModelDeck | undefined {
    const most = Math.max(...playing.map(({ level }) => level));
    const loudest = playing.filter(({ level }) => level === most);
    const leader = this.#incumbent(loudest) ?? first(loudest);
    const limit = Math.max(0.02, most * (1 - this.#percent / 100)) + 1e-9;
    const alone = playing.every((deck) => deck === leader || deck.level <= limit);
    return most > 0.02 && alone ? leader : undefined;
  }

  lead(playing: ModelDeck[]): ModelDeck | undefined {
    const started = this.#started(playing);
    return this.#incumbent(started) ?? first(started);
  }

  altlead(playing: ModelDeck[]): ModelDeck | undefined {
    const led = this.#incumbent(this.#started(playing));
    const incumbent = led?.play === this.#led?.play ? led : undefined;
    const waiting = this.#started(playing).filter((deck) => deck !== incumbent && deck.pressed);
    const master = waiting.find(
      ({ masterSince, waitsSince, lostLeadAt }) =>
        this.#now >= Math.max(masterSince, waitsSince, lostLeadAt) + MASTER,
    );
    const others = waiting.filter((deck) => deck !== this.#led?.deck);
    return master ?? incumbent ?? first(others) ?? first(waiting);
  }

  #incumbent(among: ModelDeck[]): ModelDeck | undefined {
    return among.find((deck) => deck === this.#led?.deck && deck.startedAt === this.#led.startedAt);
  }

  #started(playing: ModelDeck[]): ModelDeck[] {
    return playing.filter(
      ({ pressed, startedAt = 0, stoppedAt }) => (pressed ? this.#now : stoppedAt) >= startedAt + START,
    );
  }
}

function first(decks: ModelDeck[]): ModelDeck | undefined {
  return [...decks].sort((one, other) => one.waitsSince - other.waitsSince)[0];
}

interface Move {
  readonly deck: number;
  readonly does: 'load' | 'unload' | 'play' | 'stop' | 'master' | 'fader';
  readonly level: number;
  /** Pause after the step. */
  readonly wait: number;
}

const move: fc.Arbitrary<Move> = fc.record({
  deck: fc.constantFrom(...DECKS),
  does: fc.constantFrom('load', 'load', 'unload', 'play', 'play', 'play', 'stop', 'stop', 'master', 'fader'),
  level: fc.constantFrom(0, 0.02, 0.1, 0.2, 0.5, 0.9, 1),
  wait: fc.constantFrom(50, 100, 250, 300, 400, 950, 1_000, 1_950, 2_000, 2_050, 7_950, 8_000),
});
const evening = fc.array(move, { maxLength: 50, size: 'max' });
const percent = fc.constantFrom(0, 10, 50, 80, 100);

test.each(['volume', 'lead', 'altlead'] as const)('%s announces the same as its definition', (algorithm) => {
  fc.assert(
    fc.property(evening, percent, (moves, threshold) => {
      const booth = new Booth(algorithm, threshold);
      const model = new Model(algorithm, threshold);
      for (const number of DECKS) {
        booth.fader(number, 0);
        booth.stop(number);
      }
      // Levels reported after the first are known to be heard.
      booth.wait(TICK);
      model.wait(TICK);
      for (const [index, { deck, does, level, wait }] of moves.entries()) {
        const title = `Track ${index}`;
        model.move(deck, does, { title, level });
        perform(booth, { deck, does, level }, title);
        model.wait(wait);
        booth.wait(wait);
        expect(booth.announced).toEqual(model.announced);
      }
    }),
  );
});

function perform(booth: Booth, { deck, does, level }: Omit<Move, 'wait'>, title: string): void {
  switch (does) {
    case 'load':
      booth.load(deck, named(title));
      break;
    case 'fader':
      booth.fader(deck, level);
      break;
    case 'master':
      // Only one deck at a time is tempo master.
      for (const other of DECKS) {
        booth.master(other, other === deck);
      }
      break;
    default:
      booth[does](deck);
  }
}
