/** What the sinks that write files share. */
import { resolve } from 'node:path';
import { messageOf, type Problem, UpstreamError } from '../core/errors.ts';

/** Waits for a write to this file; when it fails, the error says which file it was. */
export async function writing(path: string, write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    throw new UpstreamError(`cannot write ${path}: ${messageOf(error)}`, 'retry', { cause: error });
  }
}

/** Waits until every write has ended, so that none is still under way when it is tried again; then throws the first failure. */
export async function allWritten(writes: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(writes)) {
    if (result.status === 'rejected') {
      throw result.reason;
    }
  }
}

/** A problem for every option that names the same file as one before it. */
export function clashingFiles<Name extends string>(
  settings: { readonly [Key in Name]: string },
  names: readonly Name[],
): Problem[] {
  const taken = new Map<string, Name>();
  const problems: Problem[] = [];
  for (const name of names.filter((candidate) => settings[candidate] !== '')) {
    const path = resolve(settings[name]);
    const other = taken.get(path);
    if (other === undefined) {
      taken.set(path, name);
    } else {
      problems.push({ where: `--${name}`, what: `this file is already the one of --${other}` });
    }
  }
  return problems;
}
