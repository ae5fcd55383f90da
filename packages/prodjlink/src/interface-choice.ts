import { inSubnet, type LocalAddress, nearestTo } from '@deckcast/wire-kit';

const MAX_UNREACHABLE = 16;

/** The one that reaches the first device: two on one network would receive everything twice. Pure. */
export class InterfaceChoice {
  readonly #wanted: string | undefined;
  readonly #silenceMs: number;
  /** Times by address. */
  readonly #unreachable = new Map<string, number>();
  #all: readonly LocalAddress[] = [];
  #chosen: LocalAddress | undefined;

  /**
   * `wanted`: only interface to use, possibly loopback; undefined: any other. `silenceMs`: a silent device is
   * gone.
   */
  constructor(wanted: string | undefined, silenceMs: number) {
    this.#wanted = wanted;
    this.#silenceMs = silenceMs;
  }

  /** IPv4 addresses of this computer on the interfaces that may be used. */
  get usable(): readonly LocalAddress[] {
    return this.#candidates();
  }

  get chosen(): LocalAddress | undefined {
    return this.#chosen;
  }

  unreachable(now: number): readonly string[] {
    for (const [address, heardAt] of this.#unreachable) {
      if (now > heardAt + this.#silenceMs) {
        this.#unreachable.delete(address);
      }
    }
    return [...this.#unreachable.keys()];
  }

  refresh(all: readonly LocalAddress[]): void {
    this.#all = all;
  }

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

  /** `alone`: the chosen interface has neither players nor mixers. */
  needsChoice(address: string, alone: boolean, now: number): boolean {
    if (nearestTo(address, this.#candidates()) === undefined) {
      if (this.#unreachable.has(address) || this.unreachable(now).length < MAX_UNREACHABLE) {
        this.#unreachable.set(address, now);
      }
      return false;
    }
    this.#unreachable.delete(address);
    return this.#chosen === undefined || (alone && !inSubnet(address, this.#chosen));
  }

  choose(address: string): void {
    this.#chosen = nearestTo(address, this.#candidates());
  }

  reaches(address: string): boolean {
    return this.#chosen !== undefined && inSubnet(address, this.#chosen);
  }

  isOwn(address: string): boolean {
    return this.#all.some((local) => local.address === address);
  }

  #candidates(): readonly LocalAddress[] {
    return this.#all.filter(({ name, internal }) =>
      this.#wanted === undefined ? !internal : name === this.#wanted,
    );
  }
}
