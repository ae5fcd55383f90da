/** Tells everything that the device network says; see `deckcast probe`. */
import type { Tools } from '../../core/tools.ts';
import { type DeviceInfo, type IgnoreReason, Network, type NetworkReceiver } from '../../stagelinq/index.ts';
import { diagnose } from './diagnosis.ts';
import { labelsOf } from './labels.ts';
import { networkOptions } from './network-options.ts';
import type { HwDeviceSettings } from './options.ts';

/** Devices that are summed up, and as many that are left alone; what more there are is in the log alone. */
const DEVICES_LIMIT = 64;
/** Paths of a device that are counted: several times as many as any is known to have. */
const PATHS_LIMIT = 1_024;

/** What was seen of one device. */
interface Seen {
  readonly device: DeviceInfo;
  readonly paths: Set<string>;
  values: number;
  connected: boolean;
  failure?: string;
}

export class Probe {
  readonly #settings: HwDeviceSettings;
  readonly #tools: Tools;
  readonly #seen = new Map<string, Seen>();
  #someConnected = false;
  #isEnding = false;
  readonly #ignored: { readonly device: DeviceInfo; readonly reason: IgnoreReason }[] = [];

  constructor(settings: HwDeviceSettings, tools: Tools) {
    this.#settings = settings;
    this.#tools = tools;
  }

  /** Listens until the signal fires, then sums up. */
  async run(signal: AbortSignal): Promise<void> {
    const network = new Network(networkOptions(this.#settings, this.#tools), this.receiver());
    let status = network.status();
    signal.addEventListener('abort', () => {
      this.#isEnding = true;
      // Once it has ended it has no interfaces any more.
      status = network.status();
    });
    await network.run(signal);
    this.sumUp(status);
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
        log.info('device left alone', { ...labelsOf(device), reason });
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
        // The end of the probe is no loss, and whoever reads the last lines would take it for one.
        if (!this.#isEnding) {
          log.info('device lost', { ...labelsOf(device), reason: reason.message });
        }
      },
    };
  }

  /** Undefined for a device too many. */
  #of(device: DeviceInfo): Seen | undefined {
    if (!this.#seen.has(device.token) && this.#seen.size < DEVICES_LIMIT) {
      this.#seen.set(device.token, { device, paths: new Set(), values: 0, connected: false });
    }
    return this.#seen.get(device.token);
  }

  /** What was received, and on which interfaces. */
  sumUp(status: ReturnType<Network['status']>): void {
    const { log } = this.#tools;
    for (const { name, address, sent, heard, error } of status.interfaces) {
      log.info('interface', { name, address, announcementsSent: sent, announcementsHeard: heard, error });
    }
    for (const { device, connected, paths, values } of this.#seen.values()) {
      log.info('device summary', { ...labelsOf(device), connected, paths: paths.size, values });
    }
    if (this.#someConnected) {
      return;
    }
    const failing = [...this.#seen.values()].map(({ device, failure }) => ({
      device,
      reason: failure ?? 'it did not answer in time',
    }));
    const chosen = this.#settings['hwdevice.discovery.interface'];
    const { problem, hint } = diagnose({ status, chosen, ignored: this.#ignored, failing });
    log.warn('no device could be watched', { problem, hint });
  }
}
