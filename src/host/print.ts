/** How answers go to standard output. */
import { fstatSync, writeSync } from 'node:fs';
import { messageOf, RunError } from '../core/errors.ts';
import { answerOnTerminal } from '../core/printable.ts';

/** Writes a part of the answer. Into a file it goes whole or it is a RunError: the disk may be full. */
export function print(text: string): void {
  if (!answersIntoFile()) {
    process.stdout.write(process.stdout.isTTY ? answerOnTerminal(text) : text);
    return;
  }
  try {
    // Not with Node's stream, which does not notice that only a part was written.
    for (let rest = Buffer.from(text); rest.length > 0; ) {
      rest = rest.subarray(writeSync(1, rest));
    }
  } catch (error) {
    throw new RunError(`cannot write to standard output: ${messageOf(error)}`);
  }
}

/** Whether standard output is a file or a device, not a terminal or a pipe. */
function answersIntoFile(): boolean {
  try {
    const output = fstatSync(1);
    // Asked of a device alone: the stream that says so takes time to make.
    const isTerminal = output.isCharacterDevice() && process.stdout.isTTY;
    return !isTerminal && !output.isFIFO() && !output.isSocket();
  } catch {
    // Not every handle that is passed on as standard output can be described (seen under Wine).
    return false;
  }
}
