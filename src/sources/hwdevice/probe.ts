import {
  type DeviceInfo,
  type IgnoreReason,
  type NetworkReceiver,
  StagelinqNetwork,
} from '@deckcast/stagelinq';
import { type Finding, problemFields } from '../../core/finding.ts';
import type { Tools } from '../../core/tools.ts';
import { pause } from '../../core/waiting.ts';
import { labelsOf } from './device-registry.ts';
import { networkOptions } from './network-options.ts';
import type { HwDeviceSettings } from './options.ts';
import { KnownSurroundings } from './surroundings.ts';

/** The log has all devices, the summary these. */
const DEVICES_LIMIT = 64;
/** Known devices have far fewer. */
const PATHS_LIMIT = 1_024;

const REPORT_EVERY_MS = 1_000;
/** Checks per progress line. */
const ROUNDS_A_LINE = 5;

interface ProbedDevice {
  readonly device: DeviceInfo;
  readonly paths: Set<string>;
  values: number;
  connected: boolean;
  failure?: string;
}

export class Probe {
  readonly #settings: HwDeviceSettings;
  readonly #tools: Tools;
  readonly #surroundings: KnownSurroundings;
  readonly #seen = new Map<string, ProbedDevice>();
  readonly #listening = new Set<string>();
  #someConnected = false;
  #isEnding = false;
  readonly #ignored: { readonly device: DeviceInfo; readonly reason: IgnoreReason }[] = [];

  constructor(settings: HwDeviceSettings, tools: Tools) {
    this.#settings = settings;
    this.#tools = tools;
    this.#surroundings = new KnownSurroundings(tools.clock);
  }

  async run(durationMs: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#tools;
    const network = new StagelinqNetwork(networkOptions(this.#settings, this.#tools), this.receiver());
    const end = new AbortController();
    let status = network.status();
    void pause(clock, durationMs, signal).then(() => {
      this.#isEnding = true;
      // An ended network has no interfaces.
      status = network.status();
      end.abort();
    });
    const endsAt = clock.monotonic() + durationMs;
    const running = network.run(end.signal);
    for (let round = 0; !end.signal.aborted; round += 1) {
      this.report(network.status(), round, endsAt - clock.monotonic());
      await pause(clock, REPORT_EVERY_MS, end.signal);
    }
    await running;
    this.sumUp(status);
  }

  /** Logs interface changes, and the time left every five checks. */
  report(status: ReturnType<StagelinqNetwork['status']>, round: number, leftMs: number): void {
    const { log } = this.#tools;
    for (const { name, address, error } of status.interfaces) {
      const key = [name, address, error].join(' ');
      if (!this.#listening.has(key)) {
        this.#listening.add(key);
        log.info('listening', { name, address, error });
      }
    }
    // The first round reports at once without any interface.
    if (round % ROUNDS_A_LINE !== 0 || (round === 0 && status.interfaces.length > 0)) {
      return;
    }
    const left = `${Math.ceil(leftMs / 1_000)}s`;
    if (this.#someConnected) {
      log.info('still listening', { devices: this.#seen.size, left });
    } else {
      const problem = this.#diagnose(status);
      log.info('no device yet, still listening', { ...(problem && problemFields(problem)), left });
    }
  }

  receiver(): NetworkReceiver {
    const { log } = this.#tools;
    return {
      found: (device) => {
        this.#of(device);
        log.info('device found', labelsOf(device));
      },
      ignored: (device, reason) => {
        if (this.#ignored.length < DEVICES_LIMIT) {
          this.#ignored.push({ device, reason });
        }
        log.info('device ignored', { ...labelsOf(device), reason });
      },
      failed: (device, error, attempt) => {
        const seen = this.#of(device);
        if (seen !== undefined) {
          seen.failure = error.message;
        }
        log.warn('device could not be connected', { ...labelsOf(device), attempt, reason: error.message });
      },
      connected: (device) => {
        this.#someConnected = true;
        const seen = this.#of(device);
        if (seen !== undefined) {
          seen.connected = true;
        }
      },
      services: (device, services) => {
        for (const [serviceName, servicePort] of services) {
          log.info('service', { deviceIP: device.address, serviceName, servicePort });
        }
      },
      state: (device, path, { value }) => {
        const seen = this.#of(device);
        if (seen !== undefined) {
          seen.values += 1;
          if (seen.paths.size < PATHS_LIMIT) {
            seen.paths.add(path);
          }
        }
        log.info('state', { deviceIP: device.address, path, value: value ?? 'none' });
      },
      badState: (device, path, error) =>
        log.warn('state could not be read', { deviceIP: device.address, path, reason: error.message }),
      lost: (device, reason) => {
        // Ending the probe must not look like lost devices.
        if (!this.#isEnding) {
          log.info('device lost', { ...labelsOf(device), reason: reason.message });
        }
      },
    };
  }

  #of(device: DeviceInfo): ProbedDevice | undefined {
    if (!this.#seen.has(device.token) && this.#seen.size < DEVICES_LIMIT) {
      this.#seen.set(device.token, { device, paths: new Set(), values: 0, connected: false });
    }
    return this.#seen.get(device.token);
  }

  sumUp(status: ReturnType<StagelinqNetwork['status']>): void {
    const { log } = this.#tools;
    for (const { name, address, sent, received, error } of status.interfaces) {
      log.info('interface', {
        name,
        address,
        announcementsSent: sent,
        announcementsReceived: received,
        error,
      });
    }
    for (const { device, connected, paths, values } of this.#seen.values()) {
      log.info('device summary', { ...labelsOf(device), connected, paths: paths.size, values });
    }
    const problem = this.#someConnected ? undefined : this.#diagnose(status);
    if (problem !== undefined) {
      log.warn('no device could be watched', problemFields(problem));
    }
  }

  #diagnose(status: ReturnType<StagelinqNetwork['status']>): Finding | undefined {
    const failing = [...this.#seen.values()].map(({ device, failure }) => ({
      device,
      reason: failure ?? 'it did not answer in time',
    }));
    const chosen = this.#settings['hwdevice.discovery.interface'];
    return this.#surroundings.problem({ status, chosen, ignored: this.#ignored, failing });
  }
}
