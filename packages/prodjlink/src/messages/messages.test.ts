import { expect, test } from 'vitest';
import { bytesOf, checkFixtures } from '../../../wire-kit/src/testing/fixtures.ts';
import { ProDjLinkError } from '../errors.ts';
import { databaseFixtures } from '../testing/database-fixtures.ts';
import { fileCallFixtures, fileResultFixtures } from '../testing/file-fixtures.ts';
import { presenceFixtures } from '../testing/presence-fixtures.ts';
import { statusFixtures } from '../testing/status-fixtures.ts';
import { timingFixtures } from '../testing/timing-fixtures.ts';
import { PORT_QUERY, readPortAnswer } from './database.ts';
import { fileCallCodec } from './file-calls.ts';
import { messageIn } from './link-codec.ts';

checkFixtures('port 50000', presenceFixtures, ProDjLinkError);
checkFixtures('port 50001', timingFixtures, ProDjLinkError);
checkFixtures('port 50002', statusFixtures, ProDjLinkError);
checkFixtures('database', databaseFixtures, ProDjLinkError);
checkFixtures('file calls', fileCallFixtures, ProDjLinkError);
for (const table of fileResultFixtures) {
  checkFixtures(`answers to a ${table.rows[0]?.value.kind} call`, table, ProDjLinkError);
}

test('ignores bytes behind a path', () => {
  const hex = `00001a57${'00'.repeat(7)}02000186a500000001000000010000000100000014${'00'.repeat(28)}
    00000006 2f0043002f000011`;
  expect(fileCallCodec.decode(bytesOf({ hex }))).toMatchObject({ kind: 'mount', path: '/C/' });
});

test('encodes the port query that players send', () => {
  expect(PORT_QUERY.toString('hex')).toBe('0000000f52656d6f7465444253657276657200');
  expect(readPortAnswer(Buffer.from('041b', 'hex'))).toBe(1051);
});

test('throws a programming mistake instead of calling the bytes foreign', () => {
  const decode = (): never => {
    throw new TypeError('undefined is not a function');
  };
  expect(() => messageIn({ decode }, Buffer.alloc(0))).toThrow(TypeError);
});

test('noise behind the head of an on-air packet opens and closes no channel', () => {
  const row = timingFixtures.rows.find(({ value }) => value.kind === 'on-air');
  const noise = Buffer.from(row === undefined ? [] : bytesOf(row)).fill(0x5a, 0x24);
  expect(() => timingFixtures.codec.decode(noise)).toThrow(ProDjLinkError);
});
