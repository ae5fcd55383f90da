import { freeUdpPort } from '../../../wire-kit/src/testing/free-port.ts';
import type { LinkPorts } from '../options.ts';

export async function freeLinkPorts(): Promise<LinkPorts> {
  return { presence: await freeUdpPort(), timing: await freeUdpPort(), status: await freeUdpPort() };
}
