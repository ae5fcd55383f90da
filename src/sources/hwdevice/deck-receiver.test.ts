import { deckPath } from '@deckcast/stagelinq';
import { expect, test } from 'vitest';
import { runPending } from '../../../test/support/clock.ts';
import { PRIME_4 } from '../../../test/support/device.ts';
import type { DeckEvent } from '../../decks/index.ts';
import { deckReceiver } from './deck-receiver.ts';

const LOCATION = 'net://4be14112-5ead-4848-a07d-b37ca8a7220e/STICK/Music/Secret.mp3';

test('holds back all events of a track until its library lookup ends', async () => {
  const applied: DeckEvent[] = [];
  let answer: () => void = () => undefined;
  const lookUps: string[] = [];
  const receiver = deckReceiver(
    { apply: (...events) => void applied.push(...events) },
    {
      lookUp: (location) => {
        lookUps.push(location);
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    },
    new AbortController().signal,
  );
  const report = (path: string, value: string | boolean): void =>
    receiver.state?.(PRIME_4, path, { type: 0, value });
  report(deckPath.songName(1), 'Secret');
  expect(applied).toHaveLength(1);
  report(deckPath.trackNetworkPath(1), LOCATION);
  report(deckPath.play(1), true);
  await runPending();
  expect(lookUps).toEqual([LOCATION]);
  expect(applied).toHaveLength(1);
  answer();
  await runPending();
  expect(applied.slice(1)).toMatchObject([
    { kind: 'tags', tags: { location: LOCATION, filename: 'Secret.mp3' } },
    { kind: 'engaged', engaged: true },
  ]);
  report(deckPath.play(1), false);
  expect(applied.at(-1)).toMatchObject({ kind: 'engaged', engaged: false });
});
