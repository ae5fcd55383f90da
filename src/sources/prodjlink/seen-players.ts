import type { LinkDevice } from '@deckcast/prodjlink';

interface SeenPlayer {
  readonly device: LinkDevice;
  /** Monotonic. */
  readonly at: number;
  readonly firmware: string | undefined;
}

const FIRMWARE = /^\d\.\d\d$/;

export class SeenPlayers {
  readonly #seen = new Map<string, SeenPlayer>();

  /** Last status, monotonic. */
  lastSeen({ key }: LinkDevice): number | undefined {
    return this.#seen.get(key)?.at;
  }

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

  sharesNumber({ key, number }: LinkDevice): boolean {
    return this.#all().some((device) => device.number === number && device.key !== key);
  }

  /** Other players of the all-in-one at this address. */
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
