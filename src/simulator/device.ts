/** One simulated device: its states, media and music, and the endpoints by which the network knows it. */
import { createHash } from 'node:crypto';
import type { Clock, Logger } from '../core/tools.ts';
import { bootValues } from './boot-values.ts';
import type { ClientConnection, SendPace } from './client-connection.ts';
import { modelOf } from './device-spec.ts';
import { Endpoint, type EndpointTools } from './endpoint.ts';
import type { HeardPrograms } from './heard-programs.ts';
import { Medium } from './medium.ts';
import type { SimulationNetwork } from './network.ts';
import { Playheads } from './playheads.ts';
import type { Random } from './random.ts';
import { beatInfoService } from './services/beat-info.ts';
import { type BroadcastService, broadcastService } from './services/broadcast.ts';
import { type FileTransferService, fileTransferService } from './services/file-transfer.ts';
import type { SimulatedService } from './services/service.ts';
import { type StateMapService, stateMapService } from './services/state-map.ts';
import type { DeviceSpec } from './set.ts';
import { StateStore } from './state-store.ts';

const ANALYZER = 'OfflineAnalyzer';
/** X1800 and X1850 announce it, and refuse connections there. */
const MIXER_PORT = 50_010;
const NANOSECONDS_IN_MS = 1_000_000;
/** A service that is offered, and says nothing: no client of ours asks for it. */
const silentService = (name: string): SimulatedService => ({
  name,
  open: () => ({ message: () => undefined, close: () => undefined }),
});

export interface DeviceTools {
  readonly devices: readonly DeviceSpec[];
  readonly network: SimulationNetwork;
  readonly neighbours: HeardPrograms;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: Random;
  readonly asksForAnnouncement: boolean;
  /** A client has subscribed to its first state. */
  readonly onSubscribe: () => void;
}

export class SimulatedDevice {
  readonly spec: DeviceSpec;
  readonly states: StateStore;
  readonly medium: Medium;
  readonly pace: SendPace = { splitBytes: 0, gatherMs: 0 };
  readonly stateMap: StateMapService;
  readonly files: FileTransferService;
  readonly broadcast: BroadcastService = broadcastService();
  readonly #transport: Playheads;
  readonly #tools: DeviceTools;
  readonly #main: Endpoint;
  readonly #endpoints: readonly Endpoint[];
  #switchedOnAt = 0;
  #on = false;
  /** Switching on and off take time; one follows the other. */
  #switching: Promise<void> = Promise.resolve();

  constructor(spec: DeviceSpec, tools: DeviceTools) {
    this.spec = spec;
    this.#tools = tools;
    this.states = new StateStore(tools.random);
    this.#transport = new Playheads(spec.decks);
    this.states.watch((path, value) => this.#transport.note(path, value, tools.clock.monotonic()));
    this.medium = new Medium(spec.files);
    this.stateMap = stateMapService(this.states, spec.role === 'player', tools.onSubscribe);
    this.files = fileTransferService(this.medium, spec.chunkSize);
    const uptime = (): bigint =>
      BigInt(Math.round((tools.clock.monotonic() - this.#switchedOnAt) * NANOSECONDS_IN_MS));
    const environment: EndpointTools = { ...tools, pace: this.pace, uptime };
    const model = modelOf(spec.software);
    const identity = {
      token: spec.token,
      source: spec.name,
      software: spec.software,
      version: spec.version,
    };
    const refusedPort = spec.role === 'mixer' ? MIXER_PORT : undefined;
    this.#main = new Endpoint(identity, this.#services(uptime), model, environment, refusedPort);
    const analyzers = (model.analyzers ? [1, 2] : []).map((number) => {
      const token = analyzerToken(spec.token, number);
      return new Endpoint({ ...identity, token, software: ANALYZER }, [this.files], model, environment);
    });
    this.#endpoints = [this.#main, ...analyzers];
    this.#boot();
  }

  /** TCP port of the main connection; 0 while switched off. */
  get port(): number {
    return this.#main.port;
  }

  /** Of the device and of what runs beside it. */
  get tokens(): string[] {
    return this.#endpoints.map(({ identity }) => identity.token);
  }

  get lines(): ClientConnection[] {
    return this.#endpoints.flatMap(({ lines }) => [...lines]);
  }

  /** Resolves when it can be connected to. Does nothing to a device that is on. */
  switchOn(): Promise<void> {
    return this.#switch(async () => {
      if (!this.#on) {
        this.#on = true;
        this.#switchedOnAt = this.#tools.clock.monotonic();
        await Promise.all(this.#endpoints.map((endpoint) => endpoint.open()));
      }
    });
  }

  /** With a farewell it leaves in good order and keeps its values; without one its power is cut, and decks are empty. */
  switchOff(farewell: boolean): Promise<void> {
    if (!farewell) {
      this.#boot();
    }
    return this.#switch(async () => {
      if (this.#on) {
        this.#on = false;
        await Promise.all(this.#endpoints.map((endpoint) => endpoint.close(farewell)));
      }
    });
  }

  #switch(change: () => Promise<void>): Promise<void> {
    this.#switching = this.#switching.then(change);
    return this.#switching;
  }

  #boot(): void {
    this.states.reset(bootValues(this.spec, this.#tools.devices));
    this.#transport.reset();
  }

  #services(uptime: () => bigint): SimulatedService[] {
    return [
      this.stateMap,
      this.broadcast,
      ...(this.spec.role === 'player' ? [silentService('Syncing')] : []),
      silentService('TimeSynchronization'),
      beatInfoService(this.#transport, this.#tools.clock, uptime),
      this.files,
    ];
  }
}

/** An analysis worker's token stays the same for ever too. */
function analyzerToken(of: string, number: number): string {
  const hash = createHash('sha256').update(`${of} ${number}`).digest('hex');
  return `0${hash.slice(1, 32)}`;
}
