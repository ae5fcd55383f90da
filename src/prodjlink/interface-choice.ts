import { interfaceTo, isInSubnet, type LinkInterface } from './interfaces.ts';

/** Addresses remembered of devices that no interface reaches. */
const MAX_UNREACHABLE = 16;

/**
 * Which one interface is used. With two on the same network everything arrives twice, so all but one are left alone: the
 * one that reaches the first device that is heard. No I/O.
 */
export class InterfaceChoice {
  readonly #wanted: string | undefined;
  readonly #unreachable = new Set<string>();
  #all: readonly LinkInterface[] = [];
  #chosen: LinkInterface | undefined;

  /** @param wanted name of the interface to keep to, loopback included; undefined = any but loopback */
  constructor(wanted: string | undefined) {
    this.#wanted = wanted;
  }

  get chosen(): LinkInterface | undefined {
    return this.#chosen;
  }

  get unreachable(): readonly string[] {
    return [...this.#unreachable];
  }

  /** What this computer has now. */
  refresh(all: readonly LinkInterface[]): void {
    this.#all = all;
  }

  /** Whether the chosen interface has gone, or has another address. */
  get lost(): boolean {
    const chosen = this.#chosen;
    return (
      chosen !== undefined &&
      !this.#all.some(
        ({ name, address, netmask }) =>
          name === chosen.name && address === chosen.address && netmask === chosen.netmask,
      )
    );
  }

  forget(): void {
    this.#chosen = undefined;
  }

  /**
   * A device at this address is heard: whether an interface is to be chosen for it.
   * @param alone whether nobody is known on the one that is chosen
   */
  needsChoice(address: string, alone: boolean): boolean {
    if (interfaceTo(address, this.#candidates()) === undefined) {
      if (this.#unreachable.size < MAX_UNREACHABLE) {
        this.#unreachable.add(address);
      }
      return false;
    }
    this.#unreachable.delete(address);
    return this.#chosen === undefined || (alone && !isInSubnet(address, this.#chosen));
  }

  choose(address: string): void {
    this.#chosen = interfaceTo(address, this.#candidates());
  }

  /** Whether an address is on the chosen interface's network. */
  reaches(address: string): boolean {
    return this.#chosen !== undefined && isInSubnet(address, this.#chosen);
  }

  isOwn(address: string): boolean {
    return this.#all.some((local) => local.address === address);
  }

  #candidates(): readonly LinkInterface[] {
    return this.#all.filter(({ name, internal }) =>
      this.#wanted === undefined ? !internal : name === this.#wanted,
    );
  }
}
