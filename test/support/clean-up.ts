import { afterEach } from 'vitest';

/** What a test must undo whatever happens, newest first. Call it once in a test file. */
export function cleanUps(): (undo: () => unknown) => void {
  const undone: (() => unknown)[] = [];
  afterEach(async () => {
    for (const undo of undone.splice(0).reverse()) {
      await undo();
    }
  });
  return (undo) => undone.push(undo);
}
