import { fstatSync, writeSync } from 'node:fs';
import { messageOf, RunError } from '../core/errors.ts';
import { answerOnTerminal } from '../core/printable.ts';

/** Throws a RunError if a file doesn't take all, as on a full disk. */
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

/** File, or device other than a terminal. */
function answersIntoFile(): boolean {
  try {
    const output = fstatSync(1);
    // Creating the stream takes time, so only for devices.
    const isTerminal = output.isCharacterDevice() && process.stdout.isTTY;
    return !isTerminal && !output.isFIFO() && !output.isSocket();
  } catch {
    // Inherited handles may be impossible to describe (seen under Wine).
    return false;
  }
}
