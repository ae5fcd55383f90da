import type { WebSocket } from 'ws';
import type { RoomBeat, RoomBeats } from '../core/contracts/beat.ts';
import type { Clock } from '../core/tools.ts';
import { rfc3339 } from '../core/units.ts';
import { Timer, untilAborted } from '../core/waiting.ts';
import { encode, Hub } from './hub.ts';
import type { BeatMessage, WireBeat } from './wire/beat.ts';
import { WIRE_VERSION } from './wire/events.ts';

/** Longest silence, so that a page notices a lost connection. */
const SPEAK_EVERY_MS = 15_000;

/** Follows the beat only while a page is connected. */
export class BeatFeed {
  readonly #hub = new Hub();
  readonly #clock: Clock;
  readonly #beats: RoomBeats;
  readonly #speak: Timer;
  #unfollow: (() => void) | undefined;

  constructor(clock: Clock, beats: RoomBeats) {
    this.#clock = clock;
    this.#beats = beats;
    this.#speak = new Timer(clock);
  }

  add(page: WebSocket): void {
    this.#hub.add(page, encode(this.#message(null)));
    page.on('close', () => {
      if (this.#hub.size === 0) {
        this.#stop();
      }
    });
    if (this.#unfollow === undefined) {
      this.#unfollow = this.#beats.follow((beat) =>
        beat === undefined ? this.#send(null) : this.#send(wireBeat(beat), beat.begunAt),
      );
      this.#speakLater();
    }
  }

  async run(signal: AbortSignal): Promise<void> {
    await untilAborted(signal);
    this.#stop();
  }

  #send(beat: WireBeat | null, begunAt?: number): void {
    this.#hub.send(encode(this.#message(beat, begunAt)));
    this.#speakLater();
  }

  #speakLater(): void {
    this.#speak.cancel();
    this.#speak.set(SPEAK_EVERY_MS, () => this.#send(null));
  }

  #stop(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
    this.#speak.cancel();
  }

  #message(beat: WireBeat | null, begunAt = this.#clock.monotonic()): BeatMessage {
    const lateMs = this.#clock.monotonic() - begunAt;
    return { v: WIRE_VERSION, type: 'beat', at: rfc3339(this.#clock.now() - lateMs), beat };
  }
}

function wireBeat({ beatInBar, bar, bpm }: RoomBeat): WireBeat {
  return { beat: beatInBar, bar, bpm: Math.round(bpm * 100) / 100 };
}
