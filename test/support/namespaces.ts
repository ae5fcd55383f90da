/**
 * Two network namespaces joined by a cable: what a test sends there reaches nothing else. Needs root and `ip`
 * (Debian: iproute2); without them the test fails and says so.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tool } from './judge.ts';

export type End = 'stage' | 'booth';

const ADDRESSES: Readonly<Record<End, string>> = { stage: '10.77.0.1', booth: '10.77.0.2' };
/** The name of the cable's end inside its namespace. */
export const CABLE = 'cable0';

/** Removes the namespaces, with what still runs in them, once the test's process is gone, however it ended. */
const GUARD = `
while kill -0 "$1" 2>/dev/null; do sleep 0.5; done
for name in "$2" "$3"; do
  for id in $(ip netns pids "$name"); do kill "$id"; done
  ip netns delete "$name"
done`;

export class Namespaces {
  readonly #names: Readonly<Record<End, string>>;
  readonly #guard: ChildProcess;

  /** Makes both. Whatever was made so far is removed when that fails. */
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

  /** What a command begins with to run there. */
  within(end: End): readonly string[] {
    return ['ip', 'netns', 'exec', this.#names[end]];
  }

  /** Packets that have left over the cable from this end. */
  packetsSent(end: End): number {
    const shown = execFileSync(tool('ip'), ['-n', this.#names[end], '-s', '-j', 'link', 'show', CABLE], {
      encoding: 'utf8',
    });
    // The shape is iproute2's own; anything else fails the test.
    const [link] = JSON.parse(shown) as { stats64: { tx: { packets: number } } }[];
    if (link === undefined) {
      throw new Error(`no ${CABLE} at the ${end}`);
    }
    return link.stats64.tx.packets;
  }

  /** Pulls the cable out of this end; what has connections over it hears nothing of that. */
  unplug(end: End): void {
    ip('-n', this.#names[end], 'link', 'set', CABLE, 'down');
  }

  plugIn(end: End): void {
    ip('-n', this.#names[end], 'link', 'set', CABLE, 'up');
  }

  /** Takes this end's address away and gives it another one of the same network. */
  moveTo(end: End, address: string): void {
    ip('-n', this.#names[end], 'address', 'flush', 'dev', CABLE);
    this.addTo(end, address);
  }

  /** Gives this end one more address of the same network: another device there. */
  addTo(end: End, address: string): void {
    ip('-n', this.#names[end], 'address', 'add', `${address}/24`, 'broadcast', '+', 'dev', CABLE);
  }

  /** A second interface of this end on the same network: what is broadcast arrives on both. */
  addInterface(end: End, name: string, address: string): void {
    const within = ['-n', this.#names[end]];
    ip(...within, 'link', 'add', 'link', CABLE, 'name', name, 'type', 'macvlan', 'mode', 'bridge');
    ip(...within, 'link', 'set', name, 'addrgenmode', 'none');
    ip(...within, 'address', 'add', `${address}/24`, 'broadcast', '+', 'dev', name);
    ip(...within, 'link', 'set', name, 'up');
  }

  /** Removing a namespace removes its end of the cable, and with it the other one. */
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
      // Without IPv6 the kernel itself sends nothing: every packet on the cable is a program's.
      `link set ${CABLE} addrgenmode none`,
      `link set ${CABLE} up`,
    ];
    const cable = `link add ${CABLE} type veth peer name ${CABLE} netns ${booth}`;
    // Starting `ip` takes longer than what it does.
    execFileSync(tool('ip'), ['-n', stage, '-batch', '-'], { input: [cable, ...ready('stage')].join('\n') });
    execFileSync(tool('ip'), ['-n', booth, '-batch', '-'], { input: ready('booth').join('\n') });
  }
}

function ip(...args: string[]): void {
  execFileSync(tool('ip'), args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
