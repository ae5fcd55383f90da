/** A running simulation on loopback, and a bare client beside it. */
import { systemClock } from '../../src/app/clock.ts';
import {
  deviceSpecs,
  loopback,
  type SimulatedSet,
  Simulation,
  type SimulationOptions,
} from '../../src/simulator/index.ts';
import { STATE_MAP, stateCodec } from '../../src/stagelinq/index.ts';
import { keptLog } from './log.ts';
import { RawClient } from './raw-client.ts';
import { waitFor } from './wait.ts';

/** Discovery port of this test process: beside what others on this computer use. */
export const TEST_DISCOVERY_PORT = 30_000 + (process.pid % 10_000);

export type Wishes = Parameters<typeof deviceSpecs>[0];

/** A set without a time line: the test moves the hands. */
export function setWith(...devices: Wishes): SimulatedSet {
  return { name: 'test', waitForClient: false, devices: deviceSpecs(devices), tracks: [], timeline: [] };
}

export class Simulated {
  readonly simulation: Simulation;
  readonly client: RawClient;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  private constructor(simulation: Simulation, client: RawClient) {
    this.simulation = simulation;
    this.client = client;
    this.#running = simulation.run(this.#stop.signal);
  }

  static async start(set: SimulatedSet, options: Partial<SimulationOptions> = {}): Promise<Simulated> {
    const client = new RawClient(TEST_DISCOVERY_PORT);
    await client.open();
    const network = loopback(TEST_DISCOVERY_PORT);
    const simulation = new Simulation({ set, network, clock: systemClock, log: keptLog(), ...options });
    const started = new Simulated(simulation, client);
    await waitFor('the devices', () => (simulation.devices.every(({ port }) => port > 0) ? true : undefined));
    return started;
  }

  port(id: string): number {
    return this.simulation.device(id)?.port ?? 0;
  }

  /** Announces the client, finds the state service and subscribes. */
  async subscribe(id: string, ...paths: string[]) {
    await this.client.announce();
    const states = this.client.service(
      await this.client.find(this.port(id), STATE_MAP),
      STATE_MAP,
      stateCodec,
    );
    for (const path of paths) {
      states.send(stateCodec.encode({ kind: 'subscribe', path, interval: 0 }));
    }
    return states;
  }

  /** The devices say good-bye; the client hears it. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async close(): Promise<void> {
    await this.stop();
    this.client.close();
  }
}
