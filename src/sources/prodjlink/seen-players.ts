/** The players that report their state, and when each did last. */
import type { LinkDevice } from '@deckcast/prodjlink';

interface SeenPlayer {
  readonly device: LinkDevice;
  /** Milliseconds, monotonic. */
  readonly at: number;
  readonly firmware: string | undefined;
}

/** Anything else in its place is no version. */
const FIRMWARE = /^\d\.\d\d$/;

export class SeenPlayers {
  readonly #seen = new Map<string, SeenPlayer>();

  /** When it was seen last, milliseconds, monotonic. */
  lastSeen({ key }: LinkDevice): number | undefined {
    return this.#seen.get(key)?.at;
  }

  /** As its status reports it; undefined before the first. */
  firmwareOf({ key }: LinkDevice): string | undefined {
    return this.#seen.get(key)?.firmware;
  }

  note(device: LinkDevice, at: number, firmware: string): void {
    const version = FIRMWARE.test(firmware) ? firmware : this.firmwareOf(device);
    this.#seen.set(device.key, { device, at, firmware: version });
  }

  forget({ key }: LinkDevice): void {
    this.#seen.delete(key);
  }

  /** Whether another one has the same number. */
  sharesNumber({ key, number }: LinkDevice): boolean {
    return this.#all().some((device) => device.number === number && device.key !== key);
  }

  /** The others at its address: those of an all-in-one. */
  beside({ key, address }: LinkDevice): readonly LinkDevice[] {
    return this.#all().filter((device) => device.address === address && device.key !== key);
  }

  withNumber(number: number): readonly LinkDevice[] {
    return this.#all().filter((device) => device.number === number);
  }

  #all(): readonly LinkDevice[] {
    return [...this.#seen.values()].map(({ device }) => device);
  }
}
