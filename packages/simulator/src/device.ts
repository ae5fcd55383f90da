import { BROADCAST, broadcastCodec, formatLibraryChange } from '@deckcast/stagelinq';
import { Turns, type WireClock, type WireLogger } from '@deckcast/wire-kit';
import { BeatService } from './beat-service.ts';
import type { ClientConnection, SendPace } from './client-connection.ts';
import { type DeviceSpec, MANNERS, tokenFor } from './device-spec.ts';
import { Endpoint, type EndpointTools, type SimulatedService } from './endpoint.ts';
import { FileService, Medium } from './file-service.ts';
import type { DiscoveryPort } from './network.ts';
import { StateService, StateStore } from './state-service.ts';
import { bootValues } from './values.ts';

/** The messages of `Syncing` are unknown, and deckcast does not use it. */
const silentService = (name: string): SimulatedService => ({
  name,
  open: () => ({ message: () => undefined, close: () => undefined }),
});

export interface DeviceTools {
  readonly devices: readonly DeviceSpec[];
  readonly address: string;
  readonly discovery: DiscoveryPort;
  readonly clock: WireClock;
  readonly log: WireLogger;
  /** 0 to below 1. */
  readonly random: () => number;
  readonly onSubscribe: () => void;
}

export class SimulatedDevice {
  readonly spec: DeviceSpec;
  readonly states: StateStore;
  readonly medium: Medium;
  readonly pace: SendPace = { splitBytes: 0, gatherMs: 0 };
  readonly stateMap: StateService;
  readonly files: FileService;
  readonly #listeners = new Set<ClientConnection>();
  readonly beats: BeatService;
  readonly #tools: DeviceTools;
  readonly #main: Endpoint;
  readonly #endpoints: readonly Endpoint[];
  #switchedOnAt = 0;
  #on = false;
  readonly #switches = new Turns();

  constructor(spec: DeviceSpec, tools: DeviceTools) {
    const { clock } = tools;
    this.spec = spec;
    this.#tools = tools;
    this.states = new StateStore(tools.random);
    this.medium = new Medium(spec.files);
    this.stateMap = new StateService(this.states, spec.role === 'player', tools.onSubscribe);
    this.files = new FileService(this.medium, spec.chunkSize);
    const uptime = (): bigint => BigInt(Math.round((clock.monotonic() - this.#switchedOnAt) * 1e6));
    this.beats = new BeatService(spec.decks, clock, uptime);
    this.states.watch((path, value) => this.beats.note(path, value));
    const { token, name: source, software, version } = spec;
    const manners = MANNERS[spec.role];
    const endpointTools: EndpointTools = { ...tools, manners, pace: this.pace, uptime };
    const endpoint = (ownToken: string, software: string, services: readonly SimulatedService[]) =>
      new Endpoint({ token: ownToken, source, software, version }, services, endpointTools);
    this.#main = endpoint(token, software, spec.role === 'mixer' ? [] : this.#services());
    this.#endpoints = [
      this.#main,
      ...(manners.analyzers ? [1, 2] : []).map((number) =>
        endpoint(tokenFor(`${token} ${number}`), 'OfflineAnalyzer', [this.files]),
      ),
    ];
    this.#boot();
  }

  get port(): number {
    return this.#main.port;
  }

  get tokens(): string[] {
    return this.#endpoints.map(({ identity }) => identity.token);
  }

  get connections(): ClientConnection[] {
    return this.#endpoints.flatMap(({ connections }) => [...connections]);
  }

  switchOn(): Promise<void> {
    return this.#switch(true, async () => {
      this.#switchedOnAt = this.#tools.clock.monotonic();
      await Promise.all(this.#endpoints.map((endpoint) => endpoint.open()));
    });
  }

  /**
   * The device keeps its values if it leaves with a farewell; otherwise its power is cut, and decks are
   * empty.
   */
  switchOff(farewell: boolean): Promise<void> {
    if (!farewell) {
      this.#boot();
    }
    return this.#switch(false, async () => {
      await Promise.all(this.#endpoints.map((endpoint) => endpoint.close(farewell)));
    });
  }

  /** `databaseUuid`: of the library. */
  broadcastChange(databaseUuid: string): void {
    const frame = broadcastCodec.encode({ json: formatLibraryChange({ databaseUuid, trackId: '1' }) });
    for (const connection of this.#listeners) {
      connection.send(frame);
    }
  }

  #switch(on: boolean, change: () => Promise<void>): Promise<void> {
    return this.#switches.run(async () => {
      if (this.#on !== on) {
        this.#on = on;
        await change();
      }
    });
  }

  #boot(): void {
    this.states.reset(bootValues(this.spec, this.#tools.devices));
    this.beats.reset();
  }

  #services(): SimulatedService[] {
    const broadcast: SimulatedService = {
      name: BROADCAST,
      open: (connection) => {
        this.#listeners.add(connection);
        return { message: () => undefined, close: () => this.#listeners.delete(connection) };
      },
    };
    return [
      this.stateMap,
      broadcast,
      ...(this.spec.role === 'player' ? [silentService('Syncing')] : []),
      silentService('TimeSynchronization'),
      this.beats,
      this.files,
    ];
  }
}
