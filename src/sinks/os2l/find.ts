/** Finds a lighting program that advertises itself by DNS-SD. */

import makeMdns, { type ResponsePacket } from 'multicast-dns';
import { RunError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Clock } from '../../core/tools.ts';
import { within } from '../../core/waiting.ts';
import type { Address } from '../../settings/kinds.ts';

const SERVICE = '_os2l._tcp.local';
const FIND_WITHIN_MS = 3_000;

/** Resolves to the first program that answers. Rejects with a RunError if none does. */
export async function findProgram(clock: Clock, signal: AbortSignal): Promise<Required<Address>> {
  const late = () => new RunError(say('os2l.no-program-answers'));
  const mdns = makeMdns();
  try {
    return await within(
      { clock, ms: FIND_WITHIN_MS, late, signal },
      () =>
        new Promise<Required<Address>>((resolve, reject) => {
          mdns.on('error', reject);
          mdns.on('warning', () => undefined);
          mdns.on('ready', () => mdns.query(SERVICE, 'PTR'));
          mdns.on('response', (response, { address }) => {
            const port = portIn(response);
            if (port !== undefined) {
              resolve({ host: address, port });
            } else {
              for (const answer of allOf(response)) {
                if (answer.type === 'PTR' && answer.name === SERVICE) {
                  mdns.query(answer.data, 'SRV');
                }
              }
            }
          });
        }),
    );
  } finally {
    mdns.destroy();
  }
}

/** The program listens where the answer came from: names of hosts may resolve to networks that cannot be reached. */
function portIn(response: ResponsePacket): number | undefined {
  for (const answer of allOf(response)) {
    if (answer.type === 'SRV' && answer.name.endsWith(SERVICE)) {
      return answer.data.port;
    }
  }
  return undefined;
}

function allOf({ answers = [], additionals = [] }: ResponsePacket) {
  return [...answers, ...additionals];
}
