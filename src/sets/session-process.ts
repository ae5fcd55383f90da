/**
 * SQLite's driver blocks its thread until the disk answers; a process can be abandoned. Answers requests in order; ends
 * with the program.
 */
import type { EarlierSet } from '../core/contracts/set.ts';
import type { Publication } from '../core/track.ts';
import { systemClock } from '../host/clock.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { answerRequests } from '../host/helper-process/answer-requests.js';
import { packed, problemOf, type SessionAnswer, type SessionRequest, unpacked } from './messages.ts';
import { SqliteSessions } from './sqlite-sessions.ts';

let sessions: SqliteSessions | undefined;

answerRequests('deckcast sessions', (request: SessionRequest) => answerTo(request).catch(problemOf));

async function answerTo(request: SessionRequest): Promise<SessionAnswer> {
  if (request.do === 'open') {
    sessions ??= new SqliteSessions(request.path, {
      clock: systemClock,
      disk: nodeDisk,
      pid: process.ppid,
      soFar: unpacked(request.soFar) as EarlierSet | undefined,
    });
    return { is: 'answer', packed: undefined };
  }
  if (sessions === undefined) {
    return { is: 'fresh' };
  }
  const { args, bytes, accent } = request;
  const [first, ...others] = unpacked(args) as [unknown, ...unknown[]];
  const art = bytes && { art: { png: bytes, ...(accent !== undefined && { accent }) } };
  const called = sessions[request.do] as (...args: readonly unknown[]) => unknown;
  const result = await called.call(sessions, art ? { ...(first as Publication), ...art } : first, ...others);
  return { is: 'answer', packed: packed(result) };
}
