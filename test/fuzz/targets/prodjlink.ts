import { type DatabaseMessage, ProDjLinkError, readDatabaseMessage } from '../../../src/prodjlink/index.ts';
import { readPortAnswer } from '../../../src/prodjlink/messages/database.ts';
import { readMenuItem, trackFromItems } from '../../../src/prodjlink/messages/database-queries.ts';
import { replyId } from '../../../src/prodjlink/messages/rpc.ts';
import { databaseFixtures } from '../../../src/prodjlink/testing/database-fixtures.ts';
import {
  attributesResultFixtures,
  exportsResultFixtures,
  fileCallFixtures,
  lookupResultFixtures,
  mountResultFixtures,
  portResultFixtures,
  readResultFixtures,
  unmountResultFixtures,
} from '../../../src/prodjlink/testing/file-fixtures.ts';
import { bytesOf } from '../../../src/prodjlink/testing/fixtures.ts';
import { presenceFixtures } from '../../../src/prodjlink/testing/presence-fixtures.ts';
import { statusFixtures } from '../../../src/prodjlink/testing/status-fixtures.ts';
import { timingFixtures } from '../../../src/prodjlink/testing/timing-fixtures.ts';
import { type AnyCodec, acceptedBy, checkCodec, type FuzzTarget } from '../target.ts';

interface AnyTable {
  readonly codec: AnyCodec;
  readonly rows: readonly { readonly hex: string }[];
}

/** The length that a datagram states is kept where it is wrong; what is behind a message is not, so it may be right then. */
function withoutLength(value: unknown): unknown {
  return typeof value === 'object' ? { ...value, statedLength: undefined } : value;
}

function target(name: string, tables: readonly AnyTable[], also?: (bytes: Buffer) => void): FuzzTarget {
  return {
    name,
    seeds: tables.flatMap(({ rows }) => rows.map(bytesOf)),
    run(bytes) {
      for (const { codec } of tables) {
        checkCodec(codec, ProDjLinkError, bytes, withoutLength);
      }
      also?.(bytes);
    },
  };
}

export const prodjlink = target('prodjlink', [presenceFixtures, timingFixtures, statusFixtures]);

export const prodjlinkDatabase = target('prodjlink-database', [databaseFixtures], (bytes) => {
  acceptedBy(ProDjLinkError, () => readPortAnswer(bytes));
  // Several messages one after the other, as they come through a connection.
  const messages: DatabaseMessage[] = [];
  acceptedBy(ProDjLinkError, () => {
    for (let at = 0; at < bytes.length; ) {
      const { message, length } = readDatabaseMessage(bytes, at);
      messages.push(message);
      at += length;
    }
  });
  const items = messages.flatMap((message) => acceptedBy(ProDjLinkError, () => readMenuItem(message)) ?? []);
  acceptedBy(ProDjLinkError, () => trackFromItems(items));
});

export const prodjlinkFiles = target(
  'prodjlink-files',
  [
    fileCallFixtures,
    portResultFixtures,
    mountResultFixtures,
    unmountResultFixtures,
    exportsResultFixtures,
    attributesResultFixtures,
    lookupResultFixtures,
    readResultFixtures,
  ],
  (bytes) => {
    replyId(bytes);
  },
);
