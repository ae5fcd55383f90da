import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes an empty folder that is removed after the running test. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a pipe in a folder of its own. Opening it for writing blocks until a reader opens it. */
export async function pipeWithoutReader(): Promise<string> {
  const pipe = join(await testFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  return pipe;
}
