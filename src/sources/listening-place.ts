import { type Address, address } from '../settings/kinds.ts';

/** Where a source listens: as its option has it, with the port that the system chose where that is 0. */
export class ListeningPlace {
  readonly #option: string;
  #address: Address;

  /** `option`: `--traktor.addr`. */
  constructor(option: string, wanted: Address) {
    this.#option = option;
    this.#address = wanted;
  }

  get address(): Address {
    return this.#address;
  }

  /** For people: `127.0.0.1:8080`. */
  get text(): string {
    return address.print(this.#address);
  }

  /** For the line in the log that names the place; undefined where only this computer reaches it, or one network. */
  get hint(): string | undefined {
    return this.#address.host === undefined
      ? `any machine on your network can send tracks; ${this.#option} restricts it`
      : undefined;
  }

  /** The port that it got. */
  opened(port: number): void {
    this.#address = { ...this.#address, port };
  }
}
