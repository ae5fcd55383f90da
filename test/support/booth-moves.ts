import fc from 'fast-check';
import { expect } from 'vitest';
import { levelOf, runsNow } from '../../src/decks/detection/index.ts';
import { type Booth, DEVICE, named } from './booth.ts';

type Move<Hands extends Booth> = (booth: Hands) => void;

const deck = fc.integer({ min: 1, max: 4 });
const level = fc.constantFrom(0, 0.01, 0.02, 0.03, 0.3, 0.7, 1);
const details = fc.record({
  on: deck,
  track: fc.constantFrom('A', 'B', 'C').map(named),
  yes: fc.boolean(),
  level,
  ms: fc.integer({ min: 0, max: 9_000 }),
  network: fc.constantFrom('lost', 'gone', 'connected'),
});
const move: fc.Arbitrary<Move<Booth>> = anyOf(
  (booth, { on, track }) => booth.load(on, track),
  (booth, { on }) => booth.unload(on),
  (booth, { on }) => booth.play(on),
  (booth, { on }) => booth.stop(on),
  (booth, { on, yes }) => booth.platter(on, yes),
  (booth, { on, level: to }) => booth.fader(on, to),
  (booth, { on, yes }) => booth.master(on, yes),
  (booth, { ms }) => booth.wait(ms),
  (booth, { network }) => {
    if (network === 'connected') {
      booth.connect();
    } else {
      booth.apply({ device: DEVICE, kind: network });
    }
    if (network === 'gone') {
      closeFaders(booth);
    }
  },
);
export const mute: fc.Arbitrary<Move<Booth>> = anyOf((booth, { on, level: to }) => booth.level(on, to, 1));

type Details = typeof details extends fc.Arbitrary<infer Value> ? Value : never;

function anyOf(...acts: readonly ((booth: Booth, about: Details) => void)[]): fc.Arbitrary<Move<Booth>> {
  return fc.tuple(fc.constantFrom(...acts), details).map(
    ([act, about]) =>
      (booth) =>
        act(booth, about),
  );
}

export function moves<Hands extends Booth>(others: fc.Arbitrary<Move<Hands>>): fc.Arbitrary<Move<Hands>[]> {
  // Without the size, fast-check makes at most ten.
  return fc.array(fc.oneof({ weight: 9, arbitrary: move }, { weight: 1, arbitrary: others }), {
    maxLength: 60,
    size: 'max',
  });
}

/** Mixers send fader positions when they connect. */
function closeFaders(booth: Booth): void {
  for (const on of [1, 2, 3, 4]) {
    booth.fader(on, 0);
  }
}

export function expectTheLoudest<Hands extends Booth>(
  openBooth: (percent: number) => Hands,
  others: fc.Arbitrary<Move<Hands>>,
): void {
  fc.assert(
    fc.property(moves(others), fc.integer({ min: 0, max: 100 }), (all, percent) => {
      const booth = openBooth(percent);
      closeFaders(booth);
      const seen: number[] = [];
      booth.onAnnounced = (id, table) => {
        const playing = [...table.decks.values()].filter(
          ({ transport, loaded }) => runsNow(transport) && loaded.songLoaded === true,
        );
        const levels = playing.map((other) => levelOf(other, table, booth.rule) ?? 0);
        const own = playing
          .filter(({ id: other }) => other === id)
          .map((other) => levelOf(other, table, booth.rule) ?? 0);
        expect(own).toHaveLength(1);
        expect(own[0]).toBe(Math.max(...levels));
        expect(own[0]).toBeGreaterThan(0.02);
        seen.push(...own);
      };
      for (const one of all) {
        one(booth);
      }
      expect(seen).toHaveLength(booth.announced.length);
    }),
  );
}
