/** Beats of devices, on this computer's clock. */

import { deckPath, type NetworkReceiver } from '@deckcast/stagelinq';
import type { Clock } from '../../core/tools.ts';
import { type BeatBoard, deckId } from '../../decks/index.ts';

const DECKS = [1, 2, 3, 4] as const;
const USUAL_RATE = 44_100;
/** Devices' clocks drift, so the shortest delay of so many milliseconds counts, and of those before. */
const WINDOW_MS = 5_000;

const DECK_OF_PATH = new Map(DECKS.map((number) => [deckPath.sampleRate(number), number]));

/**
 * Converts times of a device to ours. Messages are delayed by the network, never early, so the least delayed one of the
 * last seconds shows how the clocks differ.
 */
export class DeviceTime {
  #windowFrom = Number.NEGATIVE_INFINITY;
  #shortest = Number.POSITIVE_INFINITY;
  #shortestBefore = Number.POSITIVE_INFINITY;

  /** Milliseconds on both clocks. */
  convert(deviceTime: number, arrivedAt: number): number {
    if (arrivedAt >= this.#windowFrom + WINDOW_MS) {
      this.#windowFrom = arrivedAt;
      this.#shortestBefore = this.#shortest;
      this.#shortest = Number.POSITIVE_INFINITY;
    }
    this.#shortest = Math.min(this.#shortest, arrivedAt - deviceTime);
    return deviceTime + Math.min(this.#shortest, this.#shortestBefore);
  }
}

export function beatReceiver(board: BeatBoard, clock: Clock): NetworkReceiver {
  const times = new Map<string, DeviceTime>();
  const sampleRates = new Map<string, number>();
  return {
    connected({ token }) {
      times.set(token, new DeviceTime());
    },
    state({ token }, path, { value }) {
      const number = DECK_OF_PATH.get(path);
      if (number !== undefined && typeof value === 'number' && value > 0) {
        sampleRates.set(deckId(token, number), value);
      }
    },
    beat({ token }, message) {
      const at = times.get(token)?.convert(Number(message.clock) / 1e6, clock.monotonic());
      if (at === undefined || !board.isWanted) {
        return;
      }
      const reports = message.decks.flatMap(({ beat, bpm, samples }, index) => {
        const deck = deckId(token, index + 1);
        if (![beat, bpm, samples].every(Number.isFinite) || bpm <= 0) {
          return [];
        }
        const positionMs = (samples / (sampleRates.get(deck) ?? USUAL_RATE)) * 1_000;
        return [{ deck, report: { kind: 'grid', at, beat, bpm, positionMs } as const }];
      });
      board.report(...reports);
    },
    gone({ token }) {
      times.delete(token);
      for (const number of DECKS) {
        sampleRates.delete(deckId(token, number));
      }
    },
  };
}
