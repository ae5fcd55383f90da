import { afterEach, beforeAll, onTestFinished } from 'vitest';

/** Registers a function that runs when the test or file has ended. */
export type Later = (undo: () => unknown) => void;

export const afterTest: Later = (undo) =>
  onTestFinished(async () => {
    await undo();
  });

/** Runs registered functions after each test, newest first, even if one fails. Call it once in a test file. */
export function cleanUps(): Later {
  const { later, undoAll } = cleanUpList();
  afterEach(undoAll);
  return later;
}

/**
 * Makes a value before the first test of a file and cleans up after the last. For values that tests leave unchanged.
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
