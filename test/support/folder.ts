import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
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

/**
 * Makes a pipe in a new folder. Opening the pipe blocks until the test ends, which opens the other end so that no
 * helper of a killed program waits for ever.
 */
export async function pipeWithoutReader(): Promise<string> {
  const pipe = join(await testFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  onTestFinished(() => closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)));
  return pipe;
}
