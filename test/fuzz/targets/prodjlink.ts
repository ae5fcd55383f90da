import { type DatabaseMessage, ProDjLinkError, readDatabaseMessage } from '@deckcast/prodjlink';
import { readPortAnswer } from '../../../packages/prodjlink/src/messages/database.ts';
import { readMenuItem, trackFromItems } from '../../../packages/prodjlink/src/messages/database-queries.ts';
import { replyId } from '../../../packages/prodjlink/src/messages/rpc.ts';
import { databaseFixtures } from '../../../packages/prodjlink/src/testing/database-fixtures.ts';
import {
  fileCallFixtures,
  fileResultFixtures,
} from '../../../packages/prodjlink/src/testing/file-fixtures.ts';
import { bytesOf } from '../../../packages/prodjlink/src/testing/fixtures.ts';
import { presenceFixtures } from '../../../packages/prodjlink/src/testing/presence-fixtures.ts';
import { statusFixtures } from '../../../packages/prodjlink/src/testing/status-fixtures.ts';
import { timingFixtures } from '../../../packages/prodjlink/src/testing/timing-fixtures.ts';
import { type AnyCodec, acceptedBy, checkCodec, type FuzzTarget } from '../target.ts';

interface AnyTable {
  readonly codec: AnyCodec;
  readonly rows: readonly { readonly hex: string }[];
}

function target(tables: readonly AnyTable[], also?: (bytes: Buffer) => void): FuzzTarget {
  return {
    seeds: tables.flatMap(({ rows }) => rows.map(bytesOf)),
    // Cheap to read.
    runs: 1_000,
    run(bytes) {
      for (const { codec } of tables) {
        checkCodec(codec, ProDjLinkError, bytes);
      }
      also?.(bytes);
    },
  };
}

/** UDP's longest datagram, where the length field ends too. */
const LONGEST_DATAGRAM = 65_507;

const datagrams = target([presenceFixtures, timingFixtures, statusFixtures]);

export const prodjlink: FuzzTarget = {
  ...datagrams,
  run: (bytes) => datagrams.run(bytes.subarray(0, LONGEST_DATAGRAM)),
};

export const prodjlinkDatabase = target([databaseFixtures], (bytes) => {
  acceptedBy(ProDjLinkError, () => readPortAnswer(bytes));
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

export const prodjlinkFiles = target([fileCallFixtures, ...fileResultFixtures], (bytes) => {
  replyId(bytes);
});
