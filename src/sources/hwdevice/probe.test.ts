import { expect, test } from 'vitest';
import { noFiles } from '../../../packages/stagelinq/src/testing/no-files.ts';
import { fakeClock, untilSettled } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { sinkTools } from '../../../test/support/sink.ts';
import { hwDeviceOptions } from './options.ts';
import { Probe } from './probe.ts';

const LOOPBACK = {
  name: 'lo',
  address: '127.0.0.1',
  netmask: '255.0.0.0',
  internal: true,
  sent: 1,
  received: 1,
  returned: 1,
  error: undefined,
};
const STATUS: Parameters<Probe['report']>[0] = {
  listening: true,
  interfaces: [LOOPBACK],
  dropped: 0,
  leftOut: 0,
};

const device = (number: number) => ({
  token: number.toString(16).padStart(32, '0'),
  source: `player ${number}`,
  software: 'JC11',
  version: '4.3.0',
  port: 35_043,
  address: '192.168.1.20',
});

function probe() {
  const log = keptLog();
  const made = new Probe(settingsOf(hwDeviceOptions, {}), { ...sinkTools(), log });
  const summary = () => {
    log.lines.splice(0);
    made.sumUp(STATUS);
    return log.lines;
  };
  const linesOf = (round: number, status = STATUS) => {
    log.lines.splice(0);
    made.report(status, round, 25_000);
    return log.lines.map(({ message, fields }) => ({ message, ...fields }));
  };
  return { receiver: made.receiver(), summary, linesOf };
}

test('a network full of devices is summed up in a bounded list, and what is connected counts', () => {
  const { receiver, summary } = probe();
  for (let number = 0; number < 1_000; number += 1) {
    receiver.found?.(device(number));
  }
  expect(summary().filter(({ message }) => message === 'device summary')).toHaveLength(64);
  expect(summary().at(-1)).toMatchObject({ message: 'no device could be watched' });
  receiver.connected?.(device(999), noFiles);
  expect(summary().at(-1)).toMatchObject({ message: 'device summary' });
});

test('each interface is logged once, and again when it has a problem', () => {
  const { linesOf } = probe();
  expect(linesOf(0)).toEqual([{ message: 'listening', name: 'lo', address: '127.0.0.1', error: undefined }]);
  expect(linesOf(1)).toEqual([]);
  const broken = { ...STATUS, interfaces: [{ ...LOOPBACK, error: 'EPERM' }] };
  expect(linesOf(2, broken)).toMatchObject([{ message: 'listening', error: 'EPERM' }]);
});

test('that this computer is on no network is reported at once', () => {
  const { linesOf } = probe();
  expect(linesOf(0, { ...STATUS, interfaces: [] })).toMatchObject([
    { message: 'no device yet, still listening', problem: 'this computer is on no network' },
  ]);
});

test('every five seconds the probe logs that it goes on, and why nothing is found', () => {
  const { receiver, linesOf } = probe();
  linesOf(0);
  expect(linesOf(5)).toMatchObject([
    {
      message: 'no device yet, still listening',
      problem: expect.stringContaining('nothing was heard'),
      left: '25s',
    },
  ]);
  receiver.found?.(device(1));
  receiver.connected?.(device(1), noFiles);
  expect(linesOf(9)).toEqual([]);
  expect(linesOf(10)).toEqual([{ message: 'still listening', devices: 1, left: '25s' }]);
});

test('a probe says how long it goes on until its time is over, and sums up', async () => {
  const clock = fakeClock();
  const log = keptLog();
  // There is no such interface: nothing is sent anywhere.
  const settings = settingsOf(hwDeviceOptions, { 'hwdevice.discovery.interface': ['none'] });
  const running = new Probe(settings, { ...sinkTools(), clock, log }).run(
    12_000,
    new AbortController().signal,
  );
  await untilSettled(clock, running);
  expect(log.lines.map(({ message, fields }) => [message, fields.left])).toEqual([
    ['no device yet, still listening', '12s'],
    ['no device yet, still listening', '7s'],
    ['no device yet, still listening', '2s'],
    ['no device could be watched', undefined],
  ]);
});

test('devices that are ignored are named in a bounded list', () => {
  const { receiver, summary } = probe();
  for (let number = 0; number < 1_000; number += 1) {
    receiver.ignored?.(device(number), 'no-state');
  }
  const { fields } = summary().at(-1) ?? {};
  expect(String(fields?.problem).match(/player \d+/g)).toHaveLength(64);
});

test('a device that makes up paths without end has a bounded number of them', () => {
  const { receiver, summary } = probe();
  for (let number = 0; number < 10_000; number += 1) {
    receiver.state?.(device(1), `/made/up/${number}`, { type: 1, value: true });
  }
  const [, counted] = summary();
  expect(counted).toMatchObject({ fields: { paths: 1_024, values: 10_000 } });
});
