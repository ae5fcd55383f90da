import { expect, test } from 'vitest';
import { freePort, freeUdpPort } from './support/free-port.ts';

test('a port is not handed out again while a test may be about to open it', async () => {
  const ports: number[] = [];
  for (let round = 0; round < 150; round += 1) {
    const port = await freePort(2);
    ports.push(port, port + 1, await freeUdpPort(), await freeUdpPort());
  }
  expect(new Set(ports).size).toBe(ports.length);
});
