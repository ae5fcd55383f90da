/** Real time: only before a release. */
import { expect, test } from 'vitest';
import { ALONE } from '../bundle.js';
import { runChaos } from '../run-chaos.ts';

test('the executable publishes the audible tracks despite kills, pauses, stops and a full disk', {
  timeout: 3_600_000,
}, async () => {
  const seed = Date.now() % 1_000_000;
  const args = ['--real', '--seed', String(seed), '--seconds', '120', '--sets', '5'];
  const { status, stdout } = await runChaos(args, { within: ALONE });
  expect(stdout).not.toContain('VIOLATED');
  expect({ status, stdout }).toMatchObject({ status: 0 });
});
