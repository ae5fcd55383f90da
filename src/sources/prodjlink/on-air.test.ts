import { expect, test } from 'vitest';
import { OnAir } from './on-air.ts';

const AZ = '10.0.0.2';
const DJM = '10.0.0.33';
const inAz = (number: number) => ({ number, address: AZ });
const beside = (number: number) => ({ number, address: `10.0.0.1${number}` });
const ALL_IN_ONES = new Set([AZ, '10.0.0.13']);

test("uses an all-in-one's own mixer for its decks, and the other mixer for other players", () => {
  const onAir = new OnAir();
  onAir.update([true, false, false, false], AZ, 0);
  onAir.update([false, false, true, false], DJM, 0);
  const levelOf = (player: { number: number; address: string }, at = 100) =>
    onAir.levelOf(player, ALL_IN_ONES, at);
  expect([levelOf(inAz(1)), levelOf(inAz(3))]).toEqual([1, 0]);
  expect([levelOf(beside(1)), levelOf(beside(3))]).toEqual([0, 1]);
  expect(levelOf(beside(5))).toBeUndefined();
  onAir.update([true, false, false, false], AZ, 3_000);
  expect([levelOf(beside(1), 3_000), levelOf(beside(3), 3_000)]).toEqual([1, 0]);
  expect(levelOf(inAz(1), 6_000)).toBeUndefined();
});

test('uses the first of two stand-alone mixers until it falls silent', () => {
  const onAir = new OnAir();
  onAir.update([true], DJM, 0);
  onAir.update([false], '10.0.0.34', 10);
  expect(onAir.levelOf(beside(1), ALL_IN_ONES, 20)).toBe(1);
  onAir.update([false], '10.0.0.34', 3_005);
  expect(onAir.levelOf(beside(1), ALL_IN_ONES, 3_006)).toBe(0);
});
