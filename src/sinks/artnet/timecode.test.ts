import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createArtnet } from '@arcanewizards/artnet';
import { expect, onTestFinished, test } from 'vitest';
import { frameAt, type RateName, startOf, timecodeOf, timecodePacket } from './timecode.ts';

const MODES = [
  ['24', 'FILM'],
  ['25', 'EBU'],
  ['29.97', 'DF'],
  ['30', 'SMPTE'],
] as const;

const packetAt = (ms: number, rate: RateName): Buffer =>
  timecodePacket(timecodeOf(frameAt(ms, rate), rate), rate);

test.each(MODES)('packets of %s frames a second are those of another program', async (rate, mode) => {
  const receiver = createSocket('udp4').bind(0, '127.0.0.1');
  await once(receiver, 'listening');
  const theirs = createArtnet({
    type: 'host',
    host: '127.0.0.1',
    port: receiver.address().port,
    mode: 'send',
  });
  onTestFinished(() => {
    theirs.destroy();
    receiver.close();
  });
  await theirs.connect();
  // The middle of frames around each kind of edge: a second, a minute, ten minutes, an hour.
  for (const edge of [0, 1_000, 60_000, 61_000, 120_000, 600_000, 660_000, 3_600_000, 7_261_000]) {
    for (const off of [-40, 5, 45, 110]) {
      const at = Math.max(0, edge + off);
      const middle = startOf(frameAt(at, rate), rate) + 500 / Number(rate);
      const [, [packet]] = await Promise.all([
        theirs.sendTimecode(mode, middle),
        once(receiver, 'message') as Promise<[Buffer]>,
      ]);
      expect([middle, packetAt(middle, rate).toString('hex')]).toEqual([middle, packet.toString('hex')]);
    }
  }
});

test('drop frame leaves out two numbers in each minute but the tenth', () => {
  const numberOf = (frame: number) => {
    const { hours, minutes, seconds, frames } = timecodeOf(frame, '29.97');
    return [hours, minutes, seconds, frames].join(':');
  };
  expect(numberOf(1_799)).toBe('0:0:59:29');
  expect(numberOf(1_800)).toBe('0:1:0:2');
  expect(numberOf(17_981)).toBe('0:9:59:29');
  expect(numberOf(17_982)).toBe('0:10:0:0');
});

test('a day has 24 hours', () => {
  expect(timecodeOf(25 * 3_600 * 25, '25').hours).toBe(1);
});
