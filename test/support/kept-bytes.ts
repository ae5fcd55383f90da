/** Measures the memory that is still referenced after reading. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns bytes in buffers and in the heap, without garbage. */
export function keptBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  // Memory freed by the first collection is counted when the second one begins.
  collect();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}
