import type { DeviceInfo, NetworkReceiver } from '@deckcast/stagelinq';
import type { Finding } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { troubleOf } from '../../core/health.ts';
import { isBlank, say, type Text } from '../../core/message.ts';
import { Once } from '../../core/once.ts';
import type { LogFields, Tools } from '../../core/tools.ts';
import { CROWD_HINT, diagnoseSilent, type Evidence, type LeftDevice } from './diagnosis.ts';
import { reasonOf } from './reasons.ts';

/** Starting devices refuse the first ones. */
const ATTEMPTS_BEFORE_WARNING = 3;
const MAX_IGNORED = 64;
const MAX_LEFT = 32;
/** A player that left earlier than this before the last one was taken away. */
const TOGETHER_MS = 60_000;
/** Afterward, players that left are not missed. */
const MISSED_MS = 600_000;

interface RegistryEntry {
  readonly info: DeviceInfo;
  readonly state: 'found' | 'connected' | 'lost';
  readonly reason: Text;
}

export class DeviceRegistry {
  readonly #tools: Pick<Tools, 'clock' | 'log'>;
  readonly #signal: AbortSignal;
  readonly #maxDevices: number;
  readonly #decksOf: (token: string) => readonly string[];
  readonly #crowd = new Once();
  readonly #devices = new Map<string, RegistryEntry>();
  /** Once connected, now lost or gone, by token. Latest last. */
  readonly #left = new Map<string, Omit<LeftDevice, 'agoMs'> & { readonly at: number }>();

  /**
   * @param signal once fired, deckcast itself ends the connections, and the devices stay as they were
   * @param maxDevices the user's limit; 0 is unlimited
   * @param decksOf labels of a device's decks
   */
  constructor(
    tools: Pick<Tools, 'clock' | 'log'>,
    signal: AbortSignal,
    maxDevices: number,
    decksOf: (token: string) => readonly string[] = () => [],
  ) {
    this.#tools = tools;
    this.#signal = signal;
    this.#maxDevices = maxDevices;
    this.#decksOf = decksOf;
  }

  readonly receiver: NetworkReceiver = {
    found: (info) => {
      this.#set(info, 'found', '');
      this.#tools.log.debug('device found', labelsOf(info));
    },
    ignored: (device, reason) => {
      this.#tools.log.debug('device ignored', { ...labelsOf(device), reason });
      if (reason === 'too-many' && this.#maxDevices === 0 && this.#crowd.begins()) {
        this.#tools.log.warn('too many devices', { hint: CROWD_HINT });
      }
    },
    failed: (info, error, attempt) => {
      const { state } = this.#devices.get(info.token) ?? {};
      this.#set(info, state === 'lost' ? 'lost' : 'found', reasonOf(error));
      if (attempt === ATTEMPTS_BEFORE_WARNING) {
        // A crowd gets one warning: its devices may be forged.
        this.#tools.log[this.#crowd.has() ? 'debug' : 'warn']('device cannot be connected', {
          ...labelsOf(info),
          reason: error.message,
        });
      }
    },
    connected: (info) => {
      this.#set(info, 'connected', '');
      this.#left.delete(info.token);
      this.#tools.log.info('device connected', labelsOf(info));
    },
    services: (info, services) => {
      for (const [serviceName, servicePort] of services) {
        this.#tools.log.debug('service found', { deviceIP: info.address, serviceName, servicePort });
      }
    },
    lost: (info, error) => {
      const { code, message } = error;
      if (this.#signal.aborted) {
        return;
      }
      this.#set(info, 'lost', reasonOf(error));
      this.#leave(info, 'silent');
      // `gone` logs the departure; connections may close before the goodbye arrives.
      if (code === 'left') {
        return;
      }
      if (code === 'moved') {
        this.#tools.log.info('device left', { ...labelsOf(info), reason: message });
      } else {
        this.#tools.log.warn('device lost; reconnecting', { ...labelsOf(info), reason: message });
      }
    },
    gone: (info, { code, message }) => {
      if (this.#signal.aborted) {
        return;
      }
      const { state } = this.#devices.get(info.token) ?? {};
      this.#devices.delete(info.token);
      if (state === 'lost') {
        this.#leave(info, code === 'left' ? 'left' : 'silent');
        this.#tools.log.info('device left', { ...labelsOf(info), reason: message });
      }
    },
  };

  get connected(): readonly DeviceInfo[] {
    return [...this.#devices.values()].filter(({ state }) => state === 'connected').map(({ info }) => info);
  }

  get isEmpty(): boolean {
    return this.#devices.size === 0;
  }

  evidence({ ignored }: Evidence['status']): Pick<Evidence, 'ignored' | 'failing' | 'left'> {
    const failing = [...this.#devices.values()].filter(({ state }) => state !== 'connected');
    return {
      ignored: ignored.slice(0, MAX_IGNORED),
      failing: failing.map(({ info, reason }) => ({ device: info, reason })),
      left: this.#missed(),
    };
  }

  /** @param diagnose called only without a connected device */
  health(diagnose: () => Finding | undefined): SourceHealth {
    const connected = this.connected.length;
    const silent = this.#missed().filter(({ how }) => how === 'silent');
    return {
      watching: connected === 1 ? say('hwdevice.1-device') : say('hwdevice.devices', { count: connected }),
      ...troubleOf(connected === 0 ? diagnose() : diagnoseSilent(silent)),
      details: [...this.#devices.values()].map(({ info, state, reason }) => ({
        name: `${info.source} (${info.software} ${info.version}), ${info.address}`,
        state: isBlank(reason) ? STATES[state] : say('hwdevice.not-connected', { reason }),
      })),
    };
  }

  /** A device left, or fell silent, and is still missed. */
  get isMissing(): boolean {
    return this.#missed().length > 0;
  }

  #missed(): readonly LeftDevice[] {
    const now = this.#tools.clock.monotonic();
    const left = [...this.#left.values()];
    const last = Math.max(...left.map(({ at }) => at));
    return now - last > MISSED_MS
      ? []
      : left
          .filter(({ at }) => at >= last - TOGETHER_MS)
          .map(({ at, ...one }) => ({ ...one, agoMs: now - at }));
  }

  #leave(device: DeviceInfo, how: LeftDevice['how']): void {
    const { token } = device;
    const { at, decks } = this.#left.get(token) ?? {
      at: this.#tools.clock.monotonic(),
      decks: this.#decksOf(token),
    };
    this.#left.set(token, { device, how, at, decks });
    const [oldest] = this.#left.keys();
    if (this.#left.size > MAX_LEFT && oldest !== undefined) {
      this.#left.delete(oldest);
    }
  }

  #set(info: DeviceInfo, state: RegistryEntry['state'], reason: Text): void {
    this.#devices.set(info.token, { info, state, reason });
  }
}

const STATES: Readonly<Record<RegistryEntry['state'], Text>> = {
  found: say('hwdevice.state-found'),
  connected: say('sources.connected'),
  lost: say('hwdevice.state-lost'),
};

export function labelsOf({ address, source, software, version }: DeviceInfo): LogFields {
  return {
    deviceIP: address,
    deviceName: source,
    deviceSoftwareName: software,
    deviceSoftwareVersion: version,
  };
}
