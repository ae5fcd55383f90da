import { expect, test } from 'vitest';
import { memoryDisk } from '../../../../test/support/disk.ts';
import { keptLog } from '../../../../test/support/log.ts';
import { systemClock } from '../../../app/clock.ts';
import { UNKNOWN_TRACK } from '../../../core/track.ts';
import { DeviceLibraries } from './device-libraries.ts';

test('a cancelled request does not wait for the art of a library', async () => {
  const collection = new DeviceLibraries({
    onLibrary: () => undefined,
    folder: 'copies',
    filesOf: () => new Promise(() => undefined),
    clock: systemClock,
    disk: memoryDisk(),
    log: keptLog(),
    signal: new AbortController().signal,
  });
  const location = 'net://4be14112-5ead-4848-a07d-b37ca8a7220e/PRIME (Unknown)/streaming://TIDAL/77';
  const art = collection.artOf({ ...UNKNOWN_TRACK, location });
  await expect(art?.(AbortSignal.abort())).rejects.toThrow('aborted');
});
