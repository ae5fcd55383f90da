import { freeUdpPort } from '../../../wire-kit/src/testing/free-port.ts';
import type { LinkPorts } from '../options.ts';

/** Returns free ports for a PRO DJ LINK network. */
export async function freeLinkPorts(): Promise<LinkPorts> {
  return { presence: await freeUdpPort(), timing: await freeUdpPort(), status: await freeUdpPort() };
}
