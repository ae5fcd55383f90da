import { DISCOVERY_PORT } from '@deckcast/stagelinq';
import { type Finding, firstProblem } from '../../core/finding.ts';
import type { Clock } from '../../core/tools.ts';
import { findFirewall } from '../../host/firewall.ts';
import { ownAddresses, readNetwork, sourceAddressFor } from '../../host/network.ts';
import { holdersOf } from '../../host/ports.ts';
import type { Evidence } from './diagnosis.ts';
import { type HardwareEvidence, hardwareFindings } from './findings.ts';

export type Surroundings = Pick<HardwareEvidence, 'network' | 'firewall' | 'holders' | 'waysTo'>;

type Failing = Evidence['failing'];

const LOOK_EVERY_MS = 5_000;

/** What this computer tells about a device that cannot be reached. */
export async function lookAround(failing: Failing): Promise<Surroundings> {
  const [network, firewall, holders, ways] = await Promise.all([
    readNetwork(),
    findFirewall(),
    holdersOf('udp', DISCOVERY_PORT),
    Promise.all(
      failing.map(async ({ device }) => [device.address, await sourceAddressFor(device.address)] as const),
    ),
  ]);
  const waysTo = new Map(
    ways.flatMap(([device, from]) => (from === undefined ? [] : [[device, from] as const])),
  );
  return { network, firewall, holders, waysTo };
}

/** The latest look around, for callers that cannot wait. */
export class KnownSurroundings {
  readonly #clock: Clock;
  #known: Surroundings = { network: { addresses: [] }, firewall: 'unknown', holders: [], waysTo: new Map() };
  #lookedAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async look(failing: Failing): Promise<void> {
    this.#lookedAt = this.#clock.monotonic();
    this.#known = await lookAround(failing);
  }

  /** Why no device is connected, as the check-up finds it. Looks around for the next call. */
  problem(evidence: Evidence): Finding | undefined {
    const now = this.#clock.monotonic();
    if (this.#lookedAt === undefined || now - this.#lookedAt >= LOOK_EVERY_MS) {
      void this.look(evidence.failing);
    }
    const network = { ...this.#known.network, addresses: ownAddresses() };
    return firstProblem(
      hardwareFindings({ ...this.#known, ...evidence, network, connected: [], running: true }),
    );
  }
}
