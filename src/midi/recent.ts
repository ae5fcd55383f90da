import { portName } from './controller.ts';
import type { ControlChange } from './messages.ts';

/** Without a sign of life for this long, a controller's faders are unknown. */
export const LOST_AFTER_MS = 2_000;
/** Numbers remembered for a port; a controller has fewer. */
const MOST_NUMBERS = 1_024;
const MOST_PORTS = 32;

interface Port {
  readonly values: Map<string, ControlChange>;
  seenAt: number;
}

/**
 * Last values of every control of the connected ports, whether or not a fader is known there: a fader that was moved
 * before its controller was set up is known at once.
 */
export class RecentValues {
  readonly #ports = new Map<string, Port>();

  /** Notes a sign of life. `now`: monotonic, as everywhere here. */
  seen(name: string, now: number): void {
    const port = this.#portAt(name, now);
    if (port !== undefined) {
      port.seenAt = now;
    }
  }

  note(name: string, changes: readonly ControlChange[], now: number): void {
    const values = this.#portAt(name, now)?.values;
    for (const change of changes) {
      const key = `${change.channel}/${change.controller}`;
      // A low byte must come after its high byte.
      values?.delete(key);
      if (values !== undefined && values.size < MOST_NUMBERS) {
        values.set(key, change);
      }
    }
  }

  /** Empty once the port was away. */
  of(name: string, now: number): readonly ControlChange[] {
    return [...(this.#portAt(name, now)?.values.values() ?? [])];
  }

  #portAt(name: string, now: number): Port | undefined {
    const key = portName(name);
    for (const [other, { seenAt }] of this.#ports) {
      if (now >= seenAt + LOST_AFTER_MS) {
        this.#ports.delete(other);
      }
    }
    const known = this.#ports.get(key);
    if (known !== undefined || this.#ports.size >= MOST_PORTS) {
      return known;
    }
    const port = { values: new Map<string, ControlChange>(), seenAt: now };
    this.#ports.set(key, port);
    return port;
  }
}
