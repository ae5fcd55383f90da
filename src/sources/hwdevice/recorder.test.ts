import type { DeviceEvent, Untimed } from '@deckcast/recording';
import { StagelinqError } from '@deckcast/stagelinq';
import { expect, test } from 'vitest';
import { noFiles } from '../../../packages/stagelinq/src/testing/no-files.ts';
import { PRIME_4 } from '../../../test/support/device.ts';
import { recordingReceiver } from './recorder.ts';

test('each thing that a device says is an event of its own, and a device that has no value says null', () => {
  const events: Untimed<DeviceEvent>[] = [];
  const receiver = recordingReceiver((event) => events.push(event));
  receiver.found?.(PRIME_4);
  receiver.connected?.(PRIME_4, noFiles);
  receiver.services?.(PRIME_4, new Map([['StateMap', 41_137]]));
  receiver.state?.(PRIME_4, '/Engine/Deck1/Play', { type: 1, value: true });
  receiver.state?.(PRIME_4, '/Engine/Deck1/Track/TrackUri', { type: null, value: null });
  receiver.lost?.(PRIME_4, new StagelinqError('silent', 'nothing was heard'));
  receiver.gone?.(PRIME_4, new StagelinqError('left', 'the device said goodbye'));
  const device = PRIME_4.token;
  expect(events).toEqual([
    {
      device,
      event: 'found',
      name: 'prime4',
      software: 'JC11',
      softwareVersion: PRIME_4.version,
      address: '192.168.1.20',
      port: 35_043,
    },
    { device, event: 'connected' },
    { device, event: 'services', services: [{ name: 'StateMap', port: 41_137 }] },
    { device, event: 'state', path: '/Engine/Deck1/Play', value: { type: 1, state: true } },
    { device, event: 'state', path: '/Engine/Deck1/Track/TrackUri', value: null },
    { device, event: 'lost', reason: 'silent' },
    { device, event: 'gone' },
  ]);
});
