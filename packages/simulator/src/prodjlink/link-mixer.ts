import { type OnAirPacket, ROLE } from '@deckcast/prodjlink';
import type { WireClock } from '@deckcast/wire-kit';
import { LinkAnnouncer } from './link-announcer.ts';
import type { LinkCadence, LinkOutput } from './link-output.ts';

export interface LinkMixerOptions {
  readonly name: string;
  readonly channels: 4 | 6;
  readonly output: LinkOutput;
  readonly clock: WireClock;
  readonly cadence: LinkCadence;
  readonly onChange?: (channel: number, open: boolean) => void;
}

const NUMBER = 33;
const CENTER = 0.5;
const IDLE_BPM = 120;
const BEATS_IN_BAR = 4;
/** A mixer sends beats all the time, even in silence. */
const BEAT_MS = 60_000 / IDLE_BPM;

export class LinkMixer {
  readonly #options: LinkMixerOptions;
  readonly #announcer: LinkAnnouncer;
  readonly #faders: number[];
  #crossfader = CENTER;
  #sent: readonly boolean[] = [];
  #sends = true;
  #beatInBar = 1;
  #cancels: (() => void)[] = [];

  constructor(options: LinkMixerOptions) {
    this.#options = options;
    this.#announcer = new LinkAnnouncer({ ...options, number: NUMBER, role: ROLE.mixer });
    this.#faders = Array<number>(options.channels).fill(0);
    this.#sent = this.open;
  }

  get open(): readonly boolean[] {
    // Odd channels are on the left side of the crossfader, even ones on the right.
    return this.#faders.map(
      (level, index) => level * (index % 2 === 0 ? 1 - this.#crossfader : this.#crossfader) > 0,
    );
  }

  switchOn(starts = false): void {
    const { clock, cadence } = this.#options;
    this.#announcer.start(starts);
    const every = (ms: number, run: () => void, place: number): void => {
      const next = (): void => {
        this.#cancels[place] = clock.after(ms, next);
        run();
      };
      next();
    };
    every(cadence.onAirMs, () => this.#sendOnAir(), 0);
    every(cadence.statusMs, () => this.#status(), 1);
    every(BEAT_MS, () => this.#beat(), 2);
  }

  switchOff(): void {
    this.#announcer.stop();
    for (const cancel of this.#cancels) {
      cancel();
    }
    this.#cancels = [];
  }

  /** 0 to 1. */
  fader(channel: number, level: number): void {
    this.#faders[channel - 1] = level;
    this.#changed();
  }

  /** 0 left to 1 right. */
  crossfader(position: number): void {
    this.#crossfader = position;
    this.#changed();
  }

  setSending(sends: boolean): void {
    this.#sends = sends;
  }

  #changed(): void {
    const { open } = this;
    for (const [index, isOpen] of open.entries()) {
      if (isOpen !== this.#sent[index]) {
        this.#options.onChange?.(index + 1, isOpen);
      }
    }
    if (open.some((isOpen, index) => isOpen !== this.#sent[index])) {
      this.#sent = open;
      this.#sendOnAir();
    }
  }

  #sendOnAir(): void {
    const { name, channels, output } = this.#options;
    if (this.#announcer.isOn && this.#sends) {
      const message: OnAirPacket = {
        kind: 'on-air',
        name,
        format: channels === 6 ? 3 : 2,
        number: NUMBER,
        channels: this.open,
      };
      output.timing(message);
    }
  }

  #status(): void {
    if (this.#announcer.isOn) {
      this.#options.output.status({
        kind: 'mixer-status',
        name: this.#options.name,
        format: 0,
        number: NUMBER,
        flags: 0xd0,
        bpm: IDLE_BPM,
        beatInBar: this.#beatInBar,
      });
    }
  }

  #beat(): void {
    this.#beatInBar = (this.#beatInBar % BEATS_IN_BAR) + 1;
    if (this.#announcer.isOn) {
      this.#options.output.timing({
        kind: 'beat',
        name: this.#options.name,
        format: 0,
        number: NUMBER,
        nextBeat: BEAT_MS,
        pitch: 1,
        bpm: IDLE_BPM,
        beatInBar: this.#beatInBar,
      });
    }
  }
}
