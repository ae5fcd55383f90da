/** The bus on a real NATS that wants to know who connects. */
import { expect, onTestFinished, test } from 'vitest';
import { openNats } from '../../live/service/src/bus/nats.ts';
import { keptLog } from '../support/log.ts';
import { startNats } from '../support/services/servers.ts';
import { waitFor } from '../support/wait.ts';

async function addressOf(flags: readonly string[]): Promise<string> {
  const server = await startNats(flags);
  onTestFinished(() => server.stop());
  return new URL(server.url).host;
}

async function hears(url: string): Promise<void> {
  let hints = 0;
  const bus = await openNats(url, keptLog(), () => {
    hints += 1;
  });
  try {
    bus.publish();
    await waitFor('the hint', () => (hints > 0 ? true : undefined));
  } finally {
    await bus.close();
  }
}

test('the address may hold a name and a password', async () => {
  const host = await addressOf(['--user', 'live', '--pass', 'a word/two']);
  await hears(`nats://live:a%20word%2Ftwo@${host}`);
  await expect(hears(`nats://live:wrong@${host}`)).rejects.toThrow(
    'cannot connect to NATS (--nats.url): Auth',
  );
});

test('the address may hold a token', async () => {
  const host = await addressOf(['--auth', 's3cret']);
  await hears(`nats://s3cret@${host}`);
});
