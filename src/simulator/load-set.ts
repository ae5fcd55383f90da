/** Reads a set from a file: a set file, or a recording of real devices. */
import { readFile } from 'node:fs/promises';
import { messageOf, UsageError } from '../core/errors.ts';
import { parseSet } from './parse-set.ts';
import { isRecording, parseRecording } from './recording-set.ts';
import type { SimulatedSet } from './set.ts';

/** @throws UsageError with every problem and its line; also when the file cannot be read */
export async function loadSet(path: string): Promise<SimulatedSet> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError([{ where: path, what: messageOf(error) }]);
  }
  const parsed = isRecording(content) ? parseRecording(content, path) : parseSet(content, path);
  if (!parsed.ok) {
    throw new UsageError(parsed.problems, 'the set cannot be read');
  }
  return parsed.set;
}
