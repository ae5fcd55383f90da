import { type NetworkReceiver, StagelinqError } from '@deckcast/stagelinq';
import { describe, expect, test } from 'vitest';
import { noFiles } from '../../../packages/stagelinq/src/testing/no-files.ts';
import { fakeClock } from '../../../test/support/clock.ts';
import { PRIME_4, QUIET } from '../../../test/support/device.ts';
import { keptLog } from '../../../test/support/log.ts';
import { okFinding } from '../../core/finding.ts';
import { DeviceRegistry } from './device-registry.ts';

const device = PRIME_4;
const closed = new StagelinqError('closed', 'the device closed the connection');
const unreachable = new StagelinqError('unreachable', 'it did not accept');
const goodbye = new StagelinqError('left', 'the device said goodbye');

test.each<[string, (receiver: NetworkReceiver) => void, string[]]>([
  ['was connected', (receiver) => receiver.lost?.(device, goodbye), ['device left']],
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
  const register = new DeviceRegistry({ log, clock: fakeClock() }, new AbortController().signal, 0);
  const { receiver } = register;
  receiver.found?.(device);
  receiver.connected?.(device, noFiles);
  end(receiver);
  receiver.gone?.(device, goodbye);
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
  const { receiver } = new DeviceRegistry(
    { log, clock: fakeClock() },
    new AbortController().signal,
    maxDevices,
  );
  for (const token of ['01', '02']) {
    receiver.ignored?.({ ...device, token }, 'too-many');
    receiver.failed?.({ ...device, token }, unreachable, 3);
  }
  expect(log.at('warn')).toEqual(warnings);
});

test('the end of deckcast takes no player away', () => {
  const stop = new AbortController();
  const register = new DeviceRegistry({ log: keptLog(), clock: fakeClock() }, stop.signal, 0);
  const { receiver } = register;
  receiver.found?.(device);
  receiver.connected?.(device, noFiles);
  stop.abort();
  receiver.lost?.(device, closed);
  receiver.gone?.(device, closed);
  expect(register.connected).toEqual([device]);
  expect(register.evidence({ ignored: [] } as never).left).toEqual([]);
});

describe('the players that left', () => {
  const other = { ...device, token: '02', source: 'sc6000' };
  const silent = new StagelinqError('silent', 'its announcements stopped');

  function watched() {
    const clock = fakeClock();
    const decks = new Map<string, string[]>();
    const registry = new DeviceRegistry(
      { log: keptLog(), clock },
      new AbortController().signal,
      0,
      (token) => decks.get(token) ?? [],
    );
    const connect = (one: typeof device): void => {
      registry.receiver.found?.(one);
      registry.receiver.connected?.(one, noFiles);
    };
    const end = (one: typeof device, why: StagelinqError): void => {
      registry.receiver.lost?.(one, why);
      registry.receiver.gone?.(one, why);
    };
    const left = () =>
      registry.evidence(QUIET).left?.map(({ device: { source }, how, agoMs }) => [source, how, agoMs]);
    connect(device);
    connect(other);
    return { clock, decks, registry, connect, end, left };
  }

  test('are known with their reason and time, from the moment that the connection is lost', async () => {
    const { clock, registry, connect, end, left } = watched();
    end(other, goodbye);
    await clock.advance(3_000);
    registry.receiver.lost?.(device, silent);
    await clock.advance(5_000);
    expect(left()).toEqual([
      ['sc6000', 'left', 8_000],
      ['prime4', 'silent', 5_000],
    ]);
    registry.receiver.gone?.(device, silent);
    connect(other);
    expect(left()).toEqual([['prime4', 'silent', 5_000]]);
  });

  test('are a problem beside a connected one, unless they said goodbye', async () => {
    const { clock, registry, connect, end } = watched();
    const problem = () => registry.health(() => okFinding('devices', '')).problem;
    end(other, goodbye);
    expect(problem()).toBeUndefined();
    connect(other);
    registry.receiver.lost?.(other, silent);
    await clock.advance(5_000);
    expect(String(problem())).toMatch(/^sc6000 .* stopped answering 5 s ago/);
    connect(other);
    expect(problem()).toBeUndefined();
  });

  test('are named by the decks that they had, because players of one model share a name', async () => {
    const { decks, registry, connect } = watched();
    const found = () => {
      const { problem } = registry.health(() => okFinding('devices', ''));
      return String(problem);
    };
    decks.set(other.token, ['1A', '1B']);
    registry.receiver.lost?.(other, silent);
    decks.clear();
    expect(found()).toMatch(/^sc6000 \(decks 1A, 1B\) stopped answering 0 s ago/);
    connect(other);
    registry.receiver.lost?.(other, silent);
    expect(found()).toContain(`sc6000 (${other.address}) stopped answering`);
  });

  test('are only those of the last minute before the last one, and forgotten after ten', async () => {
    const { clock, end, left } = watched();
    end(other, silent);
    await clock.advance(61_000);
    end(device, silent);
    expect(left()).toEqual([['prime4', 'silent', 0]]);
    await clock.advance(600_001);
    expect(left()).toEqual([]);
  });
});
