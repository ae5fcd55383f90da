import { onTestFinished } from 'vitest';
import { type NetworkOptions, StagelinqNetwork } from '../network.ts';
import type { NetworkReceiver } from '../network-receiver.ts';
import { DEFAULT_TOKEN } from '../token.ts';

/** A network on loopback until the test is over, whose events are noted as short lines, in order. */
export class WatchedNetwork {
  readonly network: StagelinqNetwork;
  readonly events: string[] = [];
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  /** `before`: is told everything before the events are noted. */
  constructor(
    port: number,
    options: Partial<NetworkOptions> = {},
    more: NetworkReceiver = {},
    before: NetworkReceiver = {},
  ) {
    const note = (line: string) => this.events.push(line);
    this.network = new StagelinqNetwork(
      {
        identity: { token: DEFAULT_TOKEN, source: 'test', software: 'test', version: '0' },
        interfaces: ['lo'],
        port,
        ...options,
      },
      before,
      {
        found: ({ source }) => note(`found ${source}`),
        ignored: ({ source }, reason) => note(`ignored ${source}: ${reason}`),
        failed: ({ source }, error) => note(`failed ${source}: ${error.code}`),
        connected: ({ source }) => note(`connected ${source}`),
        state: ({ source }, path, { value }) => note(`state ${source} ${path} ${value}`),
        badState: ({ source }, path, error) => note(`bad state ${source} ${path}: ${error.code}`),
        lost: ({ source }, error) => note(`lost ${source}: ${error.code}`),
        gone: ({ source }) => note(`gone ${source}`),
        ...more,
      },
    );
    this.#running = this.network.run(this.#stopping.signal);
    onTestFinished(() => this.stop());
  }

  count(beginning: string): number {
    return this.events.filter((event) => event.startsWith(beginning)).length;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }
}
