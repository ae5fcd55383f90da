/** Waits until `condition` holds; fails the test with `what` when it does not within a minute. */
export async function eventually(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > deadline) {
      throw new Error(`never happened: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
