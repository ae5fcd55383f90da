/** Waits with a time limit, so that a failing test reports what it waited for. */
import { readFile } from 'node:fs/promises';

/** Time limit. Only failing tests wait this long. */
export const PATIENCE_MS = 60_000;

/** A shorter interval would take processor time from the awaited work. */
const LOOK_EVERY_MS = 20;

/**
 * Resolves with the first value of `look` that is not undefined.
 * Rejects after `PATIENCE_MS` with `what` and the text of `evidence`.
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

/** Resolves with the file's text as soon as `accept` returns true for it. Also waits for a missing file. */
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
