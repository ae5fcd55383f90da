/**
 * Two network namespaces joined by a cable, so that a test's packets reach nothing else. Needs root and `ip` (Debian:
 * iproute2); otherwise the test fails with a message.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tool } from './judge.ts';

export type End = 'stage' | 'booth';

const ADDRESSES: Readonly<Record<End, string>> = { stage: '10.77.0.1', booth: '10.77.0.2' };
/** Name of the cable's end inside each namespace. */
export const CABLE = 'cable0';

/** Looks for the carrier, with a pause after each: ten seconds, of which the kernel takes at most one. */
const CARRIER_LOOKS = 1_000;
const CARRIER_LOOK_MS = 10;

interface Link {
  readonly operstate: string;
  readonly stats64: { readonly tx: { readonly packets: number } };
}

/** Removes the namespaces with all their processes after the test's process has ended in any way. */
const GUARD = `
while kill -0 "$1" 2>/dev/null; do sleep 0.5; done
for name in "$2" "$3"; do
  for id in $(ip netns pids "$name"); do kill "$id"; done
  ip netns delete "$name"
done`;

export class Namespaces {
  readonly #names: Readonly<Record<End, string>>;
  readonly #guard: ChildProcess;

  /** Makes both. Removes a partial set-up on failure. */
  constructor() {
    const unique = `deckcast-${process.pid}-${randomUUID().slice(0, 8)}`;
    this.#names = { stage: `${unique}-stage`, booth: `${unique}-booth` };
    const { stage, booth } = this.#names;
    this.#guard = spawn('sh', ['-c', GUARD, 'guard', String(process.pid), stage, booth], {
      detached: true,
      stdio: 'ignore',
    });
    this.#guard.unref();
    try {
      this.#build();
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  address(end: End): string {
    return ADDRESSES[end];
  }

  /** Command prefix for this end. */
  within(end: End): readonly string[] {
    return ['ip', 'netns', 'exec', this.#names[end]];
  }

  /** Packets that left over the cable from this end. */
  packetsSent(end: End): number {
    return this.#link(end).stats64.tx.packets;
  }

  /** Unplugs the cable at this end. Connections over it notice nothing. */
  unplug(end: End): void {
    ip('-n', this.#names[end], 'link', 'set', CABLE, 'down');
  }

  plugIn(end: End): void {
    ip('-n', this.#names[end], 'link', 'set', CABLE, 'up');
    this.#awaitCarrier(end);
  }

  /** Replaces this end's address by another one of the same network. */
  moveTo(end: End, address: string): void {
    ip('-n', this.#names[end], 'address', 'flush', 'dev', CABLE);
    this.addTo(end, address);
  }

  /** Adds an address of the same network, as of another device. */
  addTo(end: End, address: string): void {
    ip('-n', this.#names[end], 'address', 'add', `${address}/24`, 'broadcast', '+', 'dev', CABLE);
  }

  /** Adds a second interface on the same network, so that broadcasts arrive on both. */
  addInterface(end: End, name: string, address: string): void {
    const within = ['-n', this.#names[end]];
    ip(...within, 'link', 'add', 'link', CABLE, 'name', name, 'type', 'macvlan', 'mode', 'bridge');
    ip(...within, 'link', 'set', name, 'addrgenmode', 'none');
    ip(...within, 'address', 'add', `${address}/24`, 'broadcast', '+', 'dev', name);
    ip(...within, 'link', 'set', name, 'up');
  }

  /** A removed namespace takes its end of the cable and so the other one with it. */
  remove(): void {
    this.#guard.kill();
    for (const name of Object.values(this.#names)) {
      try {
        ip('netns', 'delete', name);
      } catch {
        // It was never made, or is gone already.
      }
    }
  }

  #build(): void {
    const { stage, booth } = this.#names;
    ip('netns', 'add', stage);
    ip('netns', 'add', booth);
    const ready = (end: End): readonly string[] => [
      `address add ${ADDRESSES[end]}/24 broadcast + dev ${CABLE}`,
      'link set lo up',
      // Without IPv6 the kernel sends no packets itself.
      `link set ${CABLE} addrgenmode none`,
      `link set ${CABLE} up`,
    ];
    const cable = `link add ${CABLE} type veth peer name ${CABLE} netns ${booth}`;
    // One batch, because the start of `ip` takes longer than its work.
    execFileSync(tool('ip'), ['-n', stage, '-batch', '-'], { input: [cable, ...ready('stage')].join('\n') });
    execFileSync(tool('ip'), ['-n', booth, '-batch', '-'], { input: ready('booth').join('\n') });
    this.#awaitCarrier('stage');
    this.#awaitCarrier('booth');
  }

  /** The kernel notes a carrier later than the command that brings the link up; until then Node lists no address. */
  #awaitCarrier(end: End): void {
    for (let looks = 0; looks < CARRIER_LOOKS; looks += 1) {
      if (this.#link(end).operstate === 'UP') {
        return;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, CARRIER_LOOK_MS);
    }
    throw new Error(`${CABLE} at the ${end} has no carrier`);
  }

  #link(end: End): Link {
    const shown = execFileSync(tool('ip'), ['-n', this.#names[end], '-s', '-j', 'link', 'show', CABLE], {
      encoding: 'utf8',
    });
    // iproute2 defines the shape; anything else fails the test.
    const [link] = JSON.parse(shown) as Link[];
    if (link === undefined) {
      throw new Error(`no ${CABLE} at the ${end}`);
    }
    return link;
  }
}

function ip(...args: string[]): void {
  execFileSync(tool('ip'), args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
