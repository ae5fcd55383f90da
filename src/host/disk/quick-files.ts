import { dirname } from 'node:path';
import { codeOf, textOf } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Files } from '../../core/option.ts';
import type { Clock, Disk } from '../../core/tools.ts';
import { within } from '../../core/waiting.ts';
import { silent } from './silent.ts';

/** Limit for one path at the start. */
const ANSWERS_WITHIN_MS = 1_000;
/** Pause of checks after a time-out: options often share a disk. */
const REST_MS = 10_000;

/**
 * Checks give up early, because the part that uses the path reports problems later. Reading a value waits for
 * the disk: nothing can start without it.
 */
export function quickFiles(disk: Disk, clock: Clock): Files {
  const quickly = <Found>(query: (path: string) => Promise<Found>) =>
    oncePerFolder(clock, (path) => {
      const late = () => silent(say('disk.not-responding'));
      return within({ clock, ms: ANSWERS_WITHIN_MS, late }, () => query(path));
    });
  return {
    stat: quickly((path) => disk.stat(path)),
    realpath: quickly((path) => disk.realpath(path)),
    read: oncePerFolder(clock, (path) => disk.read(path)),
  };
}

function oncePerFolder<Found>(clock: Clock, operation: (path: string) => Promise<Found>) {
  const failures = new Map<string, { readonly error: Error; readonly at: number }>();
  return async (path: string): Promise<Found> => {
    const folder = dirname(path);
    const failure = failures.get(folder);
    if (failure !== undefined && clock.monotonic() < failure.at + REST_MS) {
      throw failure.error;
    }
    try {
      return await operation(path);
    } catch (error) {
      if (codeOf(error) !== 'ETIMEDOUT') {
        throw error;
      }
      const reason = error instanceof Error && 'text' in error ? textOf(error) : say('disk.not-responding');
      const inFolder = silent(say('core.about', { about: folder, text: reason }));
      failures.set(folder, { error: inFolder, at: clock.monotonic() });
      throw inFolder;
    }
  };
}
