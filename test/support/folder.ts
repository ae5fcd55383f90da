import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that is gone when the running test has ended. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A pipe in a folder of its own: anyone who opens it to write waits until somebody reads. */
export async function pipeWithoutReader(): Promise<string> {
  const pipe = join(await testFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  return pipe;
}
