import { freeUdpPort } from '../../../wire-kit/src/testing/free-port.ts';
import type { LinkPorts } from '../options.ts';

/** The ports of a PRO DJ LINK network that nobody else is on. */
export async function freeLinkPorts(): Promise<LinkPorts> {
  return { presence: await freeUdpPort(), timing: await freeUdpPort(), status: await freeUdpPort() };
}
