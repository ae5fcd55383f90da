/** Keys and tracks in one SQLite file, for a service on one machine. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import * as v from 'valibot';
import type { Clock } from '../../../../src/core/tools.ts';
import type { Store } from './contract.ts';
import { CLAIM_ROW, COUNT_ROW, NEWEST_ROW, trackText } from './rows.ts';

// `not_before` is when the channel may be forwarded: after the last broadcast's distance, after the pause that a
// failure costs, and not while somebody has claimed it. Times are milliseconds since 1970-01-01 UTC.
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
    failures INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS channel_pending ON channel (not_before) WHERE at > forwarded;
`;

/** Opens the file; makes it, with its folder, where there is none. Throws what the database says. */
export function openLibsql(file: string, clock: Pick<Clock, 'now'>): Store {
  mkdirSync(dirname(file), { recursive: true });
  const database = new Database(file);
  database.exec('PRAGMA journal_mode = WAL');
  // What was acknowledged survives a power failure too.
  database.exec('PRAGMA synchronous = FULL');
  database.exec(SCHEMA);

  const putKey = database.prepare(
    `INSERT INTO channel (id, key_hash, key_made_at) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET key_hash = excluded.key_hash, key_made_at = excluded.key_made_at`,
  );
  const putTrack = database.prepare(
    'UPDATE channel SET track = ?, at = max(?, at + 1), key_used_at = ? WHERE key_hash = ?',
  );
  const newest = database.prepare('SELECT track, at FROM channel WHERE id = ? AND at > 0');
  const claim = database.prepare(
    `UPDATE channel SET not_before = ? WHERE id IN (
       SELECT id FROM channel WHERE at > forwarded AND not_before <= ? ORDER BY not_before LIMIT ?
     ) RETURNING id, track, at, failures`,
  );
  const settle = database.prepare(
    'UPDATE channel SET forwarded = max(forwarded, ?), failures = 0, not_before = ? WHERE id = ?',
  );
  const postpone = database.prepare(
    'UPDATE channel SET failures = failures + 1, not_before = ? WHERE id = ?',
  );
  const pending = database.prepare('SELECT count(*) AS count FROM channel WHERE at > forwarded');

  return {
    async putKey(channel, keyHash) {
      putKey.run(channel, keyHash, clock.now());
    },
    async putTrack(keyHash, track) {
      const now = clock.now();
      return putTrack.run(trackText(track), now, now, keyHash).changes > 0;
    },
    newest: async (channel) => v.parse(v.optional(NEWEST_ROW), newest.get(channel)),
    async claim(limit, leaseMs) {
      const now = clock.now();
      return v.parse(v.array(CLAIM_ROW), claim.all(now + leaseMs, now, limit));
    },
    async settle({ channel, at }, pauseMs) {
      settle.run(at, clock.now() + pauseMs, channel);
    },
    async postpone({ channel }, pauseMs) {
      postpone.run(clock.now() + pauseMs, channel);
    },
    pending: async () => v.parse(COUNT_ROW, pending.get()).count,
    async close() {
      database.close();
    },
  };
}
