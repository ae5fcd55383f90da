import type { DeviceInfo, IgnoreReason, NetworkReceiver } from '@deckcast/stagelinq';
import type { Finding } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { problemOf } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import { Once } from '../../core/once.ts';
import type { LogFields, Tools } from '../../core/tools.ts';
import { CROWD_HINT, type Evidence } from './diagnosis.ts';

/** Starting devices refuse the first ones. */
const ATTEMPTS_BEFORE_WARNING = 3;
const MAX_IGNORED = 64;

interface RegistryEntry {
  readonly info: DeviceInfo;
  readonly state: 'found' | 'connected' | 'lost';
  readonly reason: string;
}

export class DeviceRegistry {
  readonly #tools: Pick<Tools, 'log'>;
  readonly #signal: AbortSignal;
  readonly #maxDevices: number;
  readonly #crowd = new Once();
  readonly #devices = new Map<string, RegistryEntry>();
  readonly #ignored = new Map<string, { readonly device: DeviceInfo; readonly reason: IgnoreReason }>();

  /**
   * @param signal once fired, lost devices are not logged
   * @param maxDevices the user's limit; 0 is unlimited
   */
  constructor(tools: Pick<Tools, 'log'>, signal: AbortSignal, maxDevices: number) {
    this.#tools = tools;
    this.#signal = signal;
    this.#maxDevices = maxDevices;
  }

  readonly receiver: NetworkReceiver = {
    found: (info) => {
      this.#set(info, 'found', '');
      this.#tools.log.debug('device found', labelsOf(info));
    },
    ignored: (device, reason) => {
      if (this.#ignored.size < MAX_IGNORED) {
        this.#ignored.set(`${device.token} ${reason}`, { device, reason });
      }
      this.#tools.log.debug('device ignored', { ...labelsOf(device), reason });
      if (reason === 'too-many' && this.#maxDevices === 0 && this.#crowd.begins()) {
        this.#tools.log.warn('too many devices', { hint: CROWD_HINT });
      }
    },
    failed: (info, { message }, attempt) => {
      const { state } = this.#devices.get(info.token) ?? {};
      this.#set(info, state === 'lost' ? 'lost' : 'found', message);
      if (attempt === ATTEMPTS_BEFORE_WARNING) {
        // A crowd gets one warning: its devices may be forged.
        this.#tools.log[this.#crowd.has() ? 'debug' : 'warn']('device cannot be connected', {
          ...labelsOf(info),
          reason: message,
        });
      }
    },
    connected: (info) => {
      this.#set(info, 'connected', '');
      this.#tools.log.info('device connected', labelsOf(info));
    },
    services: (info, services) => {
      for (const [serviceName, servicePort] of services) {
        this.#tools.log.debug('service found', { deviceIP: info.address, serviceName, servicePort });
      }
    },
    lost: (info, { code, message }) => {
      this.#set(info, 'lost', message);
      // `gone` logs the departure; connections may close before the goodbye arrives.
      if (this.#signal.aborted || code === 'left') {
        return;
      }
      if (code === 'moved') {
        this.#tools.log.info('device left', { ...labelsOf(info), reason: message });
      } else {
        this.#tools.log.warn('device lost; reconnecting', { ...labelsOf(info), reason: message });
      }
    },
    gone: (info, { message }) => {
      const { state } = this.#devices.get(info.token) ?? {};
      this.#devices.delete(info.token);
      if (state === 'lost') {
        this.#tools.log.info('device left', { ...labelsOf(info), reason: message });
      }
    },
  };

  get connected(): readonly DeviceInfo[] {
    return [...this.#devices.values()].filter(({ state }) => state === 'connected').map(({ info }) => info);
  }

  evidence(): Pick<Evidence, 'ignored' | 'failing'> {
    const failing = [...this.#devices.values()].filter(({ state }) => state !== 'connected');
    return {
      ignored: [...this.#ignored.values()],
      failing: failing.map(({ info, reason }) => ({ device: info, reason: reason || 'no answer yet' })),
    };
  }

  /** @param diagnose called only without a connected device */
  health(diagnose: () => Finding): SourceHealth {
    const connected = this.connected.length;
    return {
      watching: connected === 1 ? say('hwdevice.1-device') : say('hwdevice.devices', { count: connected }),
      problem: problemOf(connected === 0 ? diagnose() : undefined),
      details: [...this.#devices.values()].map(({ info, state, reason }) => ({
        name: `${info.source} (${info.software} ${info.version}), ${info.address}`,
        state: reason === '' ? state : say('hwdevice.not-connected', { reason }),
      })),
    };
  }

  #set(info: DeviceInfo, state: RegistryEntry['state'], reason: string): void {
    this.#devices.set(info.token, { info, state, reason });
  }
}

export function labelsOf({ address, source, software, version }: DeviceInfo): LogFields {
  return {
    deviceIP: address,
    deviceName: source,
    deviceSoftwareName: software,
    deviceSoftwareVersion: version,
  };
}
