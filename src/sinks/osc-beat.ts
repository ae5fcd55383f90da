/** Sends the beat of the track on air as OSC messages, each in a datagram of its own. */

import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { RoomBeat, RoomBeats } from '../core/contracts/beat.ts';
import { textOf } from '../core/errors.ts';
import { say, type Text } from '../core/message.ts';
import { numberMessage } from '../core/osc-packet.ts';
import type { Clock } from '../core/tools.ts';
import { within } from '../core/waiting.ts';

/** A value that an address can get. */
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
/** A name may get another address, and a network may come back. */
const RESOLVE_EVERY_MS = 30_000;
const RESOLVE_WITHIN_MS = 5_000;
/** Resolume's range. */
const SLOWEST_BPM = 20;
const BPM_RANGE = 480;
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
  readonly #closing = new AbortController();
  #socket: Socket | undefined;
  #address = '';
  #problem: Text | undefined;
  #unfollow: () => void = () => undefined;
  #cancelTick: () => void = () => undefined;
  #cancelResolve: () => void = () => undefined;
  #sentBpm = 0;
  #awaitsResync = false;

  constructor(options: OscBeatOptions) {
    this.#options = options;
  }

  /** Reason why nothing can be sent. */
  get problem(): Text | undefined {
    return this.#problem;
  }

  open(): void {
    const { addresses, beats } = this.#options;
    const family = isIP(this.#options.host);
    if (family === 0) {
      void this.#resolve();
    } else {
      this.#use(this.#options.host, family);
    }
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
    this.#closing.abort();
    this.#unfollow();
    this.#cancelTick();
    this.#cancelResolve();
    this.#socket?.close();
    this.#socket = undefined;
  }

  async #resolve(): Promise<void> {
    const { host, clock } = this.#options;
    const { signal } = this.#closing;
    const late = () => new Error(`no answer in ${RESOLVE_WITHIN_MS} ms`);
    try {
      const found = await within({ clock, ms: RESOLVE_WITHIN_MS, late, signal }, () => lookup(host));
      if (!signal.aborted) {
        this.#use(found.address, found.family);
      }
    } catch (error) {
      this.#fail(error);
    }
    if (!signal.aborted) {
      this.#cancelResolve = clock.after(RESOLVE_EVERY_MS, () => void this.#resolve());
    }
  }

  #use(address: string, family: number): void {
    if (address === this.#address && this.#socket !== undefined) {
      return;
    }
    this.#socket?.close();
    this.#address = address;
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    socket.on('error', (error) => this.#fail(error));
    this.#socket = socket;
    this.#problem = undefined;
  }

  #onBeat({ beatInBar, bar, bpm, jumped }: RoomBeat): void {
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
    if (isFirst && this.#awaitsResync) {
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
    const { addresses, port } = this.#options;
    const address = addresses[field];
    if (address !== undefined && this.#socket !== undefined) {
      this.#socket.send(numberMessage(address, type, value), port, this.#address, (error) => {
        if (error === null) {
          this.#problem = undefined;
        } else {
          this.#fail(error);
        }
      });
    }
  }

  #fail(error: unknown): void {
    if (!this.#closing.signal.aborted) {
      this.#problem = say('osc.cannot-send-osc', { host: this.#options.host, reason: textOf(error) });
    }
  }
}
