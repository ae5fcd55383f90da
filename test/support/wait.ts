/** Waiting with a time limit: a test that waits says what it waited for, and never waits forever. */
import { readFile } from 'node:fs/promises';

/** How long a test waits for what must come: only one that fails waits so long. */
export const PATIENCE_MS = 60_000;

/** More often, and what tests wait for comes later: both want the processor. */
const LOOK_EVERY_MS = 20;

/**
 * Resolves with the first value of `look` that is not undefined.
 * Rejects after `PATIENCE_MS` with `what`, and with whatever `evidence` adds.
 */
export async function waitFor<T>(
  what: string,
  query: () => T | undefined | Promise<T | undefined>,
  evidence: () => string = () => '',
): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await query();
    if (found !== undefined) {
      return found;
    }
    if (performance.now() > deadline) {
      throw new Error(`waited ${PATIENCE_MS} ms for ${what}\n${evidence()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Resolves with the file's text as soon as `accept` holds for it; a missing file is waited for. */
export function waitForFile(
  path: string,
  accept: (text: string) => boolean,
  evidence = () => '',
): Promise<string> {
  let last = '(no such file)';
  return waitFor(
    `the file ${path}`,
    async () => {
      last = await readFile(path, 'utf8').catch(() => '(no such file)');
      return accept(last) ? last : undefined;
    },
    () => `it held: ${last}\n${evidence()}`,
  );
}
