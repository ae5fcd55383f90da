import {
  PRESENCE_PORT,
  presenceCodec,
  STATUS_PORT,
  statusCodec,
  TIMING_PORT,
  timingCodec,
} from '@deckcast/prodjlink';
import { expect, test } from 'vitest';
import { bytesOf, type LinkFixture } from '../../../packages/prodjlink/src/testing/fixtures.ts';
import { presenceFixtures } from '../../../packages/prodjlink/src/testing/presence-fixtures.ts';
import { statusFixtures } from '../../../packages/prodjlink/src/testing/status-fixtures.ts';
import { timingFixtures } from '../../../packages/prodjlink/src/testing/timing-fixtures.ts';
import { maskedDatagrams } from './masked-events.ts';

interface Known extends LinkFixture<unknown> {
  readonly port: number;
}

const ALL: readonly Known[] = [
  ...presenceFixtures.rows.map((row) => ({ ...row, port: PRESENCE_PORT })),
  ...timingFixtures.rows.map((row) => ({ ...row, port: TIMING_PORT })),
  ...statusFixtures.rows.map((row) => ({ ...row, port: STATUS_PORT })),
];

function masked(port: number, bytes: Uint8Array) {
  const hex = Buffer.from(bytes).toString('hex');
  const event = maskedDatagrams()({ t: 1, event: 'datagram', port, address: '169.254.20.11', bytes: hex });
  return event?.event === 'datagram' ? event : undefined;
}

test.each(ALL)('masks addresses and user-given names of $name', ({ port, value, ...row }) => {
  const given = Object(value);
  const event = masked(port, bytesOf(row));
  if (given.kind === 'unknown') {
    expect(event).toBeUndefined();
    return;
  }
  const codec = { [PRESENCE_PORT]: presenceCodec, [TIMING_PORT]: timingCodec, [STATUS_PORT]: statusCodec }[
    port
  ];
  const bytes = Buffer.from(event?.bytes ?? '', 'hex');
  const { name, ip, mac, mediumName, ...rest } = Object(codec?.decode(bytes));
  const { name: model, ip: was, mac: hardware, mediumName: medium, ...kept } = given;
  expect(event?.address).toMatch(/^198\.18\.0\.\d$/);
  expect(rest).toEqual(kept);
  const identifying = [was, hardware, medium].filter((one) => one !== undefined && one !== '');
  expect(identifying.filter((one) => [ip, mac, mediumName].includes(one))).toEqual([]);
  expect(name === model || /^computer \d$/.test(name)).toBe(true);
});

test('masks the name and the undescribed bytes of a computer', () => {
  const alive = presenceFixtures.rows.find(({ value }) => value.kind === 'keep-alive');
  const value = { ...Object(alive?.value), name: "Ada's laptop" };
  const secret = Buffer.from('Velvet Basement');
  const event = masked(PRESENCE_PORT, Buffer.concat([presenceCodec.encode(value), secret]));
  const bytes = Buffer.from(event?.bytes ?? '', 'hex');
  expect(presenceCodec.decode(bytes)).toMatchObject({ name: 'computer 1', kind: 'keep-alive' });
  expect(bytes.toString('latin1')).not.toMatch(/Ada|laptop|Velvet/);
});

test('masks the name of a medium and the bytes behind it', () => {
  const answer = statusFixtures.rows.find(({ value }) => value.kind === 'media-answer');
  const value = { ...Object(answer?.value), mediumName: 'ADA PRIVATE' };
  const event = masked(STATUS_PORT, statusCodec.encode(value));
  const bytes = Buffer.from(event?.bytes ?? '', 'hex');
  expect(statusCodec.decode(bytes)).toMatchObject({ kind: 'media-answer', mediumName: '' });
  expect(bytes.toString('utf16le') + bytes.subarray(1).toString('utf16le')).not.toContain('ADA');
});

test('drops datagrams that are not messages of their port', () => {
  expect(masked(STATUS_PORT, Buffer.from('Unreleased Dub'))).toBeUndefined();
  expect(masked(4711, Buffer.from('Unreleased Dub'))).toBeUndefined();
});
