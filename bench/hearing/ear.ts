/** `--source=hear` in simulated time. */
import type { CollectionTrack } from '../../src/core/contracts/hearing.ts';
import { deckOptions } from '../../src/decks/options.ts';
import { Finder } from '../../src/hearing/collection/finder.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { HearSource } from '../../src/sources/hear/source.ts';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { sourceNotes } from '../../test/support/source.ts';
import { silent } from '../measure.ts';
import { REAL } from './collection.ts';
import { SimulatedRoom } from './room.ts';

const STANDS_IN_FOR_S = 30;
const STEPS_A_SECOND = 4;
export const STEP = Math.floor(SAMPLE_RATE / STEPS_A_SECOND);

export interface EarOptions {
  readonly known: readonly CollectionTrack[];
  readonly next: () => number;
  /** Tracks compared at any time at least; with 0, only search results are, as in the program. */
  readonly standIns: number;
  /** How long reading half a minute of a file takes; default: 0. */
  readonly partSeconds?: number;
}

export class Ear {
  readonly #options: EarOptions;
  readonly #finder = new Finder(REAL);
  readonly #room: SimulatedRoom;
  readonly #clock: FakeClock = fakeClock();
  readonly #notes = sourceNotes();
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  #found: (tracks: readonly CollectionTrack[]) => void = () => undefined;
  #standIns: readonly CollectionTrack[] = [];
  #steps = 0;

  constructor(options: EarOptions) {
    this.#options = options;
    this.#room = new SimulatedRoom(options);
    this.#finder.read();
    const collection = {
      follow: (found: (tracks: readonly CollectionTrack[]) => void) => {
        this.#found = found;
        return () => undefined;
      },
      fileOf: () => undefined,
    };
    const tools = { clock: this.#clock, log: silent, hearing: this.#room, collection };
    const source = new HearSource(settingsOf(deckOptions, {}), tools);
    this.#ended = source.run(this.#notes.listener, this.#stop.signal);
  }

  /** Names announced so far. */
  get named(): readonly string[] {
    return this.#notes.announced;
  }

  get compared(): number {
    return this.#room.compared;
  }

  async receive(sound: Float32Array): Promise<void> {
    for (let at = 0; at + STEP <= sound.length; at += STEP) {
      const samples = sound.subarray(at, at + STEP);
      this.#finder.push(samples);
      this.#room.receive(samples);
      this.#steps += 1;
      if (this.#steps % STEPS_A_SECOND === 0) {
        this.#search();
      }
      await this.#clock.advance(1_000 / STEPS_A_SECOND);
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  #search(): void {
    const { known, next, standIns } = this.#options;
    if (this.#standIns.length === 0 || this.#steps % (STANDS_IN_FOR_S * STEPS_A_SECOND) === 0) {
      this.#standIns = Array.from(
        { length: standIns },
        () => known[Math.floor(next() * known.length)],
      ).flatMap((one) => one ?? []);
    }
    const found = this.#finder.search();
    this.#found([...found, ...this.#standIns.slice(0, Math.max(0, standIns - found.length))]);
  }
}
