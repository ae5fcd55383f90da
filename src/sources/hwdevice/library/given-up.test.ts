import { expect, test } from 'vitest';
import { memoryDisk } from '../../../../test/support/disk.ts';
import { keptLog } from '../../../../test/support/log.ts';
import { UNKNOWN_TRACK } from '../../../core/track.ts';
import { systemClock } from '../../../host/clock.ts';
import { DeviceLibraries } from './device-libraries.ts';

test('a canceled request does not wait for the art of a library', async () => {
  const libraries = new DeviceLibraries({
    folder: 'copies',
    clock: systemClock,
    disk: memoryDisk(),
    log: keptLog(),
    signal: new AbortController().signal,
  });
  const holder = '4be14112-5ead-4848-a07d-b37ca8a7220e';
  const device = { token: holder.replaceAll('-', ''), source: 'sc6000', software: 'JP13', version: '4.3.0' };
  libraries.receiver.connected?.(
    { ...device, address: '10.0.0.4', port: 50_010 },
    () => new Promise(() => undefined),
  );
  const location = `net://${holder}/PRIME (Unknown)/streaming://TIDAL/77`;
  const art = libraries.artOf({ ...UNKNOWN_TRACK, location });
  await expect(art?.(AbortSignal.abort())).rejects.toThrow('aborted');
});
