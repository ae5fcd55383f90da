import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { freeUdpPort } from '../../../test/support/free-port.ts';
import { keptLog } from '../../../test/support/log.ts';
import { DiscoveryPort, loopback } from './network.ts';

test('what is sent after the port was closed is lost, as without a network', async () => {
  const port = new DiscoveryPort(loopback(await freeUdpPort()), () => false, fakeClock(), keptLog());
  await port.open();
  port.close();
  await expect(port.send(Buffer.from('airD'))).resolves.toBeUndefined();
});
