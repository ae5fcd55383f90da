import { listen } from '../../core/listening.ts';
import { type Address, address } from '../../settings/kinds.ts';

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['', '0.0.0.0', '::']);

/** Address to enter in the program that sends. `reach`: this computer's, as others reach it. */
export function placeToType({ host = '', port }: Address, reach: string): string {
  return address.print({ host: EVERY_ADDRESS.has(host) ? reach : host, port });
}

/** Address of an option, with the actual port for 0. */
export class ListeningPlace {
  readonly #option: string;
  #address: Address;

  /** `--traktor.addr`. */
  constructor(option: string, wanted: Address) {
    this.#option = option;
    this.#address = wanted;
  }

  get address(): Address {
    return this.#address;
  }

  /** `127.0.0.1:8080`. */
  get text(): string {
    return address.print(this.#address);
  }

  /** Security hint for the log; undefined if the source listens at one address. */
  get hint(): string | undefined {
    return this.#address.host === undefined
      ? `any machine on your network can send tracks; ${this.#option} restricts it`
      : undefined;
  }

  /** Rejects like `listen`, with `problem`'s message. */
  async listen(server: Parameters<typeof listen>[0], problem: Parameters<typeof listen>[2]): Promise<void> {
    this.opened(await listen(server, this.#address, problem));
  }

  opened(port: number): void {
    this.#address = { ...this.#address, port };
  }
}
