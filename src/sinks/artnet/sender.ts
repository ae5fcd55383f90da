import type { RoomBeats } from '../../core/contracts/beat.ts';
import type { Taken } from '../../core/contracts/sink.ts';
import type { Text } from '../../core/message.ts';
import type { Clock } from '../../core/tools.ts';
import { UdpSender } from '../udp-sender.ts';
import { frameAt, RATES, type RateName, startOf, timecodeOf, timecodePacket } from './timecode.ts';

const ARTNET_PORT = 6_454;

export interface TimecodeOptions {
  readonly host: string;
  readonly rate: RateName;
  readonly beats: RoomBeats;
  readonly clock: Clock;
}

/**
 * Sends the position of the track on air as timecode. Without a position, the last frame is repeated: receivers hold
 * it, instead of running on by themselves.
 */
export class TimecodeSender {
  readonly #options: TimecodeOptions;
  readonly #sender: UdpSender;
  #unfollow: () => void = () => undefined;
  #cancelTick: () => void = () => undefined;
  #offsetMs = 0;
  #frame: number | undefined;
  /** Monotonic ms. */
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(options: TimecodeOptions) {
    this.#options = options;
    this.#sender = new UdpSender(options.host, ARTNET_PORT, options.clock);
  }

  get problem(): Text | undefined {
    return this.#sender.problem;
  }

  /** Frames. */
  get sent(): Taken {
    return this.#sender.sent;
  }

  /** Milliseconds that are added to each position from now on. */
  set offsetMs(ms: number) {
    this.#offsetMs = ms;
  }

  open(): void {
    this.#sender.open();
    this.#unfollow = this.#options.beats.follow(() => undefined);
    this.#tick();
  }

  close(): void {
    this.#unfollow();
    this.#cancelTick();
    this.#sender.close();
  }

  #tick(): void {
    const { beats, clock, rate } = this.#options;
    const frameMs = 1_000 / RATES[rate].perSecond;
    const now = clock.monotonic();
    const { positionMs } = beats.now() ?? {};
    const at = positionMs === undefined ? undefined : Math.max(0, positionMs + this.#offsetMs);
    const frame = at === undefined ? this.#frame : frameAt(at, rate);
    // Timers fire early, and too soon for a track that plays slowly, but a deck that is paused repeats its frame.
    const repeatAt = this.#sentAt + (at === undefined ? frameMs : 2 * frameMs);
    if (frame !== undefined && (frame !== this.#frame || now >= repeatAt)) {
      this.#sender.send(timecodePacket(timecodeOf(frame, rate), rate));
      this.#frame = frame;
      this.#sentAt = now;
    }
    const holdMs = this.#sentAt + frameMs - now;
    const waitMs = at === undefined || frame === undefined ? holdMs : startOf(frame + 1, rate) - at;
    this.#cancelTick = clock.after(waitMs > 0 ? waitMs : frameMs, () => this.#tick());
  }
}
