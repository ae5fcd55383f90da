/** What is still held of what a program has read. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** In buffers and in the heap, without what is garbage. */
export function keptBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  // What the first one found is counted when the second one begins.
  collect();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}
