/** A running simulation on loopback, and a bare client. */

import {
  deviceSpecs,
  loopback,
  type SimulatedSet,
  Simulation,
  type SimulationOptions,
} from '@deckcast/simulator';
import { STATE_MAP, stateCodec } from '@deckcast/stagelinq';
import { systemClock } from '../../src/host/clock.ts';
import { keptLog } from './log.ts';
import { RawClient } from './raw-client.ts';
import { waitFor } from './wait.ts';

/**
 * Discovery port of this test process. It differs between test processes and lies below the system's ephemeral ports
 * (32768 on Linux, 49152 elsewhere).
 */
export const TEST_DISCOVERY_PORT = 20_000 + (process.pid % 10_000);

export type Wishes = Parameters<typeof deviceSpecs>[0];

/** A set without a timeline: the test performs the moves. */
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
    const devices = waitFor('the devices', () =>
      simulation.devices.every(({ port }) => port > 0) ? true : undefined,
    );
    try {
      // The simulation ends early only on failure.
      await Promise.race([devices, started.#running]);
    } catch (error) {
      started.#stop.abort();
      client.close();
      throw error;
    }
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

  /** The devices send a goodbye, which the client receives. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async close(): Promise<void> {
    await this.stop();
    this.client.close();
  }
}
