/** Any number of instances. Times are the database's, because clocks differ. */
import type { TransactionSql } from 'postgres';
import * as v from 'valibot';
import type { Clock } from '../../../../src/core/tools.ts';
import type { Store } from './contract.ts';
import { PostgresConnections, type Sql } from './postgres-connections.ts';
import { CLAIM_ROW, COUNT_ROW, takesAway, trackText } from './rows.ts';

/** Instances that start together create the tables in turn. */
const SCHEMA_LOCK = 7_133_701;

/** Creates missing tables. Rejects if the database cannot be reached. */
export async function openPostgres(url: string, clock: Clock): Promise<Store> {
  const connections = new PostgresConnections(url, clock);
  try {
    await connections.make(makeTables);
  } catch (error) {
    await connections.close();
    throw error;
  }
  const now = (sql: Sql) => sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

  return {
    async putKey(channel, keyHash) {
      await connections.run(
        (sql) => sql`
          INSERT INTO channel (id, key_hash, key_made_at) VALUES (${channel}, ${keyHash}, ${now(sql)})
          ON CONFLICT (id) DO UPDATE SET key_hash = excluded.key_hash, key_made_at = excluded.key_made_at`,
      );
    },
    async putTrack(keyHash, track) {
      const { count } = await connections.run(
        (sql) => sql`
          UPDATE channel
          SET track = ${trackText(track)}, at = greatest(moment, at + 1), key_used_at = moment,
            cleared_at = CASE WHEN ${takesAway(track)} THEN greatest(moment, at + 1) ELSE cleared_at END
          FROM (SELECT ${now(sql)} AS moment) AS clock
          WHERE key_hash = ${keyHash}`,
      );
      return count > 0;
    },
    async claim(limit, leaseMs) {
      const rows = await connections.run(
        (sql) => sql`
          UPDATE channel SET not_before = ${now(sql)} + ${leaseMs}::bigint WHERE id IN (
            SELECT id FROM channel WHERE at > forwarded AND not_before <= ${now(sql)}
            ORDER BY not_before LIMIT ${limit} FOR UPDATE SKIP LOCKED
          ) RETURNING id, track, at, cleared_at, failures`,
      );
      return v.parse(v.array(CLAIM_ROW), [...rows]);
    },
    async complete({ channel, at }, pauseMs) {
      await connections.run(
        (sql) => sql`
          UPDATE channel
          SET forwarded = greatest(forwarded, ${at}::bigint), failures = 0,
            not_before = ${now(sql)} + ${pauseMs}::bigint
          WHERE id = ${channel}`,
      );
    },
    async postpone({ channel }, pauseMs) {
      await connections.run(
        (sql) => sql`
          UPDATE channel SET failures = failures + 1, not_before = ${now(sql)} + ${pauseMs}::bigint
          WHERE id = ${channel}`,
      );
    },
    async pending() {
      const [row] = await connections.run(
        (sql) => sql`SELECT count(*) AS count FROM channel WHERE at > forwarded`,
      );
      return v.parse(COUNT_ROW, row).count;
    },
    close: () => connections.close(),
  };
}

/** Columns are documented in `libsql.ts`. */
async function makeTables(sql: TransactionSql<{ bigint: number }>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${SCHEMA_LOCK})`;
  await sql`
    CREATE TABLE IF NOT EXISTS channel (
      id text PRIMARY KEY,
      key_hash bytea NOT NULL UNIQUE,
      key_made_at bigint NOT NULL,
      key_used_at bigint,
      track text NOT NULL DEFAULT '',
      at bigint NOT NULL DEFAULT 0,
      forwarded bigint NOT NULL DEFAULT 0,
      not_before bigint NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0,
      cleared_at bigint NOT NULL DEFAULT 0
    )`;
  // Databases of 0.2 lack the column.
  await sql`ALTER TABLE channel ADD COLUMN IF NOT EXISTS cleared_at bigint NOT NULL DEFAULT 0`;
  await sql`CREATE INDEX IF NOT EXISTS channel_pending ON channel (not_before) WHERE at > forwarded`;
}
