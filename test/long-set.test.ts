import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { buildHelperProcesses } from '../scripts/helper-processes.js';
import { bundleScript } from './support/bundle.ts';
import { ROOT } from './support/files.ts';
import { amount } from './support/full-length.ts';
import { photoLike } from './support/photo.ts';
import { catalogStandIn } from './support/services/catalog.ts';
import { longSetStandIn } from './support/services/long-set.ts';
import { streamingStandIn } from './support/services/streaming.ts';
import { sleeplessClock } from './support/sleepless-clock.ts';

const TRACKS = amount({ short: 40, full: 400 });
const HOURS = amount({ short: 2, full: 12 });

it(`${HOURS} hours of art and codes take no more memory than the first ten tracks`, async () => {
  const streaming = await streamingStandIn(Array.from({ length: TRACKS }, (_, at) => longSetStandIn(at + 1)));
  const catalog = await catalogStandIn(sleeplessClock(), [], 1_000_000);
  const folder = await mkdtemp(join(ROOT, 'node_modules', '.deckcast-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = await bundleScript('support/long-set-script.ts', folder);
  await buildHelperProcesses(folder);
  const cover = join(folder, 'cover.jpg');
  await writeFile(cover, await photoLike(600));
  // A night replayed in seconds allocates fast, so V8 would grow a large nursery. Keep it small.
  const flags = ['--expose-gc', '--max-semi-space-size=1'];
  const args = [...flags, script, streaming.url, catalog.url, cover, String(TRACKS), String(HOURS)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { withArt, withCode, afterTen, atEnd } = JSON.parse(stdout);
  process.stdout.write(
    `long set: ${afterTen.toFixed(1)} MiB after ten tracks, ${atEnd.toFixed(1)} MiB at the end\n`,
  );
  expect([withArt, withCode]).toEqual([TRACKS, TRACKS]);
  expect(atEnd / afterTen).toBeLessThanOrEqual(1.2);
});
