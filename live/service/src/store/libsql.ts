/** Keeps one SQLite file, for a service on one machine. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import type { Clock } from '../../../../src/core/tools.ts';
import { isLocked, SqliteDatabase } from '../../../../src/host/sqlite/database.ts';
import { STORE_LIMIT_MS, type Store } from './contract.ts';
import { CLAIM_ROW, COUNT_ROW, takesAway, trackText } from './rows.ts';

// `not_before`: earliest forwarding, after a broadcast's distance, a failure's pause or an instance's claim. Times are
// milliseconds since 1970-01-01 UTC.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS channel (
    id TEXT PRIMARY KEY,
    key_hash BLOB NOT NULL UNIQUE,
    key_made_at INTEGER NOT NULL,
    key_used_at INTEGER,
    track TEXT NOT NULL DEFAULT '',
    at INTEGER NOT NULL DEFAULT 0,
    forwarded INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    cleared_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS channel_pending ON channel (not_before) WHERE at > forwarded;
`;

/** Files of 0.2 lack the column. */
const HAS_CLEARED_AT = "SELECT 1 FROM pragma_table_info('channel') WHERE name = 'cleared_at'";
const ADD_CLEARED_AT = 'ALTER TABLE channel ADD COLUMN cleared_at INTEGER NOT NULL DEFAULT 0';

const PENDING = 'SELECT count(*) AS count FROM channel WHERE at > forwarded';

/** Interval of attempts while another connection holds a lock. */
const CHECK_AGAIN_MS = 25;

/** Creates a missing file with its folder. Throws the database's error. */
export function openLibsql(file: string, clock: Clock): Store {
  mkdirSync(dirname(file), { recursive: true });
  const database = new SqliteDatabase(file, 'write');
  database.pragma('journal_mode = WAL');
  // Acknowledged tracks survive a power failure.
  database.pragma('synchronous = FULL');
  database.script(SCHEMA);
  if (database.row(HAS_CLEARED_AT) === undefined) {
    database.script(ADD_CLEARED_AT);
  }

  /** Retries while another program, such as a backup, briefly holds a lock. */
  async function unlocked<Result>(work: (now: number) => Result): Promise<Result> {
    const until = clock.monotonic() + STORE_LIMIT_MS;
    for (;;) {
      try {
        return work(clock.now());
      } catch (error) {
        if (!isLocked(error) || clock.monotonic() >= until) {
          throw error;
        }
        await clock.sleep(CHECK_AGAIN_MS);
      }
    }
  }

  return {
    async putKey(channel, keyHash) {
      await unlocked((now) =>
        database.change(
          `INSERT INTO channel (id, key_hash, key_made_at) VALUES (?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET key_hash = excluded.key_hash, key_made_at = excluded.key_made_at`,
          [channel, keyHash, now],
        ),
      );
    },
    putTrack: (keyHash, track) =>
      unlocked((now) => {
        const { changes } = database.change(
          `UPDATE channel SET track = ?, at = max(?, at + 1), key_used_at = ?,
             cleared_at = iif(?, max(?, at + 1), cleared_at)
           WHERE key_hash = ?`,
          [trackText(track), now, now, Number(takesAway(track)), now, keyHash],
        );
        return changes > 0;
      }),
    claim: (limit, leaseMs) =>
      unlocked((now) => {
        // Needs no write lock.
        const waiting = database.row(
          'SELECT 1 FROM channel WHERE at > forwarded AND not_before <= ? LIMIT 1',
          [now],
        );
        if (waiting === undefined) {
          return [];
        }
        const rows = database.changedRows(
          `UPDATE channel SET not_before = ? WHERE id IN (
             SELECT id FROM channel WHERE at > forwarded AND not_before <= ? ORDER BY not_before LIMIT ?
           ) RETURNING id, track, at, cleared_at, failures`,
          [now + leaseMs, now, limit],
        );
        return v.parse(v.array(CLAIM_ROW), rows);
      }),
    async complete({ channel, at }, pauseMs) {
      await unlocked((now) =>
        database.change(
          'UPDATE channel SET forwarded = max(forwarded, ?), failures = 0, not_before = ? WHERE id = ?',
          [at, now + pauseMs, channel],
        ),
      );
    },
    async postpone({ channel }, pauseMs) {
      await unlocked((now) =>
        database.change('UPDATE channel SET failures = failures + 1, not_before = ? WHERE id = ?', [
          now + pauseMs,
          channel,
        ]),
      );
    },
    pending: () => unlocked(() => v.parse(COUNT_ROW, database.row(PENDING)).count),
    async close() {
      database.close();
    },
  };
}
