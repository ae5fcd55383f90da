/** Claims the number at the start, then sends keep-alives. */

import type { PresenceMessage } from '@deckcast/prodjlink';
import type { WireClock } from '@deckcast/wire-kit';
import type { LinkCadence, LinkOutput } from './link-output.ts';

export interface LinkAnnouncerOptions {
  readonly name: string;
  readonly number: number;
  readonly role: number;
  /** Was the network's first device. */
  readonly first?: boolean;
  readonly output: LinkOutput;
  readonly clock: WireClock;
  readonly cadence: LinkCadence;
}

const REPEATED = 3;

export class LinkAnnouncer {
  readonly #options: LinkAnnouncerOptions;
  #number: number;
  #isOn = false;
  #cancel = (): void => undefined;

  constructor(options: LinkAnnouncerOptions) {
    this.#options = options;
    this.#number = options.number;
  }

  get number(): number {
    return this.#number;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  start(claims: boolean): void {
    const { output, clock, cadence } = this.#options;
    const messages = claims ? this.#claim() : [];
    const next = (): void => {
      const message = messages.shift();
      this.#isOn = message === undefined;
      this.#cancel = clock.after(this.#isOn ? cadence.keepAliveMs : cadence.startMs, next);
      output.presence(message ?? this.#keepAlive());
    };
    next();
  }

  stop(): void {
    this.#cancel();
    this.#isOn = false;
  }

  renumber(number: number): void {
    this.stop();
    this.#number = number;
    this.start(true);
  }

  #claim(): PresenceMessage[] {
    const { name, role, output } = this.#options;
    const head = { name, format: 2 } as const;
    const mac = this.#mac();
    const claims: readonly PresenceMessage[] = [
      { ...head, kind: 'hello', role },
      { ...head, kind: 'claim-hardware', role, mac },
      {
        ...head,
        kind: 'claim-address',
        ip: output.address,
        mac,
        number: this.#number,
        role,
      },
      { ...head, kind: 'claim-number', number: this.#number },
    ];
    return claims.flatMap((claim) => Array<PresenceMessage>(REPEATED).fill(claim));
  }

  #keepAlive(): PresenceMessage {
    const { name, role, first = false, output } = this.#options;
    return {
      kind: 'keep-alive',
      name,
      format: 2,
      number: this.#number,
      first,
      mac: this.#mac(),
      ip: output.address,
      devices: output.deviceCount,
      role,
      generation: 0,
    };
  }

  /** Locally administered. Devices of an all-in-one share it. */
  #mac(): string {
    const [, , high = 0, low = 0] = this.#options.output.address.split('.').map(Number);
    const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
    return `02:00:00:00:${hex(high)}:${hex(low)}`;
  }
}
