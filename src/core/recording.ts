/**
 * What devices sent during a run, as JSON lines: a bug report that can be replayed. `--hwdevice.record` writes it, the
 * simulator plays it back. It does not contain our own token or settings.
 *
 *     {"t":0,"event":"start","version":1,"at":"2026-05-01T20:00:00.000Z"}
 *     {"t":812,"device":"828b…","event":"found","name":"prime4","software":"JC11","softwareVersion":"4.3.0","address":"192.168.1.20","port":35043}
 *     {"t":1950,"device":"828b…","event":"connected"}
 *     {"t":1951,"device":"828b…","event":"services","services":[{"name":"StateMap","port":41137}]}
 *     {"t":1986,"device":"828b…","event":"state","path":"/Engine/Deck1/Play","value":{"state":false,"type":1}}
 *     {"t":90210,"device":"828b…","event":"lost","reason":"silent"}
 */

/** The first line. Readers reject any other version. */
interface RecordingStart {
  readonly t: 0;
  readonly event: 'start';
  readonly version: 1;
  /** When `t` was 0, RFC 3339 in UTC. */
  readonly at: string;
}

interface DeviceLine {
  /** Milliseconds since the first line; never decreases. */
  readonly t: number;
  /** The device's token: 32 lower-case hexadecimal digits. */
  readonly device: string;
}

/** The device announced itself for the first time, or from a new address or port. */
interface RecordedFound extends DeviceLine {
  readonly event: 'found';
  readonly name: string;
  /** Model code ("JC11"). */
  readonly software: string;
  readonly softwareVersion: string;
  /** IPv4 address that it announced itself from. */
  readonly address: string;
  /** TCP port it announced; 0 when it offers nothing. */
  readonly port: number;
}

/** Its states follow. Older recordings list services here, not always all of them. */
interface RecordedConnected extends DeviceLine {
  readonly event: 'connected';
}

/** All services that the device offers; some states may have come before. */
interface RecordedServices extends DeviceLine {
  readonly event: 'services';
  readonly services: readonly { readonly name: string; readonly port: number }[];
}

/** One state value. Null is the device's "no value". */
interface RecordedState extends DeviceLine {
  readonly event: 'state';
  readonly path: string;
  readonly value: StateJson | null;
}

/** The device's own JSON object: `{"type":0,"value":0.92}`. */
export type StateJson = Readonly<Record<string, unknown>>;

/** The connection ended. */
interface RecordedLost extends DeviceLine {
  readonly event: 'lost';
  readonly reason: string;
}

/** The device said good-bye, or was silent for so long that it counts as gone. */
interface RecordedGone extends DeviceLine {
  readonly event: 'gone';
}

export type RecordedEvent =
  | RecordedFound
  | RecordedConnected
  | RecordedServices
  | RecordedState
  | RecordedLost
  | RecordedGone;
export type RecordingLine = RecordingStart | RecordedEvent;

/** Without the line break. */
export function writeRecordingLine(line: RecordingLine): string {
  return JSON.stringify(line);
}

/** Undefined for anything that is not a line of a recording (an unknown event, half a line). */
export function readRecordingLine(text: string): RecordingLine | undefined {
  const line = objectIn(text);
  if (line === undefined) {
    return undefined;
  }
  const { t, device, event, version, at } = line;
  if (event === 'start') {
    return version === 1 && typeof at === 'string' ? { t: 0, event, version, at } : undefined;
  }
  if (typeof t !== 'number' || !Number.isFinite(t) || t < 0) {
    return undefined;
  }
  if (typeof device !== 'string' || !/^[0-9a-f]{32}$/.test(device)) {
    return undefined;
  }
  return readDeviceEvent(event, { t, device }, line);
}

function readDeviceEvent(event: unknown, head: DeviceLine, line: StateJson): RecordedEvent | undefined {
  switch (event) {
    case 'found': {
      const { name, software, softwareVersion, address, port } = line;
      const matches =
        typeof name === 'string' &&
        typeof software === 'string' &&
        typeof softwareVersion === 'string' &&
        typeof address === 'string' &&
        isPort(port);
      return matches ? { ...head, event, name, software, softwareVersion, address, port } : undefined;
    }
    case 'services': {
      const { services: list } = line;
      const services = Array.isArray(list) ? list.map(readService) : [undefined];
      return services.every((service) => service !== undefined) ? { ...head, event, services } : undefined;
    }
    case 'state': {
      const { path, value } = line;
      return typeof path === 'string' && (value === null || isObject(value))
        ? { ...head, event, path, value }
        : undefined;
    }
    case 'lost': {
      const { reason } = line;
      return typeof reason === 'string' ? { ...head, event, reason } : undefined;
    }
    case 'connected':
    case 'gone':
      return { ...head, event };
    default:
      return undefined;
  }
}

function readService(value: unknown): { readonly name: string; readonly port: number } | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const { name, port } = value;
  return typeof name === 'string' && isPort(port) ? { name, port } : undefined;
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535;
}

function isObject(value: unknown): value is StateJson {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectIn(text: string): StateJson | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
