import { type NetworkReceiver, StagelinqError } from '@deckcast/stagelinq';
import { expect, test } from 'vitest';
import { noFiles } from '../../../packages/stagelinq/src/testing/no-files.ts';
import { PRIME_4 } from '../../../test/support/device.ts';
import { keptLog } from '../../../test/support/log.ts';
import { okFinding } from '../../core/finding.ts';
import { DeviceRegistry } from './device-registry.ts';

const device = PRIME_4;
const closed = new StagelinqError('closed', 'the device closed the connection');
const unreachable = new StagelinqError('unreachable', 'it did not accept');
const left = new StagelinqError('left', 'the device said goodbye');

test.each<[string, (receiver: NetworkReceiver) => void, string[]]>([
  ['was connected', (receiver) => receiver.lost?.(device, left), ['device left']],
  [
    'closed its connections before its goodbye came',
    (receiver) => receiver.lost?.(device, closed),
    ['device lost; reconnecting', 'device left'],
  ],
  [
    'could not be connected again',
    (receiver) => {
      receiver.lost?.(device, closed);
      receiver.failed?.(device, unreachable, 1);
    },
    ['device lost; reconnecting', 'device left'],
  ],
])('logs once that a device left, if it %s', (_, end, messages) => {
  const log = keptLog();
  const register = new DeviceRegistry({ log }, new AbortController().signal, 0);
  const { receiver } = register;
  receiver.found?.(device);
  receiver.connected?.(device, noFiles);
  end(receiver);
  receiver.gone?.(device, left);
  const said = log.lines.filter(({ level }) => level !== 'debug').map(({ message }) => message);
  expect(said).toEqual(['device connected', ...messages]);
  expect(log.lines.at(-1)?.fields).toMatchObject({ reason: 'the device said goodbye' });
  expect(register.health(() => okFinding('devices', '')).details).toEqual([]);
});

test.each([
  [0, ['too many devices']],
  [2, ['device cannot be connected', 'device cannot be connected']],
])('warns of a crowd once, unless the user set a limit (%i)', (maxDevices, warnings) => {
  const log = keptLog();
  const { receiver } = new DeviceRegistry({ log }, new AbortController().signal, maxDevices);
  for (const token of ['01', '02']) {
    receiver.ignored?.({ ...device, token }, 'too-many');
    receiver.failed?.({ ...device, token }, unreachable, 3);
  }
  expect(log.at('warn')).toEqual(warnings);
});
