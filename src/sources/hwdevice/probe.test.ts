import { expect, test } from 'vitest';
import { noFiles } from '../../../packages/stagelinq/src/testing/no-files.ts';
import { fakeClock, untilSettled } from '../../../test/support/clock.ts';
import { ETH0, PRIME_4, QUIET } from '../../../test/support/device.ts';
import { keptLog } from '../../../test/support/log.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { sinkTools } from '../../../test/support/sink.ts';
import { hwDeviceOptions } from './options.ts';
import { Probe } from './probe.ts';

const device = (number: number) => ({
  ...PRIME_4,
  token: number.toString(16).padStart(32, '0'),
  source: `player ${number}`,
});

function probe() {
  const log = keptLog();
  const made = new Probe(settingsOf(hwDeviceOptions, {}), { ...sinkTools(), log });
  const summary = () => {
    log.lines.splice(0);
    made.sumUp(QUIET);
    return log.lines;
  };
  const linesOf = (round: number, status = QUIET) => {
    log.lines.splice(0);
    made.report(status, round, 25_000);
    return log.lines.map(({ message, fields }) => ({ message, ...fields }));
  };
  return { receiver: made.receiver(), summary, linesOf };
}

test('limits the devices and paths of the summary, and still notices a connection', () => {
  const { receiver, summary } = probe();
  for (let number = 0; number < 1_000; number += 1) {
    receiver.found?.(device(number));
  }
  for (let number = 0; number < 10_000; number += 1) {
    receiver.state?.(device(1), `/made/up/${number}`, { type: 1, value: true });
  }
  const devices = summary().filter(({ message }) => message === 'device summary');
  expect(devices).toHaveLength(64);
  expect(devices[1]?.fields).toMatchObject({ paths: 1_024, values: 10_000 });
  expect(summary().at(-1)).toMatchObject({ message: 'no device could be watched' });
  receiver.connected?.(device(999), noFiles);
  expect(summary().at(-1)).toMatchObject({ message: 'device summary' });
});

test('limits the ignored devices in the finding', () => {
  const { receiver, summary } = probe();
  for (let number = 0; number < 1_000; number += 1) {
    receiver.ignored?.(device(number), 'no-state');
  }
  expect(String(summary().at(-1)?.fields.problem).match(/player \d+/g)).toHaveLength(64);
});

test('logs each interface once, and again with a problem', () => {
  const { linesOf } = probe();
  expect(linesOf(0)).toMatchObject([{ message: 'listening', name: 'eth0', address: '192.168.1.7' }]);
  expect(linesOf(1)).toEqual([]);
  const broken = { ...QUIET, interfaces: [{ ...ETH0, error: 'EPERM' }] };
  expect(linesOf(2, broken)).toMatchObject([{ message: 'listening', error: 'EPERM' }]);
});

test('logs progress and the diagnosis every five seconds', () => {
  const { receiver, linesOf } = probe();
  linesOf(0);
  expect(linesOf(5)).toMatchObject([
    { problem: expect.stringContaining('no device was heard'), left: '25s' },
  ]);
  receiver.found?.(device(1));
  receiver.connected?.(device(1), noFiles);
  expect(linesOf(9)).toEqual([]);
  expect(linesOf(10)).toEqual([{ message: 'still listening', devices: 1, left: '25s' }]);
});

test('logs the diagnosis at once without a network, and a summary at the end', async () => {
  const clock = fakeClock();
  const log = keptLog();
  // The interface does not exist, so nothing is sent.
  const settings = settingsOf(hwDeviceOptions, { 'hwdevice.discovery.interface': ['none'] });
  const probe = new Probe(settings, { ...sinkTools(), clock, log });
  await untilSettled(clock, probe.run(12_000, new AbortController().signal));
  expect(log.lines.map(({ message, fields }) => [message, fields.left])).toEqual([
    ['no device yet, still listening', '12s'],
    ['no device yet, still listening', '7s'],
    ['no device yet, still listening', '2s'],
    ['no device could be watched', undefined],
  ]);
});
