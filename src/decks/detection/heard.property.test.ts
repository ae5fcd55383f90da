/** Random evenings with sound: loads, file analysis, loops, cuts, stops and streaming tracks in any order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Booth, DEVICE, named } from '../../../test/support/booth.ts';
import { SILENT_LEVEL } from '../../core/level.ts';

const DECKS = [1, 2, 3];
const UNHEARD_MS = 10_000;
/** Longer than names, starts and stops take to count. */
const SETTLED_MS = 2_000;
const TICK = 250;

class HeardBooth {
  readonly booth = new Booth('volume');
  /** Announcements of decks that were neither heard nor the only one left after ten seconds. */
  readonly wrong: string[] = [];
  /** Absent while the file is being read, and for streams. */
  readonly #levels = new Map<number, number>();
  readonly #streamed = new Set<number>();
  readonly #plays = new Set<number>();
  #unheardSince = 0;
  #changedAt = 0;
  #loads = 0;

  constructor() {
    this.booth.hearSound(true);
    for (const deck of DECKS) {
      this.load(deck, false);
    }
    this.booth.onAnnounced = (id) => this.#check(Number(id.split('/')[1]));
  }

  load(deck: number, streamed: boolean): void {
    this.#forget(deck);
    this.#streamed.delete(deck);
    if (streamed) {
      this.#streamed.add(deck);
    }
    this.#loads += 1;
    this.booth.load(deck, named(`Track ${this.#loads}`));
    this.#changedAt = this.booth.now;
  }

  /** Also ends the analysis of the file. */
  hear(deck: number, level: number): void {
    if (!this.#streamed.has(deck)) {
      this.#levels.set(deck, level);
      this.booth.apply({ device: DEVICE, number: deck, kind: 'heard', level });
      this.#note();
    }
  }

  /** A loop, a drum break, a cut or a voice. */
  hearNothing(): void {
    for (const deck of [...this.#levels.keys()]) {
      this.hear(deck, 0);
    }
  }

  play(deck: number): void {
    this.#plays.add(deck);
    this.booth.play(deck);
    this.#changedAt = this.booth.now;
  }

  stop(deck: number): void {
    this.#plays.delete(deck);
    this.booth.stop(deck);
    this.#changedAt = this.booth.now;
  }

  wait(ms: number): void {
    for (let waited = 0; waited < ms; waited += TICK) {
      this.booth.wait(TICK);
    }
    this.#expectWayOut();
  }

  #forget(deck: number): void {
    if (this.#levels.delete(deck)) {
      this.booth.apply({ device: DEVICE, number: deck, kind: 'heard' });
      this.#note();
    }
  }

  get #isHeard(): boolean {
    return [...this.#levels.values()].some((level) => level > SILENT_LEVEL);
  }

  #note(): void {
    this.#unheardSince = this.#isHeard
      ? Number.POSITIVE_INFINITY
      : Math.min(this.#unheardSince, this.booth.now);
  }

  #check(deck: number): void {
    const isHeard = (this.#levels.get(deck) ?? 0) > SILENT_LEVEL;
    const isOnlyOne = this.booth.now >= this.#unheardSince + UNHEARD_MS && this.#plays.size === 1;
    if (!isHeard && !isOnlyOne) {
      this.wrong.push(`deck ${deck} at ${this.booth.now}`);
    }
  }

  /** Hearing may delay a change, but must not prevent it. */
  #expectWayOut(): void {
    const { booth } = this;
    const [only, ...others] = this.#plays;
    const since = Math.max(this.#unheardSince + UNHEARD_MS, this.#changedAt + SETTLED_MS);
    if (only !== undefined && others.length === 0 && booth.now >= since) {
      const { leading, decks } = booth.detection;
      const play = decks.get(`${DEVICE}/${only}`)?.loaded.play;
      expect(leading?.play, booth.reason(only)).toBe(play ?? leading?.play);
    }
  }
}

const deck = fc.constantFrom(...DECKS);
const move = fc.oneof(
  fc.tuple(deck, fc.boolean()).map(
    ([on, streamed]) =>
      (evening: HeardBooth) =>
        evening.load(on, streamed),
  ),
  fc.tuple(deck, fc.constantFrom(0, 0.3, 1)).map(
    ([on, level]) =>
      (evening: HeardBooth) =>
        evening.hear(on, level),
  ),
  fc.constant((evening: HeardBooth) => evening.hearNothing()),
  deck.map((on) => (evening: HeardBooth) => evening.play(on)),
  deck.map((on) => (evening: HeardBooth) => evening.stop(on)),
  fc.constantFrom(250, 2_000, 9_000, 30_000).map((ms) => (evening: HeardBooth) => evening.wait(ms)),
);

test('announces only decks that are heard, or left alone after ten seconds without any', () => {
  fc.assert(
    fc.property(fc.array(move, { minLength: 5, maxLength: 60 }), (moves) => {
      const evening = new HeardBooth();
      for (const one of moves) {
        one(evening);
      }
      evening.wait(30_000);
      expect(evening.wrong).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
