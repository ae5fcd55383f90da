/** Shorter sets for the real program, with quick events. */
import { Chance } from '../chance.ts';
import { primeFour } from '../decks/simulated.ts';
import { newTrack } from '../generate.ts';
import type { ChaosAct, ChaosSet, ChaosTrack, ChaosTrouble, TimedAct } from '../script.ts';

const DECKS = [1, 2, 3, 4];
const FIRST_TROUBLE_MS = 2_500;
/** Colors known at this time are uncertain. */
const STARTED_MS = 6_000;
const HEARD_MS = 5_000;
const SLACK_MS = 1_000;
const FADER_STEP_MS = 100;

/** A short calm follows `seconds` of trouble. */
export function realSet(seed: number, seconds: number): ChaosSet {
  return new Generator(seed).set(1_000 * seconds);
}

type RealTrouble = { readonly at: number } & Trouble;
type Trouble = Exclude<ChaosTrouble, { readonly do: 'service' }>;

class Generator {
  readonly #seed: number;
  readonly #chance: Chance;
  readonly #tracks: ChaosTrack[] = [];
  readonly #acts: TimedAct[] = [];
  #troubles: readonly RealTrouble[] = [];
  #now = 0;
  #onAir: number | undefined;

  constructor(seed: number) {
    this.#seed = seed;
    this.#chance = new Chance(seed);
  }

  set(ms: number): ChaosSet {
    const chance = this.#chance;
    const algorithm = chance.pick(['volume', 'volume', 'lead'] as const);
    const percent = chance.pick([100, 90, 50]);
    const delay = chance.pick([0, 0, 1]);
    this.#troubles = this.#someTroubles(ms);
    this.#now = 200;
    while (this.#now < ms) {
      this.#mix();
      this.#stay();
    }
    this.#now = Math.max(this.#now, ...this.#troubles.map((trouble) => trouble.at + trouble.ms));
    this.#mix();
    this.#now += HEARD_MS;
    this.#act({ do: 'snapshot' });
    return {
      seed: this.#seed,
      decks: primeFour.name,
      deckCount: DECKS.length,
      algorithm,
      percent,
      delay,
      picturesMs: 0,
      tracks: this.#tracks,
      acts: [...this.#acts, ...this.#troubles].sort((one, other) => one.at - other.at),
      endsAt: this.#now,
      slackMs: SLACK_MS,
    };
  }

  #someTroubles(end: number): RealTrouble[] {
    const chance = this.#chance;
    const kinds: readonly Trouble['do'][] = chance.shuffle(['kill', 'stall', 'disk', 'kill', 'stop', 'drop']);
    const troubles: RealTrouble[] = [];
    let at = FIRST_TROUBLE_MS;
    for (let number = 0; at < end; number += 1) {
      const trouble = this.#someTrouble(kinds[number % kinds.length] ?? 'kill');
      troubles.push({ at, ...trouble });
      at += trouble.ms + chance.between(1_000, 12_000);
    }
    return troubles;
  }

  #someTrouble(kind: Trouble['do']): Trouble {
    const chance = this.#chance;
    switch (kind) {
      case 'stall':
        return { do: 'stall', ms: chance.between(500, 6_000) };
      case 'disk':
        return { do: 'disk', how: 'full', ms: chance.between(500, 5_000) };
      case 'drop':
        return { do: 'drop', ms: 2_000 };
      case 'stop':
        return { do: 'stop', ms: chance.between(0, 3_000) };
      default:
        return { do: 'kill', ms: chance.between(0, 3_000) };
    }
  }

  #mix(): void {
    const chance = this.#chance;
    const from = this.#onAir;
    const to = chance.pick(DECKS.filter((deck) => deck !== from));
    this.#act({ do: 'pause', deck: to });
    this.#fader(to, 0);
    this.#wait(400, 800);
    const track = this.#tracks.length;
    this.#tracks.push(newTrack(track, chance));
    this.#act({ do: 'load', deck: to, track });
    this.#wait(300, 1_000);
    this.#act({ do: 'play', deck: to });
    this.#wait(500, 1_500);
    const steps = chance.pick([1, 4, 10]);
    for (let step = 1; step <= steps; step += 1) {
      this.#fader(to, step / steps);
      if (from !== undefined) {
        this.#fader(from, 1 - step / steps);
      }
      this.#now += FADER_STEP_MS;
    }
    if (from !== undefined) {
      this.#act({ do: 'pause', deck: from });
    }
    this.#onAir = to;
  }

  #stay(): void {
    const deck = this.#onAir ?? 1;
    this.#wait(500, HEARD_MS);
    if (!this.#isCalmFor(2 * HEARD_MS)) {
      return;
    }
    switch (this.#chance.between(0, 3)) {
      case 0:
        this.#act({ do: 'color', deck, red: true });
        this.#now += HEARD_MS;
        this.#act({ do: 'color', deck, red: false });
        break;
      case 1:
        this.#now += HEARD_MS;
        this.#act({ do: 'hide' });
        this.#wait(1_500, 3_000);
        this.#act({ do: 'reveal' });
        break;
      default:
        this.#now += HEARD_MS;
        this.#act({ do: 'snapshot' });
    }
    this.#wait(1_500, 2_000);
  }

  #isCalmFor(ms: number): boolean {
    return this.#troubles.every(
      (trouble) => trouble.at + trouble.ms + STARTED_MS < this.#now || trouble.at > this.#now + ms + SLACK_MS,
    );
  }

  #fader(deck: number, level: number): void {
    this.#act({ do: 'fader', deck, level: Math.round(level * 100) / 100 });
  }

  #wait(least: number, most: number): void {
    this.#now += this.#chance.between(least, most);
  }

  #act(act: ChaosAct): void {
    this.#acts.push({ at: this.#now, ...act });
  }
}
