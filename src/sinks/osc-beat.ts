/** Sends the beat of the track on air as OSC messages, each in a datagram of its own. */

import type { RoomBeat, RoomBeats } from '../core/contracts/beat.ts';
import type { Text } from '../core/message.ts';
import { numberMessage } from '../core/osc-packet.ts';
import type { Clock } from '../core/tools.ts';
import { UdpSender } from './udp-sender.ts';

export type BeatField =
  /** 1 to 4, at each beat. */
  | 'beat'
  /** Number of the bar, at each of its first beats. */
  | 'bar'
  /** Beats per minute, at each beat. */
  | 'bpm'
  /** 0 to 1, thirty times a second. */
  | 'phase'
  /** Seconds of the track that have passed, thirty times a second. */
  | 'position'
  /** 0 to 1 for 20 to 500 beats per minute, when it changes. */
  | 'tempo'
  /** 1 at the first beat of a bar after a jump. */
  | 'resync'
  /** 1 at each beat. */
  | 'tap';

export type BeatAddresses = Readonly<Partial<Record<BeatField, string>>>;

/** Addresses that programs expect. */
export const BEAT_PRESETS = {
  '': {},
  deckcast: {
    beat: '/deckcast/beat',
    bar: '/deckcast/bar',
    bpm: '/deckcast/bpm',
    phase: '/deckcast/phase',
    position: '/deckcast/position',
  },
  resolume: {
    tempo: '/composition/tempocontroller/tempo',
    resync: '/composition/tempocontroller/resync',
  },
  'resolume-tap': { tap: '/composition/tempocontroller/tempotap' },
} as const satisfies Readonly<Record<string, BeatAddresses>>;

const EVERY_MS = 1_000 / 30;
/** Resolume's range. */
const SLOWEST_BPM = 20;
const BPM_RANGE = 480;
/** Resolume starts its bar when the message arrives, so a later one waits for the next bar. */
const RESYNC_WITHIN_MS = 5;
/** A smaller change is none: each one restarts Resolume's own clock. */
const SAME_BPM = 0.05;

export interface OscBeatOptions {
  readonly host: string;
  readonly port: number;
  readonly addresses: BeatAddresses;
  readonly beats: RoomBeats;
  readonly clock: Clock;
}

export class OscBeat {
  readonly #options: OscBeatOptions;
  readonly #sender: UdpSender;
  #unfollow: () => void = () => undefined;
  #cancelTick: () => void = () => undefined;
  #sentBpm = 0;
  #awaitsResync = false;

  constructor(options: OscBeatOptions) {
    this.#options = options;
    this.#sender = new UdpSender(options.host, options.port, options.clock);
  }

  /** Reason why nothing can be sent. */
  get problem(): Text | undefined {
    return this.#sender.problem;
  }

  open(): void {
    const { addresses, beats } = this.#options;
    this.#sender.open();
    this.#unfollow = beats.follow((beat) => {
      if (beat !== undefined) {
        this.#onBeat(beat);
      }
    });
    if (addresses.phase !== undefined || addresses.position !== undefined) {
      this.#tick();
    }
  }

  close(): void {
    this.#unfollow();
    this.#cancelTick();
    this.#sender.close();
  }

  #onBeat({ beatInBar, bar, bpm, begunAt, jumped }: RoomBeat): void {
    this.#awaitsResync ||= jumped;
    const isFirst = beatInBar === 1;
    this.#send('beat', 'i', beatInBar);
    if (isFirst) {
      this.#send('bar', 'i', bar);
    }
    this.#send('bpm', 'f', bpm);
    this.#send('tap', 'i', 1);
    if (Math.abs(bpm - this.#sentBpm) > SAME_BPM) {
      this.#sentBpm = bpm;
      this.#send('tempo', 'f', Math.min(1, Math.max(0, (bpm - SLOWEST_BPM) / BPM_RANGE)));
    }
    const lateMs = this.#options.clock.monotonic() - begunAt;
    if (isFirst && this.#awaitsResync && lateMs <= RESYNC_WITHIN_MS) {
      this.#awaitsResync = false;
      this.#send('resync', 'i', 1);
    }
  }

  #tick(): void {
    const { beats, clock } = this.#options;
    const now = beats.now();
    if (now !== undefined) {
      this.#send('phase', 'f', now.phase);
      if (now.positionMs !== undefined) {
        this.#send('position', 'f', now.positionMs / 1_000);
      }
    }
    this.#cancelTick = clock.after(EVERY_MS, () => this.#tick());
  }

  #send(field: BeatField, type: 'i' | 'f', value: number): void {
    const address = this.#options.addresses[field];
    if (address !== undefined) {
      this.#sender.send(numberMessage(address, type, value));
    }
  }
}
