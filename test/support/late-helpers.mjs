/** Loaded before anything else: helper processes, which talk to the program, start as late as on a very busy computer. */
if (process.send !== undefined) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
}
