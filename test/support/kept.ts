/** Stored sessions of earlier runs. */
import { join } from 'node:path';
import type { StoredSessions } from '../../src/core/contracts/set.ts';
import type { Publication } from '../../src/core/track.ts';
import { SqliteSessions } from '../../src/sets/sqlite-sessions.ts';
import { sessionSink } from '../../src/sinks/session.ts';
import { testFolder } from './folder.ts';
import { makeSink, sinkTools } from './sink.ts';

/** Stores a run for each set, oldest first. */
export async function keptRuns(...sets: readonly (readonly Publication[])[]): Promise<StoredSessions> {
  const path = join(await testFolder(), 'sessions.db');
  for (const set of sets) {
    const { sink, publish } = await makeSink(sessionSink, { 'session.filename': path });
    for (const each of set) {
      await publish(each);
    }
    await sink.close?.();
  }
  return sessionsAt(path);
}

export function sessionsAt(path: string): SqliteSessions {
  return new SqliteSessions(path, { ...sinkTools(), pid: process.pid });
}
