import { afterEach, beforeAll, onTestFinished } from 'vitest';

/** Takes what has to be undone when something is over. */
export type Later = (undo: () => unknown) => void;

/** When the running test has ended. */
export const afterTest: Later = (undo) =>
  onTestFinished(async () => {
    await undo();
  });

/** What a test must undo whatever happens, newest first. Call it once in a test file. */
export function cleanUps(): Later {
  const { later, undoAll } = cleanUpList();
  afterEach(undoAll);
  return later;
}

/**
 * What all tests of a file share: made before the first of them, undone after the last. For what tests leave as they
 * found it.
 */
export function shared<T>(make: (later: Later) => Promise<T>): () => T {
  let made: T | undefined;
  beforeAll(async () => {
    const { later, undoAll } = cleanUpList();
    try {
      made = await make(later);
    } catch (error) {
      await undoAll();
      throw error;
    }
    return undoAll;
  });
  return () => {
    if (made === undefined) {
      throw new Error('it is made before the first test, and not earlier');
    }
    return made;
  };
}

function cleanUpList(): { readonly later: Later; readonly undoAll: () => Promise<void> } {
  const undone: (() => unknown)[] = [];
  const undoAll = async (): Promise<void> => {
    for (const undo of undone.splice(0).reverse()) {
      await undo();
    }
  };
  return { later: (undo) => undone.push(undo), undoAll };
}
