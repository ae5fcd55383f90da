import { type RecordedEvent, readRecordingLine, type Untimed } from '@deckcast/wire-kit/recording';
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { maskedDeviceEvents } from '../hwdevice/masked-events.ts';
import { RecentEvents } from './recent-events.ts';

const PRIME = '828beb02da1f4e68a6afb0b167eaf0a2';
const LAPTOP = '111beb02da1f4e68a6afb0b167eaf0a2';
const MINUTE_MS = 60_000;

const state = (path: string, value: Record<string, unknown>, device = PRIME): Untimed<RecordedEvent> => ({
  device,
  event: 'state',
  path,
  value,
});
const found = (name: string, software: string, device = PRIME): Untimed<RecordedEvent> => ({
  ...{ device, event: 'found', name, software, softwareVersion: '4.3.0', address: '192.168.1.20', port: 1 },
});

/** Minutes and events. Returns the recording after the last of them. */
async function recorded(...received: readonly (readonly [number, Untimed<RecordedEvent>])[]) {
  const clock = fakeClock();
  const recent = new RecentEvents('hwdevice', clock);
  let minute = 0;
  for (const [at, event] of received) {
    await clock.advance((at - minute) * MINUTE_MS);
    minute = at;
    recent.write(event);
  }
  return recent
    .recording((event) => event)
    ?.trimEnd()
    .split('\n')
    .map(readRecordingLine);
}

describe('RecentEvents', () => {
  test('records the last five minutes and earlier states that still hold', async () => {
    const lines = await recorded(
      [0, found('prime4', 'JC11')],
      [0, { device: PRIME, event: 'connected' }],
      [1, state('/Engine/Deck1/Play', { type: 1, state: false })],
      [2, state('/Engine/Deck1/Play', { type: 1, state: true })],
      [8, state('/Engine/Deck1/Track/SongName', { type: 8, string: 'Dub' })],
      [9, state('/Engine/Deck2/Play', { type: 1, state: true })],
    );
    expect(lines).toMatchObject([
      { event: 'start', source: 'hwdevice', at: '2026-01-01T20:08:00.000Z' },
      { t: 0, event: 'found' },
      { t: 0, event: 'connected' },
      { t: 0, path: '/Engine/Deck1/Play', value: { state: true } },
      { t: 0, path: '/Engine/Deck1/Track/SongName' },
      { t: MINUTE_MS, path: '/Engine/Deck2/Play' },
    ]);
  });

  test('drops earlier states of a device that has left', async () => {
    const lines = await recorded(
      [0, found('prime4', 'JC11')],
      [0, { device: PRIME, event: 'connected' }],
      [1, state('/Engine/Deck1/Play', { type: 1, state: true })],
      [2, { device: PRIME, event: 'lost', reason: 'silent' }],
      [9, state('/Engine/Deck1/Play', { type: 1, state: false }, LAPTOP)],
    );
    expect(lines?.map((line) => line?.event)).toEqual(['start', 'found', 'state']);
  });

  test('returns no recording while nothing was received', async () => {
    expect(await recorded()).toBeUndefined();
  });

  test('records less than five minutes if more would take too much memory', async () => {
    const long = 'x'.repeat(100_000);
    const lines = await recorded(
      ...Array.from({ length: 100 }, (_, count): readonly [number, Untimed<RecordedEvent>] => [
        count / 100,
        state('/Engine/Deck1/Track/SongName', { type: 8, string: `${count} ${long}` }),
      ]),
    );
    expect(lines?.length).toBeLessThan(50);
    expect(lines?.at(-1)).toMatchObject({ value: { string: expect.stringMatching(/^99 /) } });
  });
});

test('mask masks names so that equal ones stay equal, and keeps harmless values', () => {
  const mask = maskedDeviceEvents();
  const at = (event: Untimed<RecordedEvent>) => mask({ t: 1, ...event } as RecordedEvent);
  const title = '/Engine/Deck1/Track/SongName';
  expect(at(found('prime4', 'JC11'))).toMatchObject({
    name: 'prime4',
    address: '198.18.0.2',
    software: 'JC11',
  });
  expect(at(found('adas-laptop', 'SoundSwitch', LAPTOP))).toMatchObject({
    name: 'computer 1',
    address: '198.18.0.2',
    device: '00000000000000000000000000000002',
  });
  const texts = ['Dub', 'Other', 'Dub', ''].map((string) => at(state(title, { type: 8, string })));
  expect(texts).toMatchObject(
    ['text 1', 'text 2', 'text 1', ''].map((string) => ({
      value: { string },
      device: '00000000000000000000000000000001',
    })),
  );
  const kept = { type: 16, color: '#ff00ff00', nested: [true, 3] };
  expect(at(state('/Client/Deck1/JogColor', kept))).toMatchObject({ value: kept });
});
