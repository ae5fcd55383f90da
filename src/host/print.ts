import { fstatSync, writeSync } from 'node:fs';
import { messageOf, RunError } from '../core/errors.ts';
import { answerOnTerminal } from '../core/printable.ts';

/** Throws a RunError if a file doesn't take all of it, for example on a full disk. */
export function print(text: string): void {
  if (!answersIntoFile()) {
    process.stdout.write(process.stdout.isTTY ? answerOnTerminal(text) : text);
    return;
  }
  try {
    // Node's stream does not notice a partial write.
    for (let rest = Buffer.from(text); rest.length > 0; ) {
      rest = rest.subarray(writeSync(1, rest));
    }
  } catch (error) {
    throw new RunError(`cannot write to standard output: ${messageOf(error)}`);
  }
}

/** True for a file or a device that is no terminal. */
function answersIntoFile(): boolean {
  try {
    const output = fstatSync(1);
    // Only devices are checked, because creating the stream takes time.
    const isTerminal = output.isCharacterDevice() && process.stdout.isTTY;
    return !isTerminal && !output.isFIFO() && !output.isSocket();
  } catch {
    // Some inherited handles cannot be described (seen under Wine).
    return false;
  }
}
