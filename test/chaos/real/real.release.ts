/** In real time, so only before a release. */
import { expect, test } from 'vitest';
import { ALONE } from '../bundle.js';
import { runChaos } from '../run-chaos.ts';

test('the executable is killed, held and stopped, its disk fills up, and what it publishes is what is heard', {
  timeout: 3_600_000,
}, async () => {
  const seed = Date.now() % 1_000_000;
  const args = ['--real', '--seed', String(seed), '--seconds', '120', '--sets', '5'];
  const { status, stdout } = await runChaos(args, { within: ALONE });
  expect(stdout).not.toContain('VIOLATED');
  expect({ status, stdout }).toMatchObject({ status: 0 });
});
